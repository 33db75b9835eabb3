// The contests that an election must have: seats that are due, by the constitutions' terms.

import { groupBy } from '../../../../data/core/group-by.ts'
import { novemberElection, UNOPPOSED_OFF_BALLOT } from '../../../../data/reference/elections.ts'
import type { Cycle } from '../../../../data/reference/legislatures.ts'
import { lowerChamber, UNICAMERAL, upperChamber } from '../../../../data/reference/legislatures.ts'
import { STATES } from '../../../../data/schema/states.ts'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { type ChamberFact, loadFacts } from '../facts.ts'
import { type ContestRecord, type ElectionRecord, type Nation, toTarget } from '../nation.ts'
import { AUDIT_FIRST_YEAR, Tally } from '../question.ts'
import { isAsked } from './holders.ts'

/** The November elections of a state, with their contests. Those of parties and boards may stand in others of the same day. */
interface General {
  state: StateCode
  year: number
  slugs: readonly string[]
  contests: readonly ContestRecord[]
}

async function generals(nation: Nation, first: number): Promise<General[]> {
  const byDay = groupBy(await nation.contests(), ({ election }) => `${election.state} ${election.date}`)
  const elections = groupBy(
    (await nation.elections()).filter(
      ({ state, date, type }) => isAsked(nation, state) && type === 'general' && isNovember(date),
    ),
    ({ state, date }) => `${state} ${date}`,
  )
  return [...elections].flatMap(([day, own]) => {
    const [one] = own
    const year = Number(one?.date.slice(0, 4))
    return one && year >= first
      ? [{ state: one.state, year, slugs: own.map(({ slug }) => slug), contests: byDay.get(day) ?? [] }]
      : []
  })
}

function isNovember(date: ElectionRecord['date']): boolean {
  return date === novemberElection(Number(date.slice(0, 4)))
}

/** Each seat of the House in each even year. */
export async function houseDue(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  for (const { state, year, slugs, contests } of await generals(nation, AUDIT_FIRST_YEAR)) {
    const fact = loadFacts().houseSeats(state, year)
    if (year % 2 === 1 || !fact || (!fact.voting && !isDelegateDue(state, year))) continue
    const found = regularDistricts(contests, 'congressional')
    judgeDistricts(
      tally,
      `${state} ${year} congressional`,
      found,
      { due: fact.seats, most: fact.seats },
      slugs,
      mayOmit(state),
    )
  }
  return tally
}

/** Puerto Rico elects its commissioner for four years. */
function isDelegateDue(state: StateCode, year: number): boolean {
  return state !== 'PR' || year % 4 === 0
}

export async function legislatureDue(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const facts = groupBy(loadFacts().chambers, ({ state }) => state)
  for (const { state, year, slugs, contests } of await generals(nation, LEGISLATURES_FROM))
    for (const chamber of facts.get(state) ?? []) {
      const due = districtsDue(chamber, year)
      if (due === undefined || due === 0) continue
      const found = regularDistricts(contests, chamber.type)
      judgeDistricts(
        tally,
        `${state} ${year} ${chamber.type}`,
        found,
        { due, most: chamber.districts ?? due },
        slugs,
        mayOmit(state),
      )
    }
  return tally
}

/** The first general election of which legislative contests are held for most states. */
const LEGISLATURES_FROM = 2022

/** Undefined if the turn of a district does not follow from its number, or if the plan decides how many there are. */
export function districtsDue({ state, type, districts }: ChamberFact, year: number): number | undefined {
  if (districts === null) return undefined
  const { cycle } = type === 'state_lower' ? lowerChamber(state) : state === 'NE' ? UNICAMERAL : upperChamber(state)
  if (!('turns' in cycle)) return isDue(cycle, year) ? districts : 0
  const { turns } = cycle
  if (turns === null) return undefined
  // After a census some states fill every seat, or give some districts another turn.
  if (year === 2022) return undefined
  return Array.from({ length: districts }, (_, at) => String(at + 1)).filter(
    (district) => (year - turns(district)) % cycle.every === 0,
  ).length
}

function isDue({ every, year }: Extract<Cycle, { year: number }>, asked: number): boolean {
  return (asked - year) % every === 0
}

function mayOmit(state: StateCode): boolean {
  return UNOPPOSED_OFF_BALLOT.includes(state)
}

function regularDistricts(contests: readonly ContestRecord[], type: string): ReadonlySet<string> {
  return new Set(
    contests
      .filter(({ kind, district, details }) => kind === 'candidate' && district.type === type && !details.party_office)
      .map(({ district }) => district.ocd_id),
  )
}

