// How to vote in a contest, and the facts that its ballot prints, in words.

import { fill } from '../sentence.ts'
import type { CardContest } from './card-contest.ts'
import { partyIn } from './party.ts'
import type { View } from './view.ts'
import { dayInWords, type Words } from './words/words.ts'

export function howToVote(words: Words, { vote_method, votes_allowed, ranks_allowed, details }: CardContest): string {
  if (details.votes_allowed_is_minimum) return words.votesUnknown
  switch (vote_method) {
    case 'plurality':
      return words.voteOne
    case 'multi_seat':
      return fill(words.voteUpTo, { count: votes_allowed })
    case 'ranked_choice':
      return ranks_allowed === null ? words.voteRankAll : fill(words.voteRank, { count: ranks_allowed })
    case 'approval':
      return words.voteApproval
    case 'yes_no':
      return words.voteYesNo
    default:
      return vote_method satisfies never
  }
}

export function factsOf({ words, lang }: View, { title, details, party, measure_code }: CardContest): string[] {
  return [
    measure_code !== null && measureName(words, title, measure_code),
    party !== null && fill(words.primaryOf, { party: partyIn(party, lang) }),
    details.vote_required !== undefined && fill(words.voteRequired, { share: details.vote_required }),
    details.uncontested && words.uncontested,
    details.write_in_only && words.writeInOnly,
    details.short_term && words.shortTerm,
    details.runoff_date !== undefined && fill(words.runoff, { date: dayInWords(details.runoff_date, lang) }),
  ].filter((fact) => typeof fact === 'string')
}

/** False if the title says it: `California Proposition 51`, `Question 1: An Act`. */
export function measureName(words: Words, title: string, code: string): string | false {
  const name = /^\p{L}{3,} /u.test(code) ? code : fill(words.measure, { code })
  const said = title.split(/[^\p{L}\p{N}]+/u)
  return !title.includes(name) && !said.includes(code) && name
}
