// Rows of a bundle's parts, from the records that the API shows.

import type { Contest } from '../../data/schema/contest.ts'
import type { ContestElection } from '../../data/schema/election.ts'
import type { EndorserSummary } from '../../data/schema/endorser.ts'
import { folded } from '../../data/schema/folded-name.ts'
import { STATES } from '../../data/schema/states.ts'
import { LEVELS } from '../../data/schema/vocabulary.ts'
import type { PartValue, PartWriter } from '../../data/store/part.ts'
import { toBuiltJson } from './built.ts'

type Row = readonly PartValue[]

/** @param columns separated by spaces @param toRow if the items are not rows already */
export function insertRows(writer: PartWriter, table: string, columns: string, rows: Iterable<Row>): void
export function insertRows<Item>(
  writer: PartWriter,
  table: string,
  columns: string,
  items: readonly Item[],
  toRow: (item: Item, at: number) => Row,
): void
export function insertRows<Item>(
  writer: PartWriter,
  table: string,
  columns: string,
  items: readonly Item[] | Iterable<Row>,
  toRow?: (item: Item, at: number) => Row,
): void {
  writer.insert(
    table,
    columns.split(' '),
    toRow ? [...(items as readonly Item[])].map(toRow) : (items as Iterable<Row>),
  )
}

export function insertStates(writer: PartWriter): void {
  insertRows(writer, 'state', 'code fips name ocd_id time_zone body', STATES, (state) => {
    const { code, fips, name, ocd_id, time_zone } = state
    return [code, fips, name, ocd_id, time_zone, JSON.stringify({ code, fips, name, ocd_id })]
  })
}

export interface ElectionRow {
  election: Pick<ContestElection, 'id' | 'slug' | 'date' | 'state' | 'type'>
  contests?: number
  measures?: number
  body: object
  spanish?: object
}

export function insertElections(writer: PartWriter, rows: readonly ElectionRow[]): void {
  insertRows(
    writer,
    'election',
    'id slug date state type contest_count measure_count body_en body_es',
    rows.map(({ election: { id, slug, date, state, type }, contests = 0, measures = 0, body, spanish = body }) => [
      ...[id, slug, date, state, type, contests, measures, JSON.stringify(body), JSON.stringify(spanish)],
    ]),
  )
}

/** @param isHeld whether the lines of the contest's district are; by its place in the list */
export function insertContests(
  writer: PartWriter,
  contests: readonly Contest[],
  isHeld = (_at: number): boolean => true,
  toSpanish = (contest: Contest, _at: number): Contest => contest,
): void {
  insertRows(
    writer,
    'contest',
    'id election_id election_slug election_date state level level_rank kind vote_method votes_allowed ranks_allowed ballot_order district_id district_ocd_id lines_held body_en body_es',
    contests.map((body, at) => {
      const { election, district, level } = body
      return [
        ...[body.id, election.id, election.slug, election.date, election.state, level, LEVELS.indexOf(level)],
        ...[body.kind, body.vote_method, body.votes_allowed, body.ranks_allowed, at, district.id, district.ocd_id],
        ...[Number(isHeld(at)), toBuiltJson(body), toBuiltJson(toSpanish(body, at))],
      ]
    }),
  )
  const columns = 'contest_id ballot_order id withdrawn measure_answer body_en body_es'
  for (const { id, choices } of contests)
    insertRows(writer, 'choice', columns, choices, (choice, at) => {
      const body = JSON.stringify(choice)
      return [id, at, choice.id, Number(choice.withdrawn), choice.measure_answer, body, body]
    })
}

/** The areas where contests are on the ballot. */
export function insertContestAreas(
  writer: PartWriter,
  rows: readonly (readonly [district: number, role: string, contest: number, rule: string])[],
): void {
  insertRows(writer, 'contest_area', 'district_id role contest_id rule', rows)
}

export interface EndorserRow {
  endorser: EndorserSummary
  endorsements?: number
  body?: object
  spanish?: object
  elections?: object
  spanishElections?: object
}

export function insertEndorsers(writer: PartWriter, rows: readonly EndorserRow[]): void {
  insertRows(
    writer,
    'endorser',
    'id slug name name_folded category state endorsement_count body_en body_es elections_en elections_es',
    rows.map(
      ({ endorser, endorsements = 0, body = {}, spanish = body, elections = [], spanishElections = elections }) => [
        ...[endorser.id, endorser.slug, endorser.name, folded(endorser.name), endorser.category.slug, endorser.state],
        ...[endorsements, ...[body, spanish, elections, spanishElections].map((value) => JSON.stringify(value))],
      ],
    ),
  )
}
