import { z } from 'zod'
import { ballotContest } from './contest.ts'
import { placeDistrict } from './district.ts'
import { location } from './location.ts'

export const ballot = z
  .object({
    location,
    districts: z.array(placeDistrict).meta({ description: 'Districts of the place.' }),
    contests: z.array(ballotContest).meta({ description: 'Contests in ballot order.' }),
  })
  .meta({ id: 'Ballot', description: 'The districts at a place and the contests voted there.' })
export type Ballot = z.infer<typeof ballot>
