import { expect, it } from 'vitest'
import type { CoreRows } from '../../../data/core/rows.ts'
import { collectSink, ISSUES_PER_SOURCE_MAX, loadAliases, parseAliases } from '../../../ingest/engine/sink.ts'
import { SourceError } from '../../../ingest/read/source.ts'

const AT = { file: 'f', line: 1 }
const CHOICE: CoreRows['choice'] = {
  ...{ choice_key: 'x/ann', contest_key: 'x', label: 'Ann', label_es: null, measure_answer: null },
  ...{ candidate_name: 'Ann', party: null, party_label: null, option: null, withdrawn: false },
  ...{ ballot_designation: null, details: '{}', ballot_order: 1 },
}
const ELECTION: CoreRows['election'] = {
  ...{ election_key: 'x', state: 'NC', date: '2028-11-07', type: 'general', name: 'X', name_es: null, short_name: 'X' },
  ...{ primary_system: null, info_url: null, details: '{}' },
}

it('names have single spaces and none around them, whatever their reader gives', () => {
  const sink = collectSink()
  const name = ' Jackie \u00a0 Blumenthal\t'
  sink.row('choice', { ...CHOICE, label: name, candidate_name: name, ballot_designation: 'Neighbor' }, AT)
  const spaced = { label: 'Jackie Blumenthal', candidate_name: 'Jackie Blumenthal', label_es: null }
  expect(sink.rows[0]?.row).toMatchObject({ ...spaced, ballot_designation: 'Neighbor' })
  const endorser = {
    endorser_slug: 'local-12',
    category: 'union',
    state: 'NC',
    description: null,
    website_url: null,
  } as const
  sink.row('endorser', { ...endorser, name: ' Local  12 ' }, AT)
  expect(sink.rows[1]?.row).toEqual({ ...endorser, name: 'Local 12' })
})

const ZIP: CoreRows['zip'] = { zip: '27601', state: 'NC', place_name: 'X', county_geoid: null, lat: 35.8, lng: -78.6 }
const ROWS = { choice: CHOICE, election: ELECTION, zip: ZIP } as const

it.each([
  ['choice', { ballot_order: 1.5 }, 'ballot_order is 1.5, expected INTEGER'],
  ['choice', { ballot_order: 2 ** 31 }, 'ballot_order is 2147483648, expected INTEGER'],
  ['choice', { ballot_order: -(2 ** 31) }, 'ballot_order is -2147483648, expected INTEGER'],
  ['choice', { withdrawn: 0 }, 'withdrawn is 0, expected BOOLEAN'],
  ['choice', { label: null }, 'label is null, expected VARCHAR'],
  ['choice', { party: undefined }, 'party is undefined, expected VARCHAR'],
  ['election', { date: '2028-02-30' }, 'date is "2028-02-30", expected DATE'],
  ['election', { details: '1' }, 'details is "1", expected JSON'],
  ['election', { details: 'null' }, 'details is "null", expected JSON'],
  ['election', { details: '{' }, 'details is "{", expected JSON'],
  ['zip', { lat: Number.NaN }, 'lat is NaN, expected DOUBLE'],
  ['zip', { lat: '1' }, 'lat is "1", expected DOUBLE'],
  ['zip', { lng: null }, 'lng is null, expected DOUBLE'],
  ['zip', { elevation: 1 }, 'the table has no column "elevation"'],
] as const)('a row of %s with %j stops the reader', (table, wrong, message) => {
  const row = Object.assign({ ...ROWS[table] }, wrong)
  expect(() => collectSink().row(table, row, AT)).toThrow(`${table} row of f:1: ${message}`)
})

it('a row is accepted at each limit of its types', () => {
  const sink = collectSink()
  for (const ballot_order of [0, 2 ** 31 - 1, -(2 ** 31) + 1])
    sink.row('choice', { ...CHOICE, ballot_order }, { file: 'f', line: null })
  sink.row('election', { ...ELECTION, date: '2028-02-29', details: '[]' }, AT)
  expect(sink.rows).toHaveLength(4)
})

it('records are the lines with a row or an issue, each once, and everything without a line', () => {
  const sink = collectSink()
  const issue = (file: string, line: number | null): void =>
    sink.issue({ file, line, field: null, code: 'x', value: null, message: 'no', severity: 'refused' })
  for (const line of [2, 2, 3]) sink.row('choice', CHOICE, { file: 'f', line })
  issue('f', 3)
  issue('f', 4)
  issue('g', null)
  sink.row('choice', CHOICE, { file: 'g', line: null })
  expect(sink.countRecords()).toBe(5)
  sink.records?.('f', 10)
  sink.records?.('h', 7)
  expect(sink.countRecords()).toBe(19)
})

it('a source with more than the allowed issues is stopped', () => {
  const sink = collectSink()
  const issue = { file: 'f', line: 1, field: null, code: 'x', value: null, message: 'no', severity: 'refused' } as const
  for (let nth = 0; nth < ISSUES_PER_SOURCE_MAX; nth++) sink.issue(issue)
  expect(() => sink.issue(issue)).toThrow(SourceError)
  expect(sink.issues).toHaveLength(ISSUES_PER_SOURCE_MAX)
})

const HEAD = 'alias,endorser_slug,name,why'
const at = { file: 'feed.csv', line: 2 }

it('an alias of an endorser gives its rows the slug and the name of the one record', () => {
  const sink = collectSink(parseAliases(`${HEAD}\nsample-club-pac,sample-club,Sample Club,printed with PAC`))
  const endorser = { category: 'advocacy', state: 'NC', description: null, website_url: null } as const
  sink.row('endorser', { endorser_slug: 'sample-club-pac', name: 'Sample Club PAC', ...endorser }, at)
  sink.row('endorser', { endorser_slug: 'other-club', name: 'Other Club', ...endorser }, at)
  const said = {
    rank: null,
    statement: null,
    statement_es: null,
    source_url: null,
    published_on: null,
    evidence_url: null,
  }
  const of = { endorser_slug: 'sample-club-pac', contest_key: 'contest', choice_key: 'contest/ann', ...said }
  sink.row('endorsement', { endorsement_key: 'sample-club-pac/contest/ann', ...of }, at)
  const silent = { endorser_slug: 'sample-club-pac', contest_key: 'contest', stance: 'no_position' } as const
  sink.row('stance', { stance_key: 'sample-club-pac/contest', ...silent, source_url: null, published_on: null }, at)
  expect(sink.rows.map(({ row }) => row)).toMatchObject([
    { endorser_slug: 'sample-club', name: 'Sample Club' },
    { endorser_slug: 'other-club', name: 'Other Club' },
    { endorser_slug: 'sample-club', endorsement_key: 'sample-club/contest/ann' },
    { endorser_slug: 'sample-club', stance_key: 'sample-club/contest' },
  ])
})

it.each([
  ['stands twice', 'a,b,B,why\na,c,C,why'],
  ['leads to an alias', 'a,b,B,why\nb,c,C,why'],
  ['says no why', 'a,b,B,'],
  ['leads to itself', 'a,a,A,why'],
])('an alias of an endorser is refused if it %s', (_, lines) => {
  expect(() => parseAliases(`${HEAD}\n${lines}`)).toThrow('endorser-aliases.csv: "a"')
})

it('an alias of an endorser of the committed table has a valid slug on both sides', () => {
  for (const [alias, { endorser_slug }] of loadAliases())
    for (const slug of [alias, endorser_slug]) expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})
