import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { collect } from '../../../build/publish/garbage-collect.ts'
import { makePrivateFolder } from '../../../data/store/files.ts'
import { loadRetrieved, writeRetrieved } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { shareFolder } from '../../temporary.ts'

const root = shareFolder()
const paths = pathsIn(root)
makePrivateFolder(paths.bundles)
makePrivateFolder(paths.parts)

const BUNDLE = 'b'.repeat(64)
const [EARLY, LATE] = ['2026-08-01T06:00:00.000Z', '2026-08-05T06:00:00.000Z']
const file = (sha256: string) => ({ url: 'https://example.org/', sha256 })
const source = (id: string, files: string[]) => ({
  ...{ id, publisher: 'p', licence: 'CC0-1.0', vintage: 'v', published_on: '2026-08-01', rows: 1 },
  files: files.map(file),
})
const manifest = { bundle: BUNDLE, sources: [source('two-files', ['1', '2']), source('half-known', ['1', '9'])] }
/** When the files 1 and 2 were retrieved. */
const times = (one: string, two: string) => new Map(Object.entries({ 1: one, 2: two }))

test('a source was retrieved with its last file; one file of unknown time makes it unknown', () => {
  expect(loadRetrieved(paths, BUNDLE)).toEqual(new Map())
  writeRetrieved(paths, manifest, times(LATE, EARLY))
  expect(loadRetrieved(paths, BUNDLE)).toEqual(new Map([['two-files', LATE]]))
})

test('it is written once per bundle, so that answers of a bundle stay the same', () => {
  const name = join(paths.bundles, `${BUNDLE}.retrieved.json`)
  const before = readFileSync(name, 'utf8')
  writeRetrieved(paths, manifest, times('2026-09-01T06:00:00.000Z', EARLY))
  expect(readFileSync(name, 'utf8')).toBe(before)
})

test('a damaged file leaves everything unknown', () => {
  for (const text of ['', '{', '[]', '{"a":"yesterday"}']) {
    writeFileSync(join(paths.bundles, `${'c'.repeat(64)}.retrieved.json`), text)
    expect(loadRetrieved(paths, 'c'.repeat(64))).toEqual(new Map())
  }
})

test('it stays as long as the manifest of its bundle is kept', () => {
  const part = { sha256: 'a'.repeat(64), bytes: 1, fingerprint: 'a'.repeat(64) }
  writeFileSync(
    join(paths.bundles, `${BUNDLE}.json`),
    JSON.stringify({ format: 3, bundle: BUNDLE, parts: { places: part } }),
  )
  collect(paths, [BUNDLE])
  expect(loadRetrieved(paths, BUNDLE).size).toBe(1)
  collect(paths, [])
  expect(loadRetrieved(paths, BUNDLE).size).toBe(0)
})
