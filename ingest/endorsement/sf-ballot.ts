// The contests of San Francisco's grids: those that another source holds, and rows for those that the grid alone has.

import { SF_2016_INCOMPLETE } from '../../data/reference/sf-2016.ts'
import type { MeasureAnswer } from '../../data/schema/vocabulary.ts'
import type { ListedContest, ListedElection } from '../ballot/listed.ts'
import { writeContests } from '../ballot/write.ts'
import { type KnownContest, type Sink, SourceError } from '../source.ts'
import type { Matcher } from './match.ts'
import { type MatchedPick, toIssue } from './position.ts'
import { parseSfContest, parseSfMeasure, type SfContest } from './sf-contest.ts'
import type { Cell } from './sf-grid.ts'

export type SfElection = ListedElection & { type: 'primary' | 'general' }

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

/** A contest as the grid has it; its `ballot_order` is its place in the grid. */
export function toContest({ contest, cells }: SfGroup, { url, order }: { url: string; order: number }): ListedContest {
  const { counties, nonpartisan, ocd_id, district_type, district_level, district_name, within_ocd_id, ...rest } =
    contest
  const [{ at, category }] = cells
  const measure = contest.measure_code !== null
  return {
    ...rest,
    at,
    kind: measure ? 'measure' : 'candidate',
    division: { ocd_id, district_type, district_level, district_name, within_ocd_id, unmatched: null },
    counties,
    ballot_order: order,
    source_url: url,
    complete: !SF_2016_INCOMPLETE.includes(category),
    details: { ...(nonpartisan ? { nonpartisan } : {}), source_url: url },
    choices: namesOf(contest, cells).map((name) => ({
      at: cells.find(({ candidate }) => candidate === name)?.at ?? at,
      ...(measure ? { label: name === 'yes' ? 'Yes' : 'No', answer: name === 'yes' ? 'yes' : 'no' } : { label: name }),
    })),
  }
}

/** What a contest's cells call its choices. */
function namesOf({ measure_code }: Pick<SfContest, 'measure_code'>, cells: readonly Cell[]): readonly string[] {
  return measure_code === null ? [...new Set(cells.map(({ candidate }) => candidate))] : ANSWERS
}

/** Writes a contest that the grid alone has. */
export function createContest(group: SfGroup, listed: ListedContest, election: SfElection, sink: Sink): Stand {
  const [written] = writeContests(election, [listed], sink)
  if (!written) throw new RangeError(`"${listed.title}" was not written`)
  const names = namesOf(group.contest, group.cells)
  return {
    contest: written.contest,
    choices: new Map(written.choices.map((choice, place) => [names[place] ?? choice.label, choice])),
  }
}

/** The choices of a contest that another source holds; a name that it lacks is an issue. */
export function attachContest(group: SfGroup, known: KnownContest, matcher: Matcher, sink: Sink): Stand {
  const choices = new Map<string, MatchedPick['choice']>()
  const names = namesOf(known, group.cells)
  for (const name of names) {
    const found = matcher.choice(known, name)
    const cell = group.cells.find(({ candidate }) => candidate === name) ?? group.cells[0]
    if ('problem' in found) sink.issue(toIssue(cell, found.problem))
    else choices.set(name, found.found)
  }
  return { contest: known, choices }
}
