// Reads what an editor typed for a contest, and says what is wrong with it (nothing is published) and what deserves a second look.

import type { z } from 'zod'
import { type Contest, contest } from '../schema/contest.ts'
import {
  DESK_TEXT_FIELDS,
  type DeskPick,
  type DeskPosition,
  type DeskText,
  type DraftFields,
  deskText,
} from './position.ts'

/** What the desk needs to know of a contest. */
export const deskContest = contest.pick({
  ...{ id: true, title: true, vote_method: true, votes_allowed: true, ranks_allowed: true },
  ...{ choices: true, election: true, district: true },
})
export type DeskContest = Pick<
  z.output<typeof deskContest>,
  'id' | 'title' | 'vote_method' | 'votes_allowed' | 'ranks_allowed' | 'choices'
> & {
  election: Pick<Contest['election'], 'slug' | 'name' | 'date'>
  district: Pick<Contest['district'], 'name'>
}

/** Sentences by field; `form` if the problem belongs to no single field. */
export type DraftProblems = Record<string, string>

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

export const TEXT_LABELS: Record<keyof DeskText, string> = {
  statement: 'Statement in English',
  statement_es: 'Statement in Spanish',
  source_url: 'Source link',
  published_on: 'Date of the endorsement',
}

/** The field's name for the text of one choice; without a choice, of all. */
export function textField(field: keyof DeskText, choice_id?: number): string {
  return choice_id === undefined ? field : `${field}-${choice_id}`
}

/** @returns the position, or the problems of the fields */
export function readFields(fields: DraftFields, contest: DeskContest): DeskPosition | { problems: DraftProblems } {
  const problems: DraftProblems = {}
  const text = readText(fields, undefined, problems, '')
  const picks = isRanked(contest) ? readRanks(fields, contest, problems) : readPicks(fields, contest, problems)
  const told = picks.map((pick) => {
    const own = DESK_TEXT_FIELDS.some((field) => typed(fields, textField(field, pick.choice_id)) !== '')
    return own ? { ...pick, text: readText(fields, pick.choice_id, problems, ` for ${pick.label}`) } : pick
  })
  if (Object.keys(problems).length > 0) return { problems }
  return { election: contest.election.slug, contest_id: contest.id, title: contest.title, picks: told, text }
}

function readPicks(fields: DraftFields, contest: DeskContest, problems: DraftProblems): DeskPick[] {
  const ids = typed(fields, 'pick').split(',').filter(Boolean)
  const allowed = picksAllowed(contest)
  if (ids.length === 0) problems.pick = 'Choices: nothing is chosen. Choose at least one.'
  else if (allowed !== null && ids.length > allowed)
    problems.pick = `Choices: ${ids.length} are chosen, and this contest permits ${allowed}. Take ${ids.length - allowed} away.`
  if (new Set(ids).size < ids.length) problems.pick = 'Choices: one is chosen twice.'
  return ids.flatMap((id) => {
    const choice = contest.choices.find((one) => String(one.id) === id)
    if (choice) return [{ choice_id: choice.id, label: choice.label, rank: null, text: null }]
    problems.pick = 'Choices: one of them is no longer on the ballot. Choose again.'
    return []
  })
}

function readRanks(fields: DraftFields, contest: DeskContest, problems: DraftProblems): DeskPick[] {
  const gone = Object.keys(fields).find(
    (name) => name.startsWith('rank-') && !contest.choices.some(({ id }) => name === `rank-${id}`),
  )
  if (gone !== undefined) problems.pick = 'Ranking: one of the choices is no longer on the ballot. Rank again.'
  const picks = contest.choices.flatMap(({ id, label }): DeskPick[] => {
    const rank = typed(fields, `rank-${id}`)
    if (rank === '') return []
    if (/^[1-9]\d?$/.test(rank)) return [{ choice_id: id, label, rank: Number(rank), text: null }]
    problems[`rank-${id}`] = `Rank of ${label}: expected a whole number from 1.`
    return []
  })
  const seen = new Map<number, DeskPick>()
  for (const pick of picks) {
    const first = seen.get(pick.rank ?? 0)
    if (first)
      problems[`rank-${pick.choice_id}`] = `Ranking: ${first.label} and ${pick.label} both have rank ${pick.rank}.`
    seen.set(pick.rank ?? 0, pick)
  }
  if (picks.length === 0 && Object.keys(problems).length === 0)
    problems.pick = 'Ranking: nothing is ranked. Give at least one choice rank 1.'
  return picks
}

const EXPECTED: Record<keyof DeskText, string> = {
  statement: 'plain text of at most 5,000 characters',
  statement_es: 'plain text of at most 5,000 characters',
  source_url: 'an http or https address, such as https://example.org/endorsements',
  published_on: 'a date, such as 2028-10-01',
}

function readText(
  fields: DraftFields,
  choice_id: number | undefined,
  problems: DraftProblems,
  whose: string,
): DeskText {
  const read = <Field extends keyof DeskText>(field: Field): string | null => {
    const name = textField(field, choice_id)
    const schema: z.ZodType<string | null> = deskText.shape[field]
    const parsed = schema.safeParse(typed(fields, name) || null)
    if (parsed.success) return parsed.data
    problems[name] = `${TEXT_LABELS[field]}${whose}: expected ${EXPECTED[field]}.`
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
export function toFields({ picks, text }: DeskPosition): DraftFields {
  const fields: Record<string, string> = {}
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

/** Sentences. @param today YYYY-MM-DD */
export function findWarnings({ picks, text }: DeskPosition, contest: DeskContest, today: string): string[] {
  const warnings: string[] = []
  for (const { choice_id, label } of picks)
    if (contest.choices.some(({ id, withdrawn }) => id === choice_id && withdrawn))
      warnings.push(`${label} has withdrawn. You may endorse a withdrawn choice, but nobody is advised to vote for it.`)
  if (contest.election.date < today) warnings.push(`This election was on ${contest.election.date}.`)
  const allowed = picksAllowed(contest)
  if (allowed !== null && allowed > picks.length)
    warnings.push(`You chose ${picks.length} of ${allowed} that voters may choose.`)
  const ranks = picks.flatMap(({ rank }) => rank ?? []).sort((a, b) => a - b)
  if (ranks.some((rank, at) => rank !== at + 1)) warnings.push(`The ranks have a gap: ${ranks.join(', ')}.`)
  if (contest.ranks_allowed !== null && ranks.length > contest.ranks_allowed)
    warnings.push(`You ranked ${ranks.length} choices, and the ballot has ${contest.ranks_allowed} ranks.`)
  for (const { text: own } of picks)
    if (own?.published_on && own.published_on > today) warnings.push(`The date ${own.published_on} is in the future.`)
  if (text.published_on !== null && text.published_on > today)
    warnings.push(`The date ${text.published_on} is in the future.`)
  if (text.source_url === null) warnings.push('There is no source link: readers cannot see where you announced it.')
  if ((text.statement === null) !== (text.statement_es === null))
    warnings.push(
      `There is no statement in ${text.statement === null ? 'English' : 'Spanish'}: ${text.statement === null ? 'readers in English see none.' : 'readers in Spanish see the English one.'}`,
    )
  return warnings
}
