// Converts data/sample/elections.csv and contests.csv to rows. Derives repeated values from the keys.

import { z } from 'zod'
import type { ContestRow, ElectionRow } from '../../data/core/rows.ts'
import { CONTEST_KINDS, ELECTION_TYPES, LEVELS, PRIMARY_SYSTEMS, VOTE_METHODS } from '../../data/schema/vocabulary.ts'
import { contestKey, electionKey } from '../read/identity.ts'
import { SourceError } from '../read/source.ts'
import type { Division } from './district.ts'
import { optional, parseCount, state, text } from './row.ts'

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

export const electionFields = z.object({
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

export function toElection(row: z.output<typeof electionFields>, at: At): ElectionRow {
  return { ...row, election_key: electionKey(row), details: JSON.stringify(parseDetails(row.details, at)) }
}

export const contestFields = z.object({
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
export function toContest(
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
