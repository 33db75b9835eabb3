// The small files of public reports, each read as its README says is right. They are invented feeds of real formats.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readFeed } from '../endorsement/ballots.ts'
import { hasReal, REAL } from '../real.ts'
import { readConfigured } from './configured.ts'

const CASES = join(REAL, 'cases')
const HAS_CASES = hasReal('ballots', 'cases')
if (!HAS_CASES) console.warn(`skipped: there are no files of public reports in ${CASES}`)

const DE = 'ocd-division/country:us/state:de'
const DIVISIONS = [DE, `${DE}/sldu:13`, `${DE}/sldl:4`, `${DE}/cd:at-large`, 'ocd-division/country:us/district:dc']
const FOLDERS = existsSync(CASES) ? readdirSync(CASES).filter((name) => /^\d\d-/.test(name)) : []
const bytesOf = (number: string, name: string) =>
  readFileSync(join(CASES, FOLDERS.find((folder) => folder.startsWith(number)) ?? '', name))

async function read(number: string, list: string, name: string, lines: readonly string[] = [], state = 'DE') {
  const files = { [name]: bytesOf(number, name) }
  const ran = await readConfigured(list, [`url: ${name}`, ...lines], files, { divisions: DIVISIONS, state })
  return {
    labels: ran.labels,
    codes: ran.codes.filter((code) => !/^(unreferenced|missing)/.test(code)),
    elections: ran.election.map(({ election_key }) => election_key),
    ids: ran.contest.map(({ ocd_id }) => ocd_id),
    details: ran.contest.map(({ details }) => details),
    answers: ran.choice.map(({ label, measure_answer }) => `${label}: ${measure_answer}`),
    districts: ran.shape.map(({ ocd_id }) => ocd_id?.split(':').at(-1)),
  }
}

const BOTH = ['Ada Sample', 'Ben Example']
const COUNCIL = [
  'layer: council',
  'id_column: DISTRICT',
  'plan: 2026',
  'name: Sample City Council District {id}',
  `ocd_id: ${DE}/place:wilmington/council_district:{id}`,
]

describe.skipIf(!HAS_CASES)('the files of public reports', () => {
  // biome-ignore format: a case a line
  it.each<[number: string, what: string, ...Parameters<typeof read> extends [string, ...infer More] ? [More, object] : never]>([
    ['01', 'a feed of 5.0 gives its two candidates', ['vip_feeds', 'w50.xml', [], 'DC'], { labels: BOTH, details: ['{}'], codes: [] }],
    ['02', 'a number in its own element is of Senate District 13', ['vip_feeds', 'v3-num.xml'], { ids: [`${DE}/sldu:13`], codes: [] }],
    ['02', 'SD-13 is Senate District 13', ['vip_feeds', 'v3-sd13.xml'], { ids: [`${DE}/sldu:13`], codes: [] }],
    ['03', 'a day with a zone is that day', ['vip_feeds', 'f-date-zone.xml'], { elections: ['de-2026-12-15-special'], labels: BOTH }],
    ['03', 'a day in Greenwich is that day', ['vip_feeds', 'g-date-z.xml'], { elections: ['de-2026-12-15-special'], labels: BOTH }],
    ['05', 'lines with latitude first are an issue, and are not served', ['district_files', 'd-swapped.geojson', COUNCIL], { districts: [], codes: ['lines-outside-state Sample City Council District 1'] }],
    ['07', 'Bonds Yes and Bonds No are the answers of a measure', ['nist_feeds', 'nl-measure.json', ['format: json']], { answers: ['Bonds Yes: yes', 'Bonds No: no'] }],
    ['08', 'text in another encoding is read with the key for it', ['vip_feeds', 'c-latin1-undeclared.xml', ['encoding: latin1']], { labels: ['Peña Sample', 'Ben Example'] }],
    ['09', '1.0 and "2.0" are the districts 1 and 2', ['district_files', 'd-float.geojson', COUNCIL], { districts: ['1', '2'], codes: [] }],
    ['11', 'a second election is one issue', ['vip_feeds', 'j-two-elections.xml'], { labels: BOTH, elections: ['de-2026-12-15-special'], codes: expect.arrayContaining(['second-election 2027-05-18']) }],
    ['12', 'a zipped feed is read', ['vip_feeds', 'vipFeed-10-2026-12-15.zip'], { labels: BOTH, ids: [`${DE}/sldu:13`] }],
  ])('%s: %s', async (number, _, of, expected) => {
    expect(await read(number, ...of)).toMatchObject(expected)
  })

  it('04: four write-in lines are no choices', async () => {
    const { labels, codes } = await read('04', 'vip_feeds', 'wi.xml')
    expect(labels).toEqual(BOTH)
    expect(codes.filter((code) => code.startsWith('write-in-candidate'))).toHaveLength(4)
  })

  it('08: text that is not UTF-8 is refused with the key that reads it', async () => {
    const message = /encoding, windows-1252 or latin1, in its entry of sources\.yaml/
    await expect(read('08', 'vip_feeds', 'c-latin1-undeclared.xml')).rejects.toThrow(message)
  })

  it('10: a nickname in quotes costs its row', async () => {
    const text = bytesOf('10', '16-rawquotes.csv').toString()
    const sound = text.split('\n')[1]?.replace('J.R. "Bob" Example', 'Ada Sample')
    const { endorser, endorsement, issues } = await readFeed({ '16-rawquotes.csv': `${text.trimEnd()}\n${sound}\n` })
    expect([endorser.length, endorsement]).toEqual([1, []])
    expect(issues.map(({ code, line }) => `${line} ${code}`).sort()).toEqual(['2 broken-quote', '3 unmatched-election'])
  })

  it('are all read here, but the one of plans', () => {
    const numbers = Array.from({ length: 12 }, (_, at) => String(at + 1).padStart(2, '0'))
    expect(FOLDERS.map((name) => name.slice(0, 2)).sort()).toEqual(numbers)
  })
})
