// Party names of returns. A candidate of several parties has one line a party, or one line with all of them.

import { MEDSL_PARTIES } from '../../../data/reference/party-labels.ts'
import { encoder } from '../../read/code-table.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'
import type { Habit } from './habits.ts'

const encode = encoder({ field: 'party_detailed', known: MEDSL_PARTIES })
/** The main parties come before those that a county lists beside them. */
const FIRST: readonly string[] = ['Democratic', 'Republican']
const WRITE_IN = /^\(?W(?:RITE[- ]?IN|\/?I)\)?$|\(WRITE-IN\)$|^INDEPENDENT \(W\/I\)$/

/** The party column of a candidate's line. */
export interface PartyLine {
  party: string
  at: At
  county: string
}

export interface Parties {
  party: string | null
  party_label: string | null
}

/** True if the column says that the name was written in. */
export function saysWriteIn(party: string): boolean {
  return WRITE_IN.test(party.trim().toUpperCase())
}

/** Whether a label names a party: some stand for none. */
export function isParty(label: string): boolean {
  return (MEDSL_PARTIES[label.trim()] ?? null) !== null
}

/**
 * All parties of one candidate that at least half of the candidate's counties list: a single county may be wrong. Which of both main parties is
 * first, only the order of a cell or of the state's ballots says.
 */
export function joinParties(
  lines: readonly PartyLine[],
  sink: Pick<Sink, 'issue'>,
  { parties_as_printed: printed, first_line }: Pick<Habit, 'parties_as_printed' | 'first_line'> = {},
): Parties {
  const labels = new Map<string, string>()
  const counties = new Map<string, Set<string>>()
  let cell: readonly string[] = []
  for (const { party, at, county } of lines) {
    const plain = party
      .toUpperCase()
      .split('/')
      .flatMap((label) => {
        const name = encode(label, at, sink)
        if (name === undefined || name === null) return []
        if (!labels.has(name)) labels.set(name, label.trim())
        counties.set(name, (counties.get(name) ?? new Set()).add(county))
        return [name]
      })
    if (plain.length > cell.length) cell = plain
  }
  const most = Math.max(0, ...[...counties.values()].map(({ size }) => size))
  const kept = [...labels.keys()].filter((name) => (counties.get(name)?.size ?? 0) * 2 >= most)
  const rank = (name: string): number =>
    name === first_line ? -1 : printed && cell.includes(name) ? cell.indexOf(name) : placeOf(name)
  const names = kept.sort((a, b) => rank(a) - rank(b))
  const isOrdered = (printed && FIRST.every((name) => cell.includes(name))) || names[0] === first_line
  const undecided = FIRST.every((name) => names.includes(name)) && !isOrdered
  return {
    party: undecided ? null : (names[0] ?? null),
    party_label: names.length === 0 ? null : names.map((name) => labels.get(name) ?? name).join(' / '),
  }
}

function placeOf(party: string): number {
  return FIRST.includes(party) ? 0 : 1
}

/** True if a line says that its office has no parties. */
export function isNonpartisan(party: string): boolean {
  return party.trim().toUpperCase() === 'NONPARTISAN'
}
