// Michigan: which page of candidates is taken, and what its files of results give. The golden folders show the rest.

import { describe, expect, it } from 'vitest'
import { findSource } from '../../../../ingest/engine/registry.ts'
import { FileGone, FileRefused } from '../../../../ingest/read/source.ts'
import { writeTranscript } from '../../../../ingest/read/transcript.ts'
import { fileOf } from '../../run-reader.ts'
import { readText } from '../read.ts'

const ROW = '<tr><td></td><td></td><td>Green Party</td><td>Example, Ann</td><td>06/08/2026</td><td>Convention</td></tr>'
const OFFICE = '<tr><td><a id="x"></a><span>Attorney General 4 Year Term (1) Position</span></td></tr>'
const page = (title: string, day = 'Tuesday, November 3, 2026', rows = OFFICE + ROW) =>
  `<html><table><tr><td>Michigan Department of State</td></tr><tr><td>${title}</td></tr><tr><td>General Election</td></tr>
  <tr><td>${day}</td></tr><tr><td>1 Candidates as of Fri Sep 04 09:10:11 EDT 2026</td></tr>${rows}</table></html>`
const [file] = findSource('mi-listing-2026-general')?.files ?? []
const recognise = (html: string) => () => file?.recognise?.(fileOf('page.html', html))

describe("Michigan's page of candidates", () => {
  it('is taken if it is official, of the election and not empty', () => {
    expect(recognise(page('Official Candidate Listing'))).not.toThrow()
  })

  it.each(
    // biome-ignore format: a case a line
    [
      ['another page in its place', '<html><title>Request Rejected</title>The requested URL was rejected.</html>', FileRefused],
      ['a challenge', '<html><title>Just a moment...</title>Enable JavaScript and cookies to continue</html>', FileRefused],
      ['another year', page('Official Candidate Listing', 'Tuesday, November 5, 2024'), FileGone],
      ['an unofficial list, which lacks the nominees', page('Unofficial Candidate Listing'), FileGone],
      ['a list without candidates', page('Official Candidate Listing', undefined, OFFICE), FileGone],
    ],
  )('is not %s', (_, html, Kind) => {
    expect(recognise(html)).toThrow(Kind)
  })

  it('stops at a row that has more before its filing date than it should', async () => {
    if (!file?.transcript) throw new Error('no transcript')
    const html = page(
      'Official Candidate Listing',
      undefined,
      OFFICE + ROW.replace('<td></td>', '<td>1</td><td>2</td>'),
    )
    await expect(writeTranscript(fileOf('page.html', html), file.transcript)).rejects.toThrow('got 4 cells before')
  })
})

const line = (...fields: readonly (string | number)[]) => `${fields.join('\t')}\t\n`
const OFFICES =
  line(2012, 'GEN', 1, '00000', 0, 'PRESIDENT OF THE UNITED STATES 4 YEAR TERM (1) POSITION') +
  line(2012, 'GEN', 13, '00000', 0, 'JUSTICE OF SUPREME COURT 8 YEAR TERM (2) POSITIONS') +
  line(2012, 'GEN', 13, '00000', 1, 'JUSTICE OF SUPREME COURT PARTIAL TERM (1) POSITION') +
  line(2012, 'GEN', 8, '01000', 0, '10TH DISTRICT REPRESENTATIVE 2 YEAR TERM (1) POSITION') +
  line(2012, 'GEN', 90, '00100', 0, 'STATE PROPOSAL - 12-1: A REFERENDUM ON AN ACT') +
  line(2012, 'GEN', 90, '00200', 0, 'STATE PROPOSAL - PROPOSAL 12-2: A PROPOSAL TO AMEND')
const read = (...lines: string[]) => readText('mi-candidates-2012', [lines.join(''), OFFICES])
const named = (office: number, district: string, last: string, first = '', party = 'NPA') =>
  line(2012, 'GEN', office, district, 0, 7, last, first, ' ', party)

describe("Michigan's files", () => {
  it('say where a write-in candidate may be among the others, and leave out a seat with two of one party', async () => {
    const fox = named(8, '01000', 'FOX', 'CY', 'REP')
    const { contest } = await read(fox, named(8, '01000', 'RAY'))
    expect(contest.map(({ details }) => JSON.parse(details))).toMatchObject([{ may_include_write_ins: true }])
    const two = await read(fox, named(8, '01000', 'RAY', 'BO', 'REP'))
    expect([two.contest.length, two.issues.map(({ code }) => code)]).toEqual([0, ['two-nominees']])
    expect((await read(fox, named(8, '01000', 'RAY', 'BO', 'DEM'))).contest[0]?.details).not.toContain('write_ins')
  })

  it.each([
    ['another election', line(2012, 'PRI', 1, '00000', 0, 7, 'LEE', 'ANN', '', 'DEM'), 'got 2012 PRI'],
    ['another year', line(2010, 'GEN', 1, '00000', 0, 7, 'LEE', 'ANN', '', 'DEM'), 'got '],
    ['an office without a description', named(8, '01100', 'LEE'), 'got office 8/01100/0'],
    ['an answer that is neither', named(90, '00100', 'MAYBE'), 'expected YES or NO'],
    ['an answer of two words', named(90, '00100', 'YES', 'ANN'), 'expected YES or NO'],
  ])('with %s stop', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})
