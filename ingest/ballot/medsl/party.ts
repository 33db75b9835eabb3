// Party names of returns. A candidate of several parties has one line a party, or one line with all of them.

import { MEDSL_PARTIES } from '../../../data/reference/party-labels.ts'
import { encoder } from '../../read/code-table.ts'
import type { Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'

const encode = encoder({ field: 'party_detailed', known: MEDSL_PARTIES })
/** First where a candidate has several lines: the order of the file is that of the alphabet. */
const FIRST: readonly (string | null)[] = ['Democratic', 'Republican']
const WRITE_IN = /^\(?W(?:RITE[- ]?IN|\/?I)\)?$|\(WRITE-IN\)$|^INDEPENDENT \(W\/I\)$/

export interface Parties {
  party: string | null
  party_label: string | null
}

/** True if the column says that the name was written in. */
export function saysWriteIn(party: string): boolean {
  return WRITE_IN.test(party.trim().toUpperCase())
}

/** @param lines the party column of each line of one candidate, in the order of the file */
export function joinParties(lines: readonly { party: string; at: At }[], sink: Pick<Sink, 'issue'>): Parties {
  const labels = new Map<string, string>()
  for (const { party, at } of lines)
    for (const label of party.toUpperCase().split('/')) {
      const plain = encode(label, at, sink)
      if (plain !== undefined && plain !== null && !labels.has(plain)) labels.set(plain, label.trim())
    }
  const names = [...labels.keys()].sort((a, b) => placeOf(a) - placeOf(b))
  const [party = null] = names
  return { party, party_label: party === null ? null : names.map((name) => labels.get(name) ?? name).join(' / ') }
}

function placeOf(party: string): number {
  return FIRST.includes(party) ? 0 : 1
}

/** True if a line says that its office has no parties. */
export function isNonpartisan(party: string): boolean {
  return party.trim().toUpperCase() === 'NONPARTISAN'
}
