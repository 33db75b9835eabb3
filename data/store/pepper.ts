import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashKey } from '../access/key.ts'
import type { Paths } from './paths.ts'
import { makePrivateFolder } from './private-folder.ts'
import type { ServiceStore } from './state/state.ts'
import { StateUnwritable } from './state/state.ts'

const PEPPER_BYTES = 32
/** Its hash under a pepper tells that pepper from any other, and nothing of it. No key is written so. */
const FINGERPRINTED = 'the pepper of this state'

type Where = Pick<Paths, 'pepper' | 'pepperGiven' | 'state'>

/**
 * The server's secret under which keys are hashed: 32 bytes, readable by their owner alone. Without it no key is ever recognised
 * again. In the project's own folder it is made on first need; where the operator named a file, it must be there. The state remembers
 * the first one that it is used with, and no other is taken. Throws a sentence.
 */
export async function loadPepper(
  where: Where,
  state: Pick<ServiceStore, 'pepper' | 'keepPepper'>,
): Promise<Uint8Array> {
  const { pepper: file, pepperGiven } = where
  if (!existsSync(file)) {
    if (pepperGiven)
      throw new Error(
        `${file}: there is no such file, expected the pepper's ${PEPPER_BYTES} bytes; a new one: head -c ${PEPPER_BYTES} /dev/urandom`,
      )
    const { fingerprint, keys } = await state.pepper()
    // Another process that begins now may have made it meanwhile.
    if ((fingerprint !== null || keys > 0) && !existsSync(file))
      throw new Error(`${file}: there is no such file, and ${inUse(where)}`)
    makePepper(file)
  }
  const pepper = readPepper(where)
  const own = fingerprintOf(pepper)
  const kept = await state.keepPepper(own).catch((fault: unknown) => {
    // A state that remembers none takes any, and on a disk that takes no writes it goes on remembering none.
    if (fault instanceof StateUnwritable) return own
    throw fault
  })
  if (kept !== own) throw new Error(anotherPepper(where))
  return pepper
}

/** Makes nothing and remembers nothing. Throws a sentence. @param fingerprint what the state remembers; null: any pepper will do */
export function checkPepper(where: Where, fingerprint: string | null): void {
  const found = fingerprintOf(readPepper(where))
  if (fingerprint !== null && found !== fingerprint) throw new Error(anotherPepper(where))
}

function fingerprintOf(pepper: Uint8Array): string {
  return hashKey(FINGERPRINTED, pepper)
}

function anotherPepper(where: Where): string {
  return `${where.pepper}: this is another pepper, and ${inUse(where)}`
}

function inUse({ state }: Where): string {
  return (
    'the keys and sessions of this state are kept under one already: run this with that one, which the server may have from elsewhere ' +
    '(HUSTINGS_PEPPER_FILE, or the credential of deploy/hustings.service), or restore it from a backup. Where it is lost for good no ' +
    `key works again: stop the server, sqlite3 ${state} 'UPDATE head SET pepper = NULL; DELETE FROM api_key', and make new keys`
  )
}

function readPepper({ pepper: file }: Where): Uint8Array {
  const pepper = readFileSync(file)
  if (pepper.length !== PEPPER_BYTES)
    throw new Error(`${file}: got ${pepper.length} bytes, expected ${PEPPER_BYTES}, raw: restore it from a backup`)
  return pepper
}

function makePepper(file: string): void {
  makePrivateFolder(dirname(file))
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
