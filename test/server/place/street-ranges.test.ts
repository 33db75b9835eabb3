import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { build } from '../../../build/build.ts'
import { chooseSources } from '../../../cli/publish/choose-sources.ts'
import { openBundle, partsOf } from '../../../data/store/bundle.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { ingest } from '../../../ingest/engine/ingest.ts'
import { findStreetRanges } from '../../../ingest/engine/registry.ts'
import { resolveLocation } from '../../../server/place/place.ts'
import { square } from '../../ingest/boundary/collect.ts'
import { type Edge, makeAddrfeat } from '../../ingest/geocode/addrfeat-bytes.ts'
import { shareFolder } from '../../temporary.ts'

const root = shareFolder()
const mirror = join(root, 'mirror')
const put = (name: string, bytes: Uint8Array): void => {
  mkdirSync(dirname(join(mirror, name)), { recursive: true })
  writeFileSync(join(mirror, name), bytes)
}
const EDGE: Edge = {
  ...{ FULLNAME: 'Hustings Way', LFROMHN: '101', LTOHN: '199', ZIPL: '27601', PARITYL: 'O' },
  line: [
    [-78.6, 35.2],
    [-78.5, 35.2],
  ],
}
const WAKE = 'geocode/addrfeat/tl_2024_37183_addrfeat.zip'
put(WAKE, makeAddrfeat([EDGE]))
put('geocode/addrfeat/.tl_2024_37063_addrfeat.zip.part', Buffer.from('half'))
put(
  'boundaries/states_tiger_full/states.geojsonl.gz',
  gzipSync(
    JSON.stringify({
      type: 'Feature',
      properties: { geoid: '37', name: 'North Carolina' },
      geometry: { type: 'Polygon', coordinates: square(-79, 35) },
    }),
  ),
)

const ingestFrom = async (paths: ReturnType<typeof pathsIn>) => {
  const sources = (await chooseSources({ mirror })).filter(({ id }) => /^(states$|addrfeat-)/.test(id))
  return ingest({ paths, sources, states: new Set(['NC']), mirror, now: new Date(0) })
}

it('ranges of a mirror are a source for each county with a file', async () => {
  const [wake, ...others] = findStreetRanges(mirror)
  expect(others).toEqual([])
  expect(wake).toMatchObject({
    ...{ id: 'addrfeat-37183', vintage: '2024', states: ['NC'] },
    files: [{ url: `https://www2.census.gov/geo/tiger/TIGER2024/ADDRFEAT/tl_2024_37183_addrfeat.zip`, mirror: WAKE }],
  })
  for (const none of [null, 'https://mirror.example.org', root]) expect(findStreetRanges(none)).toEqual([])
  expect(await chooseSources({ mirror }, ['addrfeat-37183'])).toMatchObject([{ id: 'addrfeat-37183' }])
  expect((await chooseSources({})).filter(({ id }) => id.startsWith('addrfeat'))).toEqual([])
})

it('ranges answer for an address, and stay while their file is missing', async () => {
  const paths = pathsIn(join(root, 'var'))
  expect((await ingestFrom(paths)).totals.status).toMatchObject({ read: 2, failed: 0 })
  const find = async (location: string) => {
    const bundle = openBundle(paths, loadManifest(paths, (await build({ paths })).bundle))
    try {
      return resolveLocation(bundle, { location })
    } finally {
      for (const part of partsOf(bundle)) part.close()
    }
  }
  const found = await find('151 Hustings Way, NC 27601')
  expect(found).toMatchObject({ kind: 'address', exact: true, resolver: 'local', state: 'NC' })
  expect(await find('150 Hustings Way, NC 27601')).toMatchObject({ refusal: { code: 'not_found' } })

  rmSync(join(mirror, WAKE))
  expect((await ingestFrom(paths)).totals.status).toMatchObject({ unchanged: 1, failed: 0 })
  expect(await find('151 Hustings Way, NC 27601')).toEqual(found)
})

it('ranges with a wrong name, or of two years, fail with an error, without effect on other sources', async () => {
  put('geocode/addrfeat/edges.zip', makeAddrfeat([EDGE]))
  put('geocode/addrfeat/tl_2023_37183_addrfeat.zip', makeAddrfeat([EDGE]))
  put(WAKE, makeAddrfeat([EDGE]))
  const { sources } = await ingestFrom(pathsIn(join(root, 'other')))
  expect(sources.map(({ source_id, status, error }) => [source_id, status, error])).toEqual([
    ['states', 'read', null],
    ['addrfeat-37183', 'failed', `${WAKE}: is a second file for county 37183, expected one`],
    ['addrfeat-edges-zip', 'failed', expect.stringContaining('expected tl_<year>_<county>_addrfeat.zip')],
  ])
})
