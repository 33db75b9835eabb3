import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { geocodeSources } from '../../../ingest/geocode/sources.ts'
import { hasMirror, MIRROR } from './collect.ts'

const sources = [...boundarySources, ...geocodeSources]

it('boundary and ZIP sources have ids of their own, division ids first', () => {
  expect(new Set(sources.map(({ id }) => id)).size).toBe(sources.length)
  for (const { id } of sources) expect(id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
  expect(sources[0]?.id).toBe('ocd-divisions')
})

it('boundary and ZIP sources name public addresses, paths inside a mirror, dates and states', () => {
  for (const { id, files, published_on, states, publisher, licence } of sources) {
    expect(files.length, id).toBeGreaterThan(0)
    expect(states.length, id).toBeGreaterThan(0)
    expect(published_on, id).toMatch(/^20\d\d-\d\d-\d\d$/)
    expect(publisher && licence, id).not.toBe('')
    for (const { url, mirror } of files) {
      expect(new URL(url).protocol, id).toBe('https:')
      expect(mirror, id).toMatch(/^(boundaries|ocd|geocode|places_civic_data)\/[^.][^ ]*$/)
    }
  }
})

it.skipIf(!hasMirror)('boundary and ZIP sources are in the mirror at the paths that the registry names', () => {
  const missing = sources.flatMap(({ files }) => files.filter(({ mirror }) => !existsSync(join(MIRROR, mirror))))
  expect(missing).toEqual([])
})
