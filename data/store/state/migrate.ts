// Moves the whole state to another engine, while servers answer from it. In this order, a command that is killed loses nothing: changes are
// refused for a short time that ends by itself, the copy is loaded in one transaction, and only then is the old state closed for good.

import { rmSync } from 'node:fs'
import { STATE_MOVE_RENEW_MS } from '../constants.ts'
import type { Refusal } from './change.ts'
import type { Loaded } from './moves.ts'
import type { ServiceStore } from './state.ts'

export interface MigrateOptions {
  from: ServiceStore
  to: ServiceStore
  /** For messages, without a password. */
  names: { from: string; to: string }
  /** What a person does to use the new state, such as `set HUSTINGS_STATE`. */
  use: string
  /** A file for the copy, deleted afterwards. */
  draft: string
  replace: boolean
  now(): Date
}

/** Refused if the source has moved, or the target is not empty. Throws if the source may have changed: then the copy is not in use. */
export async function migrateState(options: MigrateOptions): Promise<Loaded | Refusal> {
  const { from, to, names, use, draft, replace, now } = options
  const begun = await from.beginMove(
    `${names.from} is being moved to ${names.to}, so nothing was changed: try again when the move has ended`,
  )
  if ('refused' in begun) return begun
  const { move } = begun
  const timer = setInterval(() => {
    from.renewMove(move).catch(() => undefined)
  }, STATE_MOVE_RENEW_MS)
  try {
    await from.copyTo(draft)
    await requireHeld(from, move, names)
    const loaded = await to.load(draft, replace)
    if ('refused' in loaded) {
      await from.endMove(move, null)
      return { refused: `${names.to} cannot take the state: ${loaded.refused}` }
    }
    const moved = `${names.from} was moved to ${names.to} at ${now().toISOString()}, so nothing was changed: ${use}`
    if (!(await from.endMove(move, moved))) throw lapsed(names, `${names.to} has a copy that is not in use`)
    return loaded
  } catch (fault) {
    await from.endMove(move, null).catch(() => undefined)
    throw fault
  } finally {
    clearInterval(timer)
    for (const one of [draft, `${draft}-wal`, `${draft}-shm`]) rmSync(one, { force: true })
  }
}

async function requireHeld(from: ServiceStore, move: string, names: MigrateOptions['names']): Promise<void> {
  if (!(await from.renewMove(move))) throw lapsed(names, 'nothing was copied')
}

function lapsed({ from }: MigrateOptions['names'], rest: string): Error {
  return new Error(`${from} may have changed while this command stood still, and ${rest}: run it again`)
}
