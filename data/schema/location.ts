import { z } from 'zod'
import { recordId, stateCode } from './scalar.ts'
import { BALLOT_KINDS, LOCATION_BASES, LOCATION_KINDS, LOCATION_RESOLVERS, MISSING_REASONS } from './vocabulary.ts'

export const ballotKind = z.enum(BALLOT_KINDS).meta({
  id: 'BallotKind',
  description:
    'Kind of contest. state_office: an executive office or board of the state. state_upper, state_lower: a seat of the legislature. court: judges, also those who stand for retention. county, city, school, special: candidates of these local governments; local_measure: their questions.',
})

export const missingReason = z.enum(MISSING_REASONS).meta({
  id: 'MissingReason',
  description:
    'not_published: nobody publishes it. not_read: it is published, and no source here has it. no_boundary: we do not have the boundary of the district. unknown: nothing says whether there is more, or a boundary is too near to decide.',
})

const missing = z
  .object({
    kind: ballotKind,
    district_id: recordId.optional().meta({ description: 'The district; absent for all contests of the kind.' }),
    reason: missingReason,
  })
  .meta({ id: 'Missing', description: 'A kind of contest that an answer lacks, or may lack.' })
export type Missing = z.infer<typeof missing>

export const location = z
  .object({
    exact: z
      .boolean()
      .meta({ description: "Whether the response is one voter's ballot: true for an address or a point." }),
    complete: z.boolean().meta({
      description:
        'False if contests may be missing or uncertain: a kind of contest of the next election (or of a named one) is not listed for the place, we do not have the boundary of a contest, a generalized border is too near to decide, or the place is a city whose own boundary we do not have. For representatives: false if a holder may be missing or uncertain. `missing` says what.',
    }),
    lines_differ: z.boolean().meta({
      description:
        'Whether a present seat has other lines than the next ballot in its layer; false if the lines of the next ballot are not known.',
    }),
    basis: z.enum(LOCATION_BASES).meta({
      id: 'LocationBasis',
      description:
        'Basis of the response. point: the districts that contain the point. area: the districts that overlap the place. county: the districts of every county that the ZIP code or city lies in, because its own lines are not held.',
    }),
    kind: z.enum(LOCATION_KINDS).meta({ id: 'LocationKind', description: 'Kind of the requested place.' }),
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
      id: 'LocationResolver',
      description:
        'How the place was found. local: address data of this server. census: the Census geocoder. coordinates: the point in the request. area: a ZIP code or a name.',
    }),
    missing: z.array(missing).meta({
      description:
        'What the answer lacks, or may lack, in ballot order; empty exactly if `complete` is true. For representatives: the seats.',
    }),
  })
  .meta({ id: 'Location', description: 'The requested place, as the service understood it.' })
export type Location = z.infer<typeof location>
