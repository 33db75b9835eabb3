// The small files of public reports, each read as its README says is right. They are invented feeds of real formats.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { STATE_CODES } from '../../../data/schema/vocabulary.ts'
import { readInterchange } from '../../../ingest/endorsement/interchange.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { HAS_REAL, REAL } from '../ballot/read.ts'
import { noBallots } from '../no-ballots.ts'
import { readConfigured } from './configured.ts'

const CASES = join(REAL, 'cases')
const HAS_CASES = HAS_REAL && existsSync(CASES)
if (!HAS_CASES) console.warn(`skipped: there are no files of public reports in ${CASES}`)

const DE = 'ocd-division/country:us/state:de'
const DIVISIONS = [DE, `${DE}/sldu:13`, `${DE}/sldl:4`, `${DE}/cd:at-large`, 'ocd-division/country:us/district:dc']

function bytesOf(folder: string, name: string) {
  return readFileSync(join(CASES, folder, name))
}

async function read(
  list: 'vip_feeds' | 'nist_feeds' | 'district_files',
  folder: string,
  name: string,
  lines: readonly string[] = [],
  state = 'DE',
) {
  const { rows, codes, labels } = await readConfigured(
    list,
    [`url: ${name}`, ...lines],
    { [name]: bytesOf(folder, name) },
    { divisions: DIVISIONS, state },
  )
  const contests = rows.flatMap((one) => (one.table === 'contest' ? [one.row] : []))
  const elections = rows.flatMap((one) => (one.table === 'election' ? [one.row.election_key] : []))
  return {
    labels,
    codes,
    contests,
    elections,
    shapes: rows.flatMap((one) => (one.table === 'shape' ? [one.row] : [])),
    rows,
  }
}

describe.skipIf(!HAS_CASES)('the files of public reports', () => {
  const BOTH = ['Ada Sample', 'Ben Example']

  it('01: a feed of 5.0 gives its two candidates', async () => {
    const { labels, codes, contests } = await read('vip_feeds', '01-vip50-singular-references', 'w50.xml', [], 'DC')
    expect(labels).toEqual(BOTH)
    expect(contests.map(({ details }) => details)).toEqual(['{}'])
    expect(codes).toEqual([])
  })

  it.each(['v3-num.xml', 'v3-sd13.xml'])('02: %s is of Senate District 13', async (name) => {
    const { contests, codes } = await read('vip_feeds', '02-vip3-legislative-types', name)
    expect(contests.map(({ ocd_id }) => ocd_id)).toEqual([`${DE}/sldu:13`])
    expect(codes).toEqual([])
  })

  it.each(['f-date-zone.xml', 'g-date-z.xml'])('03: %s is of 2026-12-15', async (name) => {
    const { elections, labels } = await read('vip_feeds', '03-xsdate-time-zone', name)
    expect(elections).toEqual(['de-2026-12-15-special'])
    expect(labels).toEqual(BOTH)
  })

  it('04: four write-in lines are no choices', async () => {
    const { labels, codes } = await read('vip_feeds', '04-write-in-line-as-candidate', 'wi.xml')
    expect(labels).toEqual(BOTH)
    expect(codes.filter((code) => code.startsWith('write-in-candidate'))).toHaveLength(4)
  })

  const district = [
    'layer: council',
    'id_column: DISTRICT',
    'plan: 2026',
    'name: Sample City Council District {id}',
    `ocd_id: ${DE}/place:wilmington/council_district:{id}`,
  ]

  it('05: lines with latitude first are an issue, and are not served', async () => {
    const { shapes, codes } = await read('district_files', '05-axis-order-swapped', 'd-swapped.geojson', district)
    expect(shapes).toEqual([])
    expect(codes).toEqual(['lines-outside-state Sample City Council District 1'])
  })

  it('07: Bonds Yes and Bonds No are the answers of a measure', async () => {
    const { rows } = await read('nist_feeds', '07-bonds-yes', 'nl-measure.json', ['format: json'])
    const answers = rows.flatMap((one) => (one.table === 'choice' ? [[one.row.label, one.row.measure_answer]] : []))
    expect(answers).toEqual([
      ['Bonds Yes', 'yes'],
      ['Bonds No', 'no'],
    ])
  })

  it('08: text that is not UTF-8 is refused with the key that reads it', async () => {
    const [folder, name] = ['08-encoding-key-that-does-not-exist', 'c-latin1-undeclared.xml']
    await expect(read('vip_feeds', folder, name)).rejects.toThrow(
      /encoding, windows-1252 or latin1, in its entry of sources\.yaml/,
    )
    expect((await read('vip_feeds', folder, name, ['encoding: latin1'])).labels).toEqual(['Peña Sample', 'Ben Example'])
  })

  it('09: 1.0 and "2.0" are the districts 1 and 2', async () => {
    const { shapes, codes } = await read('district_files', '09-float-district-number', 'd-float.geojson', district)
    expect(shapes.map(({ ocd_id }) => ocd_id?.split(':').at(-1))).toEqual(['1', '2'])
    expect(codes).toEqual([])
  })

  it('10: a nickname in quotes costs its row', async () => {
    const [folder, name] = ['10-nickname-quotes-stop-the-feed', '16-rawquotes.csv']
    const sink = collectSink()
    const source: Source = {
      ...{
        id: 'check',
        publisher: '',
        url: '',
        licence: 'CC0-1.0',
        vintage: '',
        published_on: '',
        states: STATE_CODES,
      },
      ...{ files: [], personal: [], family: 'public', needs: ['ballots', 'endorsers'], read: readInterchange },
    }
    const text = bytesOf(folder, name).toString()
    const sound = text.split('\n')[1]?.replace('J.R. "Bob" Example', 'Ada Sample')
    const context = { source, states: new Set(STATE_CODES), ballots: noBallots, endorsers: [] }
    await readInterchange([{ name, url: '', bytes: Buffer.from(`${text.trimEnd()}\n${sound}\n`) }], context, sink)
    expect(sink.rows.map(({ table }) => table)).toEqual(['endorser'])
    expect(sink.issues.map(({ code, line }) => `${line} ${code}`).sort()).toEqual([
      '2 broken-quote',
      '3 unmatched-election',
    ])
  })

  it('11: a second election is one issue', async () => {
    const { labels, codes, elections } = await read('vip_feeds', '11-second-election-silent', 'j-two-elections.xml')
    expect(labels).toEqual(BOTH)
    expect(elections).toEqual(['de-2026-12-15-special'])
    expect(codes.filter((code) => code.startsWith('second-election'))).toEqual(['second-election 2027-05-18'])
  })

  it('12: a zipped feed is read', async () => {
    const { labels, contests } = await read('vip_feeds', '12-zipped-feed', 'vipFeed-10-2026-12-15.zip')
    expect(labels).toEqual(BOTH)
    expect(contests.map(({ ocd_id }) => ocd_id)).toEqual([`${DE}/sldu:13`])
  })

  it('are all read here, but the one of plans', () => {
    const folders = readdirSync(CASES).filter((name) => /^\d\d-/.test(name))
    const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
    expect(folders.map((name) => name.slice(0, 2)).sort()).toEqual(numbers)
  })
})
