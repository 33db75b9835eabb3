import { z } from 'zod'
import { overlayMembers } from './overlay.ts'
import { measureAnswer, recordId } from './scalar.ts'
import { CHOICE_OPTIONS, PARTY_REASONS } from './vocabulary.ts'

/** A key is present only if it applies; more may be added. */
export const choiceDetails = z
  .looseObject({
    name_incomplete: z.boolean().optional().meta({
      description:
        "The source has only a part of the candidate's name, such as the surname, and no other held source has it in full.",
    }),
    running_mate: z
      .string()
      .optional()
      .meta({
        description: 'The candidate for Vice President or Lieutenant Governor on the same ticket.',
        examples: ['Bailey Sample'],
      }),
    party_missing: z.enum(PARTY_REASONS).meta({ id: 'PartyMissingReason' }).optional().meta({
      description:
        'Why `party` is null in a contest of parties. no_party: the candidate stands without a party. unknown_label: the printed label is not known as the name of one party. order_unknown: two main parties nominated the candidate, and the source does not say which line is first. not_stated: the source names no party.',
    }),
  })
  .meta({
    id: 'ChoiceDetails',
    description: 'Facts of a choice. A key is present only if it applies; more may be added.',
  })
export type ChoiceDetails = z.infer<typeof choiceDetails>

export const choice = z
  .object({
    id: recordId,
    label: z.string().meta({
      description: "The choice as the ballot prints it: a candidate's name, or the answer of a measure.",
      examples: ['Avery Sample'],
    }),
    measure_answer: measureAnswer
      .nullable()
      .meta({ description: 'The answer of a measure or retention choice; null for a candidate.' }),
    candidate: z
      .object({
        id: recordId,
        full_name: z.string().meta({
          description: 'Name as printed on the ballot; of a ticket, that of the first candidate.',
          examples: ['Avery Sample'],
        }),
      })
      .meta({ id: 'Candidate', description: 'The candidate of a choice.' })
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
      .meta({ id: 'ChoiceOption', description: 'A choice that is no candidate and no answer.' })
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
    details: choiceDetails
      .optional()
      .meta({ description: 'Absent from answers of a bundle that is older than the field.' }),
    ...overlayMembers,
  })
  .meta({ id: 'Choice', description: 'One line that a voter may mark in a contest.' })
export type Choice = z.infer<typeof choice>

/** A choice as it appears in an endorsement. */
export const choiceSummary = choice
  .pick({
    id: true,
    label: true,
    measure_answer: true,
    candidate: true,
    party: true,
    withdrawn: true,
    overlay: true,
    overlay_entry: true,
  })
  .meta({ id: 'ChoiceSummary', description: 'A choice as it appears in an endorsement.' })
export type ChoiceSummary = z.infer<typeof choiceSummary>
