// Chooses the narrowing question of an area (docs/rules.md#the-narrowing-question). Pure.

import type { DistrictType, Match, NarrowingKind } from '../../data/schema/vocabulary.ts'
import { NARROWING_OPTIONS_MAX, NARROWING_SETTLES_MIN, NARROWING_SHARE_SPARE } from '../constants.ts'

/** Points of an area with the same districts. */
export interface Part {
  /** Of the area. */
  share: number
  /** For each contest that may differ in the area: its match at these points, or undefined where it is not voted. */
  matches: readonly (Match | undefined)[]
  /** For each type of districts that divide the area: a text that is equal where its districts are. */
  districts: ReadonlyMap<DistrictType, string>
}

export interface QuestionOption {
  /** Places in the list of parts. */
  parts: readonly number[]
  share: number
  /** All its parts have the same contests with the same match. */
  settled: boolean
}

export interface Question {
  kind: NarrowingKind
  type: DistrictType | null
  /** By share, largest first; at most NARROWING_OPTIONS_MAX. */
  options: readonly QuestionOption[]
  /** Share of the area in settled options. */
  settles: number
}

/**
 * Undefined if all parts have one ballot. Of the questions for the districts of one type, and the one for the parts with one ballot each,
 * the one that settles the largest share of the area is chosen; if none settles much, the one after which most contests are decided.
 * Among nearly equal ones, a question for one type of districts goes first, and then the one with the fewest answers.
 */
export function chooseQuestion(parts: readonly Part[]): Question | undefined {
  const ballots = parts.map(({ matches }) => matches.map((match) => match?.[0] ?? '-').join(''))
  if (new Set(ballots).size < 2) return undefined
  const types = new Set(parts.flatMap(({ districts }) => [...districts.keys()]))
  const asked: { kind: NarrowingKind; type: DistrictType | null; answers: readonly string[] }[] = [
    ...[...types].sort().map((type) => ({
      ...{ kind: 'district' as const, type },
      answers: parts.map(({ districts }) => districts.get(type) ?? ''),
    })),
    { kind: 'ballot', type: null, answers: ballots },
  ]
  const questions = asked
    .map(({ kind, type, answers }) => {
      const options = toOptions(parts, answers, ballots)
      const settles = options.reduce((sum, { share, settled }) => sum + (settled ? share : 0), 0)
      return { kind, type, options, settles, decides: decidedBy(parts, options) }
    })
    .filter(({ options }) => options.length > 1)
  const most = Math.max(...questions.map(({ settles }) => settles))
  const worthOf = ({ settles, decides }: { settles: number; decides: number }): number =>
    most < NARROWING_SETTLES_MIN ? decides : settles
  const best = Math.max(...questions.map(worthOf)) - NARROWING_SHARE_SPARE
  const [chosen] = questions
    .filter((question) => worthOf(question) >= best)
    .sort((a, b) => Number(a.kind === 'ballot') - Number(b.kind === 'ballot') || a.options.length - b.options.length)
  return chosen && { kind: chosen.kind, type: chosen.type, options: chosen.options, settles: chosen.settles }
}

/** @param answers of each part */
function toOptions(parts: readonly Part[], answers: readonly string[], ballots: readonly string[]): QuestionOption[] {
  const groups = new Map<string, number[]>()
  for (const [at, answer] of answers.entries()) {
    const group = groups.get(answer)
    if (group) group.push(at)
    else groups.set(answer, [at])
  }
  return [...groups.values()]
    .map((own) => ({
      parts: own,
      share: own.reduce((sum, at) => sum + (parts[at]?.share ?? 0), 0),
      settled: own.every((at) => ballots[at] === ballots[own[0] ?? 0]),
    }))
    .sort((a, b) => b.share - a.share || (a.parts[0] ?? 0) - (b.parts[0] ?? 0))
    .slice(0, NARROWING_OPTIONS_MAX)
}

/** The expected share of the contests that are the same everywhere in the option of a point. */
function decidedBy(parts: readonly Part[], options: readonly QuestionOption[]): number {
  const contests = parts[0]?.matches.length ?? 0
  let decided = 0
  for (const { parts: own, share } of options) {
    const [first, ...others] = own.map((at) => parts[at]?.matches ?? [])
    let same = 0
    for (let contest = 0; contest < contests; contest++)
      if (others.every((matches) => matches[contest] === first?.[contest])) same += 1
    decided += share * (same / contests)
  }
  return decided
}
