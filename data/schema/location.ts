import { z } from 'zod'
import { stateCode } from './scalar.ts'
import { LOCATION_BASES, LOCATION_KINDS, LOCATION_RESOLVERS } from './vocabulary.ts'

export const location = z
  .object({
    exact: z.boolean().meta({ description: "Whether this is one voter's ballot: true for an address or a point." }),
    complete: z.boolean().meta({ description: "False where a contest's lines are not held." }),
    lines_differ: z.boolean().meta({
      description:
        'Whether a present seat here has other lines than those that the next ballot has of its layer; false where those are not known.',
    }),
    basis: z.enum(LOCATION_BASES),
    kind: z.enum(LOCATION_KINDS),
    label: z
      .string()
      .nullable()
      .meta({
        description:
          "The service's own name for the place, never the text that was sent; null for an address or a point.",
        examples: ['ZIP 27601'],
      }),
    state: stateCode,
    resolver: z.enum(LOCATION_RESOLVERS),
  })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof location>
