// Says what a refused or changed field of an imported file was expected to be.

import { type DeskContest, picksAllowed } from '../../../data/desk/check.ts'
import type { FileProblem } from '../../../data/desk/import.ts'
import { countOf, fill } from '../../web/sentence.ts'
import type { Words } from './words.ts'

/** The sentences of the reader's issues, by code (data/reference/endorsements.md). */
const BY_CODE = {
  'missing-value': 'code_missing',
  'unmatched-election': 'code_unmatched_election',
  'ambiguous-election': 'code_ambiguous_election',
  'unmatched-contest': 'code_unmatched_contest',
  'ambiguous-contest': 'code_ambiguous_contest',
  'unmatched-choice': 'code_unmatched_choice',
  'ambiguous-choice': 'code_ambiguous_choice',
  'unmatched-endorser': 'code_other_endorser',
  'ambiguous-endorser': 'code_other_endorser',
  'foreign-endorser': 'code_other_endorser',
  'duplicate-endorsement': 'code_repeated',
  'ragged-line': 'code_ragged',
  'unknown-field': 'code_unknown_field',
  'unknown-column': 'code_unknown_field',
  'mended-name': 'code_mended',
  'rank-outside-ranking': 'code_no_ranks',
  'stance-beside-choice': 'code_stance_beside',
  'duplicate-stance': 'code_stance_repeated',
  'conflicting-endorser': 'code_conflict',
} as const satisfies Record<string, keyof Words>

const BY_FIELD = {
  endorser: 'format_endorser',
  election: 'format_election',
  contest: 'format_contest',
  choice: 'format_choice',
  stance: 'format_stance',
  rank: 'format_rank',
  party: 'format_party',
  district: 'format_district',
  statement: 'expected_statement',
  statement_es: 'expected_statement_es',
  source_url: 'expected_source_url',
  published_on: 'expected_published_on',
} as const satisfies Record<string, keyof Words>

/**
 * A position that its contest does not permit.
 * @param contest undefined if it is not known @param lines of the position, as the page calls them
 */
export function sayTooMany(
  words: Words,
  contest: Pick<DeskContest, 'vote_method' | 'votes_allowed'> | undefined,
  lines: readonly string[],
): string {
  const allowed = contest && picksAllowed(contest)
  const permitted = allowed ? countOf(allowed, words.permittedOne, words.permittedMany) : words.permittedByContest
  return fill(words.code_too_many, { permitted, lines: lines.join(', ') })
}

/** @param kept whether the record goes in, without this field */
export function sayExpected(
  words: Words,
  { code, field }: Pick<FileProblem, 'code' | 'field'>,
  { kept }: { kept: boolean },
): string {
  if (isKey(BY_CODE, code)) return words[BY_CODE[code]]
  const expected = field !== null && isKey(BY_FIELD, field) ? words[BY_FIELD[field]] : words.anyOther
  return kept ? fill(words.code_left_out, { expected }) : expected
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key)
}
