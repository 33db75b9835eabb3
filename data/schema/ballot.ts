import { z } from 'zod'
import { ballotContest } from './contest.ts'
import { districtSummary, placeDistrict } from './district.ts'
import { location } from './location.ts'
import { districtType, match, recordId } from './scalar.ts'
import { NARROWING_KINDS, SIDES } from './vocabulary.ts'

const share = z.number().meta({
  description:
    'Share of the area, or of the part that was asked about, by size and not by people, measured at the points of the grid; rounded to four decimals.',
  examples: [0.3127],
})

const contestIds = z.array(recordId)

const narrowingOption = z
  .object({
    share,
    side: z.enum(SIDES).meta({
      id: 'Side',
      description: 'Where the middle of this part lies, as seen from the middle of the area.',
    }),
    districts: z
      .array(
        z
          .object({
            ...districtSummary.shape,
            match: match.meta({
              description:
                'certain: all points of the part lie in the district. possible: only some do, or they are nearer to its generalized border than its error.',
            }),
          })
          .meta({ id: 'NarrowingDistrict', description: 'A district of a part of the area.' }),
      )
      .meta({
        description:
          'The districts of the part that not all parts have: of the type `type`, or of every type. Empty outside all of them, such as outside every city.',
      }),
    settled: z.boolean().meta({
      description:
        'Whether everybody in the part has one ballot, as far as we have the boundaries: no other boundary that a contest follows divides its points. A contest may still be possible there.',
    }),
    certain_contests: contestIds.meta({
      description: 'Ids of the contests which are possible in the area and certain in this part.',
    }),
    possible_contests: contestIds.meta({
      description:
        'Ids of the contests which are still possible in this part. The other possible contests of the area are not voted in it.',
    }),
    lat: z
      .number()
      .nullable()
      .meta({
        description:
          'A point well inside the part, latitude. Its ballot is the ballot of everybody in the part. Null if the part is not settled.',
        examples: [35.7804],
      }),
    lng: z
      .number()
      .nullable()
      .meta({ description: 'Longitude of that point.', examples: [-78.6391] }),
  })
  .meta({ id: 'NarrowingOption', description: 'One answer to the narrowing question: a part of the area.' })
export type NarrowingOption = z.infer<typeof narrowingOption>

const narrowingGrid = z
  .object({
    north: z.number().meta({ description: 'Latitude of the northern edge.', examples: [35.91] }),
    west: z.number().meta({ description: 'Longitude of the western edge.', examples: [-78.71] }),
    step_lat: z.number().meta({ description: 'Height of a field in degrees.', examples: [0.002105] }),
    step_lng: z.number().meta({ description: 'Width of a field in degrees.', examples: [0.002594] }),
    rows: z.array(z.string().regex(/^[0-9a-z -]*$/)).meta({
      description:
        'Rows from north to south, a character for each field from west to east: the number of the option in base 36, counted from 0; `-` for a part without an option; a space outside the area.',
      examples: [['  001', '00011']],
    }),
  })
  .meta({
    id: 'NarrowingGrid',
    description: 'The parts of an area as a map of fields. The middle of each field was looked up.',
  })
export type NarrowingGrid = z.infer<typeof narrowingGrid>

export const narrowing = z
  .object({
    kind: z.enum(NARROWING_KINDS).meta({
      id: 'NarrowingKind',
      description:
        'The question. district: in which district of the type `type` is it? ballot: in which part of the area is it, each part with one ballot?',
    }),
    type: districtType.nullable().meta({
      description: 'The type of the districts that a question of the kind district asks about; otherwise null.',
    }),
    settles: share.meta({
      description: 'Share of the area that lies in a settled option: there, one answer is enough.',
    }),
    options: z.array(narrowingOption).meta({ description: 'The largest parts, by share, largest first.' }),
    other_share: share.meta({ description: 'Share of the area in parts that have no option.' }),
    unplaced_contests: contestIds.meta({
      description:
        'Ids of possible contests that no point of the grid votes in: of a part too small for the grid, or along the border of an area whose lines are generalized.',
    }),
    points: z.int().meta({
      description: 'Points of the grid. A part smaller than the area of one may be missing.',
      examples: [1019],
    }),
    grids: z.array(narrowingGrid).meta({
      description:
        'Maps of the parts; several where the name means several areas. A map too long for an answer is left out.',
    }),
  })
  .meta({
    id: 'Narrowing',
    description: 'The question whose answer settles most of an area whose voters have different ballots.',
  })
export type Narrowing = z.infer<typeof narrowing>

export const ballot = z
  .object({
    location,
    narrow_by: narrowing.nullable().meta({
      description:
        'The question to ask next, if voters of a ZIP code, city or county have different ballots. Null for an address, a point or a state; if no boundary we have divides the area; and if we do not have its own boundary.',
    }),
    districts: z.array(placeDistrict).meta({ description: 'Districts of the place.' }),
    contests: z.array(ballotContest).meta({ description: 'Contests in ballot order.' }),
  })
  .meta({ id: 'Ballot', description: 'The districts at a place and the contests voted there.' })
export type Ballot = z.infer<typeof ballot>
