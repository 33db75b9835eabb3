// Reads what an editor typed for a contest, and says what is wrong with it (nothing is published) and what deserves a second look.

import type { z } from 'zod'
import { type Contest, contest } from '../schema/contest.ts'
import { STANCES } from '../schema/vocabulary.ts'
import {
  DESK_TEXT_FIELDS,
  type DeskPick,
  type DeskPosition,
  type DeskText,
  type DraftFields,
  deskText,
} from './position.ts'

/** The fields of a contest that the desk uses. */
export const deskContest = contest.pick({
  id: true,
  title: true,
  vote_method: true,
  votes_allowed: true,
  ranks_allowed: true,
  choices: true,
  election: true,
  district: true,
})
export type DeskContest = Pick<
  z.output<typeof deskContest>,
  'id' | 'title' | 'vote_method' | 'votes_allowed' | 'ranks_allowed' | 'choices'
> & {
  election: Pick<Contest['election'], 'slug' | 'name' | 'date'>
  district: Pick<Contest['district'], 'name'>
}

/** Why a position cannot be published; the desk's pages say it in words (apps/desk/words/words.ts). */
export type DraftProblem =
  | { code: 'stanceUnknown' | 'stanceBesideChoice' | 'stanceStatement' }
  | { code: 'nothingChosen' | 'chosenTwice' | 'choiceGone' | 'rankedChoiceGone' | 'nothingRanked' }
  | { code: 'tooManyChosen'; chosen: number; allowed: number }
  | { code: 'rankNotWhole'; label: string }
  | { code: 'rankTwice'; first: string; second: string; rank: number }
  /** `label`: of the choice whose own text it is. */
  | { code: 'fieldExpected'; field: keyof DeskText; label?: string }

/** By field. */
export type DraftProblems = Record<string, DraftProblem>

/** A warning before a position is published; the editor may publish it all the same. */
export type DraftWarning =
  | { code: 'noSource' | 'noEnglish' | 'noSpanish' }
  | { code: 'withdrawnChoice'; label: string }
  | { code: 'electionOver' | 'dateAhead'; date: string }
  | { code: 'fewerChosen'; chosen: number; allowed: number }
  | { code: 'rankGap'; ranks: readonly number[] }
  | { code: 'ranksBeyond'; ranked: number; allowed: number }

/** How many choices a position may have; null: any number. Ranked choice counts ranks instead. */
export function picksAllowed({
  vote_method,
  votes_allowed,
}: Pick<Contest, 'vote_method' | 'votes_allowed'>): number | null {
  switch (vote_method) {
    case 'plurality':
    case 'yes_no':
      return 1
    case 'multi_seat':
      return votes_allowed
    case 'ranked_choice':
    case 'approval':
      return null
    default:
      return vote_method satisfies never
  }
}

export function isRanked({ vote_method }: Pick<Contest, 'vote_method'>): boolean {
  return vote_method === 'ranked_choice'
}

/** The field's name for the text of one choice; without a choice, of all. */
export function textField(field: keyof DeskText, choice_id?: number): string {
  return choice_id === undefined ? field : `${field}-${choice_id}`
}

/** @returns the position, or the problems of the fields */
export function readFields(fields: DraftFields, contest: DeskContest): DeskPosition | { problems: DraftProblems } {
  // In the order of the form.
  const problems: DraftProblems = {}
  const typedStance = typed(fields, 'stance')
  if (typedStance !== '') return readStance(typedStance, { fields, contest, problems })
  const picks = isRanked(contest) ? readRanks(fields, contest, problems) : readPicks(fields, contest, problems)
  const text = readText(fields, problems)
  const told = picks.map((pick) => {
    const own = DESK_TEXT_FIELDS.some((field) => typed(fields, textField(field, pick.choice_id)) !== '')
    return own ? { ...pick, text: readText(fields, problems, pick) } : pick
  })
  if (Object.keys(problems).length > 0) return { problems }
  return { election: contest.election.slug, contest_id: contest.id, title: contest.title, picks: told, text }
}

/** A stance stands in place of choices, and has no statement, as in the interchange format. */
function readStance(
  value: string,
  { fields, contest, problems }: { fields: DraftFields; contest: DeskContest; problems: DraftProblems },
): DeskPosition | { problems: DraftProblems } {
  const stance = STANCES.find((one) => one === value)
  if (stance === undefined) problems.stance = { code: 'stanceUnknown' }
  const names = isRanked(contest) ? Object.keys(fields).filter((name) => name.startsWith('rank-')) : ['pick']
  if (names.some((name) => typed(fields, name) !== '')) problems.stance = { code: 'stanceBesideChoice' }
  const text = readText(fields, problems)
  for (const name of ['statement', 'statement_es'])
    if (typed(fields, name) !== '') problems[name] = { code: 'stanceStatement' }
  if (stance === undefined || Object.keys(problems).length > 0) return { problems }
  return { election: contest.election.slug, contest_id: contest.id, title: contest.title, picks: [], stance, text }
}

