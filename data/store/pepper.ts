import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Paths } from './paths.ts'

const PEPPER_BYTES = 32

/**
 * The server's secret under which keys are hashed: 32 bytes, made on first need, readable by their owner alone. Without it no
 * key is ever recognised again. Throws when the file is not of that length.
 */
export function loadPepper(paths: Pick<Paths, 'pepper'>): Uint8Array {
  if (!existsSync(paths.pepper)) makePepper(paths.pepper)
  const pepper = readFileSync(paths.pepper)
  if (pepper.length !== PEPPER_BYTES)
    throw new Error(
      `${paths.pepper}: got ${pepper.length} bytes, expected ${PEPPER_BYTES}: restore it from a backup, or remove it and make new keys`,
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
