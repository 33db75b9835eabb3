// From two bundles to committed events: their contents, their replay, and refused publications.

import { chmodSync, truncateSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { MassChange } from '../../../build/publish/loss-limits.ts'
import { publishBundle } from '../../../build/publish/publish.ts'
import { builtEndorsement } from '../../../data/schema/endorsement.ts'
import { event } from '../../../data/schema/event.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { Database } from '../../../data/store/sqlite.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { freshState, paths, state } from '../../data/store/fresh-state.ts'
import { summaryOf } from '../../server/geography.ts'
import { type Edits, type ManyOptions, manyEndorsements } from '../../server/many-endorsements.ts'
import { committed, replay, servedIn } from '../replay.ts'
import { writeChanges, writeMany } from './many-bundle.ts'

/** More events than one transaction stages. */
const COUNT = 1500
const FEW = 150
const NONE = { created: 0, updated: 0, deleted: 0 }
const KEPT = { accept: false, retentionDays: 7 }

freshState()

const many = (edits: Edits = {}): ManyOptions => ({ count: COUNT, edits })
const few = (edits: Edits = {}): ManyOptions => ({ count: FEW, edits })
const publish = (bundle: string, options: { accept?: boolean; rollback?: boolean; at?: string } = {}) => {
  const { at = '2028-01-01T00:00:00.000Z', accept = false, ...rest } = options
  return publishBundle({ paths, state, bundle, now: () => new Date(at), accept, retentionDays: 7, ...rest })
}
const fileOf = ({ parts }: Manifest): string => join(paths.parts, `${parts.endorsements.sha256}.sqlite`)

describe('events', () => {
  test("an epoch's first publication is its baseline; the same bundle again is no change", async () => {
    const { bundle } = writeMany(paths, few())
    expect(await publish(bundle)).toMatchObject({ publication: 1, changed: true, events: NONE, warnings: [] })
    expect(await publish(bundle)).toMatchObject({ publication: 1, changed: false, events: NONE, warnings: [] })
    expect(await state.head()).toMatchObject({ seq: 0, occurred_at: null })
  })

  test('are valid, have the facets of filters, and replay to their bundle', async () => {
    const first = writeMany(paths, many()).bundle
    const held = servedIn(paths, first)
    await publish(first)
    const edits = { updated: 700, deleted: 20, created: 300, renamed: 500 }
    const { bundle } = writeMany(paths, many(edits))
    const report = await publish(bundle)
    // Some of those with another statement are deleted too.
    expect(report.events).toMatchObject({ created: 300, deleted: 20 })
    expect(report.events.updated).toBeGreaterThan(600)
    const events = await committed(state)
    expect(replay(held, events)).toEqual(servedIn(paths, bundle))
    const bodies = new Map([...manyEndorsements(many()), ...manyEndorsements(many(edits))].map((one) => [one.id, one]))
    for (const { kind, body, occurred_at, seq: _, chain_before: __, ...facets } of events) {
      const { endorsement: own, endorser, contest, election, choice, ...told } = event.parse(JSON.parse(body))
      expect(told).toMatchObject({ type: `endorsement.${kind}`, occurred_at })
      expect(told.previous !== null).toBe(kind === 'updated')
      expect(builtEndorsement.parse({ ...own, endorser, contest, election, choice })).toEqual(bodies.get(own.id))
      expect(own.statement_es).toBeNull()
      expect(facets).toMatchObject({
        ...{ category: endorser.category.slug, endorser_slug: endorser.slug, endorser_state: endorser.state },
        ...{ state: election.state, election_slug: election.slug, contest_kind: contest.kind, level: contest.level },
      })
      expect(contest.level).toBeDefined()
    }
  })

  test('of an endorsement in a bundle of an earlier version have the district in the current format when deleted', async () => {
    const first = writeMany(paths, { ...few(), earlier: true })
    await publish(first.bundle)
    expect(servedIn(paths, first.bundle).size).toBe(FEW)
    const report = await publish(writeMany(paths, few({ deleted: 20 })).bundle)
    expect(report.events).toEqual({ ...NONE, deleted: 20 })
    for (const { body } of await committed(state))
      expect(event.parse(JSON.parse(body)).contest.district).toEqual(summaryOf('birch'))
  })

  test('of changes over a base equal those of the complete bundle, and so do those between changes over the same base', async () => {
    const [base, one, two] = [many(), many({ updated: 40, created: 7 }), many({ updated: 60, deleted: 9, mark: 'two' })]
    const manifest = writeMany(paths, base)
    const over = (options: ManyOptions) => () => writeChanges(paths, { manifest, options: base }, options)
    const whole = (options: ManyOptions) => () => writeMany(paths, options)
    for (const write of [whole(base), whole(one), whole(two), whole(base)]) await publish(write().bundle)
    const other = await openState({ state: join(paths.root, 'other.sqlite') })
    const now = new Date('2028-01-01T00:00:00Z')
    for (const write of [whole(base), over(one), over(two), whole(base)])
      await publishBundle({ ...KEPT, paths, state: other, bundle: write().bundle, now: () => now })
    const [expected, got] = [await committed(state), await committed(other)]
    expect(got.length).toBe(expected.length)
    expect(got.length).toBeGreaterThan(200)
    const told = (body: string): unknown => ({ ...event.parse(JSON.parse(body)), id: '' })
    expect(got.map(({ body }) => told(body))).toEqual(expected.map(({ body }) => told(body)))
    await other.close()
  })

  test('of only a Spanish statement are updates with its new and old text, over a complete bundle and over changes', async () => {
    const manifest = writeMany(paths, few())
    await publish(manifest.bundle)
    const held = servedIn(paths, manifest.bundle)
    const base = { manifest, options: few() }
    const first = writeChanges(paths, base, few({ translated: 3 }))
    expect((await publish(first.bundle)).events).toEqual({ ...NONE, updated: 3 })
    const second = writeMany(paths, few({ translated: 3, mark: 'corrected' }))
    expect((await publish(second.bundle)).events).toEqual({ ...NONE, updated: 3 })
    const events = await committed(state)
    const told = events.map(({ body }) => event.parse(JSON.parse(body)))
    expect(told.map(({ previous }) => previous)).toEqual([
      ...Array.from({ length: 3 }, () => ({ statement_es: null })),
      ...Array.from({ length: 3 }, () => ({ statement_es: 'Dicho en español, edited.' })),
    ])
    expect(told[5]?.endorsement.statement_es).toBe('Dicho en español, corrected.')
    expect(replay(held, events)).toEqual(servedIn(paths, second.bundle))
  })

  test('never have an earlier time than committed events, whatever the clock says', async () => {
    await publish(writeMany(paths, few()).bundle, { at: '2028-01-05T00:00:00.000Z' })
    await publish(writeMany(paths, few({ updated: 1 })).bundle, { at: '2028-01-05T00:00:01.000Z' })
    await publish(writeMany(paths, few()).bundle, { at: '2028-01-04T00:00:00.000Z' })
    await publish(writeMany(paths, few({ updated: 2 })).bundle, { at: '2028-01-05T00:00:02.000Z' })
    const seconds = (await committed(state)).map(({ occurred_at }) => occurred_at.slice(11, 19))
    expect(seconds).toEqual(['00:00:01', '00:00:01', '00:00:02', '00:00:02'])
  })

  test('a corrected name is a publication without an event', async () => {
    await publish(writeMany(paths, few()).bundle)
    const report = await publish(writeMany(paths, few({ renamed: FEW })).bundle)
    expect(report).toMatchObject({ publication: 2, changed: true, events: NONE })
    expect((await state.head())?.seq).toBe(0)
  })
})

test('the guard stops before staging, and passes accepted changes', async () => {
  await publish(writeMany(paths, many()).bundle)
  const { bundle } = writeMany(paths, many({ deleted: 100 }), COUNT - 100)
  await expect(publish(bundle)).rejects.toThrow(MassChange)
  await expect(publish(bundle)).rejects.toThrow('many from 1500 to 1400 rows; 100 endorsements deleted')
  expect(await state.head()).toMatchObject({ publication: 1, seq: 0 })
  expect(new Database(paths.state).prepare('SELECT count(*) FROM event').pluck().get()).toBe(0)
  const report = await publish(bundle, { accept: true })
  expect(report).toMatchObject({ publication: 2, events: { ...NONE, deleted: 100 } })
  expect(report.warnings).toEqual([
    expect.stringMatching(/^Much data was removed: many from 1500 to 1400 rows; 100 end/),
  ])
})

test('the guard only reports the losses of a rollback', async () => {
  const small = writeMany(paths, many({ deleted: 1000 }), 500).bundle
  await publish(small)
  await publish(writeMany(paths, many()).bundle)
  const report = await publish(small, { rollback: true })
  expect(report).toMatchObject({ publication: 3, events: { ...NONE, deleted: 1000 } })
  expect(report.warnings).toEqual([expect.stringMatching(/^Much data was removed/)])
})

describe('an unreadable previous bundle', () => {
  test.each<[string, (file: string) => void, RegExp]>([
    ['is gone', (file) => unlinkSync(file), /is missing; run: hustings publish --accept$/],
    ['is cut', (file) => truncateSync(file, 8192), /is damaged: it has 8192 bytes, expected \d+; run: /],
  ])('%s: refused, or a new epoch that begins with the bundle', async (_, damage, sentence) => {
    const before = writeMany(paths, few())
    await publish(before.bundle)
    await publish(writeMany(paths, few({ updated: 3 })).bundle)
    const current = writeMany(paths, few())
    await publish(current.bundle)
    const head = await state.head()
    chmodSync(fileOf(current), 0o644)
    damage(fileOf(current))
    const next = writeMany(paths, few({ updated: 9 }))
    await expect(publish(next.bundle)).rejects.toThrow(sentence)
    expect(await state.head()).toEqual(head)
    const report = await publish(next.bundle, { accept: true })
    expect(report).toMatchObject({ publication: 4, changed: true, events: NONE })
    expect(report.warnings).toEqual([expect.stringMatching(/^A new epoch of the feed begins/)])
    const after = await state.head()
    expect(after).toMatchObject({ bundle: next.bundle, seq: head?.seq })
    expect(after?.epoch).not.toBe(head?.epoch)
  })

  test('an incomplete new bundle is never published, accepted or not', async () => {
    const first = writeMany(paths, few())
    await publish(first.bundle)
    const next = writeMany(paths, few({ updated: 3 }))
    chmodSync(fileOf(next), 0o644)
    truncateSync(fileOf(next), 8192)
    await expect(publish(next.bundle, { accept: true })).rejects.toThrow('is damaged')
    expect(await state.head()).toMatchObject({ publication: 1, bundle: first.bundle })
  })
})
