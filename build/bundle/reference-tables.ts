// Loads the committed reference tables into the working database: out.state, out.category, out.licence,
// out.chamber_in_turns, out.plan_row, out.plan_exception, out.plan, out.alias, out.salt, out.place_alias, out.city_in_counties, out.city_population,
// out.territory_zip, out.court_district, out.county_board, out.full_name_row, out.running_mate_row, out.voting_rule, out.known_gap,
// out.senate_class, out.seat_turn.

import { ENDORSER_CATEGORIES } from '../../data/reference/endorser-categories.ts'
import { type Cycle, isInTurns, lowerChamber, UNICAMERAL, upperChamber } from '../../data/reference/legislatures.ts'
import { LICENCES } from '../../data/reference/licences.ts'
import { STATES } from '../../data/schema/states.ts'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'
import { runSql } from '../sql/run-sql.ts'
import { loadKnownGaps } from './known-gaps.ts'
import { loadVotingRules } from './voting-rules.ts'

const TABLES = {
  plan_row: {
    file: 'plans.csv',
    columns:
      "{'state': 'VARCHAR', 'type': 'VARCHAR', 'first_general': 'INTEGER', 'last_general': 'INTEGER', 'edition': 'VARCHAR', 'changed': 'VARCHAR', 'authority': 'VARCHAR', 'source': 'VARCHAR'}",
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
  // Census of 2020. Townships by the Census Bureau's estimate of 2021; places without a government by GeoNames.
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
  // Kinds of boards that have one district for each county, of the county's lines.
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
  for (const [table, { file, columns }] of Object.entries(TABLES))
    await warehouse.run(
      `CREATE OR REPLACE TABLE out.${table} AS SELECT * FROM read_csv($file, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"', columns = ${columns})`,
      { file: projectFile('data', 'reference', file) },
    )
  await runSql(warehouse, '05_plan')
  await loadVotingRules(warehouse)
  await loadKnownGaps(warehouse)
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
