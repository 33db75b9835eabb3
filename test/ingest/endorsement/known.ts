// Invented elections, contests and choices of other sources, for feeds that match endorsements to them.

import { stateOf } from '../../../data/schema/states.ts'
import type { ElectionType, StateCode } from '../../../data/schema/vocabulary.ts'
import { slug } from '../../../ingest/read/identity.ts'
import type { Ballots, KnownContest, KnownElection } from '../../../ingest/read/source.ts'

interface InventedContest {
  state: StateCode
  date: string
  type?: ElectionType
  /** `cd:2` under the state; default: the state. */
  within?: string
  subject: string
  title: string
  /** `Ann Example (Democratic)`; the party may be absent. */
  names: readonly string[]
  party?: string
}

export function knownBallots(contests: readonly InventedContest[]): Ballots {
  let id = 1
  const elections = new Map<string, KnownElection>()
  const known = contests.map(
    ({ state, date, type = 'general', within, subject, title, names, party }): KnownContest => {
      const election_key = `${state.toLowerCase()}-${date}-${type}`
      const plain = { name: 'Invented', short_name: 'Invented', name_es: null, primary_system: null, info_url: null }
      elections.set(election_key, { id: id++, election_key, state, date, type, ...plain, details: '{}' })
      const ocd_id = [stateOf(state).ocd_id, within].filter((part) => part !== undefined).join('/')
      const contest_key = [election_key, ocd_id, subject, party?.toLowerCase()]
        .filter((part) => part !== undefined)
        .join('/')
      const rest = { kind: 'candidate', vote_method: 'plurality', votes_allowed: 1, ranks_allowed: null } as const
      return {
        ...{
          id: id++,
          contest_key,
          election_key,
          title,
          short_title: title,
          party: party ?? null,
          measure_code: null,
          ocd_id,
        },
        ...rest,
        choices: names.map((text) => {
          const [, label = '', of] = /^(.*?)(?: \((\w+)\))?$/.exec(text) ?? []
          const choice_key = `${contest_key}/${slug(label)}`
          return {
            id: id++,
            choice_key,
            label,
            candidate_name: label,
            measure_answer: null,
            party: of ?? null,
            withdrawn: false,
          }
        }),
      }
    },
  )
  return {
    elections: () => [...elections.values()],
    listings: () => [],
    contests: (key) => known.filter(({ election_key }) => election_key === key),
  }
}
