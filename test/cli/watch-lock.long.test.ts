// A watch beside other commands on one folder, and a watch that is stopped or killed at any moment: no change is lost.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { EXIT } from '../../cli/exit.ts'
import { findLockHolder } from '../../data/store/lock.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { shareFolder } from '../temporary.ts'
import { hustings } from './hustings.ts'
import { shareMirror } from './temporary.ts'
import { openLedger, startWatchNow, type Watching } from './watching.ts'

const KILLS = 120
/** Slightly more than the time from a save to its publication. */
const CHANGE_MS = 1500

const folder = shareFolder()
const mirror = shareMirror()
let csv: string
let paths: Paths
let nth = 0

beforeAll(async () => {
  csv = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  paths = pathsIn(join(folder, 'sample'))
  expect(await nightly()).toMatchObject({ code: 0 })
})

const watch = (...words: string[]) => hustings(folder, 'watch', '--mirror', mirror.folder, ...words)
const nightly = () => hustings(folder, 'nightly', '--sample', '--mirror', mirror.folder)

/** A failed test leaves no watch behind, which would hold the folder of the next test. */
function followNow(): Watching {
  const watching = startWatchNow(folder, mirror.folder)
  onTestFinished(() => {
    watching.child.kill('SIGKILL')
  })
  return watching
}

/** Ready after its first check for changes. */
async function follow(): Promise<Watching> {
  const watching = followNow()
  await watching.next()
  return watching
}

/** @returns the new statement */
function edit(): string {
  nth += 1
  const said = `She kept ${nth} promise of her last invented campaign.`
  writeFileSync(csv, readFileSync(csv, 'utf8').replace(/She kept [^,]*promise[^,]*campaign\./, said))
  return said
}

it('watch is the only watch of its folder', async () => {
  const first = await follow()
  const second = await watch('--sample')
  expect(second).toMatchObject({ code: EXIT.locked, stdout: '' })
  expect(second.stderr).toContain(`hustings watch (process ${first.child.pid}, since `)
  first.child.kill('SIGINT')
  expect((await first.end).code).toBe(0)
})

it('the lock held by a watch for a change: a nightly waits, during many saves', async () => {
  const watching = await follow()
  const ledger = await openLedger(paths)
  let isOver = false
  const told: string[] = []
  const saving = (async () => {
    const all: string[] = []
    while (!isOver) {
      all.push(edit())
      await delay(450)
    }
    return all
  })()
  for (let run = 0; run < 3; run++) {
    await delay(300 * run)
    expect(await nightly()).toMatchObject({ code: 0 })
  }
  isOver = true
  const all = await saving
  await expect
    .poll(async () => {
      told.push(...(await ledger.settle()))
      return told.at(-1)
    })
    .toBe(`updated ${all.at(-1)}`)
  watching.child.kill('SIGTERM')
  await watching.end
})

describe.skipIf(PROOF_ONLY !== null)(`a watch that ends during a change${PROOF_ONLY ? ` (${PROOF_ONLY})` : ''}`, () => {
  it('gently, loses none and tells none twice: the next one catches up', { timeout: 3_600_000 }, () =>
    endDuringChanges('SIGINT', 5),
  )

  it('killed, loses none and tells none twice: the next one catches up', { timeout: 3_600_000 }, async () => {
    await endDuringChanges('SIGKILL', KILLS)
    proved('killed_watch', [{ what: 'kills', value: KILLS }])
    expect(await hustings(folder, 'doctor', '--sample')).toMatchObject({ code: 0 })
  })
})

async function endDuringChanges(signal: 'SIGINT' | 'SIGKILL', times: number): Promise<void> {
  const ledger = await openLedger(paths)
  for (let time = 0; time < times; time++) {
    const watching = await follow()
    const said = edit()
    await delay(signal === 'SIGINT' ? (time * CHANGE_MS) / times : Math.random() * CHANGE_MS)
    watching.child.kill(signal)
    expect((await watching.end).code).toBe(signal === 'SIGINT' ? 0 : null)
    // A change saved while no watcher ran is one more change.
    const later = time % 2 === 0 ? edit() : said
    const before = await ledger.settle()
    expect([[], [`updated ${said}`]]).toContainEqual(before)
    const next = followNow()
    expect(await next.next()).toMatchObject({ fault: null })
    const after = await ledger.settle()
    expect([...before, ...after].at(-1)).toBe(`updated ${later}`)
    expect(before.length + after.length).toBeLessThanOrEqual(2)
    next.child.kill('SIGTERM')
    expect((await next.end).code).toBe(0)
    expect(findLockHolder(paths).held).toBe(false)
  }
}
