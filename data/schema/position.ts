import { z } from 'zod'
import { endorserSummary } from './endorser.ts'
import { evidenceSummary } from './evidence.ts'
import { endorsementFields, recordId } from './scalar.ts'
import { MEASURE_ANSWERS } from './vocabulary.ts'

/** An endorser's picks in one contest, by rank, then in ballot order. */
export const position = z
  .object({
    endorser: endorserSummary,
    picks: z
      .array(
        z.object({
          choice_id: recordId.meta({ description: 'Id of the choice.', examples: [4503599627370497] }),
          label: z.string().meta({ description: 'The choice as the ballot prints it.', examples: ['Avery Sample'] }),
          measure_answer: z
            .enum(MEASURE_ANSWERS)
            .nullable()
            .meta({ description: 'The answer of a measure; null for a candidate.' }),
          ...endorsementFields,
          id: recordId.meta({ description: 'Id of the endorsement.', examples: [4503599627370497] }),
          evidence: evidenceSummary.optional(),
        }),
      )
      .meta({ description: 'Choices that it endorses, by rank, then in ballot order.' }),
  })
  .meta({ id: 'Position', description: 'The picks of one endorser in one contest.' })
export type Position = z.infer<typeof position>
