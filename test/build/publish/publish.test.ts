// Manifests and their parts: damage is repaired, and manifests of other versions never block a publication.

import { chmodSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type Base, findMissing, findPart, writeManifest } from '../../../build/bundle/manifest.ts'
import { loadReturn, publishBundle } from '../../../build/publish/publish.ts'
import { BUNDLE_FORMAT, type Manifest, PART_NAMES, type PartName } from '../../../data/schema/manifest.ts'
import { loadManifest, manifestFile } from '../../../data/store/manifest.ts'
import { writePart } from '../../../data/store/part.ts'
import { freshState, paths, state } from '../../data/store/fresh-state.ts'
import { sourceRead } from '../rows.ts'

freshState()

const FINGERPRINT = 'f'.repeat(64)

/** A bundle of empty parts, made unique by one row. */
function writeBundle(mark: string, rows = 0): Manifest {
  const part = (name: PartName) => ({
    ...writePart(paths.parts, name, ({ insert }) => {
      if (name === 'ballots') insert('coverage', ['state', 'updated_at'], [['NC', mark]])
    }),
    fingerprint: FINGERPRINT,
  })
  const [places, ballots, endorsements, officeholders] = PART_NAMES.map(part)
  if (!places || !ballots || !endorsements || !officeholders) throw new Error('four parts')
  const parts = { places, ballots, endorsements, officeholders }
  return writeManifest(paths, parts, [sourceRead('a')], new Map([['a', { rows, gives: [] }]]))
}

const publish = (bundle: string, accept = false) =>
  publishBundle({ paths, state, bundle, now: () => new Date('2028-01-01T00:00:00Z'), accept, retentionDays: 7 })

const change = (bundle: string, text: string, other: string): void => {
  const file = manifestFile(paths, bundle)
  writeFileSync(file, readFileSync(file, 'utf8').replace(text, other))
}

test('a part is reused by its fingerprint while its bytes are intact', () => {
  const { parts } = writeBundle('one')
  expect(findPart(paths, 'ballots', FINGERPRINT)).toEqual(parts.ballots)
  expect(findPart(paths, 'ballots', 'e'.repeat(64))).toBeUndefined()
  const file = join(paths.parts, `${parts.ballots.sha256}.sqlite`)
  chmodSync(file, 0o644)
  const bytes = readFileSync(file)
  writeFileSync(
    file,
    bytes.map((byte, at) => (at === bytes.length - 1 ? byte ^ 1 : byte)),
  )
  expect(findPart(paths, 'ballots', FINGERPRINT)).toBeUndefined()
  truncateSync(file, 4096)
  expect(findPart(paths, 'ballots', FINGERPRINT)).toBeUndefined()
})

test('a part of the base is missing if its file is away or has another size', () => {
  const { parts } = writeBundle('one')
  const base: Base = { fingerprints: {} as Base['fingerprints'], parts }
  const fileOf = (name: PartName): string => join(paths.parts, `${parts[name].sha256}.sqlite`)
  expect(findMissing(paths, base)).toEqual([])
  chmodSync(fileOf('ballots'), 0o644)
  truncateSync(fileOf('ballots'), 11)
  rmSync(fileOf('endorsements'))
  expect(findMissing(paths, base)).toEqual(['ballots', 'endorsements'])
})

test('the search for a part skips manifests of other versions and damaged ones', () => {
  const old = writeBundle('one').bundle
  const { bundle, parts } = writeBundle('two')
  change(old, '"officeholders": {', '"holders": {')
  writeFileSync(manifestFile(paths, 'a'.repeat(64)), '{"format": 1,')
  expect(findPart(paths, 'ballots', FINGERPRINT)).toEqual(parts.ballots)
  expect(() => loadManifest(paths, old)).toThrow(/parts\.officeholders: .*another version wrote it/)
  expect(() => loadManifest(paths, 'a'.repeat(64))).toThrow('it is not JSON')
  change(bundle, `"format": ${BUNDLE_FORMAT}`, '"format": 7')
  expect(() => loadManifest(paths, bundle)).toThrow('its format is 7, this version reads 3')
})

