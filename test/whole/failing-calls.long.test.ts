// The Nth write, flush or rename fails, for each N: of an ingest, a publication, a backup, and a server that opens a publication. Once
// that call alone, as on a faulty disk, and once every call from it on, as on a full disk.

import { cpSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readiness } from '../../data/schema/health.ts'
import { backupFolder, listBackups, loadBackup } from '../../data/store/backup/place.ts'
import { verifyBackup } from '../../data/store/backup/restore.ts'
import { findLastRun } from '../../data/store/last-run.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { committed, type Held, replay, servedIn } from '../build/replay.ts'
import { type Ended, ended, runCommand, startIn } from '../cli/hustings.ts'
import { type ServedFolder, serveFolder } from '../cli/served-folder.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { proved } from '../proof/proved.ts'
import { shareFolder } from '../temporary.ts'
import { FAILING_CALLS_MISSING, type FailingCalls, openFailingCalls } from './failing-calls.ts'
import { type Mirror, sampleMirror } from './mirror.ts'

const CAUSE = /ENOSPC|EIO|No space left|disk is full|I\/O error|Input\/output error|not flushed to the disk/i

interface Edit {
  file: string
  texts: readonly [string, string]
}
/** Each changes another source, from the first edition to the second. */
const EDITS: readonly Edit[] = [
  { file: 'districts.csv', texts: ['Sample Harbor', 'Example Harbor'] },
  { file: 'contests.csv', texts: ['Pier Bond', 'Wharf Bond'] },
  { file: 'endorsements.csv', texts: ['invented', 'imagined'] },
]
type Edition = 0 | 1

const other = (edition: Edition): Edition => (edition === 0 ? 1 : 0)

interface Round {
  nth: number
  andAfter: boolean
}

/** Each N alone and with all after it. @param count of an undisturbed run */
const roundsOf = (count: number): Round[] =>
  Array.from({ length: count }, (_, at) => at + 1).flatMap((nth) =>
    [false, true].map((andAfter) => ({ nth, andAfter })),
  )

const SKIPPED = PROOF_ONLY ?? FAILING_CALLS_MISSING

