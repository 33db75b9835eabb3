// Invented elections, contests and choices of other sources, for feeds that match endorsements to them.

import { stateOf } from '../../../data/schema/states.ts'
import type { ElectionType, StateCode } from '../../../data/schema/vocabulary.ts'
import type { Ballots, KnownElection } from '../../../ingest/read/source.ts'
import { choice, contest, election } from './ballots.ts'

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
  const elections = new Map<string, KnownElection>()
  const known = contests.map(({ state, date, type = 'general', within, subject, title, names, party }) => {
    const election_key = `${state.toLowerCase()}-${date}-${type}`
    elections.set(election_key, election(election_key, { state, date, type }))
    const ocd_id = within === undefined ? stateOf(state).ocd_id : `${stateOf(state).ocd_id}/${within}`
    const of = party === undefined ? subject : `${subject}/${party.toLowerCase()}`
    const one = contest(of, title, { election_key, ocd_id, party: party ?? null })
    const choices = names.map((text) => {
      const [, label = '', its = null] = /^(.*?)(?: \((\w+)\))?$/.exec(text) ?? []
      return choice(one.contest_key, label, { party: its })
    })
    return { ...one, choices }
  })
  return {
    elections: () => [...elections.values()],
    listings: () => [],
    contests: (key) => known.filter(({ election_key }) => election_key === key),
  }
}
