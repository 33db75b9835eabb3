// Follows the publications in the state: the last one of each day, and the latest one of each bundle that is still here. The whole list is
// read once, in short steps, because it may have hundreds of thousands; afterwards only later ones are read.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { dayOf } from '../../data/schema/snapshot-reference.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { PUBLICATIONS_A_STEP } from '../constants.ts'

export type Publication = Awaited<ReturnType<ServiceStore['publicationsAfter']>>[number]

export interface PublicationIndex {
  /** Undefined before the first publication. */
  newest: Publication | undefined
  /** The latest publication of each bundle that is here, newest first. */
  kept: readonly Publication[]
  /** The last publication of each day (UTC), by rising day. */
  days: readonly Publication[]
  /** The last publication before the end of a day in UTC. @param day YYYY-MM-DD */
  findLastUntil(day: string): Publication | undefined
}

export interface Publications {
  /** As of the call or later. @param here ids of the bundles; the same set while nothing has changed */
  load(here: ReadonlySet<string>): Promise<PublicationIndex>
}

export function createPublications(
  state: Pick<ServiceStore, 'head' | 'publicationsAfter' | 'publicationsOf'>,
): Publications {
  const lastOfDay = new Map<string, Publication>()
  /** Null: the bundle is here, but was never published. */
  const latest = new Map<string, Publication | null>()
  let newest: Publication | undefined
  let known: { here: ReadonlySet<string>; index: PublicationIndex } | undefined
  let turn: Promise<unknown> = Promise.resolve()

  const note = (row: Publication, here: ReadonlySet<string>): void => {
    newest = row
    const day = lastOfDay.get(dayOf(row))
    if (!day || day.publication <= row.publication) lastOfDay.set(dayOf(row), row)
    if (here.has(row.bundle)) latest.set(row.bundle, row)
  }
  const readLater = async (here: ReadonlySet<string>): Promise<void> => {
    // The newest known one is read again: it may begin a new epoch.
    let after = (newest?.publication ?? 1) - 1
    for (;;) {
      const rows = await state.publicationsAfter(after, PUBLICATIONS_A_STEP)
      for (const row of rows) note(row, here)
      after = rows.at(-1)?.publication ?? after
      if (rows.length < PUBLICATIONS_A_STEP) return
      await nextTurn()
    }
  }
  /** Bundles may come back, for example from a backup. */
  const readUnknown = async (here: ReadonlySet<string>): Promise<void> => {
    for (const id of latest.keys()) if (!here.has(id)) latest.delete(id)
    const unknown = [...here].filter((id) => !latest.has(id))
    if (unknown.length === 0) return
    for (const id of unknown) latest.set(id, null)
    for (const row of await state.publicationsOf(unknown)) latest.set(row.bundle, row)
  }
  const update = async (here: ReadonlySet<string>): Promise<PublicationIndex> => {
    const head = await state.head()
    const isSame = newest?.publication === head?.publication && newest?.epoch === head?.epoch
    if (isSame && known?.here === here) return known.index
    if (!isSame) await readLater(here)
    await readUnknown(here)
    const index = toIndex(newest, latest, lastOfDay)
    known = { here, index }
    return index
  }
  return {
    load(here) {
      const loaded = turn.then(() => update(here))
      turn = loaded.catch(() => undefined)
      return loaded
    },
  }
}

function toIndex(
  newest: Publication | undefined,
  latest: ReadonlyMap<string, Publication | null>,
  lastOfDay: ReadonlyMap<string, Publication>,
): PublicationIndex {
  const kept = [...latest.values()].filter((one) => one !== null).sort((a, b) => b.publication - a.publication)
  const days = [...lastOfDay].sort(([a], [b]) => (a < b ? -1 : 1))
  let last: Publication | undefined
  const until = days.map(([day, own]) => {
    // A clock that went back gives a later publication an earlier day.
    if (!last || own.publication > last.publication) last = own
    return { day, last }
  })
  return {
    newest,
    kept,
    days: days.map(([, own]) => own),
    findLastUntil(day) {
      let [from, to] = [0, until.length]
      while (from < to) {
        const middle = (from + to) >> 1
        if ((until[middle]?.day ?? '') <= day) from = middle + 1
        else to = middle
      }
      return until[from - 1]?.last
    },
  }
}
