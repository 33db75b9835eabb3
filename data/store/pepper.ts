import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { hashKey } from '../access/key.ts'
import { makePrivateFolder } from './files.ts'
import type { Paths } from './paths.ts'
import type { ServiceStore } from './state/state.ts'
import { StateUnwritable } from './state/state.ts'

const PEPPER_BYTES = 32
/** The hash of this text identifies a pepper without revealing it. No key has this form. */
const FINGERPRINTED = 'the pepper of this state'

type Where = Pick<Paths, 'pepper' | 'pepperGiven' | 'state' | 'stateServer'>

/**
 * The secret with which the server hashes keys and tokens: 32 bytes, readable only by their owner. Without it, no existing key works. In
 * the project's own folder it is created on first need; a file given by the operator must exist. The state remembers the first pepper and
 * refuses any other. Throws a sentence.
 */
export async function loadPepper(
  where: Where,
  state: Pick<ServiceStore, 'pepper' | 'keepPepper'>,
): Promise<Uint8Array> {
  const { pepper: file, pepperGiven } = where
  if (!existsSync(file)) {
    if (pepperGiven)
      throw new Error(
        `${file}: no such file, expected the pepper's ${PEPPER_BYTES} bytes; to create one: head -c ${PEPPER_BYTES} /dev/urandom`,
      )
    const { fingerprint, keys } = await state.pepper()
    // Another process that starts now may have created it meanwhile.
    if ((fingerprint !== null || keys > 0) && !existsSync(file))
      throw new Error(`${file}: no such file, and ${inUse(where)}`)
    makePepper(file)
  }
  const pepper = readPepper(where)
  const own = fingerprintOf(pepper)
  const kept = await state.keepPepper(own).catch((fault: unknown) => {
    // A state without a pepper accepts any. If the disk accepts no writes, the state still remembers none.
    if (fault instanceof StateUnwritable) return own
    throw fault
  })
  if (kept !== own) throw new Error(anotherPepper(where))
  return pepper
}

/** Changes nothing. Throws a sentence. @param fingerprint the one in the state; null accepts any pepper */
export function checkPepper(where: Where, fingerprint: string | null): void {
  const found = fingerprintOf(readPepper(where))
  if (fingerprint !== null && found !== fingerprint) throw new Error(anotherPepper(where))
}

/** Identifies a pepper without revealing it. */
export function fingerprintOf(pepper: Uint8Array): string {
  return hashKey(FINGERPRINTED, pepper)
}

function anotherPepper(where: Where): string {
  return `${where.pepper}: this is a different pepper, and ${inUse(where)}`
}

function inUse({ state, stateServer }: Where): string {
  const sql = 'UPDATE head SET pepper = NULL; DELETE FROM api_key'
  return (
    'the keys and sessions of this state need their original pepper: run this command with it. The server may get it from elsewhere ' +
    '(HUSTINGS_PEPPER_FILE, or the credential of deploy/hustings.service), or you may have it in a backup. If it is lost, no ' +
    `existing key works: stop the server, run${stateServer === undefined ? `: sqlite3 ${state} '${sql}'` : ` in the schema of the state: ${sql}`}, and create new keys`
  )
}

/** Throws a sentence for a file of another size. */
export function readPepper({ pepper: file }: Pick<Paths, 'pepper'>): Uint8Array {
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
    // A link fails if the file exists: two processes that start together both use the first one's pepper.
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  } finally {
    rmSync(draft)
  }
}
