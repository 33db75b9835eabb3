// data/sample/choices.csv to rows: an answer, a candidate, or none of these.

import { z } from 'zod'
import type { ChoiceRow } from '../../data/schema/core.ts'
import { CHOICE_OPTIONS, MEASURE_ANSWERS } from '../../data/schema/vocabulary.ts'
import { answerKey, candidateKey, noneOfTheseKey } from '../identity.ts'
import { SourceError } from '../source.ts'
import { flag, optional, text } from './row.ts'

const none = z.literal('').transform(() => null)

export const choiceFields = z.object({
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

/** @param ballot_order from 1, in the order of the file within the contest. */
export function toChoice(
  row: SampleChoice,
  contest: { contest_key: string; ballot_order: number },
  at: { file: string; line: number },
): ChoiceRow {
  const { contest: _, ...fields } = row
  return { ...fields, choice_key: choiceKey(row, contest.contest_key, at), ...contest }
}

function choiceKey(row: SampleChoice, contest_key: string, at: { file: string; line: number }): string {
  const { measure_answer, candidate_name, option } = row
  const given = [measure_answer, candidate_name, option].filter((value) => value !== null).length
  if (given !== 1) throw new SourceError(`expected one of measure_answer, candidate_name and option, got ${given}`, at)
  if (measure_answer !== null) return answerKey(contest_key, measure_answer)
  return candidate_name === null ? noneOfTheseKey(contest_key) : candidateKey(contest_key, candidate_name)
}
