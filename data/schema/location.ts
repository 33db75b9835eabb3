import { z } from 'zod'
import { stateCode } from './scalar.ts'
import { LOCATION_BASES, LOCATION_KINDS, LOCATION_RESOLVERS } from './vocabulary.ts'

export const location = z
  .object({
    exact: z.boolean().meta({ description: "Whether this is one voter's ballot: true for an address or a point." }),
    complete: z.boolean().meta({
      description:
        'False where contests may be missing or in doubt: the ballot of the next election (or of each named one) is not listed here for the place, the lines of a contest are not held, a generalised border is too near to tell, or the place is a city whose own lines are not held. Of representatives: a holder may be missing or in doubt.',
    }),
    lines_differ: z.boolean().meta({
      description:
        'Whether a present seat here has other lines than those that the next ballot has of its layer; false where those are not known.',
    }),
    basis: z.enum(LOCATION_BASES).meta({
      description:
        'Which lines answer: point, those that contain the point; area, those that overlap the place; county, those of every county that the ZIP code or city lies in, because its own lines are not held.',
    }),
    kind: z.enum(LOCATION_KINDS).meta({ description: 'Kind of place that was asked for.' }),
    label: z
      .string()
      .nullable()
      .meta({
        description:
          "The service's own name for the place, never the text that was sent; null for an address or a point.",
        examples: ['ZIP 27601'],
      }),
    state: stateCode,
    resolver: z.enum(LOCATION_RESOLVERS).meta({
      description:
        'What found the place: local, address data of this server; census, the Census geocoder; coordinates, the point that was sent; area, a ZIP code or a name.',
    }),
  })
  .meta({ id: 'Location', description: 'The place that was asked for, as the service understood it.' })
export type Location = z.infer<typeof location>
