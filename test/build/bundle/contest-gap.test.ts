// The kinds of contests that the ballots of an election lack: from what sources list, the table of known gaps, and the offices that are due.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadKnownGaps, loadReference } from '../../../build/bundle/reference-tables.ts'
import { runSql } from '../../../build/sql/run-sql.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { ballotKindOf } from '../../../data/place/missing.ts'
import { novemberElection } from '../../../data/reference/elections.ts'
import {
  CONTEST_KINDS,
  type ContestKind,
  DISTRICT_TYPES,
  LEVELS,
  type Level,
  type StateCode,
} from '../../../data/schema/vocabulary.ts'
import type { Listing, SourceRow } from '../../../data/store/source-read.ts'
import { openWarehouse, type Warehouse } from '../../../data/store/warehouse.ts'

const folder = mkdtempSync(join(tmpdir(), 'hustings-gaps-'))
let warehouse: Warehouse
beforeAll(async () => {
  warehouse = await openWarehouse(':memory:')
  await loadReference(warehouse)
  await runSql(warehouse, '00_macro')
})
afterAll(async () => {
  await warehouse.close()
  rmSync(folder, { recursive: true })
})

const ALL: readonly ContestKind[] = ['candidate', 'measure', 'retention']
const LOCAL = ['county', 'city', 'school', 'special', 'local_measure']
/** Of which a voter may have any number. */
const MANY = ['state_office', 'court', 'state_measure', ...LOCAL]

interface Held {
  /** After the state's own part of the key: `sldu:1/state-senate`. */
  key: string
  level?: Level
  kind?: ContestKind
  district_type?: CoreRows['contest']['district_type']
}

const DIVISIONS: Readonly<Record<string, string>> = { dc: 'district:dc' }
const divisionOf = (state: string): string =>
  `ocd-division/country:us/${DIVISIONS[state.toLowerCase()] ?? `state:${state.toLowerCase()}`}`

/** The gaps of one election: kind, reason, and how many districts if it is about some. */
async function gaps(
  state: StateCode,
  date: string,
  {
    type = 'general',
    lists,
    held = [],
    drawn = [],
  }: {
    type?: CoreRows['election']['type']
    lists?: Listing[]
    held?: readonly Held[]
    /** Divisions of districts with lines on that day: `sldl:1`. */
    drawn?: readonly string[]
  },
): Promise<{ kind: string; reason: string; districts: string[] | null; listed_in: string[] }[]> {
  const election_key = `${state.toLowerCase()}-${date}-${type}`
  for (const { source_id } of await warehouse.sourceReads())
    await warehouse.run('DELETE FROM core.source_read WHERE source_id = $source_id', { source_id })
  for (const table of ['election', 'contest']) await warehouse.run(`DELETE FROM core.${table}`)
  const election: SourceRow = {
    table: 'election',
    row: {
      ...{ election_key, state, date, type, details: '{}', primary_system: null, info_url: null },
      ...{ name: 'E', name_es: null, short_name: 'E' },
    },
    ...{ file: 'f', line: 1 },
  }
  const contests = held.map(
    ({ key, level = 'state', kind = 'candidate', district_type = 'state' }, at): SourceRow => ({
      table: 'contest',
      row: {
        ...{ contest_key: `${election_key}/${divisionOf(state)}/${key}`, election_key, title: key, short_title: key },
        ...{ title_es: null, short_title_es: null, measure_code: null, description: null, description_es: null },
        ...{ kind, vote_method: kind === 'candidate' ? 'plurality' : 'yes_no', votes_allowed: 1, ranks_allowed: null },
        ...{ level, party: null, ballot_order: at, source_url: 'https://example.org/', details: '{}' },
        ...{ ocd_id: `${divisionOf(state)}/${key.split('/')[0]}`, district_type, district_level: level },
        ...{ district_name: 'D', state, within_ocd_id: null },
      },
      ...{ file: 'f', line: at + 2 },
    }),
  )
  for (const [at, one] of (lists ?? [{ basis: 'returns', kinds: ALL, whole_in: [] }]).entries())
    await warehouse.replaceSource(
      {
        ...{ source_id: `s${at}`, published_on: '2024-12-01', family: 'public', signature: 's', publisher: 'p' },
        ...{ licence: 'CC0-1.0', vintage: 'v', url: 'u', states: [state], rows_in: 1, files: [], lists: one },
      },
      at === 0 ? [election, ...contests] : [election],
      [],
    )
  await warehouse.run(`CREATE OR REPLACE TABLE out.district
    (state VARCHAR, type VARCHAR, ocd_id VARCHAR, has_boundary BOOLEAN, valid_from DATE, valid_to DATE)`)
  for (const code of drawn)
    await warehouse.run("INSERT INTO out.district VALUES ($state, $type, $ocd_id, true, DATE '2024-01-01', NULL)", {
      ...{ state, ocd_id: `${divisionOf(state)}/${code}` },
      type: code.startsWith('cd') ? 'congressional' : code.startsWith('sldu') ? 'state_upper' : 'state_lower',
    })
  for (const name of ['12_ballot', '45_contest_gap']) await runSql(warehouse, name)
  return warehouse.all(
    'SELECT kind, reason, districts, listed_in FROM out.contest_gap WHERE election_key = $election_key ORDER BY ballot_kind_rank(kind)',
    { election_key },
  )
}

