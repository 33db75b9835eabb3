import { z } from 'zod'
import { endorserSummary } from './endorser.ts'
import { evidenceSummary } from './evidence.ts'
import { endorsementFields, measureAnswer, recordId } from './scalar.ts'
import { STANCES } from './vocabulary.ts'

/** An endorser's picks in one contest, by rank, then in ballot order. */
export const position = z
  .object({
    endorser: endorserSummary,
    picks: z
      .array(
        z
          .object({
            choice_id: recordId.meta({ description: 'Id of the choice.', examples: [4503599627370497] }),
            label: z.string().meta({ description: 'The choice as the ballot prints it.', examples: ['Avery Sample'] }),
            measure_answer: measureAnswer
              .nullable()
              .meta({ description: 'The answer of a measure; null for a candidate.' }),
            ...endorsementFields,
            id: recordId.meta({ description: 'Id of the endorsement.', examples: [4503599627370497] }),
            evidence: evidenceSummary.optional(),
          })
          .meta({ id: 'Pick', description: 'A choice that an endorser endorses.' }),
      )
      .meta({ description: 'Choices that it endorses, by rank, then in ballot order.' }),
  })
  .meta({ id: 'Position', description: 'The picks of one endorser in one contest.' })
export type Position = z.infer<typeof position>

/** Why an endorser that looked at a contest has no position in it. */
export const endorserStance = z
  .object({
    endorser: endorserSummary,
    stance: z.enum(STANCES).meta({
      id: 'Stance',
      description:
        'no_position: it looked at the contest and endorses no choice. declined: it said that it will not endorse here. rescinded: it took its endorsement back.',
    }),
    source_url: endorsementFields.source_url.meta({
      description: 'Page of the endorser that says so; null if the source gives none.',
    }),
    published_on: endorsementFields.published_on.meta({
      description: 'Day on which it said so; null if the source gives none.',
    }),
  })
  .meta({ id: 'EndorserStance', description: 'Why an endorser that looked at a contest has no position in it.' })
export type EndorserStance = z.infer<typeof endorserStance>

export const endorserStances = z.array(endorserStance).meta({
  description:
    'Chosen endorsers that looked at the contest and have no position in it, and why, by endorser name. Of an endorser in neither list, nothing is recorded: it may not have looked.',
})
