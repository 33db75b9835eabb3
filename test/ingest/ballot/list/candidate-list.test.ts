// Lists of candidates that an operator describes in sources.yaml, from the file as its office publishes it to rows and issues. The people
// are invented.

import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseSourcesFile } from '../../../../ingest/configuration/load.ts'
import { configureSources } from '../../../../ingest/configuration/to-sources.ts'
import * as builtIn from '../../../../ingest/engine/registry.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { fetchSource } from '../../../../ingest/fetch/fetch.ts'
import type { Source } from '../../../../ingest/read/source.ts'
import { folder, freshPublisher } from '../../fetch/fresh-publisher.ts'
import { makeSheet } from '../../read/xlsx-bytes.ts'
import { runReader } from '../../run-reader.ts'

freshPublisher()

const OHIO = 'ocd-division/country:us/state:oh'
const divisions = toDivisions(
  [
    [`${OHIO}/county:adams`, 'Adams County'],
    [`${OHIO}/county:athens`, 'Athens County'],
    [`${OHIO}/place:athens`, 'Athens city'],
  ].map(([ocd_id = '', name = '']) => ({ ocd_id, name, census_geoid: null, same_as: null, valid_through: null })),
)

/** @param lines of the entry, beside those that each entry has */
function configure(lines: readonly string[]): Source {
  const all = [
    ...['id: oh-list', 'publisher: Office', 'page: https://example.org/', 'licence: Public record', 'states: [OH]'],
    ...lines,
    ...(lines.some((line) => line.startsWith('election:')) ? [] : ['election: { date: 2026-11-03, type: general }']),
  ]
  const text = `version: 1\ncandidate_lists:\n${all.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')}`
  const file = parseSourcesFile(
    { name: 'sources.yaml', bytes: Buffer.from(text) },
    builtIn.sources,
    'public',
    () => undefined,
  )
  const source = configureSources(file, builtIn, { folder, family: 'public' }, 2026).findSource('oh-list')
  if (!source) throw new Error('there is no oh-list')
  return source
}

/** Fetches the file, and reads what is kept of it. */
async function readList(content: string | Uint8Array, lines: readonly string[], format = '') {
  const name = `list.${format || (typeof content === 'string' ? 'csv' : 'xlsx')}`
  writeFileSync(join(folder, name), content)
  const source = configure([`url: ${name}`, `format: ${name.slice(5)}`, ...lines])
  const rawDir = join(folder, 'raw')
  const kept = await fetchSource(source, { rawDir, mirror: null, now: new Date('2026-11-23') })
  const ran = await runReader(source, kept, { divisions })
  const contests = ran.contest.map(({ title, ocd_id, party, details }) => ({ title, ocd_id, party, details }))
  const choices = ran.choice.map(({ label, party, withdrawn }) => [label, party, withdrawn])
  const issues = ran.issues.map(({ line, code, value }) => `${line} ${code} ${value}`)
  return {
    ...ran,
    contests,
    choices,
    said: issues,
    kept: readdirSync(rawDir).map((file) => readFileSync(join(rawDir, file), 'utf8')),
  }
}

const COLUMNS =
  'columns: { contest: "{Office} {District}", name: "{First} {Last}", county: County, party: Party, status: Status }'
const CSV = `Office,District,County,First,Last,Party,Status,Home Address
State Senator,District 7,,Ann,Example,D,Qualified,1 Canary St
State Senator,District 07,,Bo,Sample,R,Withdrawn,2 Canary St
Sheriff,,Adams,Cy,Test,,Qualified,3 Canary St
Sheriff,,ATHENS COUNTY,Di,Proof,,Qualified,4 Canary St
Mayor of Athens,,,Ed,Trial,,Qualified,5 Canary St
`
const STATUSES = 'statuses: { Qualified: stands, Withdrawn: withdrawn, Duplicate: left_out }'