describe.skipIf(SKIPPED !== null)(`failing calls${SKIPPED ? ` (${SKIPPED})` : ''}`, { timeout: 7_200_000 }, () => {
  const root = shareFolder()
  let folder: string
  let paths: Paths
  let mirror: Mirror
  let edition: Edition = 0
  let state: ServiceStore
  let bundles: readonly [string, string]
  let calls: FailingCalls
  let callsOfServer: FailingCalls
  let server: ServedFolder

  beforeAll(async () => {
    folder = join(root, 'var')
    paths = pathsIn(join(folder, 'sample'))
    mirror = sampleMirror()
    const first = await nightly()
    turn()
    bundles = [first, await nightly()]
    state = await openState(paths)
    calls = openFailingCalls(root)
    callsOfServer = openFailingCalls(root)
    const { environment } = callsOfServer
    server = await serveFolder(folder, { sample: true, asOf: '2028-10-15', environment })
  })

  afterAll(async () => {
    const { code, stderr } = await server.stop()
    await state.close()
    for (const one of [calls, callsOfServer]) one.close()
    mirror.remove()
    expect(code, stderr).toBe(0)
  })

  /** The mirror has the other edition. */
  function turn(): void {
    for (const { file, texts } of EDITS) mirror.edit(file, texts[edition], texts[other(edition)])
    edition = other(edition)
  }

  /** @returns the bundle that it published */
  async function nightly(): Promise<string> {
    const words = ['nightly', '--sample', '--mirror', mirror.folder, '--accept', '--json']
    const { code, stdout, stderr } = await runCommand(folder, ...words)
    expect(code, stderr).toBe(0)
    return z.object({ publish: z.object({ bundle: z.string() }) }).parse(JSON.parse(stdout)).publish.bundle
  }

  const run = (...words: string[]): Promise<Ended> => ended(startIn(calls.environment, folder, ...words, '--sample'))

  /** Another run of it, which must succeed. @returns the number of its calls */
  async function undisturbed(...words: string[]): Promise<number> {
    calls.failNone()
    const { code, stderr } = await run(...words)
    expect(code, stderr).toBe(0)
    expect(calls.counted()).toBeGreaterThan(0)
    return calls.counted()
  }

  /** A failed run names the cause, and its record does not say that it succeeded. @returns what it did, and a name for messages */
  async function disturbed({ nth, andAfter }: Round, ...words: string[]) {
    calls.fail(nth, andAfter)
    const began = new Date().toISOString()
    const { code, stderr } = await run(...words)
    const failed = calls.failed()
    const name = `call ${nth}${andAfter ? ' and all after it' : ''}: ${calls.firstFailed() || 'none'}`
    calls.failNone()
    if (code !== 0) {
      expect(failed, `${name}: ${stderr}`).toBeGreaterThan(0)
      expect(stderr, name).toMatch(CAUSE)
      expect(stderr, name).toContain('Next: ')
      const last = findLastRun(paths)?.run
      if (last && last.began_at >= began) expect(last.outcome, name).not.toBe('done')
    }
    return { code, failed, name }
  }

  const get = (path: string) => server.get(path)

  /** Reads while `during` runs: each answer is a 200. @returns their number */
  async function reading(during: () => Promise<void>): Promise<number> {
    const statuses = new Map<number, number>()
    let over = false
    const reads = (async () => {
      while (!over) {
        for (const path of ['/v1/ballot?lat=44.45&lng=-69.78', '/v1/endorsements?limit=100', '/v1/states']) {
          const answer = await get(path)
          await answer.text()
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
        }
        await delay(50)
      }
    })()
    await during().finally(() => {
      over = true
      return reads
    })
    expect([...statuses.keys()]).toEqual([200])
    return statuses.get(200) ?? 0
  }

  /** Every committed event, applied to what the first publication served, gives what the current bundle serves. */
  async function expectAgreement(name: string): Promise<string> {
    const { bundle = '' } = (await state.head()) ?? {}
    const held: Held = replay(servedIn(paths, bundles[0]), await committed(state))
    expect(sorted(held), name).toEqual(sorted(servedIn(paths, bundle)))
    return bundle
  }

  const served = async () => (await get('/v1/states')).headers.get('x-snapshot')

  /**
   * By source, a sum over all its rows of each table.
   * @param withReads false: without the record of its read, whose signature depends on the rows of other sources
   */
  async function rows(withReads = true): Promise<Record<string, string>> {
    const warehouse = await openWarehouse(paths.work)
    try {
      const tables = await warehouse.all<{ name: string }>(
        "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'core' ORDER BY name",
      )
      const found: Record<string, string> = {}
      for (const { name } of tables) {
        if (name === 'source_read' && !withReads) continue
        const sums = await warehouse.all<{ source_id: string; sum: string }>(
          `SELECT source_id, count(*) || ' ' || sum(hash(t)::HUGEINT) AS sum FROM core."${name}" AS t GROUP BY 1 ORDER BY 1`,
        )
        for (const { source_id, sum } of sums) found[source_id] = `${found[source_id] ?? ''} ${name} ${sum}`
      }
      return found
    } finally {
      await warehouse.close()
    }
  }

  test('the Nth call of an ingest fails: no partial source, and the next ingest completes', async () => {
    const words = ['ingest', '--mirror', mirror.folder]
    const expected: Record<string, string>[] = []
    const alone: Record<string, string>[] = []
    const counts: number[] = []
    for (const _ of [0, 1]) {
      turn()
      counts.push(await undisturbed(...words))
      expected[edition] = await rows()
      alone[edition] = await rows(false)
    }
    expect(expected[0]).not.toEqual(expected[1])
    const rounds = roundsOf(Math.max(...counts))
    let [ended, reads] = [0, 0]
    for (const round of rounds) {
      const [before = {}, after = {}] = [alone[edition], alone[other(edition)]]
      turn()
      reads += await reading(async () => {
        const { code, name } = await disturbed(round, ...words)
        const between = await rows(false)
        for (const source of Object.keys(after))
          expect([before[source], after[source]], `${name}: ${source}`).toContain(between[source])
        if (code === 0) expect(await rows(), name).toEqual(expected[edition])
        else ended += 1
        expect((await runCommand(folder, ...words, '--sample')).code, name).toBe(0)
        expect(await rows(), name).toEqual(expected[edition])
      })
    }
    proved('failing_ingest', figures(rounds, ended, reads))
    expect(ended).toBeGreaterThan(0)
  })

  test('the Nth call of a publication fails: bundle and events agree, and the next publication completes', async () => {
    let at: Edition = (await state.head())?.bundle === bundles[0] ? 0 : 1
    const words = () => ['publish', bundles[other(at)] ?? '', '--accept']
    const counts: number[] = []
    for (const _ of [0, 1]) {
      counts.push(await undisturbed(...words()))
      at = other(at)
    }
    const rounds = roundsOf(Math.max(...counts))
    let [ended, reads] = [0, 0]
    for (const round of rounds) {
      const [before, after] = [bundles[at], bundles[other(at)]]
      reads += await reading(async () => {
        const { code, name } = await disturbed(round, ...words())
        const between = await expectAgreement(name)
        if (code === 0) expect(between, name).toBe(after)
        else {
          expect([before, after], name).toContain(between)
          ended += 1
        }
        const again = await runCommand(folder, ...words(), '--sample')
        expect(again.code, `${name}: ${again.stderr}`).toBe(0)
        expect(await expectAgreement(name), name).toBe(after)
        await expect.poll(served).toBe(after)
      })
      at = other(at)
    }
    proved('failing_publish', figures(rounds, ended, reads))
    expect(ended).toBeGreaterThan(0)
  })

  test('the Nth call of a backup fails: every listed backup is whole, and the next backup completes', async () => {
    const [aside, backups] = [join(root, 'first'), join(root, 'backups')]
    const at = backupFolder(backups)
    const publish = async (bundle: string) =>
      expect((await runCommand(folder, 'publish', bundle, '--accept', '--sample')).code).toBe(0)
    const restart = () => {
      rmSync(backups, { recursive: true, force: true })
      cpSync(aside, backups, { recursive: true })
    }
    /** Every listed one is whole. */
    const list = (name: string): string[] => {
      for (const one of listBackups(at)) expect(verifyBackup(at, loadBackup(at, one)), name).toEqual([])
      return listBackups(at)
    }
    await publish(bundles[0])
    await undisturbed('backup', aside, '--without-pepper')
    await publish(bundles[1])
    const words = ['backup', backups, '--keep', '1', '--without-pepper']
    restart()
    const rounds = roundsOf(await undisturbed(...words))
    const files = () => [at.files, at.backups].map((path) => readdirSync(path).length)
    const undisturbedFiles = files()
    let [ended, reads] = [0, 0]
    for (const round of rounds) {
      restart()
      const [first] = listBackups(at)
      reads += await reading(async () => {
        const { code, name } = await disturbed(round, ...words)
        const between = list(name)
        if (code === 0) expect(between.at(-1), name).not.toBe(first)
        else ended += 1
        const again = await runCommand(folder, ...words, '--sample')
        expect(again.code, `${name}: ${again.stderr}`).toBe(0)
        const [last = '', ...more] = list(name)
        expect(more, name).toEqual([])
        expect(loadBackup(at, last).head, name).toMatchObject({ publication: (await state.head())?.publication })
        expect(files(), name).toEqual(undisturbedFiles)
      })
    }
    proved('failing_backup', figures(rounds, ended, reads))
    expect(ended).toBeGreaterThan(0)
  })

  test('the Nth call of a swap fails: reads continue, and the server serves the publication and its events', async () => {
    const page = z.object({ data: z.array(z.unknown()), next_cursor: z.string() })
    const reasons = async () => {
      const { data } = z.object({ data: readiness }).parse(await (await get('/readyz')).json())
      return data.degraded.map(({ code }) => code)
    }
    let at: Edition = (await state.head())?.bundle === bundles[0] ? 0 : 1
    let cursor = (await get('/v1/endorsements?limit=1')).headers.get('x-feed-cursor') ?? ''
    const publish = async () => {
      const { code, stderr } = await runCommand(folder, 'publish', bundles[other(at)] ?? '', '--accept', '--sample')
      expect(code, stderr).toBe(0)
      at = other(at)
    }
    const arrive = async (name: string) => {
      await expect.poll(served, { message: name }).toBe(bundles[at])
      const events = (await committed(state)).map(({ body }) => JSON.parse(body).id)
      const received: unknown[] = []
      while (!received.includes(events.at(-1))) {
        const answer = await get(`/v1/events?cursor=${cursor}&limit=1000&wait=20`)
        const text = await answer.text()
        expect(answer.status, `${name}: ${text}`).toBe(200)
        const { data, next_cursor } = page.parse(JSON.parse(text))
        received.push(...data.map((one) => z.object({ id: z.string() }).parse(one).id))
        cursor = next_cursor
      }
      expect(received.length, name).toBeGreaterThan(0)
      expect(received, name).toEqual(events.slice(-received.length))
    }
    callsOfServer.failNone()
    await publish()
    await arrive('undisturbed')
    const rounds = roundsOf(callsOfServer.counted())
    let [failed, reads] = [0, 0]
    for (const round of rounds) {
      reads += await reading(async () => {
        callsOfServer.fail(round.nth, round.andAfter)
        await publish()
        // A full disk stays full until the operator has been told.
        if (round.andAfter) await expect.poll(reasons).toContain('state_unwritable')
        else await expect.poll(callsOfServer.failed).toBeGreaterThan(0)
        const name = `call ${round.nth}: ${callsOfServer.firstFailed()}`
        if (callsOfServer.failed() > 0) failed += 1
        callsOfServer.failNone()
        await arrive(name)
        await expect.poll(reasons, { message: name }).not.toContain('state_unwritable')
        expect(await expectAgreement(name), name).toBe(bundles[at])
      })
    }
    proved('failing_swap', figures(rounds, failed, reads))
    expect(failed).toBe(rounds.length)
  })
})

function figures(rounds: readonly Round[], ended: number, reads: number) {
  return [
    { what: 'calls of an undisturbed run', value: Math.max(...rounds.map(({ nth }) => nth)) },
    { what: 'runs with failing calls', value: rounds.length },
    { what: 'of them that ended with an error', value: ended },
    { what: 'requests answered meanwhile, all with 200', value: reads },
  ]
}

function sorted(held: Held): unknown[] {
  return [...held].sort(([a], [b]) => a - b)
}