const told = (found: { kind: string; reason: string }[]): string[] =>
  found.map(({ kind, reason }) => (reason === 'unknown' ? kind : `${kind} ${reason}`))

describe('what a source lists in full is not missing', () => {
  const whole = (state: StateCode): Listing => ({ kinds: ALL, whole_in: [divisionOf(state)] })

  test('all kinds and levels: nothing is missing, whatever the table says', async () => {
    for (const state of ['DC', 'NC', 'CA', 'VA'] as const)
      expect(await gaps(state, '2024-11-05', { lists: [whole(state)] }), state).toEqual([])
  })

  test('candidates of the state and of Congress: local contests may be missing, as in Philadelphia', async () => {
    const lists: Listing[] = [{ kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [divisionOf('PA')] }]
    expect(told(await gaps('PA', '2024-11-05', { lists }))).toEqual(LOCAL)
    expect(told(await gaps('PA', '2022-11-08', { lists }))).toEqual(['state_measure', ...LOCAL])
    // Another source of the day adds its level.
    const county: Listing = { kinds: ['candidate'], levels: ['county'], whole_in: [divisionOf('PA')] }
    expect(told(await gaps('PA', '2024-11-05', { lists: [...lists, county] }))).toEqual(LOCAL.slice(1))
  })

  test('all candidates: measures are missing, those of the state as the table says', async () => {
    const lists: Listing[] = [{ kinds: ['candidate'], whole_in: [divisionOf('NC')] }]
    expect(told(await gaps('NC', '2024-11-05', { lists }))).toEqual(['state_measure not_read', 'local_measure'])
    expect(told(await gaps('NC', '2020-11-03', { lists }))).toEqual(['state_measure', 'local_measure'])
  })

  test('judges who stand for retention, where the state has any', async () => {
    const lists: Listing[] = [{ kinds: ['candidate', 'measure'], whole_in: [divisionOf('MO')] }]
    expect(told(await gaps('MO', '2022-11-08', { lists }))).toEqual([])
    const held: Held[] = [{ key: 'supreme-court-justice/a', kind: 'retention' }]
    expect(told(await gaps('MO', '2022-11-08', { lists, held }))).toEqual(['court'])
  })

  test('an area of the state: the kinds are missing elsewhere', async () => {
    const county = `${divisionOf('NV')}/county:washoe`
    const lists: Listing[] = [
      { kinds: ALL, levels: ['county'], whole_in: [county] },
      { kinds: ALL, levels: ['federal', 'state', 'city', 'school', 'special'], whole_in: [divisionOf('NV')] },
    ]
    const found = await gaps('NV', '2022-11-08', { lists })
    expect(found).toEqual([
      { kind: 'county', reason: 'unknown', districts: null, listed_in: [county] },
      { kind: 'local_measure', reason: 'unknown', districts: null, listed_in: [county] },
    ])
  })
})

