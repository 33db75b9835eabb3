import { z } from 'zod'
import { ballotContest } from './contest.ts'
import { placeDistrict } from './district.ts'
import { location } from './location.ts'

export const ballot = z
  .object({ location, districts: z.array(placeDistrict), contests: z.array(ballotContest) })
  .meta({ id: 'Ballot' })
export type Ballot = z.infer<typeof ballot>
