// An earlier state is restored by copying its file, as from a backup.

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { keepMark, requireMark } from '../../../data/store/feed-mark.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { Database } from '../../../data/store/sqlite.ts'
import type { Head } from '../../../data/store/state/publications.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { publishEvents } from './feed-events.ts'
import { freshState, paths, replaceState, state } from './fresh-state.ts'

let published: number

freshState()
beforeEach(async () => {
  published = 0
})

const load = async (): Promise<Head> => {
  const head = await state.head()
  if (!head) throw new Error('nothing is published')
  return head
}
/** Like the publisher. */
async function publish(count: number): Promise<Head> {
  const from = new Date(Date.parse('2028-03-01T00:00:00.000Z') + published * 3_600_000).toISOString()
  await publishEvents(state, `bundle ${++published}`, { count, from })
  keepMark(paths, await load())
  return load()
}
function backUp(): string {
  const file = join(paths.root, `backup-${published}.sqlite`)
  const database = new Database(paths.state)
  database.exec(`VACUUM INTO '${file}'`)
  database.close()
  return file
}
/** Publishes 3 events, and 2 more after a backup, which is restored then. @returns the head before that */
async function restoreEarlier(): Promise<Head> {
  await publish(3)
  const backup = backUp()
  const head = await publish(2)
  await replaceState(backup)
  return head
}
/** Checks the mark in several processes at once. */
async function warningsOfMany(): Promise<(string | undefined)[]> {
  const others = await Promise.all([1, 2, 3].map(() => openState(paths)))
  const warnings = await Promise.all([state, ...others].map((one) => requireMark(paths, one)))
  for (const one of others) await one.close()
  return warnings
}
/** The mark as a copy of the folder has it. */
function copyMark(): void {
  const text = readFileSync(paths.mark, 'utf8')
  rmSync(paths.mark)
  writeFileSync(paths.mark, text)
}
const markOf = (): unknown => JSON.parse(readFileSync(paths.mark, 'utf8'))

