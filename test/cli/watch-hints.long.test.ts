// The kernel's event reports a change before the slow scan does, even after a file or its folder was missing or replaced.

import { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openHints, WATCH_ROUND_MS } from '../../cli/publish/watch/files.ts'
import { freshFolder } from '../temporary.ts'

const folder = freshFolder()
let stop: AbortController
let hints: Awaited<ReturnType<typeof openHints>>

beforeEach(() => {
  stop = new AbortController()
})
afterEach(() => {
  stop.abort()
  hints.close()
})

/** Waits for a full scan without an event, so that the current folders are watched. */
async function settle(): Promise<void> {
  for (let took = 0; took < 0.9 * WATCH_ROUND_MS; ) {
    const began = performance.now()
    await hints.next(WATCH_ROUND_MS)
    took = performance.now() - began
  }
}

/** The scan would end the wait too, so the event must come well before it. */
async function expectEvent(edit: () => void): Promise<void> {
  await settle()
  const next = hints.next(WATCH_ROUND_MS).then(() => 'event')
  await delay(0.1 * WATCH_ROUND_MS)
  edit()
  expect(await Promise.race([next, delay(0.5 * WATCH_ROUND_MS, 'nothing')])).toBe('event')
}

it('of a file that was missing and came back', async () => {
  const [one, other] = [join(folder, 'a', 'one.csv'), join(folder, 'b', 'other.csv')]
  for (const name of ['a', 'b']) mkdirSync(join(folder, name))
  for (const path of [one, other]) writeFileSync(path, '1')
  hints = await openHints([one, other], stop.signal)
  await settle()
  unlinkSync(one)
  await expectEvent(() => writeFileSync(one, '2'))
  await expectEvent(() => appendFileSync(one, '3'))
})

it('of a file in a folder that was missing', async () => {
  const path = join(folder, 'late', 'one.csv')
  hints = await openHints([path], stop.signal)
  mkdirSync(join(folder, 'late'))
  writeFileSync(path, '1')
  await expectEvent(() => appendFileSync(path, '2'))
})

it('of a file in a folder that was replaced, or that a link newly points to', async () => {
  const path = join(folder, 'now', 'one.csv')
  const make = (name: string): void => {
    mkdirSync(join(folder, name))
    writeFileSync(join(folder, name, 'one.csv'), '1')
  }
  make('now')
  hints = await openHints([path], stop.signal)
  renameSync(join(folder, 'now'), join(folder, 'before'))
  make('now')
  await expectEvent(() => appendFileSync(path, '2'))
  rmSync(join(folder, 'now'), { recursive: true })
  symlinkSync(join(folder, 'before'), join(folder, 'now'))
  await expectEvent(() => appendFileSync(path, '3'))
})
