import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../data/store/source-read.ts'
import { encoder, isCalendarDate, parseMonthDayYear, parseWrittenDay } from '../../../ingest/read/field-value.ts'
import { SourceError } from '../../../ingest/read/source.ts'

function collect() {
  const issues: Issue[] = []
  return { issues, sink: { issue: (issue: Issue) => issues.push(issue) } }
}

const party = encoder({
  field: 'party_candidate',
  known: { DEM: 'Democratic', REP: 'Republican', '': null },
  fixes: { DMM: 'DEM' },
  ignored: ['TEST'],
})
const at = { file: 'listing.csv', line: 7 }

describe('encoder', () => {
  it('gives the value of a known code, without an issue', () => {
    const { issues, sink } = collect()
    expect(party(' REP ', at, sink)).toBe('Republican')
    expect(party('', at, sink)).toBeNull()
    expect(issues).toEqual([])
  })

  it('corrects a known error, with an issue', () => {
    const { issues, sink } = collect()
    expect(party('DMM', at, sink)).toBe('Democratic')
    expect(issues).toEqual([
      {
        file: 'listing.csv',
        line: 7,
        field: 'party_candidate',
        code: 'fixed-code',
        value: 'DMM',
        severity: 'mended',
        message: 'party_candidate "DMM" read as "DEM"',
      },
    ])
  })

  it('skips an ignored code, with an issue', () => {
    const { issues, sink } = collect()
    expect(party('TEST', at, sink)).toBeUndefined()
    expect(issues).toMatchObject([{ code: 'ignored-code', severity: 'ignored', value: 'TEST', line: 7 }])
  })

  it.each(['XYZ', 'dem', 'constructor', '__proto__', 'toString'])('stops the source at %s', (code) => {
    const { sink } = collect()
    expect(() => party(code, at, sink)).toThrow(SourceError)
    expect(() => party(code, at, sink)).toThrow(
      `listing.csv:7: got party_candidate "${code}", expected one of "DEM", "REP", "", "DMM", "TEST"`,
    )
  })

  it('refuses a table that contradicts itself', () => {
    expect(() => encoder({ field: 'f', known: { A: 1 }, fixes: { B: 'C' } })).toThrow(/must map an unknown/)
    expect(() => encoder({ field: 'f', known: { A: 1 }, fixes: { A: 'A' } })).toThrow(/must map an unknown/)
    expect(() => encoder({ field: 'f', known: { A: 1 }, ignored: ['A'] })).toThrow(/both known and ignored/)
  })
})

it.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-02-30', false],
  ['2024-04-31', false],
  ['2024-13-01', false],
  ['2024-00-10', false],
  ['2024-1-05', false],
  ['2024-11-05T00:00', false],
  ['', false],
])('%s is a day of the calendar: %s', (text, is) => {
  expect(isCalendarDate(text)).toBe(is)
})

it.each([
  ['11/5/2024', '2024-11-05'],
  [' 02/29/2024 ', '2024-02-29'],
  ['13/45/2022', undefined],
  ['2/30/2024', undefined],
  ['5/11/24', undefined],
  ['2024-11-05', undefined],
])('"%s" is read as %s', (text, date) => {
  expect(parseMonthDayYear(text)).toBe(date)
})

it.each([
  ['2026-03-04', '2026-03-04'],
  ['2026-03-04T00:00:00', '2026-03-04'],
  ['3/4/2026', '2026-03-04'],
  ['March 4, 2026', '2026-03-04'],
  ['Mar. 4 2026', '2026-03-04'],
  ['12 January 2026', '2026-01-12'],
  ['3-Nov-2026', '2026-11-03'],
  ['February 30, 2026', undefined],
  ['March 2026', undefined],
  ['13/4/2026', undefined],
  ['yesterday', undefined],
  ['', undefined],
])('the written day "%s"', (text, day) => expect(parseWrittenDay(text)).toBe(day))