describe('the mark of the feed', () => {
  it('has no effect before the first event', async () => {
    expect(await requireMark(paths, state)).toBeUndefined()
    await publishEvents(state, 'a', { count: 0 })
    expect(await requireMark(paths, state)).toBeUndefined()
    expect(existsSync(paths.mark)).toBe(false)
  })

  it('begins a new epoch if it is missing although there are events: only the state was moved', async () => {
    const { epoch, chain } = await publish(3)
    rmSync(paths.mark)
    const warnings = await warningsOfMany()
    const head = await load()
    for (const warning of warnings)
      expect(warning).toMatch(
        new RegExp(
          `^The feed mark beside the state is missing: it is at event 3 of epoch ${epoch}. Epoch ${head.epoch} b`,
        ),
      )
    expect(markOf()).toMatchObject({ epoch: head.epoch, seq: 3, past: [{ epoch, seq: 3, hash: chain }] })
    expect(await requireMark(paths, state)).toBeUndefined()
  })

  it('accepts a state that continues from it', async () => {
    const { epoch, chain } = await publish(3)
    const file = { inode: expect.stringMatching(/^\d+$/), born: expect.stringMatching(/^\d+$/) }
    expect(markOf()).toEqual({ epoch, seq: 3, hash: chain, past: [], file })
    expect(readdirSync(paths.root).filter((name) => name.startsWith('feed.mark'))).toEqual(['feed.mark'])
    expect(await requireMark(paths, state)).toBeUndefined()
    // Killed between the commit and the mark.
    await publishEvents(state, 'unmarked', { count: 2, from: '2028-03-02T00:00:00.000Z' })
    expect(await requireMark(paths, state)).toBeUndefined()
    const next = await state.beginEpoch()
    expect(await requireMark(paths, state)).toBeUndefined()
    expect((await load()).epoch).toBe(next)
  })

  it('deletes what killed processes left beside it, and nothing else', async () => {
    const leave = (name: string, seconds: number): string => {
      const file = join(paths.root, name)
      writeFileSync(file, '')
      utimesSync(file, new Date(), new Date(Date.now() - seconds * 1000))
      return name
    }
    leave('feed.mark.0b0e2f0c-6b7e-4a43-9c6a-5d0f4b8f2f11', 601)
    const young = leave('feed.mark.0b0e2f0c-6b7e-4a43-9c6a-5d0f4b8f2f12', 500)
    const other = leave('feed.mark.old', 86_400)
    await publish(1)
    const left = readdirSync(paths.root).filter((name) => name.startsWith('feed.mark'))
    expect(left.sort()).toEqual(['feed.mark', young, other])
  })

  it('begins a new epoch over an earlier state, once', async () => {
    const { epoch, chain } = await restoreEarlier()
    const warning = await requireMark(paths, state)
    const head = await load()
    expect(head).toMatchObject({ seq: 3 })
    expect(head.epoch).not.toBe(epoch)
    expect(warning).toContain(
      `event 5 of epoch ${epoch} was already published. Epoch ${head.epoch} begins: clients list`,
    )
    const past = [{ epoch, seq: 5, hash: chain }]
    expect(markOf()).toMatchObject({ epoch: head.epoch, seq: 3, hash: head.chain, past })
    expect(await requireMark(paths, state)).toBeUndefined()
    await publish(4)
    expect(await requireMark(paths, state)).toBeUndefined()
    expect(await load()).toMatchObject({ epoch: head.epoch, seq: 7 })
  })

  it('recognises a state of an earlier epoch with any number of events', async () => {
    const { epoch: first } = await publish(9)
    const backup = backUp()
    await state.beginEpoch()
    const { epoch: second } = await publish(0)
    await replaceState(backup)
    expect(await load()).toMatchObject({ epoch: first, seq: 9 })
    expect(await requireMark(paths, state)).toContain('The state is older than the feed')
    const { epoch: third } = await load()
    expect(new Set([first, second, third]).size).toBe(3)
    expect(markOf()).toMatchObject({ epoch: third, seq: 9, past: [{ epoch: first }, { epoch: second }] })
    await replaceState(backup)
    expect(await requireMark(paths, state)).toContain('The state is older than the feed')
  })

  it('is checked by several processes at once: one epoch begins, and the mark names it', async () => {
    const { epoch } = await restoreEarlier()
    const warnings = await warningsOfMany()
    const head = await load()
    for (const warning of warnings) expect(warning).toContain(`Epoch ${head.epoch} begins`)
    expect(markOf()).toMatchObject({ epoch: head.epoch, seq: 3, past: [{ epoch, seq: 5 }] })
  })

  it('begins no second epoch over that of another publisher', async () => {
    await restoreEarlier()
    const other = await openState(paths)
    const late = {
      ...state,
      beginEpochAfter: async (epoch: string) => {
        await requireMark(paths, other)
        await publish(4)
        return state.beginEpochAfter(epoch)
      },
    }
    const warning = await requireMark(paths, late)
    const head = await load()
    expect(warning).toContain(`Epoch ${head.epoch} begins`)
    expect(markOf()).toMatchObject({ epoch: head.epoch, seq: 7 })
    expect(await requireMark(paths, state)).toBeUndefined()
    await other.close()
  })

  it('is not moved back by a publisher that did not check it', async () => {
    await publish(3)
    const backup = backUp()
    await publish(2)
    const kept = markOf()
    await replaceState(backup)
    await publish(1)
    expect(markOf()).toEqual(kept)
    expect(await requireMark(paths, state)).toContain('The state is older than the feed')
  })

  it('recognises a state in which another event has its number', async () => {
    const { epoch } = await restoreEarlier()
    await publishEvents(state, 'another', { count: 2, from: '2028-03-04T00:00:00.000Z' })
    expect(await load()).toMatchObject({ epoch, seq: 5 })
    expect(await requireMark(paths, state)).toContain('The state is older than the feed: it is at event 5')
    expect((await load()).epoch).not.toBe(epoch)
  })

  it('of 0.1.0 is read, and completed by the next publication', async () => {
    const { epoch, chain } = await publish(3)
    writeFileSync(paths.mark, `${JSON.stringify({ epoch, seq: 3, past: ['0123456789abcdef'] })}\n`)
    expect(await requireMark(paths, state)).toBeUndefined()
    keepMark(paths, await load())
    const file = { inode: expect.any(String) }
    expect(markOf()).toMatchObject({ epoch, seq: 3, hash: chain, past: ['0123456789abcdef'], file })
    expect(await requireMark(paths, state)).toBeUndefined()
  })

  it('in a copied folder begins a new epoch there, once, and none in the original', async () => {
    const { epoch } = await publish(3)
    const copy = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-feed-mark-copy-')))
    cpSync(paths.root, copy.root, { recursive: true, preserveTimestamps: true })
    const there = await openState(copy)
    // A publisher that does not check the mark does not make it a mark of this folder.
    keepMark(copy, await load())
    const warning = await requireMark(copy, there)
    const head = await there.head()
    expect(warning).toContain(
      `The folder was restored from a copy, or moved to another disk: it is at event 3 of epoch`,
    )
    expect(head?.epoch).not.toBe(epoch)
    expect(await requireMark(copy, there)).toBeUndefined()
    expect(await requireMark(paths, state)).toBeUndefined()
    await there.close()
    rmSync(copy.root, { recursive: true })
  })

  it('in a copy whose state is of a later epoch begins another epoch too', async () => {
    const { epoch } = await publish(3)
    copyMark()
    // Like a copy made while an epoch began.
    const next = await state.beginEpoch()
    expect(await requireMark(paths, state)).toContain('The folder was restored from a copy')
    expect([epoch, next]).not.toContain((await load()).epoch)
    expect(await requireMark(paths, state)).toBeUndefined()
  })

  it('is refused with an error if it is invalid', async () => {
    await publish(1)
    writeFileSync(paths.mark, '{"epoch":')
    await expect(requireMark(paths, state)).rejects.toThrow('it is not a feed mark; delete it')
  })
})
