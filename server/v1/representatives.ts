import { dataOperations } from '../../data/schema/operations.ts'
import { presentRepresentatives } from '../place/representatives.ts'
import { placeRoute } from '../route/place-route.ts'

export const representatives = placeRoute({
  ...dataOperations.getRepresentatives,
  id: 'getRepresentatives',
  summary: 'The officeholders who represent a location, federal first',
  answer: ({ query, place }, reading) => presentRepresentatives(reading, place, query.lang),
})
