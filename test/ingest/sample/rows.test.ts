import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeMultiPolygon, polygonsContain, toMicrodegrees } from '../../../data/geometry/polygon.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { readSample } from './sample.ts'

const sample = readSample()

it('rows raise no issue, and no polygon needs repair', () => {
  expect(sample.issues).toEqual([])
  expect(sample.shape.filter(({ repaired }) => repaired)).toEqual([])
})

it('rows belong to the requested states only', () => {
  const vermont = readSample({ states: ['VT'] })
  expect(vermont.contest).toEqual(sample.contest.filter(({ state }) => state === 'VT'))
  expect(vermont.shape.map(({ name, rings }) => [name, rings])).toEqual(
    sample.shape.filter(({ state }) => state === 'VT').map(({ name, rings }) => [name, rings]),
  )
  const keys = new Set(vermont.contest.map(({ contest_key }) => contest_key))
  expect(vermont.choice).toEqual(sample.choice.filter(({ contest_key }) => keys.has(contest_key)))
  expect(vermont.zip.map(({ zip }) => zip)).toEqual(['00401', '00402'])
  expect(vermont.endorsement).toEqual(sample.endorsement.filter(({ contest_key }) => keys.has(contest_key)))
  expect(vermont.officeholder).toEqual(sample.officeholder.filter(({ state }) => state === 'VT'))
  expect(vermont.issues).toEqual([])
})

describe('invention is plain', () => {
  it('gives every candidate an obviously invented surname', () => {
    for (const { candidate_name } of sample.choice)
      for (const person of candidate_name?.split(' and ') ?? [])
        expect(person).toMatch(/^\p{L}+ (Sample|Example|Ejemplo|Placeholder)(-(Sample|Example|Rivera))?$/u)
  })
  it('names every party, district below the county and city as a sample', () => {
    for (const { party } of sample.choice)
      expect(party ?? 'Independent').toMatch(/^(Independent|(Sample|Example) \w+ Party)$/)
    for (const { layer, name, ocd_id } of sample.shape) {
      if (layer === 'zcta' || layer === 'state' || layer === 'county') continue
      expect(name).toContain('Sample')
      expect(ocd_id).toMatch(/[:_]sample[-_][a-z0-9_-]+$/)
    }
    for (const { district_type, district_name, ocd_id } of sample.contest)
      if (district_type !== 'state' && district_type !== 'county')
        expect([district_name, ocd_id]).toEqual([
          expect.stringContaining('Sample'),
          expect.stringMatching(/[:_]sample[-_]/),
        ])
    for (const { place_name } of sample.zip) expect(place_name).toContain('Sample')
  })
  it('gives example.org as the source of everything invented', () => {
    const said = sampleSources
      .flatMap(({ files }) => files.map(({ mirror }) => mirror))
      .filter((path) => path.startsWith('data/sample/'))
    for (const path of new Set(said)) {
      const urls = readFileSync(path, 'utf8').match(/\b[a-z]+:\/\/[^,\s"]+/g) ?? []
      expect(urls.filter((url) => !url.startsWith('https://example.org/sample/'))).toEqual([])
    }
    for (const { source_url, details } of sample.contest) expect(JSON.parse(details).source_url).toBe(source_url)
    expect(sample.contest.filter(({ source_url }) => !source_url?.startsWith('https://example.org/'))).toEqual([])
    expect(sample.election.filter(({ info_url }) => !info_url?.startsWith('https://example.org/'))).toEqual([])
  })
  it('uses ZIP codes that are never assigned, each at a point in its county', () => {
    for (const { zip, county_geoid, lat, lng } of sample.zip) {
      expect(Number(zip)).toBeLessThan(501)
      const county = sample.shape.find(({ layer, census_geoid }) => layer === 'county' && census_geoid === county_geoid)
      const polygons = decodeMultiPolygon(county?.rings ?? new Uint8Array([0]))
      expect([zip, polygonsContain(polygons, toMicrodegrees(lng), toMicrodegrees(lat))]).toEqual([zip, true])
    }
  })
  it('says so in the registry', () => {
    expect(sampleSources.map(({ family }) => family)).toEqual(sampleSources.map(() => 'sample'))
    for (const { id, files, licence } of sampleSources) {
      expect(id).toMatch(/^sample-/)
      expect(licence).toContain('CC0-1.0')
      for (const { mirror, url } of files)
        expect(url).toBe(mirror.startsWith('node_modules/') ? 'npm:us-atlas@3.0.1/counties-10m.json' : `file:${mirror}`)
    }
  })
})

it.each([
  ['districts.csv', ',23011,0 0 50 100', ',23999,0 0 50 100', /districts\.csv:9: counties: .*Maine, got 23999/],
  ['districts.csv', '0 0 50 100', '50 0 0 100', /districts\.csv:9: window: expected west < east/],
  ['zips.csv', '00101', '04330', /zips\.csv:2: zip: expected an invented ZIP code/],
  [
    'contests.csv',
    'term=2 years; uncontested=true',
    'term=2 years; uncontested=maybe',
    /contests\.csv:\d+: details: uncontested/,
  ],
  ['contests.csv', 'fusion_voting=true; term', 'fusion=true; term', /contests\.csv:\d+: details: .*fusion/],
  ['contests.csv', 'sldu:sample-1,', 'sldu:sample-9,', /contests\.csv:\d+: ocd_id: .*got .*sldu:sample-9/],
  ['choices.csv', 'me26-governor,Gail', 'me26-gouvernor,Gail', /choices\.csv:2: contest: .*got me26-gouvernor/],
  ['choices.csv', ',Gail Sample,Sample Lake Party,', ',,Sample Lake Party,', /choices\.csv:2: .*got 0/],
  ['elections.csv', ',semi_closed,', ',half_open,', /elections\.csv:2: primary_system/],
  ['contest-counties.csv', 'county:luna', 'county:moon', /contest-counties\.csv:3: county_ocd_id: .*county:moon/],
])('a wrong row stops the source with its file, line and field %s: %s → %s', (file, from, to, message) => {
  const change = (name: string, text: string): string => {
    if (!name.endsWith(`/${file}`)) return text
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  const only = sampleSources.filter(({ files }) => files.some(({ mirror }) => mirror.endsWith(`/${file}`)))
  let fault: unknown
  try {
    readSample({ change, only: only.map(({ id }) => id) })
  } catch (thrown) {
    fault = thrown
  }
  expect(fault).toBeInstanceOf(SourceError)
  expect(fault).toHaveProperty('message', expect.stringMatching(message))
})
