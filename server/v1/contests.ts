import { dataOperations } from '../../data/schema/operations.ts'
import { loadContestsWithPositions, presentContests } from '../read/contests.ts'
import { presentRecord } from '../read/record.ts'
import { route } from '../route/route.ts'

export const contests = route({
  ...dataOperations.listContests,
  id: 'listContests',
  summary: 'Contests with choices and voting rules, in ballot order',
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentContests(query, filters, reading),
})

export const contestById = route({
  ...dataOperations.getContest,
  id: 'getContest',
  summary: "One contest with every endorser's position",
  answer: ({ query, params: { id } }, { bundle }) =>
    presentRecord(
      loadContestsWithPositions(bundle, [id], query, query.lang).get(id),
      `There is no contest with the id ${id}.`,
    ),
})