describe('the table of known gaps', () => {
  test('gives the reason of what nobody has', async () => {
    const found = told(await gaps('AZ', '2024-11-05', { held: [{ key: 'president', level: 'federal' }] }))
    expect(found).toContain('state_office not_read')
    expect(found).toContain('state_upper not_read')
    expect(found).toContain('court not_read')
  })

  test.each<[StateCode, Held, string]>([
    ['VA', { key: 'amendment', kind: 'measure' }, 'state_measure'],
    ['AZ', { key: 'corporation-commission' }, 'state_office'],
    ['MO', { key: 'county:adair/sheriff', level: 'county', district_type: 'county' }, 'county'],
    ['TN', { key: 'place:a/mayor', level: 'city', district_type: 'place' }, 'city'],
  ])('has no effect in %s once a contest of the kind is held: %o', async (state, held, kind) => {
    expect(told(await gaps(state, '2024-11-05', {}))).toContain(`${kind} not_read`)
    expect(told(await gaps(state, '2024-11-05', { held: [held] }))).toContain(kind)
  })

  test('names a contest that is absent beside others of its kind', async () => {
    const senate: Held = { key: 'us-senate', level: 'federal' }
    expect(told(await gaps('CA', '2024-11-05', { held: [senate] }))).toContain('us_senate not_read')
    const judge: Held = { key: 'district_court:1/district-court-judge', district_type: 'court' }
    expect(told(await gaps('ND', '2024-11-05', { held: [judge] }))).toContain('court not_read')
    const attorney: Held = { key: 'county:adams/district-attorney', level: 'county', district_type: 'county' }
    expect(told(await gaps('WI', '2024-11-05', { held: [attorney] }))).toContain('county not_read')
  })

  test('says that nothing of a kind is voted on', async () => {
    const of = async (state: StateCode, date: string) => (await gaps(state, date, {})).map(({ kind }) => kind)
    expect(await of('CA', '2024-11-05')).not.toContain('state_office')
    expect(await of('NY', '2024-11-05')).not.toContain('state_office')
    expect(await of('PA', '2024-11-05')).not.toContain('court')
    expect(await of('CA', '2022-11-08')).toContain('state_office')
  })

  test.each([
    ['XX,2024-11-05,court,not_read,,n,https://example.org/', 'got the state "XX"'],
    ['NC,,court,not_read,,n,https://example.org/', 'expected the date'],
    ['NC,2024-11-05,judges,not_read,,n,https://example.org/', 'got the kind "judges"'],
    ['NC,2024-11-05,court,lost,,n,https://example.org/', 'got the reason "lost"'],
    ['NC,2024-11-05,court,no_boundary,,n,https://example.org/', 'got the reason "no_boundary"'],
    ['NC,2024-11-05,court,none,some,n,https://example.org/', 'expected no part'],
    ['NC,2024-11-05,court,not_read,,,https://example.org/', 'expected a note'],
    ['NC,2024-11-05,court,not_read,,n,a book', 'got the source "a book"'],
    ['NC,2024-11-05,court,not_read,,n,https://a.org/\nNC,2024-11-05,court,unknown,,m,https://a.org/', 'twice'],
  ])('is refused for the row %s', async (row, said) => {
    const file = join(folder, 'gaps.csv')
    writeFileSync(file, `state,date,kind,reason,part,note,source\n${row}\n`)
    await expect(loadKnownGaps(warehouse, file)).rejects.toThrow(said)
    await loadKnownGaps(warehouse)
  })
})

describe('offices that are due', () => {
  const kinds = async (
    state: StateCode,
    date: string,
    held: readonly Held[] = [],
    type?: CoreRows['election']['type'],
  ) => (await gaps(state, date, { held, ...(type && { type }) })).map(({ kind }) => kind)

  test('the President in leap years, the Senate in the years of its classes, the House in even years', async () => {
    expect(await kinds('MD', '2024-11-05')).toEqual(['president', 'us_senate', 'us_house', ...MANY])
    expect(await kinds('MD', '2020-11-03')).toEqual(['president', 'us_house', ...MANY])
    expect(await kinds('GA', '2018-11-06')).toEqual([
      'us_house',
      'state_office',
      'state_upper',
      'state_lower',
      ...MANY.slice(1),
    ])
    expect(await kinds('VA', '2025-11-04')).toEqual(['state_office', 'state_lower', ...MANY.slice(1)])
    expect(await kinds('NJ', '2023-11-07')).toEqual(['state_office', 'state_upper', 'state_lower', ...MANY.slice(1)])
  })

  test('none of them where a contest is held, and none at a primary or a special election', async () => {
    const held: Held[] = [
      { key: 'president', level: 'federal' },
      { key: 'us-senate', level: 'federal' },
      { key: 'cd:1/us-house', level: 'federal', district_type: 'congressional' },
    ]
    expect(await kinds('MD', '2024-11-05', held)).toEqual(MANY)
    expect(await kinds('MD', '2024-05-14', [], 'primary')).toEqual(MANY)
    expect(await kinds('MD', '2024-11-05', [], 'special')).toEqual(MANY)
  })

  const districtsOf = async (state: StateCode, kind: string, held: readonly Held[], drawn: readonly string[]) => {
    const found = await gaps(state, '2024-11-05', { held, drawn })
    const gap = found.find((one) => one.kind === kind)
    return gap && (gap.districts?.map((ocd_id) => ocd_id.split('/').at(-1)) ?? 'all')
  }
  const seat = (code: string): Held => ({
    key: `${code}/seat`,
    district_type: code.startsWith('sldu') ? 'state_upper' : 'state_lower',
  })

  test('a chamber by district: without a contest all, else those that lack theirs', async () => {
    const drawn = ['sldl:1', 'sldl:2', 'sldl:3']
    expect(await districtsOf('GA', 'state_lower', [], drawn)).toBe('all')
    expect(await districtsOf('GA', 'state_lower', [seat('sldl:1')], drawn)).toEqual(['sldl:2', 'sldl:3'])
    expect(await districtsOf('GA', 'state_lower', drawn.map(seat), drawn)).toBeUndefined()
  })

  test('seats in turns: only those of the year; in an unknown order, nothing once one is held', async () => {
    const drawn = ['sldu:1', 'sldu:2', 'sldu:3', 'sldu:4']
    expect(await districtsOf('CA', 'state_upper', [], drawn)).toEqual(['sldu:1', 'sldu:3'])
    expect(await districtsOf('OH', 'state_upper', [], drawn)).toEqual(['sldu:2', 'sldu:4'])
    expect(await districtsOf('OH', 'state_upper', [seat('sldu:2')], drawn)).toEqual(['sldu:4'])
    expect(await districtsOf('IL', 'state_upper', [], drawn)).toBe('all')
    expect(await districtsOf('TX', 'state_upper', [seat('sldu:1')], drawn)).toBeUndefined()
  })
})

