// Endpoints that answer records of the bundle in service: a list of each kind, and one record by its id. ../read/ selects the records.

import { invalidParameter } from '../../data/schema/api-error.ts'
import { dataOperations } from '../../data/schema/operations.ts'
import { presentContestAgreement, presentEndorserAgreement } from '../read/agreement.ts'
import { loadContestsWithPositions, presentContests } from '../read/contests.ts'
import { presentCoverage } from '../read/coverage.ts'
import { findDistrict, presentDistricts } from '../read/districts.ts'
import { presentElections, presentStates } from '../read/elections.ts'
import { findEndorsement, presentEndorsements } from '../read/endorsements.ts'
import {
  findEndorser,
  presentEndorserCategories,
  presentEndorserCoverage,
  presentEndorsers,
} from '../read/endorsers.ts'
import { presentRecord } from '../read/record.ts'
import { route } from '../route/route.ts'

export const states = route({
  ...dataOperations.listStates,
  id: 'listStates',
  summary: 'Every state, the District of Columbia and the territories, with FIPS codes',
  answer: (_asked, { bundle }) => presentStates(bundle),
})

export const elections = route({
  ...dataOperations.listElections,
  id: 'listElections',
  summary: 'Elections with their voting rules, by date, state and slug',
  check(query) {
    if (query.from !== undefined && query.to !== undefined && query.from > query.to)
      throw invalidParameter(
        `Parameter \`from\`: got \`${query.from}\`, expected a day not after \`to\`, which is \`${query.to}\`.`,
      )
  },
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentElections(query, filters, reading),
})

export const endorserAgreement = route({
  ...dataOperations.listEndorserAgreement,
  id: 'listEndorserAgreement',
  summary: 'Pairs of endorsers and how far they agree in an election, by the lower end of the interval, highest first',
  answer: ({ query, params, filters }, { bundle }) => presentEndorserAgreement(bundle, params.slug, query, filters),
})

export const contestAgreement = route({
  ...dataOperations.listContestAgreement,
  id: 'listContestAgreement',
  summary: 'Contests of an election and how far their endorsers agree, most split first',
  answer: ({ query, params, filters }, { bundle }) => presentContestAgreement(bundle, params.slug, query, filters),
})

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

export const endorsers = route({
  ...dataOperations.listEndorsers,
  id: 'listEndorsers',
  summary: 'Endorsers, by name and id',
  answer: ({ query, filters }, { bundle }) => presentEndorsers(query, filters, bundle),
})

export const endorserBySlug = route({
  ...dataOperations.getEndorser,
  id: 'getEndorser',
  summary: 'One endorser with the elections in which it endorsed, newest first',
  answer: ({ query, params }, { bundle }) =>
    presentRecord(findEndorser(bundle, params.slug, query.lang), 'There is no endorser with this slug.'),
})

export const endorserCategories = route({
  ...dataOperations.listEndorserCategories,
  id: 'listEndorserCategories',
  summary: 'Every category of endorsers, by slug',
  answer: ({ query }, { bundle }) => presentEndorserCategories(bundle, query.lang),
})

export const endorsements = route({
  ...dataOperations.listEndorsements,
  id: 'listEndorsements',
  summary: 'Endorsements, one per endorser and choice, by id',
  feedCursor: true,
  dated: (query) => query.upcoming,
  answer: ({ query, filters }, reading) => presentEndorsements(query, filters, reading),
})

export const endorsementById = route({
  ...dataOperations.getEndorsement,
  id: 'getEndorsement',
  summary: 'One endorsement with its whole endorser, contest and choice',
  answer: ({ query, params: { id } }, { bundle }) =>
    presentRecord(findEndorsement(bundle, id, query.lang), `There is no endorsement with the id ${id}.`),
})

export const coverage = route({
  ...dataOperations.listCoverage,
  id: 'listCoverage',
  summary: 'Counts of elections, contests, measures, endorsers and endorsements, by state',
  dated: () => true,
  tellsChecks: true,
  answer: ({ query }, reading) => presentCoverage(reading, query.upcoming),
})

export const endorserCoverage = route({
  ...dataOperations.listEndorserCoverage,
  id: 'listEndorserCoverage',
  summary: 'Share of the contests that each endorser usually covers on which it has spoken, by endorser and election',
  dated: ({ upcoming }) => upcoming,
  answer: ({ query, filters }, reading) => presentEndorserCoverage(query, filters, reading),
})
