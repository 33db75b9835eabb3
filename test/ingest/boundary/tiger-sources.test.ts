// The Census Bureau's current lines, from a publisher with its real paths: the newest edition of each layer, a year that passes, and
// lines that stay.

import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { STATE_CODES, type StateCode } from '../../../data/schema/vocabulary.ts'
import { boundarySources, currentBoundaries } from '../../../ingest/boundary/sources.ts'
import type { IngestOptions } from '../../../ingest/engine/ingest.ts'
import { findAvailable, findSource, findSources, kindOf, listIds } from '../../../ingest/engine/registry.ts'
import type { Source } from '../../../ingest/read/source.ts'
import { folder, freshPublisher, publisher } from '../fetch/fresh-publisher.ts'
import { publishDivisions, runNightly, sourceOf } from '../nightly.ts'
import { blobOf, makeGeoPackage } from '../read/geopackage-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'
import { square } from './collect.ts'
import { makeTiger, squareRing, type TigerFeature, type TigerLayer } from './tiger-bytes.ts'

let divisions: Source
freshPublisher()
beforeEach(async () => {
  divisions = publishDivisions(publisher, ...DIVISIONS)
})

const NC = 'ocd-division/country:us/state:nc'
const DIVISIONS = [
  'id,name,census_geoid',
  `${NC},North Carolina,`,
  `${NC}/county:wake,Wake County,place-37183`,
  ...[1, 2].map((n) => `${NC}/cd:${n},District ${n},`),
  `${NC}/sldu:14,Senate 14,`,
  `${NC}/school_district:wake_county,Wake County Schools,3704720`,
]

const at = (lng: number, properties: TigerFeature['properties'], lat = 35): TigerFeature => ({
  ...{ properties, rings: [squareRing(lng, lat)] },
})
const wake = (lng: number) =>
  at(lng, { STATEFP: '37', COUNTYFP: '183', GEOID: '37183', NAME: 'Wake', NAMELSAD: 'Wake County', CLASSFP: 'H1' })
const state = (lng: number) => at(lng, { STATEFP: '37', GEOID: '37', STUSPS: 'NC', NAME: 'North Carolina' })
const district = (congress: number, number: string, lng: number) =>
  at(lng, {
    ...{ STATEFP: '37', [`CD${congress}FP`]: number, GEOID: `37${number}`, CDSESSN: String(congress) },
    NAMELSAD: `Congressional District ${Number(number)}`,
  })

const pathOf = (year: number, layer: TigerLayer, end: string) =>
  `/geo/tiger/TIGER${year}/${layer.startsWith('cd') ? 'CD' : layer.toUpperCase()}/tl_${year}_${end}.zip`
/** Puts a file of TIGER/Line at its real path. */
function put(year: number, layer: TigerLayer, end: string, ...features: TigerFeature[]): void {
  publisher.put(pathOf(year, layer, end), makeTiger(`tl_${year}_${end}`, layer, features))
}
const failPage = (path: string): void =>
  publisher.fail(path, { kind: 'page', html: '<html><head><title>Request Rejected</title></head></html>' })

/** The source with its files at the test's publisher. Their canonical addresses stay. */
function moved(source: Source): Source {
  const files = source.files.map((file) => {
    const { pathname } = new URL(file.url)
    return { ...file, location: { address: `${publisher.url}${pathname}`, privateNetwork: true as const } }
  })
  return { ...source, files }
}

async function nightly(day: string, ids: readonly string[], more: Partial<IngestOptions> = {}) {
  const all = [...currentBoundaries(Number(day.slice(0, 4))), ...boundarySources]
  const chosen = ids.flatMap((id) => all.find((source) => source.id === id) ?? [])
  const before = publisher.requests.length
  const states = new Set(['NC'] as const)
  const ran = await runNightly(folder, day, [divisions, ...chosen.map(moved)], { states, ...more })
  const asked = publisher.requests
    .slice(before)
    .map(({ path, status }) => `${status} ${path.replace('/geo/tiger/', '')}`)
    .filter((path) => !path.endsWith('/ocd.csv'))
  const editions = Object.fromEntries([...ran.reads].map(([id, { vintage }]) => [id, vintage]))
  return { ...ran, editions, asked }
}

