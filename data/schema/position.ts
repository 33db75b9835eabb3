import { z } from 'zod'
import { endorserSummary } from './endorser.ts'
import { date, recordId } from './scalar.ts'
import { MEASURE_ANSWERS } from './vocabulary.ts'

/** What an endorser says in one contest: its picks by rank, then ballot order. */
export const position = z
  .object({
    endorser: endorserSummary,
    picks: z.array(
      z.object({
        choice_id: recordId,
        label: z.string(),
        measure_answer: z.enum(MEASURE_ANSWERS).nullable(),
        rank: z.int().positive().nullable(),
        id: recordId.meta({ description: "The endorsement's id." }),
        statement: z.string().nullable(),
        source_url: z.url().nullable(),
        published_on: date.nullable(),
      }),
    ),
  })
  .meta({ id: 'Position' })
export type Position = z.infer<typeof position>
