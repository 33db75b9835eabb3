// Elections and contests of the invented region of ./geography.ts.

import type { Contest } from '../../data/schema/contest.ts'
import { toReportUrl } from '../../data/schema/correction.ts'
import type { ContestElection } from '../../data/schema/election.ts'
import { STATES } from '../../data/schema/states.ts'
import type { ContestKind, ElectionType, Level, StateCode, VoteMethod } from '../../data/schema/vocabulary.ts'
import type { PartWriter } from '../../data/store/part.ts'
import { type DistrictName, districtId, idOf, summaryOf } from './geography.ts'
import { insertContestAreas, insertContests, insertElections, insertRows } from './rows.ts'

const ELECTIONS: readonly (readonly [StateCode, string, ElectionType])[] = [
  ['NC', '2022-05-17', 'primary'],
  ['NC', '2022-11-08', 'general'],
  ['NC', '2024-03-05', 'primary'],
  ['NC', '2024-11-05', 'general'],
  ['DC', '2022-11-08', 'general'],
  ['DC', '2024-11-05', 'general'],
  ['HI', '2024-10-15', 'special'],
  ['NC', '2024-10-15', 'special'],
  ['NC', '2024-12-03', 'runoff'],
]

export const slugOf = (state: string, date: string, type: string): string => `${state.toLowerCase()}-${date}-${type}`
export const electionId = (slug: string): number => idOf('election', slug)
export const contestId = (key: string): number => idOf('contest', key)

/** The general election of North Carolina on this day. */
export function generalOf(date: string) {
  const slug = slugOf('NC', date, 'general')
  return { id: electionId(slug), slug, date, state: 'NC', type: 'general' } as const
}

type Area = readonly [DistrictName, role: 'lines' | 'near', rule: string]

interface Drafted {
  key: string
  slug: string
  kind: ContestKind
  level: Level
  district: DistrictName
  title: string
  linesHeld: boolean
  areas: readonly Area[]
  method?: VoteMethod
}

function general(slug: string): Drafted[] {
  const draft = (key: string, level: Level, district: DistrictName, ...areas: Area[]): Drafted => ({
    ...{ key: `${slug}/${key}`, slug, level, district, areas, kind: 'candidate', title: key, linesHeld: true },
  })
  const near = (district: DistrictName): Area[] => [
    [district, 'lines', 'inside'],
    [district, 'near', 'near'],
  ]
  return [
    draft('us-senate', 'federal', 'nc', ['nc', 'lines', 'certain']),
    draft('us-house-1', 'federal', 'cd1', ['alder', 'lines', 'certain'], ['birch', 'lines', 'listed'], ...near('cd1')),
    draft('us-house-2', 'federal', 'cd2', ['birch', 'lines', 'listed'], ...near('cd2')),
    { ...draft('bond', 'county', 'alder', ['alder', 'lines', 'certain']), kind: 'measure' },
    { ...draft('board-3', 'school', 'board', ['alder', 'lines', 'possible']), linesHeld: false, method: 'multi_seat' },
    { ...draft('council', 'city', 'raleigh', ['raleigh', 'lines', 'certain']), method: 'ranked_choice' },
  ]
}

/** @param wide approximate length of titles in characters, to size the answers of a benchmark */
function drafts(fillers: number, wide: number): Drafted[] {
  const slug = 'nc-2024-11-05-general'
  const filler = Array.from({ length: fillers }, (_, i): Drafted => {
    const title = `Soil and Water Seat ${i}`.padEnd(wide, ' of the soil')
    const kind = i % 3 === 0 ? 'retention' : 'candidate'
    return {
      ...{ key: `${slug}/seat-${i}`, slug, kind, level: 'special', district: 'birch', title, linesHeld: true },
      areas: [['birch', 'lines', 'certain']],
    }
  })
  const quiet: Drafted = {
    ...{ key: 'dc/mayor', slug: 'dc-2024-11-05-general', kind: 'candidate', level: 'city', district: 'dc' },
    ...{ title: 'Mayor', linesHeld: true, areas: [['dc', 'lines', 'certain']] },
  }
  return [...general(slug), ...general('nc-2022-11-08-general'), ...filler, quiet]
}

