// The sample's elections, contests and choices. Leaves out contests of states that are not selected, with all their rows.

import { z } from 'zod'
import type { ChoiceRow, ContestRow, ElectionRow } from '../../data/core/rows.ts'
import { CHOICE_OPTIONS, MEASURE_ANSWERS } from '../../data/schema/vocabulary.ts'
import { answerKey, candidateKey, noneOfTheseKey } from '../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../read/source.ts'
import { readAtlas } from './atlas.ts'
import { divisionsOf, readDistricts } from './district.ts'
import { contestFields, electionFields, toContest, toElection } from './election.ts'
import { fileNamed, flag, optional, readRows, text } from './row.ts'

// Converts data/sample/choices.csv to rows: an answer, a candidate, or none of these.

const none = z.literal('').transform(() => null)

const choiceFields = z.object({
  contest: text,
  label: text,
  label_es: optional,
  measure_answer: z.union([none, z.enum(MEASURE_ANSWERS)]),
  candidate_name: optional,
  party: optional,
  party_label: optional,
  option: z.union([none, z.enum(CHOICE_OPTIONS)]),
  withdrawn: flag,
  ballot_designation: optional,
})
type SampleChoice = z.output<typeof choiceFields>

/** @param ballot_order from 1, in file order within the contest */
function toChoice(
  row: SampleChoice,
  contest: { contest_key: string; ballot_order: number },
  at: { file: string; line: number },
): ChoiceRow {
  const { contest: _, ...fields } = row
  return { ...fields, details: '{}', choice_key: choiceKey(row, contest.contest_key, at), ...contest }
}

function choiceKey(row: SampleChoice, contest_key: string, at: { file: string; line: number }): string {
  const { measure_answer, candidate_name, option } = row
  const given = [measure_answer, candidate_name, option].filter((value) => value !== null).length
  if (given !== 1) throw new SourceError(`expected one of measure_answer, candidate_name and option, got ${given}`, at)
  if (measure_answer !== null) return answerKey(contest_key, measure_answer)
  return candidate_name === null ? noneOfTheseKey(contest_key) : candidateKey(contest_key, candidate_name)
}

const countyFields = z.object({ contest: text, county_ocd_id: text })

/**
 * Writes election, contest, contest_county and choice rows. Throws SourceError if one file refers to an item that another lacks.
 */
export function readSampleBallots(files: readonly FetchedFile[], context: ReadContext, sink: Sink): void {
  const atlas = readAtlas(fileNamed(files, 'counties-10m.json'))
  const divisions = divisionsOf(readDistricts(fileNamed(files, 'districts.csv'), sink), atlas.counties)
  const elections = new Map<string, ElectionRow>()
  const contests = new Map<string, ContestRow>()
  const ballotOrder = counter()

  for (const { row, at } of rowsOf(files, 'elections.csv', electionFields, sink)) {
    const election = toElection(row, at)
    elections.set(election.election_key, election)
    if (context.states.has(election.state)) sink.row('election', election, at)
  }
  for (const { row, at } of rowsOf(files, 'contests.csv', contestFields, sink)) {
    const election = known(elections, row.election, 'election', at)
    const division = known(divisions, row.ocd_id, 'ocd_id', at)
    if (row.within_ocd_id !== null) known(divisions, row.within_ocd_id, 'within_ocd_id', at)
    const contest = toContest(row, { election, division, ballot_order: ballotOrder(row.election) }, at)
    contests.set(row.contest, contest)
    if (context.states.has(contest.state)) sink.row('contest', contest, at)
  }
  for (const { row, at } of rowsOf(files, 'contest-counties.csv', countyFields, sink)) {
    const { contest_key, state } = known(contests, row.contest, 'contest', at)
    known(divisions, row.county_ocd_id, 'county_ocd_id', at)
    if (context.states.has(state)) sink.row('contest_county', { contest_key, county_ocd_id: row.county_ocd_id }, at)
  }
  for (const { row, at } of rowsOf(files, 'choices.csv', choiceFields, sink)) {
    const { contest_key, state } = known(contests, row.contest, 'contest', at)
    const choice = toChoice(row, { contest_key, ballot_order: ballotOrder(contest_key) }, at)
    if (context.states.has(state)) sink.row('choice', choice, at)
  }
}

function* rowsOf<Shape extends z.ZodRawShape>(
  files: readonly FetchedFile[],
  name: string,
  fields: z.ZodObject<Shape>,
  sink: Sink,
): Generator<{ row: z.output<z.ZodObject<Shape>>; at: { file: string; line: number } }> {
  const file = fileNamed(files, name)
  for (const { line, row } of readRows(file, fields, sink)) yield { row, at: { file: file.name, line } }
}

function known<Value>(
  of: ReadonlyMap<string, Value>,
  key: string,
  field: string,
  at: { file: string; line: number },
): Value {
  const value = of.get(key)
  if (value === undefined) throw new SourceError(`${field}: expected one defined in the sample, got ${key}`, at)
  return value
}

/** Counts from 1 for each name. */
function counter(): (name: string) => number {
  const counts = new Map<string, number>()
  return (name) => {
    const next = (counts.get(name) ?? 0) + 1
    counts.set(name, next)
    return next
  }
}
