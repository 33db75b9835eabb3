import { z } from 'zod'
import { representatives as representativesRecord } from '../../data/schema/officeholder.ts'
import { record } from '../../data/schema/page.ts'
import { lang, place } from '../http/parameter.ts'
import { presentRepresentatives } from '../place/representatives.ts'
import { placeRoute } from '../route/place-route.ts'

export const representatives = placeRoute({
  path: '/v1/representatives',
  id: 'getRepresentatives',
  summary: 'The officeholders who represent a location, federal first',
  query: z.object({ ...place, lang }),
  response: record(representativesRecord),
  answer: ({ place }, reading) => presentRepresentatives(reading, place),
})
