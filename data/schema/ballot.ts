import { z } from 'zod'
import { ballotContest } from './contest.ts'
import { placeDistrict } from './district.ts'
import { location } from './location.ts'
import { narrowing } from './narrowing.ts'

export const ballot = z
  .object({
    location,
    narrow_by: narrowing.nullable().meta({
      description:
        'The question to ask next, if voters of a ZIP code, city or county have different ballots. Null for an address, a point or a state; if no line that is held divides the area; and if its own lines are not held.',
    }),
    districts: z.array(placeDistrict).meta({ description: 'Districts of the place.' }),
    contests: z.array(ballotContest).meta({ description: 'Contests in ballot order.' }),
  })
  .meta({ id: 'Ballot', description: 'The districts at a place and the contests voted there.' })
export type Ballot = z.infer<typeof ballot>
