// The sources that entries of sources.yaml become: their elections, their personal columns, street ranges and addresses.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import type { Issue } from '../../../data/store/source-read.ts'
import { vipSource } from '../../../ingest/ballot/vip/vip.ts'
import { onlyElections } from '../../../ingest/configuration/entries.ts'
import { parseSourcesFile } from '../../../ingest/configuration/load.ts'
import { requireNamed, soundsPersonal } from '../../../ingest/configuration/personal-columns.ts'
import { configureSources, type Registry } from '../../../ingest/configuration/to-sources.ts'
import { planReads } from '../../../ingest/engine/rebuild.ts'
import * as builtIn from '../../../ingest/engine/registry.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import type { KeptFile } from '../../../ingest/fetch/kept-bytes.ts'
import type { Source, SourceReader } from '../../../ingest/read/source.ts'
import { cells } from '../../table.ts'
import { collection, divisionsOf, square } from '../boundary/collect.ts'
import { folder, freshPublisher, publisher } from '../fetch/fresh-publisher.ts'
import { readAddresses } from '../geocode/addresses.ts'
import { makeAddrfeat } from '../geocode/addrfeat-bytes.ts'
import { dbfOf } from '../read/shapefile-bytes.ts'
import { makeZip } from '../read/zip-bytes.ts'

freshPublisher({ etag: false, modified: null })

function configure(text: string): Registry {
  const bytes = Buffer.from(`version: 1\n${text}`)
  const file = parseSourcesFile({ name: 'sources.yaml', bytes }, builtIn.sources, 'public', () => undefined)
  return configureSources(file, builtIn, { folder, family: 'public' }, 2026)
}

function load(registry: Registry, id: string): Source {
  const source = registry.findSource(id)
  if (!source) throw new Error(`there is no ${id}`)
  return source
}

/** The first entry of a list, with these lines. */
function entry(list: string, ...lines: string[]): string {
  const common = [
    'id: own',
    'publisher: P',
    'page: https://example.org/',
    'licence: Public record',
    'states: [NC]',
    ...lines,
  ]
  return `${list}:\n${common.map((line, at) => `  ${at === 0 ? '- ' : '  '}${line}\n`).join('')}`
}

function readerOf(source: Source): SourceReader {
  if (source.needs !== undefined) throw new Error(`${source.id} needs rows of other sources`)
  return source.read
}

const fetchOwn = (source: Source): Promise<KeptFile[]> =>
  fetchSource(source, { rawDir: join(folder, 'raw'), mirror: null, now: new Date('2026-11-23') })
const keptBytes = (): string[] =>
  readdirSync(join(folder, 'raw'))
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .map((name) => readFileSync(join(folder, 'raw', name), 'latin1'))

const feed = readFileSync(projectFile('test', 'ingest', 'golden', 'vip-6-made-up', 'input', 'feed.xml'))

const vip = vipSource({
  ...{ id: 'own', publisher: 'P', url: 'https://example.org/', licence: 'Public record', vintage: 'current' },
  ...{ published_on: '2026-01-01', state: 'ME', lists: { kinds: ['candidate'], whole_in: [] }, files: [] },
})

async function read(days?: readonly string[]) {
  const source = onlyElections(vip, days)
  const rows: Record<string, number> = {}
  const issues: Issue[] = []
  const context = {
    ...{ source, states: new Set(['ME'] as const) },
    divisions: divisionsOf(['ocd-division/country:us/state:me']),
  }
  await source.read([{ name: 'own/feed.xml', bytes: feed, url: '' }], context, {
    row(table) {
      rows[table] = (rows[table] ?? 0) + 1
    },
    issue: (issue) => issues.push(issue),
  })
  return { rows, issues }
}

it('elections of a ballot feed are all, or those of its days', async () => {
  const all = await read()
  expect(all.rows.contest).toBeGreaterThan(1)
  expect((await read(['2030-06-11'])).rows).toEqual(all.rows)
})

it('elections of a ballot feed leaves out another election, and says so once', async () => {
  const { rows, issues } = await read(['2026-11-03', '2030-06-12'])
  expect(rows).toEqual({})
  expect(issues).toContainEqual(
    expect.objectContaining({
      ...{ file: 'own/feed.xml', code: 'foreign-election', severity: 'refused', value: 'me-2030-06-11-primary' },
      message: expect.stringContaining('expected one of 2026-11-03, 2030-06-12'),
    }),
  )
  expect(issues.filter(({ code }) => code === 'foreign-election').length).toBe(1)
})

