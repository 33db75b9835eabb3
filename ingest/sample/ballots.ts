// The sample's elections, contests and choices. Leaves out contests of states that are not selected, with all their rows.

import { z } from 'zod'
import type { ChoiceRow, ContestRow, ElectionRow } from '../../data/core/rows.ts'
import {
  CHOICE_OPTIONS,
  CONTEST_KINDS,
  ELECTION_TYPES,
  LEVELS,
  MEASURE_ANSWERS,
  PRIMARY_SYSTEMS,
  VOTE_METHODS,
} from '../../data/schema/vocabulary.ts'
import { answerKey, candidateKey, contestKey, electionKey, noneOfTheseKey } from '../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, SourceError } from '../read/source.ts'
import {
  type Division,
  divisionsOf,
  fileNamed,
  flag,
  optional,
  parseCount,
  readAtlas,
  readDistricts,
  readRows,
  state,
  text,
} from './district.ts'

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

// Converts data/sample/elections.csv and contests.csv to rows. Derives repeated values from the keys.

// Converts `details` of a sample row, written `key=value; key=value`, to the JSON object of docs/rules.md#details.

const claim = z.literal('true').transform(() => true)
const amount = z.string().regex(/^\d+$/).transform(Number)

/** The keys in output order, so that equal details give equal bytes. */
const detailFields = z.strictObject({
  all_mail: claim.optional(),
  amount: amount.optional(),
  elected_at_large: claim.optional(),
  fusion_voting: claim.optional(),
  majority_required: claim.optional(),
  measure_type: z.string().min(1).optional(),
  none_of_these: claim.optional(),
  nonpartisan: claim.optional(),
  ranked_choice: claim.optional(),
  runoff_date: z.iso.date().optional(),
  short_term: claim.optional(),
  source_url: z.url().optional(),
  term: z.string().min(1).optional(),
  uncontested: claim.optional(),
  vote_required: z
    .string()
    .regex(/^(\d\/\d|\d+%)$/)
    .optional(),
})
type SampleDetails = z.output<typeof detailFields>

/** An empty field gives an empty object. Throws SourceError for an unknown key or a value of the wrong type. */
function parseDetails(field: string, at: { file: string; line: number }): SampleDetails {
  const pairs = field
    .split('; ')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  const parsed = detailFields.safeParse(Object.fromEntries(pairs))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SourceError(`details: ${issue?.path.join('.')} ${issue?.message}, got "${field}"`, at)
}

type At = { file: string; line: number }

const electionFields = z.object({
  state,
  date: z.iso.date(),
  type: z.enum(ELECTION_TYPES),
  name: text,
  name_es: optional,
  short_name: text,
  primary_system: z.enum(PRIMARY_SYSTEMS),
  info_url: z.url(),
  details: z.string(),
})

function toElection(row: z.output<typeof electionFields>, at: At): ElectionRow {
  return { ...row, election_key: electionKey(row), details: JSON.stringify(parseDetails(row.details, at)) }
}

const contestFields = z.object({
  /** The sample's files refer to the contest by this name. It is never served. */
  contest: text,
  election: text,
  ocd_id: text,
  office: text,
  seat: optional,
  party: optional,
  level: z.enum(LEVELS),
  kind: z.enum(CONTEST_KINDS),
  vote_method: z.enum(VOTE_METHODS),
  votes_allowed: parseCount,
  ranks_allowed: z.union([z.literal('').transform(() => null), parseCount]),
  title: text,
  title_es: optional,
  short_title: z.string(),
  short_title_es: optional,
  measure_code: optional,
  description: optional,
  description_es: optional,
  details: z.string(),
  within_ocd_id: optional,
  source_url: z.url(),
})

interface ContestPlace {
  election: ElectionRow
  division: Division
  /** From 1, in file order within the election. */
  ballot_order: number
}

/** Throws SourceError if the contest and its election are in different states. */
function toContest(
  row: z.output<typeof contestFields>,
  { election, division, ballot_order }: ContestPlace,
  at: At,
): ContestRow {
  if (election.state !== division.state)
    throw new SourceError(`ocd_id: expected a division in ${election.state}, got ${row.ocd_id}`, at)
  const { contest, election: _, office, seat, ...fields } = row
  const details = parseDetails(row.details, at)
  return {
    ...fields,
    contest_key: contestKey({
      election_key: election.election_key,
      ocd_id: row.ocd_id,
      subject: office,
      seat,
      party: row.party,
      unexpired: details.short_term === true,
    }),
    election_key: election.election_key,
    short_title: row.short_title === '' ? row.title : row.short_title,
    short_title_es: row.short_title_es ?? (row.short_title === '' ? row.title_es : null),
    ballot_order,
    details: JSON.stringify({ ...details, source_url: row.source_url }),
    district_type: division.type,
    district_level: division.level,
    district_name: division.name,
    state: election.state,
  }
}
