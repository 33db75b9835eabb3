// Which narrowing question an area's ballot asks: the one whose answer settles most of it (docs/rules.md#the-narrowing-question).

import { groupBy } from '../core/group-by.ts'
import type { DistrictType, Match, NarrowingKind } from '../schema/vocabulary.ts'

/** @setting Share of an area from which a narrowing question is chosen by what it settles; below, by the contests that it decides, because a second question follows. */
const NARROWING_SETTLES_MIN = 0.9

/** @setting Share of an area that one narrowing question may settle less than another, if it names one type of districts or has fewer answers. */
const NARROWING_SHARE_SPARE = 0.01
/** @setting Most answers of a narrowing question for a part with one ballot: a person reads all of them. */
export const NARROWING_OPTIONS_MAX = 8
/** @setting Most answers of one for a district, whose number many people know: enough for each district of the largest cities. */
export const NARROWING_DISTRICTS_MAX = 24

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

interface Question {
  kind: NarrowingKind
  type: DistrictType | null
  /** By share, largest first. */
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
      kind: 'district' as const,
      type,
      answers: parts.map(({ districts }) => districts.get(type) ?? ''),
    })),
    { kind: 'ballot', type: null, answers: ballots },
  ]
  const questions = asked
    .map(({ kind, type, answers }) => {
      // A small band along a generalized border is left out sooner than a district.
      const isNamed = ({ parts: [at = 0] }: QuestionOption): boolean =>
        kind === 'district' && !answers[at]?.includes('possible')
      const options = toOptions(parts, answers, ballots)
        .filter((option, nth) => nth < NARROWING_OPTIONS_MAX || isNamed(option))
        .slice(0, NARROWING_DISTRICTS_MAX)
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
  return [...groupBy(answers.keys(), (at) => answers[at]).values()]
    .map((own) => ({
      parts: own,
      share: own.reduce((sum, at) => sum + (parts[at]?.share ?? 0), 0),
      settled: own.every((at) => ballots[at] === ballots[own[0] ?? 0]),
    }))
    .sort((a, b) => b.share - a.share || (a.parts[0] ?? 0) - (b.parts[0] ?? 0))
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