function readPicks(fields: DraftFields, contest: DeskContest, problems: DraftProblems): DeskPick[] {
  const ids = typed(fields, 'pick').split(',').filter(Boolean)
  const allowed = picksAllowed(contest)
  if (ids.length === 0) problems.pick = { code: 'nothingChosen' }
  else if (allowed !== null && ids.length > allowed)
    problems.pick = { code: 'tooManyChosen', chosen: ids.length, allowed }
  if (new Set(ids).size < ids.length) problems.pick = { code: 'chosenTwice' }
  return ids.flatMap((id) => {
    const choice = contest.choices.find((one) => String(one.id) === id)
    if (choice) return [{ choice_id: choice.id, label: choice.label, rank: null, text: null }]
    problems.pick = { code: 'choiceGone' }
    return []
  })
}

function readRanks(fields: DraftFields, contest: DeskContest, problems: DraftProblems): DeskPick[] {
  const gone = Object.keys(fields).find(
    (name) => name.startsWith('rank-') && !contest.choices.some(({ id }) => name === `rank-${id}`),
  )
  if (gone !== undefined) problems.pick = { code: 'rankedChoiceGone' }
  const picks = contest.choices.flatMap(({ id, label }): DeskPick[] => {
    const rank = typed(fields, `rank-${id}`)
    if (rank === '') return []
    if (/^[1-9]\d?$/.test(rank)) return [{ choice_id: id, label, rank: Number(rank), text: null }]
    problems[`rank-${id}`] = { code: 'rankNotWhole', label }
    return []
  })
  const seen = new Map<number, DeskPick>()
  for (const pick of picks) {
    const first = seen.get(pick.rank ?? 0)
    if (first)
      problems[`rank-${pick.choice_id}`] = {
        code: 'rankTwice',
        first: first.label,
        second: pick.label,
        rank: pick.rank ?? 0,
      }
    seen.set(pick.rank ?? 0, pick)
  }
  if (picks.length === 0 && Object.keys(problems).length === 0) problems.pick = { code: 'nothingRanked' }
  return picks
}

/** @param choice whose own text it is; undefined: the text of all */
function readText(
  fields: DraftFields,
  problems: DraftProblems,
  choice?: Pick<DeskPick, 'choice_id' | 'label'>,
): DeskText {
  const read = <Field extends keyof DeskText>(field: Field): string | null => {
    const name = textField(field, choice?.choice_id)
    const schema: z.ZodType<string | null> = deskText.shape[field]
    const parsed = schema.safeParse(typed(fields, name) || null)
    if (parsed.success) return parsed.data
    problems[name] = { code: 'fieldExpected', field, ...(choice && { label: choice.label }) }
    return null
  }
  return {
    statement: read('statement'),
    statement_es: read('statement_es'),
    source_url: read('source_url'),
    published_on: read('published_on'),
  }
}

function typed(fields: DraftFields, name: string): string {
  return (fields[name] ?? '').trim()
}

/** The fields of an editor's form that give this position. */
export function toFields({ picks, stance, text }: DeskPosition): DraftFields {
  const fields: Record<string, string> = stance === undefined ? {} : { stance }
  const put = (of: DeskText, choice_id?: number): void => {
    for (const field of DESK_TEXT_FIELDS) fields[textField(field, choice_id)] = of[field] ?? ''
  }
  put(text)
  fields.pick = picks
    .filter(({ rank }) => rank === null)
    .map(({ choice_id }) => choice_id)
    .join(',')
  for (const { choice_id, rank, text: own } of picks) {
    if (rank !== null) fields[`rank-${choice_id}`] = String(rank)
    if (own) put(own, choice_id)
  }
  return fields
}

/** @param today YYYY-MM-DD */
export function findWarnings(
  { picks, stance, text }: DeskPosition,
  contest: DeskContest,
  today: string,
): DraftWarning[] {
  const warnings: DraftWarning[] = []
  for (const { choice_id, label } of picks)
    if (contest.choices.some(({ id, withdrawn }) => id === choice_id && withdrawn))
      warnings.push({ code: 'withdrawnChoice', label })
  const { date } = contest.election
  if (date < today) warnings.push({ code: 'electionOver', date })
  const allowed = picksAllowed(contest)
  if (stance === undefined && allowed !== null && allowed > picks.length)
    warnings.push({ code: 'fewerChosen', chosen: picks.length, allowed })
  const ranks = picks.flatMap(({ rank }) => rank ?? []).sort((a, b) => a - b)
  if (ranks.some((rank, at) => rank !== at + 1)) warnings.push({ code: 'rankGap', ranks })
  if (contest.ranks_allowed !== null && ranks.length > contest.ranks_allowed)
    warnings.push({ code: 'ranksBeyond', ranked: ranks.length, allowed: contest.ranks_allowed })
  for (const own of [...picks.map(({ text }) => text), text])
    if (own?.published_on && own.published_on > today) warnings.push({ code: 'dateAhead', date: own.published_on })
  if (text.source_url === null) warnings.push({ code: 'noSource' })
  if ((text.statement === null) !== (text.statement_es === null))
    warnings.push({ code: text.statement === null ? 'noEnglish' : 'noSpanish' })
  return warnings
}
