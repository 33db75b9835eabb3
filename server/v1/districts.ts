import { dataOperations } from '../../data/schema/operations.ts'
import { findDistrict, presentDistricts } from '../read/districts.ts'
import { presentRecord } from '../read/record.ts'
import { route } from '../route/route.ts'

export const districts = route({
  ...dataOperations.listDistricts,
  id: 'listDistricts',
  summary: 'Districts by state, level, type and OCD id',
  dated: () => true,
  answer: ({ query, filters }, reading) => presentDistricts(query, filters, reading),
})

export const districtById = route({
  ...dataOperations.getDistrict,
  id: 'getDistrict',
  summary: 'One district with the holder of its seat, its upcoming elections and, on request, its lines',
  dated: () => true,
  answer: ({ query, params: { id } }, reading) =>
    presentRecord(findDistrict(reading, id, query), `There is no district with the id ${id}.`),
})
