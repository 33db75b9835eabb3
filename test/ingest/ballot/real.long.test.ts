// The files of publishers, whole: how much each gives, counted in the files by other means, and facts that a reader can look up.

import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { countBy } from '../count.ts'
import type { Ran } from '../run-reader.ts'
import { HAS_REAL, readReal, realDivisions } from './read.ts'

type Counts = [
  id: string,
  state: Lowercase<StateCode>,
  elections: readonly string[],
  contests: number,
  choices: number,
  issues: object,
]

// biome-ignore format: a case a line
const COUNTS: readonly Counts[] = [
  ['al-results-2026-runoff', 'al', ['2026-06-16-runoff'], 50, 98 + 2, {}],
  ['ca-results-2020', 'ca', ['2020-11-03-general'], 154, 308, { 'write-in-candidate': 5, 'mended-encoding': 4 }],
  ['dc-results-2022', 'dc', ['2022-11-08-general'], 360, 416, {}],
  ['dc-results-2024', 'dc', ['2024-11-05-general'], 360, 374, {}],
  ['fl-special-2026-03', 'fl', ['2026-03-24-special'], 3, 6, {}],
  ['ga-results-2026-runoff', 'ga', ['2026-06-16-runoff'], 27, 54, {}],
  ['il-house-results-2026-primary', 'il', ['2026-03-17-primary'], 175, 208, {}],
  // Beside the choices: 38 lines of no known district, and four candidates on two lines each.
  ['ky-filings-2026', 'ky', ['2026-05-19-primary', '2026-11-03-general'], 1208, 1547 - 38 - 4, { 'courtesy-title': 10, 'unknown-district': 38, 'withdrawn-and-standing': 4 }],
  ['los-angeles-vip-2015', 'ca', ['2015-11-03-consolidated'], 98 + 10, 392 + 20, { 'unmatched-division': 28 }],
  // One of the file's lines is of its votes cast in all.
  ['mi-candidates-2012', 'mi', ['2012-11-06-general'], 133 + 6, 395 - 1, {}],
  ['mi-candidates-2014', 'mi', ['2014-11-04-general'], 172 - 6 + 2, 465 - 1 - 20, { 'two-nominees': 6 }],
  ['mn-candidates-2024-general', 'mn', ['2024-11-05-general'], 714, 995, {}],
  // Ten judges are to be kept or not.
  ['mt-filings-2026', 'mt', ['2026-06-02-primary', '2026-11-03-general'], 263, 186 + 164 + 9 + 5 + 20, { 'pending-petition': 6 }],
  ['nv-results-2014', 'nv', ['2014-11-04-general'], 80, 189, {}],
  ['nv-results-2016', 'nv', ['2016-11-08-general'], 59, 136, {}],
  ['ny-certification-2026-primary', 'ny', ['2026-06-23-primary'], 24, 82, { 'uncontested-primary': 408, 'doubtful-uncontested': 1 }],
  ['pa-candidates-2022', 'pa', ['2022-11-08-general'], 247, 431, {}],
  ['pa-candidates-2024', 'pa', ['2024-11-05-general'], 250, 416, {}],
  ['tx-results-2026-runoff', 'tx', ['2026-05-26-runoff'], 22, 44, { 'no-county': 2 }],
  ['va-winners-2025', 'va', ['2025-11-04-general'], 642, 714, { 'write-in-candidate': 26, 'same-title': 2, 'unmatched-school-district': 1 }],
]

const dateOf = (key: string): string => key.slice(3)
const detailsOf = ({ contest }: Ran): Record<string, unknown>[] => contest.map(({ details }) => JSON.parse(details))