export interface BallotsOptions {
  /** The bundle has no officeholders. */
  vacant?: boolean
  /** Part of every title: a different value makes a different bundle. */
  mark?: string
  /** Part of every statement: a different value changes only the endorsements part. */
  said?: string
  fillers?: number
  wide?: number
}

function electionsOf(mark: string): ReadonlyMap<string, ContestElection> {
  return new Map(
    ELECTIONS.map(([state, date, type]) => {
      const slug = slugOf(state, date, type)
      return [
        slug,
        {
          ...{ id: electionId(slug), slug, name: `${state} ${type} ${date}${mark}`, date, state, type },
          ...{ short_name: type, primary_system: null, info_url: null, details: {} },
        },
      ]
    }),
  )
}

/** In ballot order within their election. */
export function contestsOf({ mark = '', fillers = 60, wide = 0 }: BallotsOptions): Contest[] {
  const elections = electionsOf(mark)
  return drafts(fillers, wide).map((contest, at) => contestBody(contest, electionIn(elections, contest.slug), at, mark))
}

function electionIn(elections: ReadonlyMap<string, ContestElection>, slug: string): ContestElection {
  const election = elections.get(slug)
  if (!election) throw new Error(`no election ${slug}`)
  return election
}

export function fillBallots(writer: PartWriter, options: BallotsOptions): void {
  const { mark = '', fillers = 60, wide = 0 } = options
  const contests = drafts(fillers, wide)
  insertElections(
    writer,
    [...electionsOf(mark).values()].map((election) => {
      const own = contests.filter(({ slug }) => slug === election.slug)
      const listed_in = STATES.filter(({ code }) => code === election.state).map(({ ocd_id }) => ocd_id)
      const body = { ...election, listed_in, contest_count: own.length }
      const measures = own.filter(({ kind }) => kind === 'measure').length
      return { election, contests: own.length, measures, body, spanish: { ...body, name: `Elección ${election.slug}` } }
    }),
  )
  insertContests(
    writer,
    contestsOf(options),
    (at) => contests[at]?.linesHeld ?? false,
    (contest, at) => ({ ...contest, title: `Contienda ${contests[at]?.key}` }),
  )
  insertContestAreas(
    writer,
    contests.flatMap(({ key, areas }) =>
      areas.map(([name, role, rule]) => [districtId(name), role, contestId(key), rule] as const),
    ),
  )
  insertRows(writer, 'coverage', 'state updated_at', STATES, ({ code }) => {
    return [code, code === 'NC' ? '2024-10-01T00:00:00.000Z' : null]
  })
}

function contestBody(contest: Drafted, election: Contest['election'], at: number, mark: string): Contest {
  const { kind, level, title } = contest
  const yesNo = kind !== 'candidate'
  const method = contest.method ?? (yesNo ? 'yes_no' : 'plurality')
  const names = ['Ada Example', 'Bo Example', 'Cy Example', 'Di Example']
  const labels = yesNo ? ['Yes', 'No'] : names.slice(0, contest.method ? 4 : 2)
  return {
    ...{ id: contestId(contest.key), title: `${title}${mark}`, short_title: title, kind, level },
    ...{ vote_method: method, votes_allowed: method === 'multi_seat' ? 2 : 1, measure_code: null },
    ranks_allowed: method === 'ranked_choice' ? 3 : null,
    ...{ description: null, ballot_order: at, party: null, source_url: 'https://example.org/ballot', details: {} },
    ...{ election, district: summaryOf(contest.district) },
    choices: labels.map((label) => ({
      ...{ id: idOf('choice', `${contest.key}/${label}`), label, party: null, party_label: null, option: null },
      measure_answer: yesNo ? (label === 'Yes' ? 'yes' : 'no') : null,
      candidate: yesNo ? null : { id: idOf('candidate', `${contest.key}/${label}`), full_name: label },
      ...{ withdrawn: false, ballot_designation: null },
    })),
    report_url: toReportUrl('contest', contestId(contest.key)),
  }
}