describe('columns that sound personal', () => {
  it('are known in every style, and others are not', () => {
    const personal = cells(`
      email | RepEmail | HOME_PHONE | mailing address | REP_PHONE | Telephone | DateOfBirth | voter_id | e-mail | Residence
      SSN | addr1 | MailingAddr1 | homeaddress | perm_addr | MAILADDR | address_line_2 | home_street | home_city | mail_city
      MailingZip | MAILCITY | mailingstate | hometown | candidate_home
    `)
    const others = cells(`
      endorser | DISTRICT | statement_es | published_on | website_url | number | street | postcode | cellar | hotel | Shape_Area
      homepage | home_page | HomeUrl | home_rule | homestead | homeless | blackmail | vote_by_mail | MailBallots | mail_in_votes
      ladder | added_on
    `)
    expect(personal.filter((name) => !soundsPersonal(name))).toEqual([])
    expect(others.filter(soundsPersonal)).toEqual([])
  })

  const council = (properties: object) =>
    JSON.stringify(collection({ properties: { DISTRICT: 1, ...properties }, polygon: square(0, 0) }))
  const district = (...lines: string[]) =>
    entry(
      'district_files',
      `url: ${publisher.url}/council.geojson`,
      'allow_private_network: true',
      ...[
        'layer: council',
        'id_column: DISTRICT',
        'ocd_id: "ocd-division/country:us/state:nc/place:a/council_district:{id}"',
      ],
      ...['name: "A {id}"', 'plan: 2022', ...lines],
    )

  it('of GeoJSON must be named, and are blanked before anything is kept', async () => {
    publisher.put('/council.geojson', council({ REP_EMAIL: 'ann@example.org', Phone: '555-0100', NAME: 'Ward 1' }))
    const unnamed = fetchOwn(load(configure(district()), 'own'))
    await expect(unnamed).rejects.toThrow(
      'own/council.geojson: has columns that sound personal: REP_EMAIL, Phone; name each in sources.yaml',
    )
    expect(keptBytes()).toEqual([])
    await expect(fetchOwn(load(configure(district('personal: [REP_EMAIL]')), 'own'))).rejects.toThrow(
      'a column that sounds personal: Phone;',
    )
    expect(keptBytes()).toEqual([])
    const [file] = await fetchOwn(load(configure(district('personal: [REP_EMAIL]', 'not_personal: [Phone]')), 'own'))
    expect(Buffer.from(file?.bytes ?? []).toString()).toMatch(/"REP_EMAIL":null +,"Phone":"555-0100"/)
    expect(keptBytes().join('')).not.toContain('ann@example.org')
  })

  it('are found beside names with quotes and letters of any language, and in a file of quotes alone in time', async () => {
    const named = council({ 'a "b" phone\\': 1, Téléphone: 2, '"': 3 })
    publisher.put('/council.geojson', named)
    await expect(fetchOwn(load(configure(district()), 'own'))).rejects.toThrow(
      'columns that sound personal: a "b" phone\\, Téléphone;',
    )
    const quotes = '"\\'.repeat(500_000)
    const started = performance.now()
    await requireNamed({ name: 'a.geojson', bytes: Buffer.from(`${quotes}"`) }, [])
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each(['a.csv', 'a.tsv', 'a.txt'])('of the table %s must be named', async (name) => {
    const table = { name, bytes: Buffer.from('Number\tE-Mail\n1\ta@example.org\n') }
    await expect(requireNamed(table, [])).rejects.toThrow('has a column that sounds personal: E-Mail')
  })

  it.each([
    "<SimpleData name='E-Mail'>s</SimpleData>",
    '<td style="a"> E-Mail </td><td>s</td>',
    '&lt;th class=&quot;a&quot;&gt;E-Mail&lt;/th&gt;',
    '<span class="atr-name">E-Mail</span>: <span>s</span>',
    '<![CDATA[E-Mail: s]]>',
  ])('of KML must be named: %s', async (text) => {
    const file = { name: 'a.kml', bytes: Buffer.from(`<kml><SimpleData name="WARD">4</SimpleData>${text}`) }
    await expect(requireNamed(file, [])).rejects.toThrow('has a column that sounds personal: E-Mail;')
    await requireNamed(file, ['E-Mail'])
  })

  it('of CSV and of a zipped shapefile must be named, too', async () => {
    publisher.put(
      '/points.csv',
      '\uFEFFLON,LAT,NUMBER,STREET,CITY,POSTCODE,"Owner Phone"\n-78,35,1,Elm St,A,27601,555\n',
    )
    const addresses = entry('address_files', `url: ${publisher.url}/points.csv`, 'allow_private_network: true')
    await expect(fetchOwn(load(configure(addresses), 'own'))).rejects.toThrow(
      'a column that sounds personal: Owner Phone;',
    )
    const columns = [['DISTRICT', 4] as const, ['REP_EMAIL', 20] as const]
    const content = dbfOf(columns, [{ DISTRICT: '1', REP_EMAIL: 'ann@example.org' }])
    publisher.put('/council.geojson', makeZip([{ name: 'council.dbf', content }]))
    await expect(fetchOwn(load(configure(district()), 'own'))).rejects.toThrow('sounds personal: REP_EMAIL;')
    expect(keptBytes()).toEqual([])
  })
})

it('addresses are read from gzipped GeoJSON lines at a URL, with a licence by name', async () => {
  const place = { number: '1', street: 'Elm St', unit: '', city: 'Raleigh', district: '', region: 'NC' }
  const line = {
    type: 'Feature',
    properties: { hash: 'a', ...place, postcode: '27601', id: '' },
    geometry: { type: 'Point', coordinates: [-78.6, 35.7] },
  }
  publisher.put('/source.geojson.gz', gzipSync(`${JSON.stringify(line)}\n`))
  const registry = configure(
    entry('address_files', `url: ${publisher.url}/source.geojson.gz`, 'allow_private_network: true'),
  )
  const source = load(registry, 'own')
  expect([registry.kindOf(source), source.licence]).toEqual(['addresses', 'Public record'])
  const files = await fetchOwn(source)
  const { points } = await readAddresses(readerOf(source), files, ['NC'])
  expect(Object.keys(points)).toEqual(['NC|27601|raleigh||elm|st|'])
})

it('street ranges of a county come from the newest edition that the Bureau has, and stay with their rows', async () => {
  const registry = configure('street_ranges: [1001, 37183]\n')
  const source = load(registry, 'street-ranges-37183')
  expect(registry.findSource('street-ranges-01001')?.states).toEqual(['AL'])
  expect(source.files.map(({ url }) => url)).toEqual(
    [2026, 2025, 2024].map(
      (year) => `https://www2.census.gov/geo/tiger/TIGER${year}/ADDRFEAT/tl_${year}_37183_addrfeat.zip`,
    ),
  )
  expect(registry.kindOf(source)).toBe('addresses')
  const line = [
    [-78.6, 35.7],
    [-78.5, 35.7],
  ] as const
  publisher.put(
    '/tl_2025_37183_addrfeat.zip',
    makeAddrfeat([{ FULLNAME: 'Elm St', LFROMHN: '1', LTOHN: '99', ZIPL: '27601', PARITYL: 'O', line }]),
  )
  const moved: Source = {
    ...source,
    files: source.files.map((file) => ({
      ...file,
      location: { address: `${publisher.url}/${file.mirror.split('/').at(-1)}`, privateNetwork: true },
    })),
  }
  const files = await fetchOwn(moved)
  expect(files.map(({ name }) => name)).toEqual(['geocode/addrfeat/tl_2025_37183_addrfeat.zip'])
  expect(publisher.requests.map(({ status }) => status)).toEqual([404, 200])
  const { ranges } = await readAddresses(readerOf(source), files, ['NC'])
  expect(Object.keys(ranges)).toEqual(['NC|27601||elm|st|'])
})

it('street ranges of a county replace the file of a mirror, and can be read again from a snapshot', async () => {
  const registry = configure('street_ranges: [37183]\n')
  expect([registry.isRetired('addrfeat-37183'), registry.isRetired('addrfeat-37063')]).toEqual([true, false])
  expect(configure('').isRetired('street-ranges-37183')).toBe(true)
  const name = 'geocode/addrfeat/tl_2025_37183_addrfeat.zip'
  const read = {
    id: 'street-ranges-37183',
    vintage: '2025',
    published_on: '2025-09-22',
    files: [{ name, url: 'https://example.org/x.zip', sha256: 'a' }],
  }
  const { sources, unknown } = await planReads([read])
  expect(unknown).toEqual([])
  expect(sources).toMatchObject([
    { id: 'street-ranges-37183', states: ['NC'], vintage: '2025', files: [{ mirror: name }] },
  ])
})