test('a current bundle of another format cannot be compared; if accepted, a new epoch begins, and its parts stay for a rollback', async () => {
  const first = writeBundle('one', 1000)
  await publish(first.bundle)
  const head = await state.head()
  change(first.bundle, '"officeholders": {', '"holders": {')
  const second = writeBundle('two', 0)
  await expect(publish(second.bundle)).rejects.toThrow(/parts\.officeholders.*run: hustings publish --accept$/s)
  const report = await publish(second.bundle, true)
  expect(report).toMatchObject({ publication: 2, changed: true, collected: 0 })
  expect(report.warnings).toEqual([expect.stringMatching(/^A new epoch .*parts\.officeholders/)])
  expect(existsSync(join(paths.parts, `${first.parts.ballots.sha256}.sqlite`))).toBe(true)
  const after = await state.head()
  expect(after?.bundle).toBe(second.bundle)
  expect(after?.epoch).not.toBe(head?.epoch)
})

test('a kept manifest without parts gives its own warning, and nothing is deleted', async () => {
  const first = writeBundle('one')
  await publish(first.bundle)
  const stray = writeBundle('two')
  writeFileSync(manifestFile(paths, first.bundle), '[]')
  const third = writeBundle('three')
  const report = await publish(third.bundle, true)
  expect(report).toMatchObject({ publication: 2, changed: true, collected: 0 })
  expect(report.warnings).toEqual([
    expect.stringMatching(/^A new epoch/),
    expect.stringMatching(/^Not all unused files were deleted.*names no parts/),
  ])
  expect(existsSync(manifestFile(paths, stray.bundle))).toBe(true)
})

test('a missing bundle is refused with an error', async () => {
  await expect(publish('b'.repeat(64))).rejects.toThrow(/there is no bundle b+ in/)
})

/** Flips one bit; a second call restores it. */
function flip(file: string, at: number, bit: number): void {
  chmodSync(file, 0o644)
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
  writeFileSync(file, bytes)
}

test('a flipped bit anywhere in any part stops the publication; the head stays', async () => {
  const first = writeBundle('one')
  await publish(first.bundle)
  const second = writeBundle('two')
  for (let trial = 0; trial < 40; trial++) {
    const name = PART_NAMES[trial % PART_NAMES.length] ?? 'places'
    const { sha256, bytes } = second.parts[name]
    const [file, at] = [join(paths.parts, `${sha256}.sqlite`), Math.floor(Math.random() * bytes)]
    flip(file, at, trial % 8)
    await expect(publish(second.bundle), `${name} at ${at}`).rejects.toThrow(
      /^nothing was published: .*\.sqlite is damaged: its hash is [0-9a-f]{64}, expected its name; run: hustings build /,
    )
    expect((await state.head())?.bundle).toBe(first.bundle)
    flip(file, at, trial % 8)
  }
  expect(await publish(second.bundle)).toMatchObject({ publication: 2, changed: true })
})

test('parts of one bundle under the id of another are not published', async () => {
  const [one, two] = [writeBundle('one'), writeBundle('two')]
  const text = readFileSync(manifestFile(paths, one.bundle), 'utf8')
  writeFileSync(manifestFile(paths, two.bundle), text.replace(one.bundle, two.bundle))
  await expect(publish(two.bundle)).rejects.toThrow(`it names the parts of the bundle ${one.bundle}, expected those of`)
  expect(await state.head()).toBeUndefined()
})

test('a rollback goes to the newest intact earlier bundle, and refuses a damaged one given by id', async () => {
  const first = writeBundle('one')
  await publish(first.bundle)
  const second = writeBundle('two')
  await publish(second.bundle)
  await publish(writeBundle('three').bundle)
  flip(join(paths.parts, `${second.parts.ballots.sha256}.sqlite`), 5000, 3)
  const now = new Date('2028-01-01T00:00:00Z')
  expect(await loadReturn(paths, state)).toBe(first.bundle)
  const options = { paths, state, now: () => now, accept: false, rollback: true, retentionDays: 7 }
  await expect(publishBundle({ ...options, bundle: second.bundle })).rejects.toThrow(
    /is damaged: .*; run: hustings rollback /,
  )
  expect((await state.head())?.publication).toBe(3)
})
