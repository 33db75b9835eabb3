// Positions in a contest, counted by choice.

/** Of a contest, what a recommendation looks at. */
export interface Choice {
  id: number
  withdrawn: boolean
}

export interface Pick {
  choice_id: number
  /** 1, 2, 3, … of a ranked choice; null where none is given. */
  rank: number | null
}

/** What one endorser says in a contest: at least one pick, each choice at most once. */
export interface Position {
  picks: readonly Pick[]
}

export interface Tally {
  choice: Choice
  /** Its place on the ballot, from 0. */
  at: number
  /** Endorsers who picked it. */
  backers: number
  /** Endorsers who gave it rank 1, or picked it alone and without a rank. */
  first_choices: number
  /** Given ranks, how many and their sum: the mean rank as a fraction, so that equal means are equal. */
  ranks: number
  rank_sum: number
}

/** @param choices in ballot order, as the tallies are then */
export function tally(choices: readonly Choice[], positions: readonly Position[]): Tally[] {
  const tallies = choices.map(
    (choice, at): Tally => ({ choice, at, backers: 0, first_choices: 0, ranks: 0, rank_sum: 0 }),
  )
  const byChoice = new Map(tallies.map((one) => [one.choice.id, one]))
  for (const { picks } of positions)
    for (const pick of picks) {
      const one = byChoice.get(pick.choice_id)
      if (one) count(one, pick, picks.length, 1)
    }
  return tallies
}

/** The same tallies, had this endorser taken no position: one that is counted in them. */
export function without(tallies: readonly Tally[], { picks }: Position): Tally[] {
  return tallies.map((one) => {
    const pick = picks.find(({ choice_id }) => choice_id === one.choice.id)
    return pick ? count({ ...one }, pick, picks.length, -1) : one
  })
}

function count(one: Tally, { rank }: Pick, picks: number, by: 1 | -1): Tally {
  one.backers += by
  if (rank === 1 || (rank === null && picks === 1)) one.first_choices += by
  if (rank !== null) {
    one.ranks += by
    one.rank_sum += by * rank
  }
  return one
}

/** Negative where a comes before b, zero where they tie. */
export type Order = (a: Tally, b: Tally) => number

export const byBackers: Order = (a, b) => b.backers - a.backers

export const byFirstChoices: Order = (a, b) => b.first_choices - a.first_choices

/** Of given ranks alone; a choice that no one ranked comes after those that someone did. */
export const byMeanRank: Order = (a, b) =>
  a.ranks === 0 || b.ranks === 0
    ? Math.min(b.ranks, 1) - Math.min(a.ranks, 1)
    : a.rank_sum * b.ranks - b.rank_sum * a.ranks

export const byBallot: Order = (a, b) => a.at - b.at
