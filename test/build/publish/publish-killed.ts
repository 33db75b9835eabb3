// A publisher killed at any moment: bundle and events always agree, and the next publisher neither loses nor repeats an event.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishBundle } from '../../../build/publish/publish.ts'
import { CHAIN_START, chainHash } from '../../../data/schema/event.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import type { ServiceStore } from '../../../data/store/state/state.ts'
import { compiled } from '../../compiled.ts'
import { pathsAt } from '../../data/store/state/address.ts'
import type { Engine, TestState } from '../../data/store/state/engines.ts'
import { committed, type Held, replay, servedIn } from '../replay.ts'
import { writeMany } from './many-bundle.ts'

const COUNT = 4000
const EDITS = { updated: 1500, deleted: 600, created: 600, renamed: 700 }
/** About as long as a publication takes. */
const LONGEST_MS = 800

export const KILLS = process.env.PROOF === '1' ? 420 : 12

interface Found {
  kills: number
  /** Kills while it wrote events. */
  left: number
  events: number
}

export function killedPublisherSuite(engine: Engine, title: string, prove: (found: Found) => void): void {
  let paths: Paths
  let state: ServiceStore
  let place: TestState
  let bundles: readonly string[]
  beforeAll(async () => {
    place = await engine.create()
    paths = { ...pathsIn(mkdtempSync(join(tmpdir(), 'hustings-killed-'))), ...pathsAt(place.address) }
    state = await place.open()
    const first = writeMany(paths, { count: COUNT })
    await publishBundle({ paths, state, bundle: first.bundle, now: () => new Date(), accept: false, retentionDays: 7 })
    const second = writeMany(paths, { count: COUNT, edits: EDITS }, COUNT)
    bundles = [first.bundle, second.bundle]
  })
  afterAll(async () => {
    await state.close()
    await place.remove()
    rmSync(paths.root, { recursive: true })
  })

  test(title, {
    timeout: 7_200_000,
  }, async () => {
    const served = new Map<string, Held>(bundles.map((bundle) => [bundle, servedIn(paths, bundle)]))
    const held: Held = new Map(served.get(bundles[0] ?? ''))
    let [seq, chain, left] = [0, CHAIN_START, 0]
    const ends: { seq: number; chain: string }[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const said = await killPublisher(MOMENTS[kill % MOMENTS.length] ?? anyMoment)
      if ((await staged()) > 0) left += 1
      const head = await state.head()
      if (!head) throw new Error('nothing is published')
      for (const line of said) expect(Number(line.split(' ')[0])).toBeLessThanOrEqual(head.publication)
      for (;;) {
        const events = await state.chain(seq, 5000)
        const [first, last] = [events.at(0), events.at(-1)]
        if (!first || !last) break
        expect([first.seq, first.chain_before]).toEqual([seq + 1, chain])
        replay(held, events)
        seq = last.seq
        chain = chainHash(last.chain_before, last.body)
      }
      expect([seq, chain]).toEqual([head.seq, head.chain])
      expect(sorted(held)).toEqual(sorted(served.get(head.bundle)))
      ends.push({ seq, chain })
    }
    prove({ kills: ends.length, left, events: seq })
    expect(left).toBeGreaterThan(0)
    expect(seq).toBeGreaterThan(1000)
    // No committed event has changed since: each end still has its hash.
    const events = await committed(state)
    for (const end of ends) if (end.seq < events.length) expect(events[end.seq]?.chain_before).toBe(end.chain)
  })

  /** Events above the head. */
  async function staged(): Promise<number> {
    const [found] = await place.rows<{ count: number }>(
      'SELECT count(*) AS count FROM event WHERE seq > (SELECT seq FROM head)',
    )
    return found?.count ?? 0
  }

  /** Starts a publisher and kills it at a given moment. Returns its complete lines after it had opened the state. */
  async function killPublisher(moment: Moment): Promise<string[]> {
    const script = compiled('test', 'build', 'publisher.ts')
    const publisher = spawn(process.execPath, [script, paths.root, place.address, ...bundles], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const lines = linesOf(publisher)
    // A publisher that ends by itself ends the test.
    await Promise.race([hasPrinted(publisher).then(() => moment(publisher)), lines])
    publisher.kill('SIGKILL')
    const [, ...said] = await lines
    return said
  }

  type Moment = (publisher: ChildProcess) => Promise<void>

  const anyMoment: Moment = () => delay(Math.random() * LONGEST_MS)

  /** While events are above the head: slightly after the first of them. */
  const whileItStages: Moment = async (publisher) => {
    // Events left by the previous publisher remain until this one begins a stage.
    while ((await staged()) > 0 && publisher.exitCode === null) await delay(1)
    while ((await staged()) === 0 && publisher.exitCode === null) await delay(1)
    await delay(Math.random() * 50)
  }

  const afterOne: Moment = async (publisher) => {
    await hasPrinted(publisher)
    await delay(Math.random() * LONGEST_MS)
  }

  const MOMENTS: readonly Moment[] = [whileItStages, afterOne, anyMoment]
}

function hasPrinted(publisher: ChildProcess): Promise<void> {
  return new Promise((resolve) => publisher.stdout?.once('data', () => resolve()))
}

function linesOf(publisher: ChildProcess): Promise<string[]> {
  let text = ''
  publisher.stdout?.on('data', (chunk) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    publisher.on('close', (code, signal) => {
      if (signal === 'SIGKILL') resolve(text.split('\n').slice(0, -1))
      else reject(new Error(`the publisher ended by itself with code ${code}`))
    })
  })
}

function sorted(held: Held | undefined): unknown[] {
  return [...(held ?? [])].sort(([a], [b]) => a - b)
}
