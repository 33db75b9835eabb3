import { z } from 'zod'
import { endorserSummary } from './endorser.ts'
import { endorsementFields } from './scalar.ts'
import { STANCES } from './vocabulary.ts'

/** Why an endorser that looked at a contest has no position in it. */
export const endorserStance = z
  .object({
    endorser: endorserSummary,
    stance: z.enum(STANCES).meta({
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
