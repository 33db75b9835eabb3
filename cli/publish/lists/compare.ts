// Finds the contests that a tried list lacks: against another file of its contests, and against the last election of its type.

import { quoteText, type Warehouse } from '../../../data/store/warehouse.ts'
import { type ListForm, plainTitle } from '../../../ingest/ballot/list/candidate-list.ts'
import { COUNTY, columnsOf, readListFile, textOf } from '../../../ingest/ballot/list/list-file.ts'
import { inReadingOrder } from '../../../ingest/ballot/printed-name.ts'
import { type FetchedFile, SourceError } from '../../../ingest/read/source.ts'

/** A contest with its names, by the title of the file and by the one that is served. */
export interface NamedContest {
  titles: readonly string[]
  names: readonly string[]
}

export interface Comparison {
  file: string
  contests: number
  /** Contests of the other file that the list lacks, and contests of the list that the other file lacks. */
  missing_here: readonly string[]
  missing_there: readonly string[]
  /** In contests that both have, as `Governor: Ann Example`. */
  names_missing_here: readonly string[]
  names_missing_there: readonly string[]
}

/** Throws SourceError for a file that has neither the columns of the list nor `contest` and `name`. */
export async function compareWith(
  file: FetchedFile,
  form: ListForm,
  here: readonly NamedContest[],
): Promise<Comparison> {
  const there = await readContests(file, form)
  const byTitle = new Map(here.flatMap((contest) => contest.titles.map((title) => [plainTitle(title), contest])))
  const matched = new Set<NamedContest>()
  const missing: Record<'contests' | 'here' | 'there', string[]> = { contests: [], here: [], there: [] }
  for (const { titles, names } of there) {
    const [title = ''] = titles
    const own = byTitle.get(plainTitle(title))
    if (!own) {
      missing.contests.push(title)
      continue
    }
    matched.add(own)
    missing.here.push(...without(names, own.names).map((name) => `${title}: ${name}`))
    missing.there.push(...without(own.names, names).map((name) => `${title}: ${name}`))
  }
  return {
    file: file.name,
    contests: there.length,
    missing_here: missing.contests,
    missing_there: here.filter((contest) => !matched.has(contest)).map(({ titles }) => titles[0] ?? ''),
    names_missing_here: missing.here,
    names_missing_there: missing.there,
  }
}

async function readContests(file: FetchedFile, form: ListForm): Promise<NamedContest[]> {
  const own = await readPairs(file, form, form.columns)
  const plain = own ?? (await readPairs(file, { format: 'csv' }, { contest: 'contest', name: 'name' }))
  if (!plain)
    throw new SourceError(
      `has neither the columns of the list (${columnsOf(form).join(', ')}) nor "contest" and "name", expected one or the other`,
      { file: file.name },
    )
  const contests = new Map<string, { titles: string[]; names: string[] }>()
  for (const [contest, name] of plain) {
    const key = plainTitle(contest)
    const held = contests.get(key) ?? { titles: [contest], names: [] }
    contests.set(key, held)
    held.names.push(name)
  }
  return [...contests.values()]
}

/** Undefined for a file without these columns. */
async function readPairs(
  file: FetchedFile,
  shape: Pick<ListForm, 'format' | 'delimiter' | 'quotes' | 'header' | 'sheet' | 'rows' | 'county'>,
  { contest, name }: { contest: string; name: string },
): Promise<[contest: string, name: string][] | undefined> {
  const columns = columnsOf({ columns: { contest, name }, county: shape.county })
  const pairs: [string, string][] = []
  try {
    for await (const { record } of readListFile(file, shape, { columns, allowExtra: true }, { issue: () => {} }))
      pairs.push([textOf(contest, { [COUNTY]: shape.county ?? '', ...record }), textOf(name, record)])
  } catch (error) {
    if (error instanceof SourceError) return undefined
    throw error
  }
  return pairs.filter(([title]) => title !== '')
}

function without(names: readonly string[], others: readonly string[]): string[] {
  const held = new Set(others.map(foldName))
  return names.filter((name) => foldName(name) !== '' && !held.has(foldName(name)))
}

/** `EXAMPLE, ANN B.` and `Ann B. Example` are one name. */
function foldName(name: string): string {
  return plainTitle(name.includes(',') ? inReadingOrder(name) : name)
}

// The last election.

export interface LastElection {
  slug: string
  offices: number
  missing: readonly string[]
}

/** `ocd-division/…/sheriff` of `oh-2026-11-03-general/ocd-division/…/sheriff`. */
function officeOf(contest_key: string): string {
  return contest_key.slice(contest_key.indexOf('/') + 1)
}

/**
 * The contests of the last election of the type that have none here, of the levels that the list has.
 * @param county the OCD id of the only county of the list; null for a list of the whole state
 */
export async function findLast(
  { state, date, type }: { state: string; date: string; type: string },
  contests: readonly { contest_key: string; level: string }[],
  county: string | null,
  warehouse: Warehouse,
): Promise<LastElection | null> {
  const rows = await warehouse.all<{ slug: string; contest_key: string; level: string }>(
    `SELECT election_slug AS slug, contest_key, level FROM out.contest_body
     WHERE kind = 'candidate' AND election_slug = (
       SELECT election_slug FROM out.contest_body
       WHERE state = ${quoteText(state)} AND election_date < ${quoteText(date)} AND election_slug LIKE '%-${type}'
       ORDER BY election_date DESC LIMIT 1)
     ORDER BY contest_key`,
  )
  const listed = county === null ? [] : await listedBy(county, warehouse)
  const isOfCounty = (key: string): boolean =>
    county === null || listed.includes(key) || `${officeOf(key)}/`.startsWith(`${county}/`)
  const levels = new Set(contests.map(({ level }) => level))
  const offices = rows
    .filter(({ level, contest_key }) => levels.has(level) && isOfCounty(contest_key))
    .map(({ contest_key }) => officeOf(contest_key))
  const here = new Set(contests.map(({ contest_key }) => officeOf(contest_key)))
  const [first] = rows
  return first
    ? { slug: first.slug, offices: offices.length, missing: offices.filter((office) => !here.has(office)) }
    : null
}

async function listedBy(county: string, warehouse: Warehouse): Promise<string[]> {
  const rows = await warehouse.all<{ contest_key: string }>(
    `SELECT DISTINCT contest_key FROM core.contest_county WHERE county_ocd_id = ${quoteText(county)} ORDER BY contest_key`,
  )
  return rows.map(({ contest_key }) => contest_key)
}
