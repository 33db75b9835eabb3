// The office table: what a row says of a contest, and the sentences that a wrong one gets; ../cases/wrong-files.txt has one of each kind.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../../data/store/paths.ts'
import { findOffice } from '../../../ingest/ballot/office-rule.ts'
import { OFFICES, readOfficeTable } from '../../../ingest/ballot/office-table.ts'
import { SourceError } from '../../../ingest/read/source.ts'

const HEADER = 'pattern,office,title,area,part,seat,votes,details,source'
const read = (...rows: string[]) =>
  readOfficeTable({ name: 'offices.csv', bytes: Buffer.from([HEADER, ...rows].join('\n')) }, 'OH')
const find = (text: string, ...rows: string[]) => findOffice(read(...rows), text)?.office

function refusal(header: string, ...rows: string[]): string {
  try {
    readOfficeTable({ name: 'offices.csv', bytes: Buffer.from([header, ...rows].join('\n')) }, 'OH')
  } catch (error) {
    if (error instanceof SourceError) return error.message
    throw error
  }
  return 'read'
}

describe('an office table', () => {
  it('gives the office, its title, its area and its seat', () => {
    expect(find('STATE SENATOR, 07', '"STATE SENATOR, (\\d+)",state_senate,,sldu:$1,,,,,')).toMatchObject({
      subject: 'state-senate',
      title: 'State Senate District 7',
      area: { kind: 'numbered', word: 'sldu', code: '7' },
    })
    const judge =
      '(.+) COUNTY JUDGE(?: SEAT (\\d+))?,district_court_judge,"Judge, $1 County[, Seat $2]",county:$1,,[seat-$2],,nonpartisan,'
    expect(find('MCDOWELL COUNTY JUDGE SEAT 02', judge)).toEqual({
      ...{ subject: 'district-court-judge', level: 'state', area: { kind: 'county', county: 'MCDOWELL', part: null } },
      ...{ title: 'Judge, McDowell County, Seat 2', short_title: 'Judge, McDowell County, Seat 2' },
      ...{ seat: 'seat-2', details: { nonpartisan: true } },
    })
    expect(find('mcdowell county judge', judge)).not.toHaveProperty('seat')
    const member = 'House (\\d+)(?: Position (\\d))?,state_house,,sldl:$1,,position-$2,,,'
    expect(find('House 7 Position 2', member)).toMatchObject({ seat: 'Position 2' })
    expect(find('House 7', member)).not.toHaveProperty('seat')
    expect(find('WARD 00', 'WARD (\\d+),mayor,Ward $1,place:Akron,,ward-$1,,,')?.title).toBe('Ward 0')
    expect(find('Mayor', '(?!Mayor$).*,mayor,,place:$1x,,,,,'.replace('$1x', 'Akron'))).toBeUndefined()
  })

  it('gives a part of a county, a place or a school district, and any other kind of district by its name', () => {
    const areaOf = (area: string, part = '') => find('x 05 Elk Creek', `x (\\d+) (.+),board,,${area},${part},,,,`)?.area
    expect(areaOf('place:$2/ward:$1')).toMatchObject({
      kind: 'place',
      part: { word: 'ward', code: '5', name: 'Ward 5' },
    })
    expect(areaOf('county:$2/park_district:$1', 'Park District $1')).toMatchObject({
      part: { name: 'District 5', follows: 'Park District 5' },
    })
    expect(areaOf('county:Adams/water_district:$2')).toEqual({
      ...{ kind: 'special', county: 'Adams', name: 'Elk Creek', word: 'water_district' },
    })
    expect(areaOf('water_district:$2')).toMatchObject({ kind: 'special', county: null, word: 'water_district' })
  })

  it('gives measures with their code, retentions, votes and details of the pattern', () => {
    expect(
      find('ISSUE 2: LEVY', 'ISSUE (\\d+): (.+),measure,Issue $1: $2,state,,Issue $1,,measure_type=levy,'),
    ).toMatchObject({
      ...{ subject: 'Issue 2', measure_code: 'Issue 2', title: 'Issue 2: Levy', short_title: 'Issue 2' },
      details: { measure_type: 'levy' },
    })
    expect(
      find('KEEP Ann Example', 'KEEP (.+),superior_court_judge,Retain $1,state,,$1,,retention; nonpartisan,'),
    ).toMatchObject({
      ...{ retention: true, seat: 'Ann Example' },
    })
    expect(find('COUNCIL 3', 'COUNCIL (\\d),council,,place:Akron,,,$1,,')).toMatchObject({ votes_allowed: 3 })
  })

  it('puts rows in ballot order, and a row marked "same" beside the row above', () => {
    const rules = readOfficeTable(
      {
        name: 'offices.csv',
        bytes: Buffer.from(
          [
            `${HEADER},order`,
            'a,sheriff,,county:A,,,,,,',
            'b,coroner,,county:A,,,,,,same',
            'c,mayor,,place:A,,,,,,',
          ].join('\n'),
        ),
      },
      'OH',
    )
    expect(rules.map(({ rank }) => rank)).toEqual([0, 0, 1])
  })
})

describe('a wrong office table gets a sentence', () => {
  it('for each of its faults, up to 20', () => {
    const faults = ['x (,sheriff,,county,,,0,,', 'x,sheriff', ...Array<string>(20).fill('y,sherif,,county:A,,,,,')]
    const said = refusal(HEADER, ...faults).split('\n')
    expect(said.map((one) => one.replace(/(: (?:column \w+|got \d+ cells)).*/, '$1'))).toEqual([
      ...['pattern', 'votes', 'area'].map((column) => `offices.csv:2: column ${column}`),
      'offices.csv:3: got 2 cells',
      ...Array.from({ length: 16 }, (_, at) => `offices.csv:${at + 4}: column office`),
      'and 4 more',
    ])
  })

  it('whatever its cells hold', () => {
    const cell = fc.oneof(
      fc.constantFrom(
        '',
        'state',
        'county:$1',
        'sheriff',
        'us_house',
        '$1',
        '(',
        'x (\\d+)',
        'same',
        'nonpartisan',
        '[',
      ),
      fc.string({ maxLength: 12 }),
    )
    fc.assert(
      fc.property(fc.array(cell, { minLength: 9, maxLength: 9 }), (cells) => {
        const row = cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')
        expect(refusal(HEADER, row)).toMatch(/^(?:read|(?:offices\.csv:\d+: .+, expected .+\n?)+)$/s)
      }),
      { numRuns: 2000 },
    )
  })
})

describe('the tables of the built-in lists', () => {
  const states = join(PROJECT_ROOT, 'ingest', 'ballot', 'states')
  const tables = readdirSync(states, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.csv'))

  it('use words that the vocabulary has, each once, with a title in both languages', () => {
    const lines = readFileSync(join(PROJECT_ROOT, 'data', 'reference', 'offices.csv'), 'utf8')
      .trim()
      .split('\n')
    expect(OFFICES.size).toBe(lines.length - 1)
    const ofCounties = [
      'register_of_deeds',
      'assessor',
      'recorder',
      'treasurer',
      'clerk',
      'coroner',
      'surveyor',
      'auditor',
    ]
    const others = ['prosecuting_attorney', 'public_defender', 'constable', 'justice_of_the_peace', 'magistrate']
    expect([...ofCounties, ...others, 'water_district_director'].filter((word) => !OFFICES.has(word))).toEqual([])
    for (const { title, title_es } of OFFICES.values()) expect(title !== '' && title_es !== '').toBe(true)
    expect(tables.length).toBeGreaterThan(20)
  })
})
