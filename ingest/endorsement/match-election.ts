// An election by id, slug or name.

import type { Ballots, KnownElection } from '../source.ts'
import type { FindLikely } from './likely.ts'
import { addTo, cut, type Found, isId, listLikely, plain } from './reference.ts'

/** Elections by id, by slug (its parts may be apart and in either case: `NC 2024-11-05 general`), or by name. */
export function openElections(ballots: Ballots, findLikely: FindLikely): (reference: string) => Found<KnownElection> {
  const elections = ballots.elections()
  const byText = new Map<string, KnownElection[]>()
  for (const election of elections) {
    addTo(byText, String(election.id), election)
    addTo(byText, plain(election.election_key), election)
  }
  const byName = new Map<string, KnownElection[]>()
  for (const election of elections) addTo(byName, plain(election.name), election)
  return (reference) => {
    const text = plain(reference)
    const found = byText.get(text) ?? byName.get(text) ?? []
    const [election] = found
    if (election && found.length === 1) return { found: election }
    const shown = found.length > 0 ? found : findLikely(reference, elections, (one) => [one.election_key, one.name])
    const likely = listLikely(shown.map((one) => `${one.election_key} "${cut(one.name, 60)}"`))
    const sentence =
      found.length > 0
        ? 'is the name of several elections'
        : `is no ${isId(text) ? 'id' : 'slug or name'} of an election here`
    return {
      problem: {
        code: found.length > 0 ? 'ambiguous-election' : 'unmatched-election',
        field: 'election',
        value: reference,
        message: `got an election that ${sentence}; write its slug, such as nc-2024-11-05-general, or its id${likely}`,
      },
    }
  }
}
