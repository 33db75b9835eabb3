// The bundle that a rollback returns to.

import { readdirSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { KEPT_PUBLICATIONS } from '../../../build/publish/garbage-collect.ts'
import { loadReturn, publishBundle } from '../../../build/publish/publish.ts'
import { freshState, paths, state } from '../../data/store/fresh-state.ts'
import { committed, replay, servedIn } from '../replay.ts'
import { writeMany } from './many-bundle.ts'

describe('rolling back', () => {
  freshState()

  const NOW = new Date('2028-03-10T12:00:00.000Z')
  const options = (updated: number, count = 300) => ({ count, edits: { updated, created: updated, deleted: updated } })
  const publish = (bundle: string, more: { rollback?: boolean; now?: () => Date } = {}) =>
    publishBundle({ paths, state, bundle, now: () => NOW, accept: false, retentionDays: 7, ...more })
  const rollBack = async () => publish(await loadReturn(paths, state), { rollback: true })

  test('publishes the inverse events, and a second rollback undoes the first', async () => {
    const [first, second] = [writeMany(paths, options(0)).bundle, writeMany(paths, options(40))]
    const held = servedIn(paths, first)
    await publish(first)
    const forth = await publish(writeMany(paths, options(40)).bundle)
    const back = await rollBack()
    expect(back).toMatchObject({ publication: 3, bundle: first, changed: true })
    const { created, updated, deleted } = forth.events
    expect(back.events).toEqual({ created: deleted, updated, deleted: created })
    expect([created, deleted]).toEqual([40, 40])
    const events = await committed(state)
    expect(replay(new Map(held), events)).toEqual(held)
    expect(await rollBack()).toMatchObject({ publication: 4, bundle: second.bundle, events: forth.events })
    expect(replay(held, await committed(state))).toEqual(servedIn(paths, second.bundle))
  })

  test('skips a bundle whose files are missing, and fails if none is left', async () => {
    const bundles = []
    for (const updated of [1, 2, 3]) {
      const manifest = writeMany(paths, options(updated))
      bundles.push(manifest)
      await publish(manifest.bundle)
    }
    const [first, second] = bundles
    if (!first || !second) throw new Error('three bundles')
    unlinkSync(join(paths.parts, `${second.parts.endorsements.sha256}.sqlite`))
    expect(await loadReturn(paths, state)).toBe(first.bundle)
    unlinkSync(join(paths.bundles, `${first.bundle}.json`))
    await expect(loadReturn(paths, state)).rejects.toThrow(/no earlier publication than 3 .* run: hustings nightly/)
  })

  test('is refused before the first publication', async () => {
    await expect(loadReturn(paths, state)).rejects.toThrow('nothing is published yet')
  })

  test('finds yesterday after a day of many publications', async () => {
    const yesterday = writeMany(paths, options(1, 40)).bundle
    await publish(yesterday, { now: () => new Date('2028-03-09T20:00:00Z') })
    for (let nth = 2; nth < 16; nth++) await publish(writeMany(paths, options(nth, 40)).bundle)
    expect(readdirSync(paths.bundles).length).toBe(KEPT_PUBLICATIONS + 1)
    expect(await publish(yesterday, { rollback: true })).toMatchObject({ publication: 16, bundle: yesterday })
  })
})