describe('a list of candidates', () => {
  it('is read by the general rules, and only the columns of the form are kept', async () => {
    const { contests, choices, said, kept } = await readList(CSV, [COLUMNS, STATUSES])
    expect(said).toEqual([])
    expect(contests.map(({ title, ocd_id }) => [title, ocd_id.replace(OHIO, '')])).toEqual(
      expect.arrayContaining([
        ['State Senate District 7', '/sldu:7'],
        ['Adams County Sheriff', '/county:adams'],
        ['Athens County Sheriff', '/county:athens'],
        ['Athens Mayor', '/place:athens'],
      ]),
    )
    expect(choices).toContainEqual(['Ann Example', 'Democratic', false])
    expect(choices).toContainEqual(['Bo Sample', 'Republican', true])
    expect(kept.join()).not.toMatch(/canary/i)
    expect(kept.join()).toContain('Ann')
  })

  it('is read by an office table; other titles are left out', async () => {
    writeFileSync(
      join(folder, 'offices.csv'),
      'pattern,office,title,area,part,seat,votes,details,source\nSTATE SENATOR DISTRICT (\\d+),state_senate,,sldu:$1,,,,,\nSheriff,sheriff,,county:Adams,,,,,\n',
    )
    const { contests, said } = await readList(CSV, [COLUMNS, STATUSES, 'offices: offices.csv'])
    expect(contests.map(({ title }) => title)).toEqual(['State Senate District 7', 'Sheriff'])
    expect(said).toEqual(['6 unknown-contest-title Mayor of Athens'])
  })

  it('is stopped by a table that names a county of another state', async () => {
    writeFileSync(
      join(folder, 'offices.csv'),
      'pattern,office,title,area,part,seat,votes,details,source\nSheriff,sheriff,,county:Wakee,,,,,\n.*,governor,,state,,,,,\n',
    )
    await expect(readList(CSV, [COLUMNS, STATUSES, 'offices: offices.csv'])).rejects.toThrow(
      'its row for "Sheriff" names the county "Wakee", expected a county of Ohio',
    )
  })

  it('leaves out what it does not know, and says that the contest may lack a candidate', async () => {
    const csv = `${CSV}Sheriff,,Adams,Fa,Doubt,,Pending,
State Senator,District 7,,Gi,Doubt,Q,Qualified,
Sheriff,,Nowhere,Ho,Doubt,,Qualified,
Sheriff,,Adams,Write-in,,,Qualified,
Coroner,,Adams,Ik,Gone,,Duplicate,
`
    const parties = 'parties: { D: Democratic, R: Republican, "": null }'
    const { contests, said } = await readList(csv, [COLUMNS, STATUSES, parties])
    expect(said).toEqual([
      '7 unknown-status Pending',
      '8 unknown-party Q',
      '9 unknown-county Nowhere',
      '10 write-in-candidate Write-in',
      '11 off-ballot Ik Gone',
    ])
    const incomplete = contests
      .filter(({ details }) => details.includes('choices_incomplete'))
      .map(({ title }) => title)
    expect(incomplete.sort()).toEqual(['Adams County Sheriff', 'State Senate District 7'])
  })

  it('gives no county office without a county', async () => {
    const csv =
      'Contest,Name\nSheriff,Ann Example\nAuditor,Bo Sample\nRegister of Deeds,Cy Test\nMember,Di Proof\nGovernor,Ed Trial\n'
    const { contests, said } = await readList(csv, ['columns: { contest: Contest, name: Name }'])
    expect(contests.map(({ title }) => title)).toEqual(['Governor'])
    expect(said.length).toBe(4)
  })

  it('may have lines before its header, another separator, and names that begin with the family name', async () => {
    const csv = 'Board of elections;;\nContest;Name;Party\nGovernor;Example Jr., Ann;DEM\nGovernor;Sample, Bo;REP\n'
    const { contests, choices, said } = await readList(csv, [
      ...['columns: { contest: Contest, name: Name, party: Party }', 'header: Contest', 'delimiter: ";"'],
      'name_order: last_first',
    ])
    expect(said).toEqual([])
    expect(contests.map(({ title }) => title)).toEqual(['Governor'])
    expect(choices.map(([label]) => label)).toEqual(['Ann Example Jr.', 'Bo Sample'])
  })

  it.each(['primary', 'runoff'])('of a %s has a contest for each party', async (type) => {
    const csv = 'Contest,Name,Party\nGovernor,Ann Example,DEM\nGovernor,Bo Sample,REP\n'
    const entry = [
      `election: { date: 2026-05-05, type: ${type} }`,
      'columns: { contest: Contest, name: Name, party: Party }',
    ]
    const { contests, said } = await readList(csv, entry)
    expect([contests.map(({ party }) => party), said]).toEqual([['Democratic', 'Republican'], []])
  })

  it('may be a workbook', async () => {
    const { contests, said } = await readList(
      makeSheet([
        ['Contest', 'Name'],
        ['Governor', 'Ann Example'],
      ]),
      ['columns: { contest: Contest, name: Name }'],
    )
    expect([contests.map(({ title }) => title), said]).toEqual([['Governor'], []])
  })

  const TABLE = [
    ['Contest', 'Name', 'Party'],
    ['Governor', 'Ann Example', 'DEM'],
    ['Governor', 'Bo Sample', 'REP'],
  ]
  const PLAIN = 'columns: { contest: Contest, name: Name, party: Party }'
  const rows = TABLE.slice(1).map(([Contest, last, Party]) => ({ Contest, person: { last }, Party, tags: ['x'] }))
  const html = (cell: string) =>
    `<html><table><tr><td>Menu</td></tr></table><h2>Candidates</h2><table>${TABLE.map((cells, at) => `<tr>${cells.map((text) => `<${at === 0 ? cell : 'td'}><b>${text}</b> </td>`).join('')}</tr>`).join('\n')}</table></html>`

  it.each([
    ['tsv', TABLE.map((cells) => cells.join('\t')).join('\n'), [PLAIN]],
    [
      'json',
      JSON.stringify({ data: { rows } }, null, 1),
      ['columns: { contest: Contest, name: person.last, party: Party }', 'rows: data.rows'],
    ],
    ['json', JSON.stringify(rows, null, 1), ['columns: { contest: Contest, name: person.last, party: Party }']],
    ['html', html('th'), [PLAIN]],
    ['html', html('td'), [PLAIN]],
  ])('may be %s', async (format, content, entry) => {
    const { contests, choice, choices, said } = await readList(content, entry, format)
    expect([contests.map(({ title }) => title), said]).toEqual([['Governor'], []])
    expect(choices).toEqual([
      ['Ann Example', 'Democratic', false],
      ['Bo Sample', 'Republican', false],
    ])
    expect(choice.length).toBe(2)
  })

  const COMMA = TABLE.map((cells) => cells.join(',')).join('\n')
  it.each([
    [
      'only a header',
      'csv',
      'Contest,Name,Party\n',
      'list.csv: has a header and no line after it, expected a candidate on each line',
    ],
    [
      'semicolons',
      'csv',
      COMMA.replaceAll(',', ';'),
      'list.csv:1: one column found, named "Contest;Name;Party": is the delimiter ";"?',
    ],
    ['tabs', 'csv', COMMA.replaceAll(',', '\t'), 'is the delimiter "\\t" (write format: tsv)?'],
    ['a web page', 'csv', html('th'), 'list.csv: is a web page, expected csv: save the file that the page links to'],
    ['JSON', 'csv', JSON.stringify(rows), 'list.csv: is JSON, expected csv: write format: json'],
    ['a PDF', 'csv', '%PDF-1.7', 'list.csv: is a PDF: ask the office for the list as CSV'],
    ['text', 'xlsx', COMMA, 'list.xlsx: is no workbook, expected xlsx: write format: csv'],
    [
      'an object',
      'json',
      JSON.stringify({ data: rows }),
      'list.json: got an object with the keys data, expected a list of rows: write rows',
    ],
    [
      'another table',
      'html',
      html('th').replaceAll('Party', 'Group'),
      'list.html: has 2 tables and none with the columns "Contest", "Name", "Party"',
    ],
  ])('that is %s stops with a sentence', async (_, format, content, sentence) => {
    await expect(readList(content, [PLAIN], format)).rejects.toThrow(sentence)
  })

  it('of JSON without the path of its entry stops with a sentence', async () => {
    await expect(readList(JSON.stringify({ data: rows }), [PLAIN, 'rows: data.list'], 'json')).rejects.toThrow(
      'list.json: has no "data.list", expected the path of its rows (rows: data.list)',
    )
  })
})