describe('a federal election day without an election', () => {
  const kindsOn = async (state: StateCode, date: string): Promise<string[] | undefined> => {
    const [row] = await warehouse.all<{ missing: string }>(
      'SELECT CAST(missing AS VARCHAR) AS missing FROM out.regular_general_gap WHERE state = $state AND date = $date',
      { state, date },
    )
    return row && JSON.parse(row.missing).map(({ kind }: { kind: string }) => kind)
  }

  test('lacks what is due on it', async () => {
    await gaps('NC', '2026-11-03', {})
    expect(await kindsOn('NC', '2026-11-03')).toBeUndefined()
    expect(await kindsOn('NY', '2026-11-03')).toEqual([
      'us_house',
      'state_office',
      'state_upper',
      'state_lower',
      ...MANY.slice(1),
    ])
    expect(await kindsOn('NJ', '2026-11-03')).toEqual(['us_senate', 'us_house', ...MANY])
    expect(await kindsOn('OH', '2026-11-03')).toContain('us_senate')
    expect(await kindsOn('MI', '2028-11-07')).toEqual([
      'president',
      'us_house',
      'state_office',
      'state_lower',
      ...MANY.slice(1),
    ])
    expect(await kindsOn('PR', '2026-11-03')).not.toContain('us_house')
    expect(await kindsOn('PR', '2028-11-07')).toContain('us_house')
  })

  test.each(Array.from({ length: 10 }, (_, at) => 2012 + 2 * at))('is the day of the law in %d', async (year) => {
    expect(await kindsOn('VT', novemberElection(year))).toBeDefined()
  })
})

test('a contest of a part of a state has the same kind in the build and in the server', async () => {
  const all = LEVELS.flatMap((level) =>
    CONTEST_KINDS.flatMap((kind) => DISTRICT_TYPES.map((type) => ({ level, kind, type }))),
  )
  for (const one of all.filter(({ type }) => type !== 'state')) {
    const [row] = await warehouse.all<{ kind: string }>("SELECT ballot_kind($level, $kind, $type, 'a/b') AS kind", one)
    const expected =
      one.level === 'federal' && one.kind === 'candidate' && one.type !== 'congressional'
        ? 'president'
        : ballotKindOf(one)
    expect(row?.kind, JSON.stringify(one)).toBe(expected)
  }
  const kindOf = async (level: Level, key: string) => {
    const [row] = await warehouse.all<{ kind: string }>(
      "SELECT ballot_kind($level, 'candidate', 'state', $key) AS kind",
      { level, key },
    )
    return row?.kind
  }
  expect(await kindOf('federal', 'x/us-senate/unexpired')).toBe('us_senate')
  expect(await kindOf('federal', 'x/president')).toBe('president')
  expect(await kindOf('state', 'x/supreme-court-justice')).toBe('court')
  expect(await kindOf('state', 'x/court-of-appeals-judge')).toBe('court')
  expect(await kindOf('state', 'x/governor')).toBe('state_office')
})
