// The contests of San Francisco's grids: those that another source holds, and rows for those that the grid alone has.

import { SF_2016_INCOMPLETE } from '../../data/reference/sf-2016.ts'
import type { ChoiceRow, ContestRow, ElectionRow } from '../../data/schema/core.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import { longDate } from '../ballot/long-date.ts'
import { countyId } from '../ballot/sf-division.ts'
import { answerKey, candidateKey, contestKey, electionKey } from '../identity.ts'
import { type KnownContest, type Sink, SourceError } from '../source.ts'
import type { Matcher } from './match.ts'
import { type MatchedPick, toIssue } from './position.ts'
import { parseSfContest, parseSfMeasure, type SfContest } from './sf-contest.ts'
import type { Cell } from './sf-grid.ts'

export type SfElection = Pick<ElectionRow, 'date' | 'primary_system'> & { type: 'primary' | 'general' }

/** A contest of the grid with its cells; a measure's are of one candidate, which is its letter. */
export interface SfGroup {
  contest: SfContest
  /** Sorts in ballot order. */
  order: number
  cells: [Cell, ...Cell[]]
}

/** By what a contest's cells call a choice: a candidate's name, `yes`, `no`. */
export type Stand = Pick<MatchedPick, 'contest'> & { choices: ReadonlyMap<string, MatchedPick['choice']> }

/** Behind all offices. */
const MEASURES = 10_000
const ANSWERS: readonly MeasureAnswer[] = ['yes', 'no']

/** Throws SourceError for a category that the reader does not know. */
export function groupCells(cells: readonly Cell[]): SfGroup[] {
  const groups = new Map<string, SfGroup>()
  for (const cell of cells) {
    const measure = parseSfMeasure(cell.category, cell.candidate)
    const key = measure ? `${cell.category}\n${cell.candidate}` : cell.category
    const group = groups.get(key)
    if (group) {
      group.cells.push(cell)
      continue
    }
    const found = measure ? { contest: measure, order: MEASURES + groups.size } : parseSfContest(cell.category)
    if (!found)
      throw new SourceError(
        `got the category "${cell.category.slice(0, 80)}", expected one that the reader knows`,
        cell.at,
      )
    groups.set(key, { ...found, cells: [cell] })
  }
  return [...groups.values()].sort((a, b) => a.order - b.order)
}

export function electionRow({ type, date, primary_system }: SfElection): ElectionRow {
  const name = type === 'primary' ? 'Primary Election' : 'General Election'
  return {
    election_key: electionKey({ state: 'CA', date, type }),
    state: 'CA',
    date,
    type,
    name: `California ${name}, ${longDate(date)}`,
    name_es: null,
    short_name: `${date.slice(0, 4)} ${name}`,
    primary_system,
    info_url: null,
    details: '{}',
  }
}

export function contestRow(
  { contest, cells }: SfGroup,
  place: { election_key: string; url: string; order: number },
): ContestRow {
  const { subject, seat, party = null, counties: _, nonpartisan, ranks_allowed, votes_allowed, ...rest } = contest
  const measure = contest.measure_code !== null
  return {
    ...rest,
    contest_key: contestKey({
      election_key: place.election_key,
      ocd_id: rest.ocd_id,
      subject,
      seat: seat ?? null,
      party,
    }),
    election_key: place.election_key,
    title_es: null,
    short_title_es: null,
    kind: measure ? 'measure' : 'candidate',
    vote_method: measure
      ? 'yes_no'
      : ranks_allowed !== null
        ? 'ranked_choice'
        : votes_allowed > 1
          ? 'multi_seat'
          : 'plurality',
    votes_allowed,
    ranks_allowed,
    description: null,
    description_es: null,
    party,
    ballot_order: place.order,
    source_url: place.url,
    details: JSON.stringify({
      ...(nonpartisan ? { nonpartisan } : {}),
      ...(SF_2016_INCOMPLETE.includes(cells[0].category) ? { choices_incomplete: true } : {}),
      source_url: place.url,
    }),
    state: 'CA',
  }
}

/** Rows of a contest that the grid alone has. */
export function createContest(group: SfGroup, row: ContestRow, sink: Sink): Stand {
  const { at } = group.cells[0]
  sink.row('contest', row, at)
  for (const county of group.contest.counties)
    sink.row('contest_county', { contest_key: row.contest_key, county_ocd_id: countyId(county) }, at)
  const choices = new Map<string, ChoiceRow>()
  const firsts = new Map<string, Cell['at']>()
  for (const cell of group.cells) if (!firsts.has(cell.candidate)) firsts.set(cell.candidate, cell.at)
  const names = row.kind === 'measure' ? ANSWERS : [...new Set(group.cells.map(({ candidate }) => candidate))]
  for (const [order, name] of names.entries()) {
    const choice = choiceRow(row, name, order + 1)
    sink.row('choice', choice, firsts.get(name) ?? at)
    choices.set(name, choice)
  }
  return { contest: row, choices }
}

function choiceRow({ contest_key, kind }: ContestRow, name: string, ballot_order: number): ChoiceRow {
  const answer = kind === 'measure' ? (name === 'yes' ? 'yes' : 'no') : null
  const label = answer === null ? name : answer === 'yes' ? 'Yes' : 'No'
  return {
    choice_key: answer ? answerKey(contest_key, answer) : candidateKey(contest_key, name),
    contest_key,
    label,
    label_es: null,
    measure_answer: answer,
    candidate_name: answer ? null : label,
    party: null,
    party_label: null,
    option: null,
    withdrawn: false,
    ballot_designation: null,
    ballot_order,
  }
}

/** The choices of a contest that another source holds; a name that it lacks is an issue. */
export function attachContest(group: SfGroup, known: KnownContest, matcher: Matcher, sink: Sink): Stand {
  const choices = new Map<string, MatchedPick['choice']>()
  const names = known.kind === 'measure' ? ANSWERS : [...new Set(group.cells.map(({ candidate }) => candidate))]
  for (const name of names) {
    const found = matcher.choice(known, name)
    const cell = group.cells.find(({ candidate }) => candidate === name) ?? group.cells[0]
    if ('problem' in found) sink.issue(toIssue(cell, found.problem))
    else choices.set(name, found.found)
  }
  return { contest: known, choices }
}