describe('the newest edition', () => {
  it('is found for each layer by itself: its vintage and date are those of the file', async () => {
    publisher.setModified('Fri, 09 Oct 2026 10:00:00 GMT')
    put(2026, 'county', 'us_county', wake(-79))
    put(2025, 'county', 'us_county', wake(-80))
    put(2025, 'state', 'us_state', state(-79))
    const { shapes, reads, asked, status } = await nightly('2026-11-23', ['tiger-county', 'tiger-state'])
    expect(status).toMatchObject({ 'tiger-county': 'read', 'tiger-state': 'read' })
    expect(shapes).toMatchObject([
      { layer: 'county', vintage: 'current', valid_from: null, ocd_id: `${NC}/county:wake`, name: 'Wake' },
      { layer: 'state', vintage: 'current', valid_to: null, ocd_id: NC, name: 'North Carolina' },
    ])
    expect(reads.get('tiger-county')).toMatchObject({ vintage: '2026', published_on: '2026-10-09' })
    expect(reads.get('tiger-state')).toMatchObject({
      vintage: '2025',
      files: [{ url: 'https://www2.census.gov/geo/tiger/TIGER2025/STATE/tl_2025_us_state.zip' }],
    })
    expect(asked).toEqual([
      '200 TIGER2026/COUNTY/tl_2026_us_county.zip',
      ...['404 TIGER2026/STATE/tl_2026_us_state.zip', '200 TIGER2025/STATE/tl_2025_us_state.zip'],
    ])
  })

  it('is asked for again each night, and a newer one each week', async () => {
    put(2025, 'state', 'us_state', state(-79))
    const night = async (day: string) => (await nightly(day, ['tiger-state'])).asked
    await night('2026-11-23')
    expect(await night('2026-11-24')).toEqual(['304 TIGER2025/STATE/tl_2025_us_state.zip'])
    expect(await night('2026-11-29')).toEqual(['304 TIGER2025/STATE/tl_2025_us_state.zip'])
    put(2026, 'state', 'us_state', state(-78))
    expect(await night('2026-11-30')).toEqual(['200 TIGER2026/STATE/tl_2026_us_state.zip'])
    expect(await night('2026-12-01')).toEqual(['304 TIGER2026/STATE/tl_2026_us_state.zip'])
    const { shapes, editions } = await nightly('2026-12-02', ['tiger-state'])
    expect([editions['tiger-state'], shapes.length]).toEqual(['2026', 1])
  })

  it('that a state lacks is no failure, and is not asked for each night', async () => {
    const { status, asked } = await nightly('2026-11-23', ['tiger-elsd-nc'])
    expect(status).toMatchObject({ 'tiger-elsd-nc': 'unpublished' })
    expect(asked.map((path) => path.slice(0, 3))).toEqual(['404', '404', '404'])
    const next = await nightly('2026-11-24', ['tiger-elsd-nc'])
    expect([next.status, next.asked]).toMatchObject([{ 'tiger-elsd-nc': 'unpublished' }, []])
    expect((await nightly('2026-12-01', ['tiger-elsd-nc'])).asked).toHaveLength(3)
  })

  it('that is a page of HTML is refused, and the rows of the edition before stay', async () => {
    put(2025, 'state', 'us_state', state(-79))
    await nightly('2026-11-23', ['tiger-state'])
    failPage(pathOf(2026, 'state', 'us_state'))
    const refused = await nightly('2026-11-30', ['tiger-state'])
    expect(refused.status).toMatchObject({ 'tiger-state': 'failed' })
    expect(refused.errors.at(-1)).toMatch(/Request Rejected/)
    expect([refused.editions['tiger-state'], refused.shapes.length]).toEqual(['2025', 1])
    // It did not say that the file is missing, so it is asked on the next night.
    expect((await nightly('2026-12-01', ['tiger-state'])).asked).toEqual([
      ...['404 TIGER2026/STATE/tl_2026_us_state.zip', '304 TIGER2025/STATE/tl_2025_us_state.zip'],
    ])
  })

  it('is not asked for any more in a run in which its host failed again and again', async () => {
    const ids = currentBoundaries(2026).flatMap(({ id }) => (/^tiger-(place|unsd|elsd|scsd)-/.test(id) ? [id] : []))
    for (const { url } of currentBoundaries(2026).flatMap(({ files }) => files)) failPage(new URL(url).pathname)
    const { report, errors, asked } = await nightly('2026-11-23', ids, { states: new Set(STATE_CODES) })
    expect(asked).toHaveLength(5)
    expect(report.totals.status).toMatchObject({ failed: ids.length })
    expect(errors.at(-1)).toMatch(/failed 5 times in a row, and is not asked again in this run/)
  })

  it('is taken from a mirror at an address, which has what the Bureau has', async () => {
    const file = makeTiger('tl_2025_us_state', 'state', [state(-79)])
    publisher.put('/data/boundaries/tiger/STATE/tl_2025_us_state.zip', file)
    publisher.put('/data/ocd/country-us/x.csv', DIVISIONS.join('\n'))
    const sources = [sourceOf('tiger-state'), divisions]
    const { editions, asked, reads } = await nightly('2026-11-23', [], { sources, mirror: `${publisher.url}/data` })
    expect(editions['tiger-state']).toBe('2025')
    expect(asked).toEqual([
      ...['200 /data/ocd/country-us/x.csv', '200 /data/boundaries/tiger/STATE/tl_2025_us_state.zip'],
    ])
    // The canonical address is served.
    expect(reads.get('tiger-state')?.files[0]?.url).toMatch(/^https:\/\/www2.census.gov\//)
  })
})

it('a new plan is a source of its own: the lines before it stay, each for its elections', async () => {
  const ids = ['tiger-cd-nc-2024', 'tiger-cd-nc-2026']
  put(2025, 'cd119', '37_cd119', district(119, '01', -79), district(119, 'ZZ', -70))
  const first = await nightly('2026-11-23', ids)
  expect(first.status).toMatchObject({ 'tiger-cd-nc-2024': 'read', 'tiger-cd-nc-2026': 'unpublished' })
  put(2026, 'cd120', '37_cd120', district(120, '01', -78))
  const { shapes, asked, reads } = await nightly('2027-02-02', ids)
  expect(shapes).toMatchObject([
    { ocd_id: `${NC}/cd:1`, vintage: 'cd119', valid_from: '2024-01-01', valid_to: null },
    { ocd_id: `${NC}/cd:1`, vintage: 'cd120', valid_from: '2026-01-01', valid_to: null },
  ])
  expect(asked).toContain('200 TIGER2026/CD/tl_2026_37_cd120.zip')
  expect(reads.get('tiger-cd-nc-2026')).toMatchObject({ vintage: '2026' })
  // In 2028, the 121st Congress.
  const later = currentBoundaries(2028).find(({ id }) => id === 'tiger-cd-nc-2028')
  expect(later?.files.map(({ url }) => url.slice(url.indexOf('TIGER')))).toEqual(['TIGER2028/CD/tl_2028_37_cd121.zip'])
})

it('a new plan is refused if the file has another Congress than its name says', async () => {
  put(2026, 'cd119', '37_cd120', district(119, '01', -79))
  const { status, errors } = await nightly('2026-11-23', ['tiger-cd-nc-2026'])
  expect(status).toMatchObject({ 'tiger-cd-nc-2026': 'failed' })
  expect(errors).toEqual([expect.stringMatching(/CD119FP, expected CD120FP/)])
})

it('a new plan of a legislature is that of the session that the file names', async () => {
  const senate = (LSY: string) =>
    at(-79, { STATEFP: '37', SLDUST: '014', GEOID: '37014', NAMELSAD: 'State Senate District 14', LSY })
  put(2025, 'sldu', '37_sldu', senate('2024'))
  put(2026, 'sldu', '37_sldu', senate('2026'))
  const { shapes } = await nightly('2026-11-23', ['tiger-sldu-nc-2024', 'tiger-sldu-nc-2026'])
  expect(shapes).toMatchObject([
    { ocd_id: `${NC}/sldu:14`, vintage: 'sld2024', valid_from: '2024-01-01', valid_to: null },
    { ocd_id: `${NC}/sldu:14`, vintage: 'sld2026', valid_from: '2026-01-01', valid_to: null },
  ])
  put(2026, 'sldu', '37_sldu', senate('2024'))
  const carried = await nightly('2026-11-24', ['tiger-sldu-nc-2026'])
  expect(carried.shapes).toMatchObject([{ vintage: 'sld2024' }, { vintage: 'sld2024' }])
})

it('a new plan is not read from lines that their publisher doubts: Missouri in 2026', () => {
  const of = (year: number, code: string) =>
    currentBoundaries(year)
      .find(({ id }) => id === `tiger-cd-${code}-2026`)
      ?.files.map(({ vintage }) => vintage)
  expect([of(2026, 'nc'), of(2026, 'mo'), of(2027, 'mo'), of(2027, 'nc')]).toEqual([
    ...[['2026'], undefined, ['2027'], ['2027', '2026']],
  ])
})

describe('the GeoPackage of the next Congress', () => {
  const putGeoPackage = (congress: number): void => {
    const numbered = `CD${congress}FP`
    const fields = ['STATEFP', numbered, 'GEOID', 'NAMELSAD', 'LSAD', 'CDSESSN', 'MTFCC', 'FUNCSTAT', 'ALAND', 'AWATER']
    const of = (STATEFP: string, lng: number) => ({
      properties: { STATEFP, [numbered]: '01', GEOID: `${STATEFP}01`, NAMELSAD: 'Congressional District 1' },
      blob: blobOf([square(lng, 35)]),
    })
    const form = { table: 'Congressional_Districts', column: 'shape', fields }
    const content = makeGeoPackage(form, [of('37', -79), of('29', -92)])
    const name = 'tlgpkg_2026_us_legislative.gpkg'
    publisher.put(`/geo/tiger/TGRGPKG26/${name}.zip`, makeZip([{ name, content }]))
  }
  const ids = currentBoundaries(2026).flatMap(({ id }) => (/^tiger-(cd-..|congress)-2026$/.test(id) ? [id] : []))
  const states = new Set(['MO', 'NC'] as const)

  it('serves until its shapefiles are there, without the lines that the Bureau doubts', async () => {
    putGeoPackage(120)
    const first = await nightly('2026-11-23', ids, { states })
    expect(first.status).toMatchObject({ 'tiger-cd-nc-2026': 'unpublished', 'tiger-congress-2026': 'read' })
    expect(first.shapes).toMatchObject([
      { ocd_id: `${NC}/cd:1`, vintage: 'cd120', valid_from: '2026-01-01', valid_to: null },
    ])
    expect(first.report.sources.at(-1)?.issues).toEqual({ 'doubtful-lines': { mended: 0, ignored: 0, refused: 1 } })
    expect(first.reads.get('tiger-congress-2026')).toMatchObject({ vintage: '2026' })
    put(2026, 'cd120', '37_cd120', district(120, '01', -79))
    const second = await nightly('2026-11-30', ids, { states })
    expect(second.status).toMatchObject({ 'tiger-cd-nc-2026': 'read', 'tiger-congress-2026': 'replaced' })
    expect(second.shapes).toMatchObject([{ source_id: 'tiger-cd-nc-2026', vintage: 'cd120' }])
  })

  it('is refused if it has another Congress', async () => {
    putGeoPackage(119)
    const { status, errors } = await nightly('2026-11-23', ['tiger-congress-2026'])
    expect([status, errors]).toMatchObject([
      ...[{ 'tiger-congress-2026': 'failed' }, [expect.stringMatching(/expected CD120FP/)]],
    ])
  })
})

const CT = 'ocd-division/country:us/state:ct'
const school = (lea: string, NAME: string) =>
  at(-79, { STATEFP: '37', UNSDLEA: lea, GEOID: `37${lea}`, NAME, LOGRADE: 'PK', HIGRADE: '12' })
const region = (code: string, NAME: string, kind: string) =>
  at(-73, { STATEFP: '09', COUNTYFP: code, GEOID: `09${code}`, NAME, NAMELSAD: `${NAME} ${kind}` }, 41)
const area = (zip: string) => at(-79, { ZCTA5CE20: zip, GEOID20: zip, GEOIDFQ20: `860Z200US${zip}`, CLASSFP20: 'B5' })
const decade = { STATEFP20: '06', CD118FP: '12', GEOID20: '0612', NAMELSAD20: 'Congressional District 12' }

it.each<[string, string, Parameters<typeof put>, StateCode, object[]]>([
  [
    'school districts: those of the state by GEOID; land of no district is left out',
    'tiger-unsd-nc',
    [2025, 'unsd', '37_unsd', school('04720', 'Wake County Schools'), school('99997', 'School District Not Defined')],
    'NC',
    [{ layer: 'school', vintage: 'current', ocd_id: `${NC}/school_district:wake_county`, name: 'Wake County Schools' }],
  ],
  [
    "counties have Connecticut's planning regions, from code 110 on, since their first day",
    'tiger-county',
    [2025, 'county', 'us_county', region('109', 'Old', 'County'), region('110', 'Capitol', 'Planning Region')],
    'CT',
    [
      { name: 'Old', ocd_id: `${CT}/county:old`, valid_from: '2022-06-06' },
      { name: 'Capitol Planning Region', ocd_id: `${CT}/planning_region:capitol`, valid_from: '2022-06-06' },
    ],
  ],
  [
    'ZIP areas name no state: it follows from the ZIP code',
    'tiger-zcta',
    [2025, 'zcta520', 'us_zcta520', area('27601'), area('20001')],
    'NC',
    [{ layer: 'zcta', name: '27601', vintage: 'current', ocd_id: null }],
  ],
  [
    '2022 append the decade to the names of fields',
    'tiger-cd-ca-2022',
    [2022, 'cd118', '06_cd118', at(-122, decade, 37)],
    'CA',
    [{ name: 'Congressional District 12', vintage: 'cd118', valid_to: null }],
  ],
])('layouts of %s', async (_, id, file, state, shapes) => {
  put(...file)
  divisions = publishDivisions(publisher, ...DIVISIONS, `${CT}/county:old,Old County,place-09109`)
  const ran = await nightly('2026-11-23', [id], { states: new Set([state]) })
  expect(ran.status).toMatchObject({ [id]: 'read' })
  expect(ran.shapes).toHaveLength(shapes.length)
  expect(ran.shapes).toEqual(expect.arrayContaining(shapes.map((one) => expect.objectContaining(one))))
})

it('older sources serve until the newest edition has been read, and are then left out with their rows', async () => {
  const ids = ['tiger-county', 'counties-nc']
  const geometry = { type: 'Polygon', coordinates: [squareRing(-79, 35).toReversed()] }
  const old = { type: 'Feature', properties: { GEOID: '37183', NAME: 'Wake' }, geometry }
  publisher.put('/geo/tiger/TIGER2017/COUNTY/tl_2017_us_county.zip', JSON.stringify(old))
  const first = await nightly('2026-11-23', ids)
  expect(first.status).toMatchObject({ 'tiger-county': 'unpublished', 'counties-nc': 'read' })
  expect(first.shapes).toMatchObject([{ vintage: '2017' }])
  put(2026, 'county', 'us_county', wake(-78))
  const second = await nightly('2026-11-30', ids)
  expect(second.status).toMatchObject({ 'tiger-county': 'read', 'counties-nc': 'replaced' })
  expect(second.shapes).toMatchObject([{ source_id: 'tiger-county', vintage: 'current' }])
  expect(second.reads.has('counties-nc')).toBe(false)
  publisher.fail(pathOf(2026, 'county', 'us_county'), { kind: 'status', status: 404 })
  const failed = await nightly('2026-12-01', ids)
  expect(failed.status).toMatchObject({ 'tiger-county': 'failed', 'counties-nc': 'replaced' })
  expect(failed.shapes).toMatchObject([{ source_id: 'tiger-county' }])
})

it('the registry has the current lines for a network, and those of a folder that has them', () => {
  const idsOf = (mirror: string | null) =>
    findSources({ mirror, year: 2026 }).flatMap(({ id }) => (id.startsWith('tiger-') ? [id] : []))
  expect(idsOf(null)).toHaveLength(currentBoundaries(2026).length)
  expect(idsOf(folder)).toEqual([])
  const file = join(folder, 'boundaries/tiger/STATE/tl_2025_us_state.zip')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '')
  expect(idsOf(folder)).toEqual(['tiger-state', 'tiger-delegates'])
  expect(findAvailable(currentBoundaries(2026), 'https://example.org')).toHaveLength(currentBoundaries(2026).length)
})

it('the registry finds each by its id in any year, as lines', () => {
  for (const { id } of currentBoundaries(2026)) expect(findSource(id)?.id).toBe(id)
  const [first] = currentBoundaries(2031)
  expect(findSource(first?.id ?? '')?.id).toBe(first?.id)
  expect(findSource('tiger-sldl-vt-2030')).toMatchObject({ editions: true, seen: false, states: ['VT'] })
  for (const id of ['tiger-sldl-ne-2024', 'tiger-cd-nc-2025', 'tiger-x']) expect(findSource(id)).toBeUndefined()
  expect(kindOf({ id: 'tiger-county' })).toBe('lines')
  expect(listIds(2026)).toContain('tiger-cd-nc-2026')
})
