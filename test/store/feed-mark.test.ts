// A state of an earlier time is put back, as who restores a backup does: its file is copied.

import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepMark, requireMark } from '../../data/store/feed-mark.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/open.ts'
import type { Head, State } from '../../data/store/state/state.ts'
import { publishEvents } from './feed-events.ts'

let paths: Paths
let state: State
let published: number

beforeEach(async () => {
  paths = pathsIn(mkdtempSync(join(tmpdir(), 'hustings-feed-mark-')))
  state = await openState(paths)
  published = 0
})
afterEach(async () => {
  await state.close()
  rmSync(paths.root, { recursive: true })
})

const load = async (): Promise<Head> => {
  const head = await state.head()
  if (!head) throw new Error('nothing is published')
  return head
}
/** As the publisher does it. */
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
async function restore(file: string): Promise<void> {
  await state.close()
  for (const suffix of ['-wal', '-shm']) rmSync(paths.state + suffix, { force: true })
  copyFileSync(file, paths.state)
  state = await openState(paths)
}
const markOf = (): unknown => JSON.parse(readFileSync(paths.mark, 'utf8'))

describe('the mark of the feed', () => {
  it('asks for nothing before there is one, or anything to mark', async () => {
    expect(await requireMark(paths, state)).toBeUndefined()
    await publishEvents(state, 'a', { count: 1 })
    expect(await requireMark(paths, state)).toBeUndefined()
    expect(existsSync(paths.mark)).toBe(false)
  })

  it('lets a state be that goes on from it', async () => {
    const { epoch } = await publish(3)
    expect(markOf()).toEqual({ epoch, seq: 3, past: [] })
    expect(await requireMark(paths, state)).toBeUndefined()
    // Killed between the commit and the mark.
    await publishEvents(state, 'unmarked', { count: 2, from: '2028-03-02T00:00:00.000Z' })
    expect(await requireMark(paths, state)).toBeUndefined()
    const next = await state.beginEpoch()
    expect(await requireMark(paths, state)).toBeUndefined()
    expect((await load()).epoch).toBe(next)
  })

  it('begins a new epoch over a state of an earlier time, once', async () => {
    await publish(3)
    const backup = backUp()
    const { epoch } = await publish(2)
    await restore(backup)
    const warning = await requireMark(paths, state)
    const head = await load()
    expect(head).toMatchObject({ seq: 3 })
    expect(head.epoch).not.toBe(epoch)
    expect(warning).toBe(
      `The state is of an earlier time: it is at event 3 of epoch ${epoch}, and event 5 of epoch ${epoch} was published already. Epoch ${head.epoch} begins: readers list /v1/endorsements again and follow from there.`,
    )
    expect(markOf()).toEqual({ epoch: head.epoch, seq: 3, past: [epoch] })
    expect(await requireMark(paths, state)).toBeUndefined()
    await publish(4)
    expect(await requireMark(paths, state)).toBeUndefined()
    expect(await load()).toMatchObject({ epoch: head.epoch, seq: 7 })
  })

  it('knows one of an earlier epoch, however far it was', async () => {
    const { epoch: first } = await publish(9)
    const backup = backUp()
    await state.beginEpoch()
    const { epoch: second } = await publish(0)
    await restore(backup)
    expect(await load()).toMatchObject({ epoch: first, seq: 9 })
    expect(await requireMark(paths, state)).toContain('The state is of an earlier time')
    const { epoch: third } = await load()
    expect(new Set([first, second, third]).size).toBe(3)
    expect(markOf()).toEqual({ epoch: third, seq: 9, past: [first, second] })
    await restore(backup)
    expect(await requireMark(paths, state)).toContain('The state is of an earlier time')
  })

  it('lets a backup be that nothing was published since', async () => {
    const { epoch } = await publish(3)
    await restore(backUp())
    expect(await requireMark(paths, state)).toBeUndefined()
    expect((await load()).epoch).toBe(epoch)
  })

  it('is asked by several at once: one epoch begins, and the mark tells of it', async () => {
    await publish(3)
    const backup = backUp()
    const { epoch } = await publish(2)
    await restore(backup)
    const others = await Promise.all([1, 2, 3].map(() => openState(paths)))
    const warnings = await Promise.all([state, ...others].map((one) => requireMark(paths, one)))
    const head = await load()
    for (const warning of warnings) expect(warning).toContain(`Epoch ${head.epoch} begins`)
    expect(markOf()).toEqual({ epoch: head.epoch, seq: 3, past: [epoch] })
    for (const one of others) await one.close()
  })

  it('begins none over that of a publisher who asked meanwhile', async () => {
    await publish(3)
    const backup = backUp()
    await publish(2)
    await restore(backup)
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

  it('is not moved back by a publisher that did not ask', async () => {
    await publish(3)
    const backup = backUp()
    await publish(2)
    const kept = markOf()
    await restore(backup)
    await publish(1)
    expect(markOf()).toEqual(kept)
    expect(await requireMark(paths, state)).toContain('The state is of an earlier time')
  })

  it('is refused with a sentence where it is none', async () => {
    await publish(1)
    writeFileSync(paths.mark, '{"epoch":')
    await expect(requireMark(paths, state)).rejects.toThrow('it is no mark of the feed; delete it')
  })
})
