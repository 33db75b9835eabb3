import { z } from 'zod'
import { overlayMembers } from './overlay.ts'
import { recordId } from './scalar.ts'
import { CHOICE_OPTIONS, MEASURE_ANSWERS } from './vocabulary.ts'

export const choice = z
  .object({
    id: recordId,
    label: z.string().meta({
      description: "The choice as the ballot prints it: a candidate's name, or the answer of a measure.",
      examples: ['Avery Sample'],
    }),
    measure_answer: z
      .enum(MEASURE_ANSWERS)
      .nullable()
      .meta({ description: 'The answer of a measure or retention choice; null for a candidate.' }),
    candidate: z
      .object({
        id: recordId,
        full_name: z.string().meta({ description: 'Name as printed on the ballot.', examples: ['Avery Sample'] }),
      })
      .nullable()
      .meta({ description: "The candidate; null for a measure's answer and for a none-of-these line." }),
    party: z
      .string()
      .nullable()
      .meta({
        description: "Party as the ballot names it; for a fusion candidate, the first line's. Null if none is printed.",
        examples: ['Sample Lake'],
      }),
    party_label: z
      .string()
      .nullable()
      .meta({
        description: 'All party lines as printed, joined by " / "; null if the ballot prints none.',
        examples: ['Sample Lake / Sample Hill'],
      }),
    option: z
      .enum(CHOICE_OPTIONS)
      .nullable()
      .meta({ description: '`none_of_these` for a none-of-these-candidates line; otherwise null.' }),
    withdrawn: z
      .boolean()
      .meta({ description: 'Whether the candidate has withdrawn; a withdrawn choice stays on the list.' }),
    ballot_designation: z
      .string()
      .nullable()
      .meta({
        description: 'The occupation or title that the ballot prints under the name; null if it prints none.',
        examples: ['Teacher'],
      }),
    ...overlayMembers,
  })
  .meta({ id: 'Choice', description: 'One line that a voter may mark in a contest.' })
export type Choice = z.infer<typeof choice>

/** A choice as it appears in an endorsement. */
export const choiceSummary = choice
  .pick({
    ...{ id: true, label: true, measure_answer: true, candidate: true, party: true, withdrawn: true },
    ...{ overlay: true, overlay_entry: true },
  })
  .meta({ id: 'ChoiceSummary', description: 'A choice as it appears in an endorsement.' })
export type ChoiceSummary = z.infer<typeof choiceSummary>
