// The status of each position: shown by the service, on its way, scheduled, or refused by the publisher.

import { type DeskPosition, saysTheSame } from '../../data/desk/position.ts'
import { compareText } from '../../data/schema/folded-name.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import type { Desk, HeldPosition } from '../../data/store/state/desk.ts'
import type { Host } from '../../server/host.ts'

/** @setting Seconds after which the publishing desk says that the publisher takes long. */
const DESK_SLOW_SECONDS = 60

export interface Standing {
  held: HeldPosition
  /** The published position or, if there is none, the scheduled one. */
  shown: DeskPosition | null
  /** Names the contest and its election; of a position on its way out, what is still served. Null if the contest has no name here. */
  named: Pick<DeskPosition, 'title' | 'election'> | null
  /** `gone`: the data no longer has the contest. `closed`: the desk no longer decides. */
  state: 'shown' | 'waiting' | 'slow' | 'refused' | 'gone' | 'withdrawn' | 'closed'
  /** The fault that stopped the publisher, if it was stopped. */
  why: string | null
}

/** By election and title. @param now milliseconds since 1970 */
export function findStandings(
  { data, lastRun }: Pick<Host, 'data' | 'lastRun'>,
  { endorser: { slug }, closed_at }: Pick<Desk, 'endorser' | 'closed_at'>,
  positions: readonly HeldPosition[],
  now: number,
): Standing[] {
  const ids = positions.map(({ contest_id }) => contest_id)
  const served = new Map(data.servedPositions(slug).map((one) => [one.contest_id, one]))
  const known = data.contests(ids, 'en')
  const why = lastRun()?.sources[DESK_SOURCE]?.error ?? null
  const standings = positions.map((held): Standing => {
    const { contest_id, published, scheduled, changed_at } = held
    const shown = published ?? scheduled
    const named = shown ?? served.get(contest_id) ?? null
    const isServed = saysTheSame(published, served.get(contest_id) ?? null)
    const common = { held, shown, named, why: null }
    if (closed_at !== null) return { ...common, state: published ? 'closed' : 'withdrawn' }
    if (isServed) return { ...common, state: published ? 'shown' : 'withdrawn' }
    if (!known.has(contest_id)) return { ...common, state: 'gone' }
    if (why !== null) return { ...common, state: 'refused', why }
    const isSlow = now - Date.parse(changed_at) > DESK_SLOW_SECONDS * 1000
    return { ...common, state: isSlow ? 'slow' : 'waiting' }
  })
  return standings.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))
}

function keyOf({ named, held }: Standing): string {
  return `${named?.election ?? ''}\n${named?.title ?? ''}\n${held.contest_id}`
}