describe.skipIf(!HAS_REAL)('The files held', () => {
  it.each(COUNTS)('%s', async (id, state, elections, contests, choices, issues) => {
    const read = await readReal(id, realDivisions(state))
    const dates = new Set(read.election.map(({ election_key }) => dateOf(election_key)))
    expect([[...dates].sort(), read.contest.length, read.choice.length]).toEqual([elections, contests, choices])
    expect(countBy(read.issues, ({ code }) => code)).toEqual(issues)
    expect(new Set(read.contest.map(({ contest_key }) => contest_key)).size).toBe(contests)
    expect(new Set(read.choice.map(({ choice_key }) => choice_key)).size).toBe(choices)
    const labels = read.choice.map(({ label }) => label)
    expect(
      labels.filter((label) => /^(?:over|under) ?votes$|^write-?in|\((?:I|Rep|Dem)\)|\*|\s\s|^\s|\s$/i.test(label)),
    ).toEqual([])
    expect(JSON.stringify(read)).not.toMatch(/\w@\w+\.\w/)
  })

  it.each([
    ['2020-11-03', 1058, 1962],
    ['2021-11-02', 868, 2493],
    ['2022-11-08', 1247, 2353],
    ['2024-11-05', 1151, 2147],
  ])('of North Carolina hold the general election of %s whole', async (day, contests, choices) => {
    const all = await readReal(`nc-candidates-${day.slice(0, 4)}`, realDivisions('nc'))
    const general = all.contest.filter(({ election_key }) => election_key === `nc-${day}-general`)
    const keys = new Set(general.map(({ contest_key }) => contest_key))
    const own = all.choice.filter(({ contest_key }) => keys.has(contest_key))
    expect([general.length, keys.size, own.length]).toEqual([contests, contests, choices])
    expect(all.issues.filter(({ severity }) => severity === 'refused')).toEqual([])
    const listed = new Set(all.contest_county.map(({ contest_key }) => contest_key))
    expect(all.contest.filter(({ contest_key }) => !listed.has(contest_key))).toEqual([])
  })

  it('of Pennsylvania of 2025: every county, each contest of the state once, and townships by their GEOIDs', async () => {
    const divisions = realDivisions('pa')
    const { contest, choice, issues } = await readReal('pa-municipal-2025', divisions)
    // Of 21,798 contests, 11,228 are for officers of a precinct.
    expect(contest.length).toBeGreaterThan(9800)
    expect(issues.filter(({ severity }) => severity === 'refused').length).toBeLessThan(200)
    const statewide = contest.filter(({ level }) => level === 'state').map(({ contest_key }) => contest_key)
    expect(statewide).toHaveLength(2 + 5)
    const names = choice
      .filter(({ contest_key }) => statewide.includes(contest_key))
      .map(({ label }) => label.toUpperCase())
    expect(names).toEqual(expect.arrayContaining(['BRANDON NEUMAN', 'MARIA BATTISTA', 'STELLA TSAI']))
    expect(new Set(contest.flatMap(({ source_url }) => source_url ?? [])).size).toBeGreaterThan(60)
    const places = divisions.under('ocd-division/country:us/state:pa', 'place')
    const geoids = new Map(places.map(({ ocd_id, census_geoid }) => [ocd_id, census_geoid]))
    const municipal = contest.filter(({ district_type }) => district_type === 'place')
    const known = municipal.filter(({ ocd_id }) => /^place-(?:42\d{8}|42\d{5})$/.test(geoids.get(ocd_id) ?? ''))
    const townships = known.filter(({ ocd_id }) => ocd_id.includes('/county:'))
    // The rest: places of two municipalities, parts of Johnstown, and names that no municipality of the county has.
    expect([municipal.length, known.length, townships.length]).toEqual([8154, 8118, 4934])
  })

  it('of Iowa name a township of a published county in each contest of one', async () => {
    const divisions = realDivisions('ia')
    const { contest } = await readReal('medsl-2024-ia', divisions)
    const townships = contest.filter(({ ocd_id }) => ocd_id.includes('/township:'))
    const named = townships.filter(({ ocd_id, district_name }) => {
      const [, county = '', name = ''] = /^(.*\/county:[^/]+)\/township:([^/]+)$/.exec(ocd_id) ?? []
      return divisions.has(county) && name !== '' && / Township$/.test(district_name)
    })
    expect([townships.length, named.length]).toEqual([1312, 1312])
  })

  it('of Kentucky call no contest unopposed, and none of a party on a general ballot', async () => {
    const divisions = realDivisions('ky')
    const read = await readReal('ky-filings-2026', divisions)
    expect(detailsOf(read).filter((details) => !details.choices_incomplete || details.uncontested)).toEqual([])
    const parties = countBy(read.contest, ({ election_key, party }) => `${election_key.slice(14)} ${party}`)
    expect(parties).toEqual({ 'primary Democratic': 205, 'primary Republican': 920, 'general null': 83 })
    const places = read.contest.filter(({ district_type }) => district_type === 'place')
    expect(places.filter(({ ocd_id }) => !divisions.has(ocd_id))).toEqual([])
  })

  it.each([
    [2022, 60, []],
    [2024, 54, ['Luke Z. Chadwick', 'Charles Boston']],
  ])('of the District of Columbia of %i have contests without a named candidate', async (year, unnamed, withdrawn) => {
    const divisions = realDivisions('dc')
    const read = await readReal(`dc-results-${year}`, divisions)
    expect(detailsOf(read).filter(({ write_in_only }) => write_in_only === true)).toHaveLength(unnamed)
    const districts = read.contest.flatMap(({ district_type, ocd_id }) => (district_type === 'smd' ? ocd_id : []))
    expect([new Set(districts).size, districts.filter(divisions.has).length]).toEqual([345, 269])
    expect(read.choice.flatMap((choice) => (choice.withdrawn ? choice.label : []))).toEqual(withdrawn)
  })

  it('of San Francisco have 1,892 measures of 185 elections from 1907 to 2018', async () => {
    const read = await readReal('sf-measures', realDivisions('ca'))
    const { election, contest, choice, contest_county, issues } = read
    expect([election.length, contest.length, choice.length, contest_county.length]).toEqual([185, 1892, 3784, 1915])
    expect([election.at(0)?.date, election.at(-1)?.date]).toEqual(['1907-11-05', '2018-06-05'])
    expect(countBy(election, ({ type }) => type)).toEqual({ general: 96, special: 44, primary: 43, runoff: 2 })
    expect(countBy(issues, ({ code }) => code)).toEqual({
      ...{ 'mended-date': 7, 'fixed-code': 17, 'not-yes-no': 1, 'doubtful-share': 4, 'repeated-line': 6 },
    })
  })

  it('of the House give 435 seats in each of 13 years', async () => {
    const { contest, choice, issues } = await readReal('us-house-2000-2024', realDivisions('dc'))
    const of = (code: string) => issues.filter((issue) => issue.code === code)
    const twice = of('two-nominees').length
    expect(twice).toBeLessThan(30)
    expect(contest.length + of('unopposed').length + twice).toBe(13 * 435)
    // Every line is a choice, a write-in candidate or an unopposed one, but those of contests with two candidates of one party.
    const lines = choice.length + of('write-in-candidate').length + of('unopposed').length
    expect([lines < 15_034, lines > 15_034 - 5 * twice]).toEqual([true, true])
    const last = contest.filter(({ election_key }) => election_key.endsWith('-2024-11-05-general'))
    expect(last).toHaveLength(433)
    const atLarge = last.filter(({ ocd_id }) => ocd_id.endsWith('/cd:at-large')).map(({ state }) => state)
    expect(atLarge).toEqual(['AK', 'DE', 'ND', 'SD', 'VT', 'WY'])
  })
})
