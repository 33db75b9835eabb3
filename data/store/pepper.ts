import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Paths } from './paths.ts'

const PEPPER_BYTES = 32

type Where = Pick<Paths, 'pepper' | 'pepperGiven'>

/**
 * The server's secret under which keys are hashed: 32 bytes, readable by their owner alone. Without it no key is ever recognised
 * again. In the project's own folder it is made on first need; where the operator named a file, it must be there. Throws a sentence.
 */
export function loadPepper({ pepper: file, pepperGiven }: Where): Uint8Array {
  if (!existsSync(file)) {
    if (pepperGiven)
      throw new Error(
        `${file}: there is no such file, expected the pepper's ${PEPPER_BYTES} bytes; a new one: head -c ${PEPPER_BYTES} /dev/urandom`,
      )
    makePepper(file)
  }
  const pepper = readFileSync(file)
  if (pepper.length !== PEPPER_BYTES)
    throw new Error(
      `${file}: got ${pepper.length} bytes, expected ${PEPPER_BYTES}, raw: restore it from a backup, or remove it and make new keys`,
    )
  return pepper
}

function makePepper(file: string): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, randomBytes(PEPPER_BYTES), { mode: 0o600, flush: true })
  try {
    // A link fails where the file exists: of two processes that begin together both use the first one's pepper.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
