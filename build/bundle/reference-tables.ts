// Loads the committed reference tables into the working database: out.state, out.category, out.licence,
// out.chamber_in_turns, out.plan_row, out.plan_exception, out.plan, out.alias, out.salt, out.place_alias, out.city_in_counties,
// out.city_population, out.territory_zip, out.court_district, out.county_board, out.full_name_row, out.running_mate_row, out.voting_rule,
// out.known_gap, out.senate_class, out.seat_turn, out.chamber, out.house_seat.

import { resolve } from 'node:path'
import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { type Cycle, isInTurns, lowerChamber, UNICAMERAL, upperChamber } from '../../data/reference/legislatures.ts'
import { LICENCES } from '../../data/reference/licences.ts'
import { STATES } from '../../data/schema/states.ts'
import {
  BALLOT_KINDS,
  ELECTION_TYPES,
  MISSING_REASONS,
  STATE_CODES,
  type StateCode,
} from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { runSql } from '../sql/run-sql.ts'

const TABLES = {
  plan_row: {
    file: 'plans.csv',
    columns:
      "{'state': 'VARCHAR', 'type': 'VARCHAR', 'first_general': 'INTEGER', 'last_general': 'INTEGER', 'edition': 'VARCHAR', 'changed': 'VARCHAR', 'authority': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  // The districts of each chamber; null where the number changes with the plan. `drawn`: those of the present plan there. `overlap`: how many of them may lie over one place.
  chamber: {
    file: 'chambers.csv',
    columns:
      "{'state': 'VARCHAR', 'type': 'VARCHAR', 'seats': 'INTEGER', 'districts': 'INTEGER', 'drawn': 'INTEGER', 'contests': 'INTEGER', 'overlap': 'INTEGER', 'note': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  house_seat: {
    file: 'house-seats.csv',
    columns:
      "{'state': 'VARCHAR', 'first_general': 'INTEGER', 'last_general': 'INTEGER', 'seats': 'INTEGER', 'voting': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  plan_exception: {
    file: 'plan-exceptions.csv',
    columns:
      "{'state': 'VARCHAR', 'type': 'VARCHAR', 'district': 'VARCHAR', 'date': 'DATE', 'plan': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  alias: {
    file: 'aliases.csv',
    columns: "{'kind': 'VARCHAR', 'key': 'VARCHAR', 'old_key': 'VARCHAR', 'why': 'VARCHAR'}",
  },
  place_alias: {
    file: 'place-names.csv',
    columns: "{'state': 'VARCHAR', 'name': 'VARCHAR', 'areas': 'VARCHAR', 'also': 'VARCHAR', 'why': 'VARCHAR'}",
  },
  // Cities in several counties: U.S. Census Bureau, population estimates of 2021, parts of places by county.
  city_in_counties: {
    file: 'city-counties.csv',
    columns: "{'state': 'VARCHAR', 'name': 'VARCHAR', 'class': 'VARCHAR', 'counties': 'VARCHAR'}",
  },
  // For each name that a city of 50,000 people has: all cities, towns, townships and other places of 10,000 or more, by the
  // Census of 2020. Townships by the Census Bureau's estimate of 2021; places without a government, and those
  // of the name Paris, by GeoNames.
  city_population: {
    file: 'city-populations.csv',
    columns: "{'state': 'VARCHAR', 'name': 'VARCHAR', 'population': 'INTEGER', 'source': 'VARCHAR'}",
  },
  // Mostly ZIP codes of post office boxes, which the other lists lack.
  territory_zip: {
    file: 'territory-zips.csv',
    columns: "{'zip': 'VARCHAR', 'state': 'VARCHAR', 'post_office': 'VARCHAR'}",
  },
  // Courts and prosecutors of whole counties. `court` and `district` are the last part of the division's id.
  court_district: {
    file: 'court_districts.csv',
    columns:
      "{'state': 'VARCHAR', 'court': 'VARCHAR', 'district': 'VARCHAR', 'counties': 'VARCHAR', 'first_election': 'DATE', 'last_election': 'DATE', 'statute': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  // Kinds of boards that have one district for each county, of the county's boundaries.
  county_board: {
    file: 'county_boards.csv',
    columns:
      "{'state': 'VARCHAR', 'kind': 'VARCHAR', 'name': 'VARCHAR', 'except_counties': 'VARCHAR', 'statute': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  senate_class: {
    file: 'senate-classes.csv',
    columns: "{'state': 'VARCHAR', 'class': 'INTEGER', 'year': 'INTEGER', 'source': 'VARCHAR'}",
  },
  // Names of candidates of whom the list has a part, and no other list or seat the rest.
  full_name_row: {
    file: 'full-names.csv',
    columns: "{'choice_key': 'VARCHAR', 'name': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  // Tickets of two people in elections whose lists print the first alone; without a state, of the whole nation.
  running_mate_row: {
    file: 'running-mates.csv',
    columns:
      "{'state': 'VARCHAR', 'date': 'DATE', 'office': 'VARCHAR', 'candidate': 'VARCHAR', 'running_mate': 'VARCHAR', 'source': 'VARCHAR'}",
  },
  salt: { file: 'salts.csv', columns: "{'kind': 'VARCHAR', 'key': 'VARCHAR', 'salt': 'VARCHAR'}" },
} as const

interface CsvTable {
  /** In data/reference/, unless it has a folder. */
  file: string
  columns: string
  /** A SELECT list over the file's columns. Default: each stays. */
  select?: string
}

export async function loadReference(warehouse: Warehouse): Promise<void> {
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.state (code VARCHAR, fips VARCHAR, name VARCHAR, ocd_id VARCHAR, time_zone VARCHAR)',
  )
  await warehouse.append(
    'out.state',
    STATES.map((state) => [state.code, state.fips, state.name, state.ocd_id, state.time_zone]),
  )
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.category (slug VARCHAR, name VARCHAR, singular_name VARCHAR, name_es VARCHAR, singular_name_es VARCHAR)',
  )
  await warehouse.append(
    'out.category',
    ENDORSER_CATEGORIES.map(({ slug, name, singular_name, name_es, singular_name_es }) => [
      ...[slug, name, singular_name, name_es, singular_name_es],
    ]),
  )
  await warehouse.run('CREATE OR REPLACE TABLE out.chamber_in_turns (state VARCHAR, type VARCHAR)')
  await warehouse.append(
    'out.chamber_in_turns',
    STATES.flatMap(({ code }) => [
      ...(isInTurns(code === 'NE' ? UNICAMERAL : upperChamber(code)) ? [[code, 'state_upper']] : []),
      ...(isInTurns(lowerChamber(code)) ? [[code, 'state_lower']] : []),
    ]),
  )
  await warehouse.run(
    'CREATE OR REPLACE TABLE out.seat_turn (state VARCHAR, type VARCHAR, every INTEGER, year INTEGER, code VARCHAR, is_known BOOLEAN)',
  )
  await warehouse.append(
    'out.seat_turn',
    STATES.flatMap(({ code }) => seatTurns(code)),
  )
  await warehouse.run('CREATE OR REPLACE TABLE out.licence (name VARCHAR)')
  await warehouse.append(
    'out.licence',
    Object.keys(LICENCES).map((name) => [name]),
  )
  for (const [table, csv] of Object.entries(TABLES)) await loadTable(warehouse, table, csv)
  await runSql(warehouse, '05_plan')
  await loadVotingRules(warehouse)
  await loadKnownGaps(warehouse)
}

async function loadTable(
  warehouse: Warehouse,
  table: string,
  { file, columns, select = '*' }: CsvTable,
): Promise<void> {
  await warehouse.run(
    `CREATE OR REPLACE TABLE out.${table} AS
     SELECT ${select}
     FROM read_csv($file, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = ${columns})`,
    { file: resolve(projectFile('data', 'reference'), file) },
  )
}

/** The largest number of a district of a chamber whose seats take turns. */
const TURN_NUMBERS_MAX = 100

type SeatTurn = [state: string, type: string, every: number, year: number, code: string | null, isKnown: boolean]

/** The years in which a state elects to Congress and to its legislature; for seats that take turns, by district. None of a territory's. */
function seatTurns(state: StateCode): SeatTurn[] {
  // Puerto Rico's Resident Commissioner has a term of four years (48 U.S.C. 891).
  const turns: SeatTurn[] = [[state, 'congressional', state === 'PR' ? 4 : 2, 2024, null, true]]
  if (['AS', 'DC', 'GU', 'MP', 'PR', 'VI'].includes(state)) return turns
  turns.push(...turnsOf(state, 'state_upper', (state === 'NE' ? UNICAMERAL : upperChamber(state)).cycle))
  if (state !== 'NE') turns.push(...turnsOf(state, 'state_lower', lowerChamber(state).cycle))
  return turns
}

function turnsOf(state: StateCode, type: string, cycle: Cycle): SeatTurn[] {
  if (!('turns' in cycle)) return [[state, type, cycle.every, cycle.year, null, true]]
  const { turns } = cycle
  // Some of the seats, in each even year.
  if (turns === null) return [[state, type, 2, 2024, null, false]]
  return Array.from({ length: TURN_NUMBERS_MAX }, (_, at) => {
    const code = String(at + 1)
    return [state, type, cycle.every, turns(code), code, true]
  })
}

// Contests that are known to be absent: out.known_gap.

const KNOWN_GAPS = {
  file: 'missing-contests.csv',
  columns:
    "{'state': 'VARCHAR', 'date': 'DATE', 'kind': 'VARCHAR', 'reason': 'VARCHAR', 'part': 'VARCHAR', 'note': 'VARCHAR', 'source': 'VARCHAR'}",
} as const

/** A row whose `reason` is `none` says that the state votes on nothing of the kind on that day. */
const REASONS: readonly string[] = [...MISSING_REASONS.filter((reason) => reason !== 'no_boundary'), 'none']

interface KnownGap {
  state: string
  /** YYYY-MM-DD, of the elections of that day. */
  date: string | null
  kind: string
  reason: string
  /** The part that is missing where other contests of the kind are available; null if all are missing. */
  part: string | null
  note: string | null
  source: string | null
}

/** @throws Error that names the row, for an unknown state, kind or reason, a missing date or source, and a second row of the same key */
export async function loadKnownGaps(warehouse: Warehouse, file: string = KNOWN_GAPS.file): Promise<void> {
  await loadTable(warehouse, 'known_gap', { ...KNOWN_GAPS, file })
  const gaps = await warehouse.all<KnownGap>(
    'SELECT * REPLACE (CAST(date AS VARCHAR) AS date) FROM out.known_gap ORDER BY ALL',
  )
  const known = new Set<string>()
  for (const gap of gaps) {
    const key = `${gap.state}, ${gap.date}, ${gap.kind}`
    const wrong = known.has(key) ? 'it stands there twice' : findGapFault(gap)
    if (wrong !== undefined) throw new Error(`${file}: ${key}: ${wrong}`)
    known.add(key)
  }
}

function findGapFault({ state, date, kind, reason, part, note, source }: KnownGap): string | undefined {
  if (!STATE_CODES.some((code) => code === state)) return `got the state "${state}", expected a code such as NC`
  if (date === null) return 'expected the date of an election'
  if (!BALLOT_KINDS.some((one) => one === kind))
    return `got the kind "${kind}", expected one of ${BALLOT_KINDS.join(', ')}`
  if (!REASONS.includes(reason)) return `got the reason "${reason}", expected one of ${REASONS.join(', ')}`
  if (reason === 'none' && part !== null) return 'nothing is voted on, so expected no part'
  if (note === null) return 'expected a note'
  return source !== null && URL.canParse(source) ? undefined : `got the source "${source}", expected a URL`
}

// Voting rules: out.voting_rule.

const VOTING_RULES = {
  file: 'voting-rules.csv',
  columns:
    "{'state': 'VARCHAR', 'rule': 'VARCHAR', 'types': 'VARCHAR', 'first_election': 'DATE', 'last_election': 'DATE', 'runoff_date': 'DATE', 'offices': 'VARCHAR', 'source': 'VARCHAR', 'note': 'VARCHAR'}",
  select:
    "* REPLACE (string_split(types, ' ') AS types, string_split(offices, ' ') AS offices), CAST(row_number() OVER () + 1 AS INTEGER) AS line",
} as const

/** Rules that 50_election_body.sql turns into details. */
const RULES: readonly string[] = ['all_mail', 'ranked_choice', 'fusion_voting', 'runoff']

interface VotingRule {
  state: string
  rule: string
  /** Election types to which the rule applies. */
  types: string[]
  /** Dates of the first and last election, YYYY-MM-DD; null means open. */
  first_election: string | null
  last_election: string | null
  /** Set for a runoff only. */
  runoff_date: string | null
  /** Of a runoff: the offices, as the subjects of contests, for which it decides if nobody has more than half of the votes. */
  offices: string[] | null
  source: string
}

/** Throws for an unknown rule, state or type, and names it. Otherwise a typo would silently drop the rule. */
export async function loadVotingRules(warehouse: Warehouse, file: string = VOTING_RULES.file): Promise<void> {
  await loadTable(warehouse, 'voting_rule', { ...VOTING_RULES, file })
  const rules = await warehouse.all<VotingRule>(
    `SELECT
       state, rule, types, CAST(first_election AS VARCHAR) AS first_election,
       CAST(last_election AS VARCHAR) AS last_election, CAST(runoff_date AS VARCHAR) AS runoff_date, offices, source
     FROM out.voting_rule
     ORDER BY ALL`,
  )
  for (const rule of rules) {
    const wrong = findRuleFault(rule)
    if (wrong !== undefined)
      throw new Error(`${file}: ${rule.state}, ${rule.rule}, from ${rule.first_election}: ${wrong}`)
  }
}

function findRuleFault({ state, rule, types, runoff_date, ...rest }: VotingRule): string | undefined {
  const { first_election, last_election, offices, source } = rest
  if (!STATE_CODES.some((code) => code === state)) return `got the state "${state}", expected a code such as NC`
  if (!RULES.includes(rule)) return `got the rule "${rule}", expected one of ${RULES.join(', ')}`
  const type = types.find((one) => !ELECTION_TYPES.some((known) => known === one))
  if (type !== undefined) return `got the type "${type}", expected one of ${ELECTION_TYPES.join(', ')}`
  if (first_election !== null && last_election !== null && last_election < first_election)
    return `its last election, ${last_election}, is before its first`
  if (rule === 'runoff' && (runoff_date === null || first_election === null || first_election !== last_election))
    return 'a runoff needs a date and exactly one election'
  if (rule !== 'runoff' && runoff_date !== null) return `got the runoff date ${runoff_date}, expected none`
  if (rule !== 'runoff' && offices !== null) return `got the offices ${offices.join(' ')}, expected none`
  return URL.canParse(source) ? undefined : `got the source "${source}", expected a URL`
}
