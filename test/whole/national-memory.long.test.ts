// A server over the whole nation under mixed reads from everywhere: how much memory it uses.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { hustings } from '../cli/hustings.ts'
import { makeKey } from '../cli/served-folder.ts'
import { proved } from '../proof/proved.ts'
import { CANNOT_MEASURE, type MeasuredServer, startMeasured } from './measured-server.ts'
import { loadDistrictPoints, loadZips } from './national-truth.ts'

/** A folder in which a nightly of the nation ended. Without it the test makes one. */
const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
const SKIPPED =
  process.env.PROOF !== '1'
    ? 'skipped: minutes for the nation, which make proof runs'
    : hasTestData
      ? CANNOT_MEASURE
      : 'skipped: no files of the publishers'
const CALLERS = 8
const MEMORY_MB = 512
const ZIP_STEP = 20

let folder = ''
let server: MeasuredServer
let key = ''

/** Megabytes of a line of /proc/PID/status. `RssAnon` is memory of its own, without mapped files, which the system takes back at will. */
function statusOf(name: 'RssAnon' | 'VmRSS'): number {
  const [, kilobytes] =
    new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}

describe.skipIf(SKIPPED !== null)(`the nation in memory${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  beforeAll(async () => {
    folder = NATIONAL ?? mkdtempSync(join(tmpdir(), 'hustings-nation-'))
    if (NATIONAL === undefined)
      expect(await hustings(folder, 'nightly', '--mirror', TEST_DATA)).toMatchObject({ code: 0 })
    key = await makeKey(folder)
    server = await startMeasured(folder, { asOf: '2024-10-15' })
  }, 7_200_000)
  afterAll(async () => {
    await server?.stop()
    if (folder !== '' && NATIONAL === undefined) rmSync(folder, { recursive: true })
  })

  test('a server over the nation uses less than 512 MB under mixed reads', { timeout: 7_200_000 }, async () => {
    const paths = [
      ...loadDistrictPoints(null).flatMap(({ lat, lng }, nth) => [
        `/v1/ballot?lat=${lat}&lng=${lng}`,
        nth % 2 === 0 ? `/v1/recommendations?lat=${lat}&lng=${lng}` : `/v1/representatives?lat=${lat}&lng=${lng}`,
      ]),
      ...loadZips(null)
        .filter((_, nth) => nth % ZIP_STEP === 0)
        .map(({ zip }) => `/v1/ballot?location=${zip}`),
      ...STATE_CODES.flatMap((state) =>
        ['contests', 'elections', 'endorsements', 'districts'].map((list) => `/v1/${list}?states=${state}&limit=500`),
      ),
    ]
    const start = statusOf('RssAnon')
    const waiting = paths.values()
    const statuses = new Map<number, number>()
    let [anonymous, resident] = [0, 0]
    const call = async (): Promise<void> => {
      for (const path of waiting) {
        const reply = await fetch(server.url + path, { headers: { Authorization: `Bearer ${key}` } })
        await reply.arrayBuffer()
        statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1)
        anonymous = Math.max(anonymous, statusOf('RssAnon'))
        resident = Math.max(resident, statusOf('VmRSS'))
      }
    }
    await Promise.all(Array.from({ length: CALLERS }, call))
    const failures = [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0)
    const { heap_mb } = await server.measure()
    proved('nation_memory', [
      { what: 'requests', value: paths.length },
      { what: 'answered with 200', value: statuses.get(200) ?? 0 },
      { what: 'answers with a 5xx', value: failures, atMost: 0 },
      { what: 'memory at the start', value: start, unit: 'MB' },
      { what: 'memory at its highest, without mapped files', value: anonymous, unit: 'MB', atMost: MEMORY_MB },
      { what: 'resident memory at its highest, with mapped pages of the bundle', value: resident, unit: 'MB' },
      { what: 'heap after collection', value: heap_mb, unit: 'MB' },
    ])
    expect(failures).toBe(0)
    expect(statuses.get(200)).toBeGreaterThan(paths.length / 2)
    expect(anonymous).toBeLessThan(MEMORY_MB)
  })
})