/** @param mayOmit the state's ballot lacks a seat that one person wants */
function judgeDistricts(
  tally: Tally,
  what: string,
  found: ReadonlySet<string>,
  { due, most }: { due: number; most: number },
  slugs: readonly string[],
  mayOmit: boolean,
): void {
  // A seat that became vacant in mid-term is filled besides those that are due.
  const isWhole = found.size >= due && found.size <= most
  tally.judge(isWhole || (mayOmit && found.size > 0 && found.size < due), () => ({
    what,
    got: `contests of ${found.size} districts`,
    expected: mayOmit ? `1 to ${due}` : String(due),
    at: toTarget('', '/v1/contests', { elections: slugs.join(',') }),
  }))
}

/** President, senators and governors in the years of their regular elections. */
export async function statewideDue(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const { senateClasses, governors } = loadFacts()
  const states = new Set(
    STATES.filter(({ code }) => senateClasses.some(({ state }) => state === code)).map(({ code }) => code),
  )
  for (const { state, year, slugs, contests } of await generals(nation, LEGISLATURES_FROM)) {
    const statewide = contests.filter(({ kind, district }) => kind === 'candidate' && district.type === 'state')
    const judge = (office: string, pattern: RegExp): void => {
      const found = statewide.filter(({ title }) => pattern.test(title)).length
      tally.judge(found >= 1, () => ({
        what: `${state} ${year} ${office}`,
        got: 'no contest',
        expected: 'a contest',
        at: toTarget('', '/v1/contests', { elections: slugs.join(',') }),
      }))
    }
    if (year % 4 === 0 && (states.has(state) || state === 'DC')) judge('president', /president/i)
    if (senateClasses.some((one) => one.state === state && (year - one.year) % 6 === 0))
      judge('senate', /U\.?S\.? Senat|United States Senat|Senator in Congress/i)
    if (governors.some((one) => one.state === state && (year - one.year) % one.every === 0))
      judge('governor', /governor/i)
  }
  return tally
}

/** Where the law ranks the choices, the contest says so. */
export async function rankedChoice(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  for (const contest of await nation.contests()) {
    const { election, district, kind, choices, vote_method } = contest
    const standing = choices.filter(({ withdrawn, option }) => !withdrawn && option === null)
    const law = loadFacts().rankedChoice.find(
      ({ state, within, types, offices, first_election, last_election, candidates }) =>
        state === election.state &&
        (district.ocd_id === within || district.ocd_id.startsWith(`${within}/`)) &&
        types.includes(election.type) &&
        (offices.length === 0 || offices.some((office) => isOffice(contest, office))) &&
        first_election <= election.date &&
        election.date <= (last_election ?? election.date) &&
        standing.length >= candidates,
    )
    if (!law || kind !== 'candidate') continue
    tally.judge(vote_method === 'ranked_choice', () => ({
      what: `${election.slug} ${district.type} ${contest.id} ${contest.title}`,
      got: vote_method,
      expected: 'ranked_choice',
      at: `/v1/contests/${contest.id}`,
    }))
  }
  return tally
}

/** As voting-rules.csv names the offices of a runoff. */
const RUNOFF_OFFICES: Readonly<Record<string, string>> = {
  'us-house': 'congressional',
  'us-senate': 'senate',
  governor: 'governor',
  'state-senate': 'state_upper',
  'state-house': 'state_lower',
}

/** Where a candidate needs more than half of the votes, the contest says so, and gives the day of the runoff. */
export async function runoff(nation: Nation): Promise<Tally> {
  const tally = new Tally()
  const runoffs = groupBy(loadFacts().runoffs, ({ state, first_election }) => `${state} ${first_election}`)
  for (const contest of await nation.contests()) {
    const { election, district, kind, details } = contest
    const rule = runoffs
      .get(`${election.state} ${election.date}`)
      ?.find(
        ({ types, offices }) =>
          types.includes(election.type) &&
          offices.some((office) => isOffice(contest, RUNOFF_OFFICES[office] ?? office)),
      )
    if (!rule || kind !== 'candidate') continue
    tally.judge(details.majority_required === true && details.runoff_date === rule.runoff_date, () => ({
      what: `${election.slug} ${district.type} ${contest.id} ${contest.title}`,
      got: details.majority_required ? `a runoff on ${details.runoff_date}` : 'no majority required',
      expected: `a majority, or a runoff on ${rule.runoff_date}`,
      at: `/v1/contests/${contest.id}`,
    }))
  }
  return tally
}

function isOffice({ district, title, level }: ContestRecord, office: string): boolean {
  switch (office) {
    case 'president':
      return district.type === 'state' && /president/i.test(title)
    case 'senate':
      return district.type === 'state' && level === 'federal' && /senat/i.test(title)
    case 'governor':
      return district.type === 'state' && /governor/i.test(title) && !/lieutenant governor$/i.test(title)
    default:
      return district.type === office
  }
}
