import { z } from 'zod'
import { stateCode } from './scalar.ts'
import { LOCATION_BASES, LOCATION_KINDS, LOCATION_RESOLVERS } from './vocabulary.ts'

export const location = z
  .object({
    exact: z
      .boolean()
      .meta({ description: "Whether the response is one voter's ballot: true for an address or a point." }),
    complete: z.boolean().meta({
      description:
        'False if contests may be missing or uncertain: the ballot of the next election (or of a named one) is not listed for the place, the lines of a contest are not held, a generalised border is too near to decide, or the place is a city whose own lines are not held. For representatives: false if a holder may be missing or uncertain.',
    }),
    lines_differ: z.boolean().meta({
      description:
        'Whether a present seat has other lines than the next ballot in its layer; false if the lines of the next ballot are not known.',
    }),
    basis: z.enum(LOCATION_BASES).meta({
      description:
        'Basis of the response. point: the districts that contain the point. area: the districts that overlap the place. county: the districts of every county that the ZIP code or city lies in, because its own lines are not held.',
    }),
    kind: z.enum(LOCATION_KINDS).meta({ description: 'Kind of the requested place.' }),
    label: z
      .string()
      .nullable()
      .meta({
        description:
          "The service's own name for the place, never the text of the request; null for an address or a point.",
        examples: ['ZIP 27601'],
      }),
    state: stateCode,
    resolver: z.enum(LOCATION_RESOLVERS).meta({
      description:
        'How the place was found. local: address data of this server. census: the Census geocoder. coordinates: the point in the request. area: a ZIP code or a name.',
    }),
  })
  .meta({ id: 'Location', description: 'The requested place, as the service understood it.' })
export type Location = z.infer<typeof location>
