import { z } from 'zod'
import { representatives as representativesRecord } from '../../data/schema/officeholder.ts'
import { record } from '../../data/schema/page.ts'
import { lang, place } from '../http/parameter.ts'
import { findPlace, requirePlace } from '../place/asked.ts'
import { presentRepresentatives } from '../place/representatives.ts'
import { route } from '../route.ts'

export const representatives = route({
  path: '/v1/representatives',
  id: 'getRepresentatives',
  summary: 'The officeholders who represent a location, federal first',
  scope: 'data:read',
  keeping: 'location',
  query: z.object({ ...place, lang }),
  params: z.object({}),
  response: record(representativesRecord),
  findsOne: true,
  check: requirePlace,
  answer: ({ query }, { bundle }) => presentRepresentatives(bundle, findPlace(bundle, query)),
})
