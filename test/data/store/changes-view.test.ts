// An endorsements part and its changes, read as one: indexes, refusals, and the key of its handle.

import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BUNDLE_FORMAT, BUNDLE_FORMATS, bundleIdOf, type Manifest } from '../../../data/schema/manifest.ts'
import { type Bundle, openBundle, partFiles } from '../../../data/store/bundle.ts'
import { loadManifest, manifestFile } from '../../../data/store/manifest.ts'
import { type PartKind, type PartWriter, writePart } from '../../../data/store/part.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { answersOf } from '../../build/answers.ts'
import { fillBallots } from '../../server/ballots.ts'
import { fillEndorsements } from '../../server/endorsements.ts'
import { fillPlaces } from '../../server/geography.ts'
import { shareFolder } from '../../temporary.ts'

const paths = pathsIn(shareFolder())
const opened: Bundle[] = []
let alone: Manifest

const entry = (part: { sha256: string; bytes: number }) => ({ ...part, fingerprint: '0'.repeat(64) })

function writeChanges(base: string, state = 'NC'): Manifest['parts']['places'] {
  return entry(
    writePart(paths.parts, 'changes', (writer) => {
      writer.insert('base', ['sha256'], [[base]])
      writer.insert('coverage', ['state', 'updated_at'], [[state, '2024-10-01T00:00:00.000Z']])
    }),
  )
}

const withChanges = (changes: Manifest['parts']['places']): Manifest => ({
  ...alone,
  parts: { ...alone.parts, changes },
})

function open(manifest: Manifest, held: readonly Bundle[] = []): Bundle {
  const bundle = openBundle(paths, manifest, new Map(held.flatMap(partsOf).map((part) => [part.sha256, part])))
  opened.push(bundle)
  return bundle
}

const partsOf = ({ places, ballots, endorsements, officeholders }: Bundle) => [
  ...[places, ballots, endorsements, officeholders],
]

beforeAll(() => {
  const part = (name: PartKind, fill: (writer: PartWriter) => void) => entry(writePart(paths.parts, name, fill))
  alone = {
    ...{ format: BUNDLE_FORMAT, bundle: 'a'.repeat(64), sqlite: '3', sources: [] },
    parts: {
      places: part('places', fillPlaces),
      ballots: part('ballots', (writer) => fillBallots(writer, {})),
      endorsements: part('endorsements', (writer) => fillEndorsements(writer, {})),
      officeholders: part('officeholders', () => {}),
    },
  }
})
afterAll(() => {
  for (const part of new Set(opened.flatMap(partsOf))) part.close()
})

test('every list of base + changes uses the same indexes as that of the base, without extra sorting or copying', () => {
  const prepare = vi.spyOn(Database.prototype, 'prepare')
  const { parts } = alone
  for (const manifest of [alone, withChanges(writeChanges(parts.endorsements.sha256))])
    answersOf(open(manifest), { endorsements: [1], slugs: ['oak-party'] })
  const plans = new Map<string, string[][]>()
  for (const [at, [sql]] of prepare.mock.calls.entries()) {
    const database = prepare.mock.contexts[at]
    if (!(database instanceof Database) || !database.name.includes(parts.endorsements.sha256)) continue
    if (/changes\.|sqlite_schema/.test(sql) || !/^\s*(SELECT|WITH)/.test(sql)) continue
    const names = [...sql.matchAll(/\$(\w+)/g)].map(([, name = '']) => [name, null])
    const rows = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Object.fromEntries(names))
    plans.set(sql, [...(plans.get(sql) ?? []), rows.map((row) => JSON.stringify(row))])
  }
  prepare.mockRestore()
  expect(plans.size).toBeGreaterThan(20)
  const copies = (plan: readonly string[]) => plan.some((line) => /MATERIALIZE|CO-ROUTINE/.test(line))
  const sorts = (plan: readonly string[]) => plan.some((line) => line.includes('TEMP B-TREE FOR ORDER BY'))
  for (const [sql, [before = [], after = []]] of plans) {
    expect(after.length, sql).toBeGreaterThan(0)
    // Counts by state are computed once per bundle (server/read/positions.ts), so their full scan is allowed.
    if (/^WITH election|^SELECT \* FROM/.test(sql)) continue
    expect([copies(after), sorts(after)], sql).toEqual([copies(before), sorts(before)])
  }
})

test('changes of another base are refused with an error', () => {
  const other = writeChanges('b'.repeat(64))
  expect(() => open(withChanges(other))).toThrow(
    `${other.sha256}.sqlite: it belongs to the endorsements part ${'b'.repeat(64)}`,
  )
})

test('the handle of base + changes is cached by both hashes', () => {
  const { sha256 } = alone.parts.endorsements
  const [first, second] = [writeChanges(sha256, 'NC'), writeChanges(sha256, 'VA')]
  const before = open(withChanges(first))
  const [same, other, base] = [withChanges(first), withChanges(second), alone].map((one) => open(one, [before]))
  expect(before.endorsements.sha256).toBe(`${sha256}+${first.sha256}`)
  expect(same?.endorsements).toBe(before.endorsements)
  for (const one of [other, base]) {
    expect(one?.endorsements).not.toBe(before.endorsements)
    expect(one?.places).toBe(before.places)
  }
  const states = [same, other].map((one) => one?.endorsements.statement('SELECT state FROM coverage').all())
  expect(states).toEqual([[{ state: 'NC' }], [{ state: 'VA' }]])
})

test('the changes are among the files to hash', () => {
  const changes = writeChanges(alone.parts.endorsements.sha256)
  expect(partFiles(alone)).toHaveLength(4)
  expect(partFiles(withChanges(changes)).map(({ sha256 }) => sha256)).toContain(changes.sha256)
})

test('manifests of this format are read; others are refused by name, with what to do', () => {
  mkdirSync(paths.bundles, { recursive: true })
  const write = (format: number): string => {
    const bundle = bundleIdOf({ ...alone, format })
    writeFileSync(manifestFile(paths, bundle), JSON.stringify({ ...alone, format, bundle }))
    return bundle
  }
  for (const format of BUNDLE_FORMATS) {
    const manifest = loadManifest(paths, write(format))
    expect(manifest.format).toBe(format)
    expect(open(manifest).endorsements.sha256).toBe(alone.parts.endorsements.sha256)
  }
  for (const format of [BUNDLE_FORMAT - 1, BUNDLE_FORMAT + 1])
    expect(() => loadManifest(paths, write(format))).toThrow(
      `its format is ${format}, this version reads ${BUNDLE_FORMAT}: rebuild it with this version`,
    )
})
