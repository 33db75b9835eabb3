import { z } from 'zod'
import { recordId } from './scalar.ts'
import { CHOICE_OPTIONS, MEASURE_ANSWERS } from './vocabulary.ts'

export const choice = z
  .object({
    id: recordId,
    label: z.string(),
    measure_answer: z.enum(MEASURE_ANSWERS).nullable(),
    candidate: z.object({ id: recordId, full_name: z.string() }).nullable(),
    party: z.string().nullable().meta({ description: "A fusion candidate's first line." }),
    party_label: z.string().nullable().meta({ description: 'All party lines as printed, joined by " / ".' }),
    option: z.enum(CHOICE_OPTIONS).nullable(),
    withdrawn: z.boolean(),
    ballot_designation: z.string().nullable(),
  })
  .meta({ id: 'Choice' })
export type Choice = z.infer<typeof choice>

/** A choice as an endorsement names it. */
export const choiceSummary = choice
  .pick({ id: true, label: true, measure_answer: true, candidate: true, party: true, withdrawn: true })
  .meta({ id: 'ChoiceSummary' })
export type ChoiceSummary = z.infer<typeof choiceSummary>
