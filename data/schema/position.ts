import { z } from 'zod'
import { endorserSummary } from './endorser.ts'
import { date, recordId } from './scalar.ts'
import { MEASURE_ANSWERS } from './vocabulary.ts'

/** What an endorser says in one contest: its picks by rank, then ballot order. */
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
          rank: z
            .int()
            .positive()
            .nullable()
            .meta({ description: '1, 2, 3, … of a ranked choice; otherwise null.', examples: [1] }),
          id: recordId.meta({ description: 'Id of the endorsement.', examples: [4503599627370497] }),
          statement: z
            .string()
            .nullable()
            .meta({
              description: "The endorser's own words, in the language asked for where they are held.",
              examples: ['The better record on water.'],
            }),
          source_url: z
            .url()
            .nullable()
            .meta({
              description: 'Page where the endorser says so.',
              examples: ['https://example.org/sample/herald/endorsements'],
            }),
          published_on: date.nullable().meta({
            description: 'Day of the endorsement; null where the source gives none.',
            examples: ['2024-10-14'],
          }),
        }),
      )
      .meta({ description: 'Choices that it endorses, by rank, then in ballot order.' }),
  })
  .meta({ id: 'Position', description: 'The picks of one endorser in one contest.' })
export type Position = z.infer<typeof position>
