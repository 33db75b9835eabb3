// The kinds of contests that the ballots of an election lack: from what sources list, the table of known gaps, and the offices that are due.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadKnownGaps, loadReference } from '../../../build/bundle/reference-tables.ts'
import type { CoreRows } from '../../../data/core/rows.ts'
import { ballotKindOf } from '../../../data/place/ballot.ts'
import { novemberElection } from '../../../data/reference/elections.ts'
import {
  CONTEST_KINDS,
  type ContestKind,
  DISTRICT_TYPES,
  LEVELS,
  type Level,
  OFFICES,
  type StateCode,
} from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { shareFolder } from '../../temporary.ts'
import { column, createEmpty, insert, replace, runSteps, shareWarehouse, sourceRow, warehouse } from '../rows.ts'

const folder = shareFolder()
shareWarehouse()
beforeAll(async () => {
  await loadReference(warehouse)
  await runSteps(warehouse, '00_macro')
  await createEmpty(warehouse, 'no_such_district')
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

interface Given {
  type?: CoreRows['election']['type']
  lists?: readonly Listing[]
  held?: readonly Held[]
  /** Divisions of districts with lines on that day: `sldl:1`. */
  drawn?: readonly string[]
}

/** The gaps of one election. */
async function gaps(
  state: StateCode,
  date: string,
  { type = 'general', lists, held = [], drawn = [] }: Given = {},
): Promise<{ kind: string; reason: string; districts: string[] | null; listed_in: string[] }[]> {
  const election_key = `${state.toLowerCase()}-${date}-${type}`
  for (const { source_id } of await warehouse.sourceReads())
    await warehouse.run('DELETE FROM core.source_read WHERE source_id = $source_id', { source_id })
  for (const table of ['election', 'contest']) await warehouse.run(`DELETE FROM core.${table}`)
  const election = sourceRow('election', { election_key, state, date, type })
  const contests = held.map(({ key, level = 'state', kind = 'candidate', district_type = 'state' }) =>
    sourceRow('contest', {
      ...{ contest_key: `${election_key}/${divisionOf(state)}/${key}`, election_key, kind, level, district_type },
      ...{ vote_method: kind === 'candidate' ? 'plurality' : 'yes_no', district_level: level, state },
      ocd_id: `${divisionOf(state)}/${key.split('/')[0]}`,
    }),
  )
  for (const [at, one] of (lists ?? [{ basis: 'returns' as const, kinds: ALL, whole_in: [] }]).entries()) {
    const rows = at === 0 ? [election, ...contests] : [election]
    await replace(warehouse, `s${at}`, rows, { states: [state], lists: one })
  }
  await warehouse.run(`CREATE OR REPLACE TABLE out.district
    (state VARCHAR, type VARCHAR, ocd_id VARCHAR, has_boundary BOOLEAN, valid_from DATE, valid_to DATE)`)
  const typeOf = (code: string) => (code.startsWith('sldu') ? 'state_upper' : 'state_lower')
  const districts = drawn.map((code) => ({ state, type: typeOf(code), ocd_id: `${divisionOf(state)}/${code}` }))
  const days = { has_boundary: true, valid_from: '2024-01-01' }
  await insert(
    warehouse,
    'out.district',
    districts.map((row) => ({ ...row, ...days })),
  )
  await runSteps(warehouse, '12_ballot', '45_contest_gap')
  return warehouse.all(
    'SELECT kind, reason, districts, listed_in FROM out.contest_gap WHERE election_key = $election_key ORDER BY ballot_kind_rank(kind)',
    { election_key },
  )
}

const told = (found: { kind: string; reason: string }[]): string[] =>
  found.map(({ kind, reason }) => (reason === 'unknown' ? kind : `${kind} ${reason}`))

describe('what a source lists in full is not missing', () => {
  test('unless a contest of the kind is left out', async () => {
    const held: Held[] = [{ key: 'sldl:1/state-house', district_type: 'state_lower' }]
    const given = { lists: [{ kinds: ALL, whole_in: [divisionOf('NC')] }], held, drawn: ['sldl:1', 'sldl:2'] }
    expect(await gaps('NC', '2024-11-05', given)).toEqual([])
    await warehouse.run(`INSERT INTO out.no_such_district BY NAME
      SELECT 'c' AS contest_key, 'NC' AS state, DATE '2024-11-05' AS date, 'state_lower' AS kind`)
    const found = await gaps('NC', '2024-11-05', given)
    await warehouse.run('DELETE FROM out.no_such_district')
    const districts = [`${divisionOf('NC')}/sldl:2`]
    expect(found).toEqual([{ kind: 'state_lower', reason: 'unknown', districts, listed_in: [] }])
  })

  test.each(['primary', 'special', 'runoff'] as const)(
    'unless a contest of the kind is left out of a %s',
    async (type) => {
      const held: Held[] = [{ key: 'sldl:1/state-house', district_type: 'state_lower' }]
      const given = { type, lists: [{ kinds: ALL, whole_in: [divisionOf('ND')] }], held }
      expect(await gaps('ND', '2026-06-09', given)).toEqual([])
      await warehouse.run(`INSERT INTO out.no_such_district BY NAME
      SELECT unnest(['9a', '9b']) AS contest_key, 'nd-2026-06-09-${type}' AS election_key, 'ND' AS state, DATE '2026-06-09' AS date,
        'state_lower' AS kind`)
      const found = await gaps('ND', '2026-06-09', given)
      await warehouse.run('DELETE FROM out.no_such_district')
      expect(found).toEqual([{ kind: 'state_lower', reason: 'unknown', districts: null, listed_in: [] }])
    },
  )

  test.each(['DC', 'NC', 'CA', 'VA'] as const)('all kinds and levels in %s, whatever the table says', async (state) => {
    expect(await gaps(state, '2024-11-05', { lists: [{ kinds: ALL, whole_in: [divisionOf(state)] }] })).toEqual([])
  })

  const KINDS = { candidates: ['candidate'], both: ['candidate', 'measure'] } as const
  const JUDGE: Held = { key: 'supreme-court-justice/a', kind: 'retention' }

  // Each list as its kinds and levels.
  // biome-ignore format: a case a line
  test.each<[StateCode, string, [keyof typeof KINDS, Level[]?][], Held[], string[]]>([
    // Local contests may be missing, as in Philadelphia. Another source of the day adds its level.
    ['PA', '2024-11-05', [['candidates', ['federal', 'state']]], [], LOCAL],
    ['PA', '2022-11-08', [['candidates', ['federal', 'state']]], [], ['state_measure', ...LOCAL]],
    ['PA', '2024-11-05', [['candidates', ['federal', 'state']], ['candidates', ['county']]], [], LOCAL.slice(1)],
    // Measures of the state as the table says.
    ['NC', '2024-11-05', [['candidates']], [], ['state_measure not_read', 'local_measure']],
    ['NC', '2020-11-03', [['candidates']], [], ['state_measure', 'local_measure']],
    // Judges stand for retention only where the state has any.
    ['MO', '2022-11-08', [['both']], [], []],
    ['MO', '2022-11-08', [['both']], [JUDGE], ['court']],
  ])('of %s on %s, with lists of %j and %j', async (state, date, all, held, expected) => {
    const lists = all.map(([kinds, levels]) => ({
      ...{ kinds: KINDS[kinds], whole_in: [divisionOf(state)], ...(levels && { levels }) },
    }))
    expect(told(await gaps(state, date, { lists, held }))).toEqual(expected)
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

// biome-ignore format: a case a line
test.each<[StateCode, Held, string]>([
    ['VA', { key: 'amendment', kind: 'measure' }, 'state_measure'],
    ['AZ', { key: 'corporation-commission' }, 'state_office'],
    ['MO', { key: 'county:adair/sheriff', level: 'county', district_type: 'county' }, 'county'],
    ['TN', { key: 'place:a/mayor', level: 'city', district_type: 'place' }, 'city'],
  ])('the table of known gaps has no effect in %s once a contest of the kind is held: %o', async (state, held, kind) => {
    expect(told(await gaps(state, '2024-11-05'))).toContain(`${kind} not_read`)
    expect(told(await gaps(state, '2024-11-05', { held: [held] }))).toContain(kind)
  })

// biome-ignore format: a case a line
test.each<[StateCode, Held, string]>([
    ['AZ', { key: 'president', level: 'federal' }, 'court'],
    // Absent beside others of its kind.
    ['CA', { key: 'us-senate', level: 'federal' }, 'us_senate'],
    ['ND', { key: 'district_court:1/district-court-judge', district_type: 'court' }, 'court'],
    ['WI', { key: 'county:adams/district-attorney', level: 'county', district_type: 'county' }, 'county'],
  ])('the table of known gaps gives the reason in %s beside %o: %s', async (state, held, kind) => {
    expect(told(await gaps(state, '2024-11-05', { held: [held] }))).toContain(`${kind} not_read`)
  })

test.each<[StateCode, string, string, boolean]>([
  ['CA', '2024-11-05', 'state_office', false],
  ['NY', '2024-11-05', 'state_office', false],
  ['PA', '2024-11-05', 'court', false],
  ['CA', '2022-11-08', 'state_office', true],
])('the table of known gaps says whether any is voted on: in %s on %s %s', async (state, date, kind, voted) => {
  expect((await gaps(state, date)).some((gap) => gap.kind === kind)).toBe(voted)
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
])('the table of known gaps is refused for the row %s', async (row, said) => {
  const file = join(folder, 'gaps.csv')
  writeFileSync(file, `state,date,kind,reason,part,note,source\n${row}\n`)
  await expect(loadKnownGaps(warehouse, file)).rejects.toThrow(said)
  await loadKnownGaps(warehouse)
})

describe('offices that are due', () => {
  const NATION: Held[] = [
    { key: 'president', level: 'federal' },
    { key: 'us-senate', level: 'federal' },
    { key: 'cd:1/us-house', level: 'federal', district_type: 'congressional' },
  ]

  // The President in leap years, the Senate in the years of its classes, the House in even years.
  // biome-ignore format: a case a line
  test.each<[StateCode, string, Given, string[]]>([
    ['MD', '2024-11-05', {}, ['president', 'us_senate', 'us_house', ...MANY]],
    ['MD', '2020-11-03', {}, ['president', 'us_house', ...MANY]],
    ['GA', '2018-11-06', {}, ['us_house', 'state_office', 'state_upper', 'state_lower', ...MANY.slice(1)]],
    ['VA', '2025-11-04', {}, ['state_office', 'state_lower', ...MANY.slice(1)]],
    ['NJ', '2023-11-07', {}, ['state_office', 'state_upper', 'state_lower', ...MANY.slice(1)]],
    // None where a contest is held, and none at a primary or a special election.
    ['MD', '2024-11-05', { held: NATION }, MANY],
    ['MD', '2024-05-14', { type: 'primary' }, MANY],
    ['MD', '2024-11-05', { type: 'special' }, MANY],
  ])('in %s on %s with %j', async (state, date, given, expected) => {
    expect((await gaps(state, date, given)).map(({ kind }) => kind)).toEqual(expected)
  })

  const typeOf = (code: string) => (code.startsWith('sldu') ? 'state_upper' : 'state_lower')
  const LOWER = ['sldl:1', 'sldl:2', 'sldl:3']
  const UPPER = ['sldu:1', 'sldu:2', 'sldu:3', 'sldu:4']

  // A chamber without a contest lacks all districts, else those without theirs; of seats in turns only those of the year. In an
  // unknown order nothing is missing once one is held.
  // biome-ignore format: a case a line
  test.each<[StateCode, string[], string[], string[] | null | undefined]>([
    ['GA', LOWER, [], null],
    ['GA', LOWER, ['sldl:1'], ['sldl:2', 'sldl:3']],
    ['GA', LOWER, LOWER, undefined],
    ['CA', UPPER, [], ['sldu:1', 'sldu:3']],
    ['OH', UPPER, [], ['sldu:2', 'sldu:4']],
    ['OH', UPPER, ['sldu:2'], ['sldu:4']],
    ['IL', UPPER, [], null],
    ['TX', UPPER, ['sldu:1'], undefined],
  ])('of a chamber in %s of districts %j with contests of %j: %j', async (state, drawn, codes, expected) => {
    const held = codes.map((code): Held => ({ key: `${code}/seat`, district_type: typeOf(code) }))
    const found = await gaps(state, '2024-11-05', { held, drawn })
    const gap = found.find(({ kind }) => kind === typeOf(drawn[0] ?? ''))
    expect(gap && (gap.districts?.map((ocd_id) => ocd_id.split('/').at(-1)) ?? null)).toEqual(expected)
  })
})

describe('a federal election day without an election', () => {
  const kindsOn = async (state: StateCode, date: string): Promise<string[] | undefined> => {
    const sql = 'SELECT CAST(missing AS VARCHAR) FROM out.regular_general_gap WHERE state = $state AND date = $date'
    const [missing] = await column(warehouse, sql, { state, date })
    return missing === undefined ? undefined : JSON.parse(missing).map(({ kind }: { kind: string }) => kind)
  }

  // biome-ignore format: a case a line
  test.each<[StateCode, string, string[] | undefined]>([
    ['NC', '2026-11-03', undefined],
    ['NY', '2026-11-03', ['us_house', 'state_office', 'state_upper', 'state_lower', ...MANY.slice(1)]],
    ['NJ', '2026-11-03', ['us_senate', 'us_house', ...MANY]],
    ['MI', '2028-11-07', ['president', 'us_house', 'state_office', 'state_lower', ...MANY.slice(1)]],
    ['OH', '2026-11-03', expect.arrayContaining(['us_senate'])],
    ['PR', '2026-11-03', expect.not.arrayContaining(['us_house'])],
    ['PR', '2028-11-07', expect.arrayContaining(['us_house'])],
  ])('lacks in %s on %s what is due', async (state, date, expected) => {
    await gaps('NC', '2026-11-03')
    expect(await kindsOn(state, date)).toEqual(expected)
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
    const president = one.level === 'federal' && one.kind === 'candidate' && one.type !== 'congressional'
    const built = await column(warehouse, "SELECT ballot_kind($level, $kind, $type, 'a/b')", one)
    expect(built, JSON.stringify(one)).toEqual([president ? 'president' : ballotKindOf(one)])
  }
})

test.each<[Level, string, string]>([
  ['federal', 'x/us-senate/unexpired', 'us_senate'],
  ['federal', 'x/president', 'president'],
  ['state', 'x/supreme-court-justice', 'court'],
  ['state', 'x/court-of-appeals-judge', 'court'],
  ['state', 'x/governor', 'state_office'],
])('a contest of a whole state has the kind of its office: %s %s', async (level, key, kind) => {
  const built = await column(warehouse, "SELECT ballot_kind($level, 'candidate', 'state', $key)", { level, key })
  expect(built).toEqual([kind])
})

test.each([
  ['level_rank', LEVELS],
  ['office_rank', OFFICES],
] as const)('%s is the order of the vocabulary', async (macro, words) => {
  const rank = async (word: string) => (await column<number>(warehouse, `SELECT ${macro}($word)`, { word }))[0]
  for (const [at, word] of words.entries()) expect(await rank(word)).toBe(at + 1)
  expect(await rank('unheard-of')).toBeFalsy()
})
