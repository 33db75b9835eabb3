// The alarm of a real nightly, whatever ends it: nothing published after a refused publication, a failed check, a full disk, a
// signal, a wrong sources.yaml; and one bad source of many. The cause gone, the next nightly publishes without an alarm.

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { openFolder } from '../temporary.ts'
import { openSmallDisk, SMALL_DISK_MISSING } from '../whole/small-disk.ts'
import { type Ended, ended, printed, startIn } from './hustings.ts'
import { copySample } from './sample.ts'
import { keepAlarms, shareMirror } from './temporary.ts'

const DAY_MS = 86_400_000

const mirror = shareMirror()
let folder: string
let paths: Paths
let alarms: ReturnType<typeof keepAlarms>
let page = 'https://example.org/sample/people/bruno-example'
let nth = 0

beforeEach(async () => {
  folder = join(openFolder(), 'var')
  mkdirSync(folder)
  await open()
})

async function open(): Promise<void> {
  await copySample(folder)
  paths = pathsIn(join(folder, 'sample'))
  alarms = keepAlarms(openFolder())
  // Something to publish.
  mirror.edit('officeholders.csv', `${page},`, `https://example.org/sample/change-${++nth},`)
  page = `https://example.org/sample/change-${nth}`
}

/** One night is enough for an alarm. */
const start = (more: Record<string, string> = {}) => {
  const settings = { HUSTINGS_ALARM_NIGHTS: '1', ...alarms.setting, ...more }
  return startIn(settings, folder, 'nightly', '--sample', '--mirror', mirror.folder)
}
const nightly = (more?: Record<string, string>): Promise<Ended> => ended(start(more))

/** Runs this code in the process before the command. */
const preload = (code: string): Record<string, string> => ({
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(code)}`,
})

const record = () => lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8')))
/** As if the last run had begun so many days ago. */
function age(days: number): void {
  const { run, ...rest } = record()
  const began_at = new Date(Date.now() - days * DAY_MS).toISOString()
  writeFileSync(paths.lastRun, JSON.stringify({ ...rest, run: { ...run, began_at } }))
}
async function change(sql: string): Promise<void> {
  const warehouse = await openWarehouse(paths.work)
  try {
    await warehouse.run(sql)
  } finally {
    await warehouse.close()
  }
}

async function expectRecovery(): Promise<void> {
  const last = await nightly()
  expect(last, last.stderr).toMatchObject({ code: 0 })
  expect(alarms.take()).toEqual([])
  expect(record()).not.toHaveProperty('unpublished')
  expect(record().run).toMatchObject({ outcome: 'done', publication: expect.any(Number) })
}

describe('nothing is published', () => {
  it('because the guard refuses the publication: a fault of our own has lost rows that no source lost', async () => {
    await change(
      "DELETE FROM core.endorsement WHERE source_id = 'sample-endorsements' AND hash(endorsement_key) % 2 = 0",
    )
    const { code, stderr } = await nightly()
    expect([code, stderr]).toEqual([1, expect.stringContaining('the publication would remove too much')])
    expect(alarms.take()).toEqual([
      expect.stringMatching(/^nothing was published on 1 night: the publication would remove too much: sample-endorse/),
    ])
    rmSync(paths.work)
    await expectRecovery()
  })

  it('because a check fails, and no source can be refused for it', async () => {
    const { code, stderr } = await nightly(
      preload(`
        import fs from 'node:fs'
        import { syncBuiltinESMExports } from 'node:module'
        const read = fs.readFileSync
        const isCheck = (file) => String(file).endsWith('endorsement-count-adds-up.sql')
        fs.readFileSync = (file, ...more) => isCheck(file) ? '-- The sums differ.\\nSELECT 1 AS told' : read(file, ...more)
        syncBuiltinESMExports()`),
    )
    expect([code, stderr]).toEqual([3, expect.stringContaining('no bundle was written')])
    expect(alarms.take()).toEqual([expect.stringMatching(/^nothing was published on 1 night: 1 check failed/)])
    await expectRecovery()
  })

  it('because sources.yaml is wrong: the run does not even begin', async () => {
    writeFileSync(paths.sourcesFile, 'version: 2\n')
    age(1)
    expect(await nightly()).toMatchObject({ code: 2 })
    expect(alarms.take()).toEqual([
      expect.stringMatching(/^nothing was published on 1 night: .*sources.yaml has 1 problem/),
    ])
    rmSync(paths.sourcesFile)
    await expectRecovery()
  })

  it('because it is asked to end', async () => {
    const child = start()
    const end = ended(child)
    await printed(child, 'stderr', /Ingest: begins/)
    child.kill('SIGTERM')
    expect(await end).toMatchObject({ code: 1 })
    expect(alarms.take()).toEqual([expect.stringMatching(/^nothing was published on 1 night: stopped before/)])
    await expectRecovery()
  })

  it.each(['SIGKILL', 'SIGSEGV', 'SIGABRT'] as const)(
    'because of %s: the next run says it, before it ends',
    async (signal) => {
      const child = start()
      const end = ended(child)
      await printed(child, 'stderr', /Build: begins/)
      child.kill(signal)
      expect(await end).toMatchObject({ code: null })
      expect(alarms.take()).toEqual([])
      expect(await nightly()).toMatchObject({ code: 0 })
      expect(alarms.take()).toEqual([
        expect.stringMatching(/^nothing was published on 1 night: the nightly of .* did not end$/),
      ])
      await expectRecovery()
    },
  )
})

describe.skipIf(SMALL_DISK_MISSING !== null)(
  `a full disk${SMALL_DISK_MISSING ? ` (${SMALL_DISK_MISSING})` : ''}`,
  () => {
    it('alarms, although the run can count no night and write no record', async () => {
      const disk = openSmallDisk('192m')
      try {
        folder = join(disk.folder, 'var')
        await open()
        age(1)
        disk.fill()
        const { code, stderr } = await nightly()
        expect([code, stderr]).toEqual([1, expect.stringContaining('disk is full')])
        expect(alarms.take()).toEqual([expect.stringMatching(/^nothing was published on 1 night: /)])
        disk.empty()
        await expectRecovery()
      } finally {
        disk.empty()
        disk.close()
      }
    })
  },
)

describe('something is published, and one source is not', () => {
  it('because it is away, or held back', async () => {
    const file = (name: string): string => join(mirror.folder, 'data', 'sample', name)
    const [holders, endorsements] = ['officeholders.csv', 'endorsements.csv'].map((name) =>
      readFileSync(file(name), 'utf8'),
    )
    try {
      rmSync(file('officeholders.csv'))
      const lines = (endorsements ?? '').trimEnd().split('\n')
      writeFileSync(file('endorsements.csv'), `${[...lines.slice(0, lines.length / 2), lines.at(-1)].join('\n')}\n`)
      expect(await nightly()).toMatchObject({ code: 1 })
      expect(alarms.take()).toEqual([
        expect.stringMatching(
          /^1 source failed on 1 night or more: sample-officeholders; sample-endorsements is held back since .*: hustings sources accept sample-endorsements --sample$/,
        ),
      ])
    } finally {
      writeFileSync(file('officeholders.csv'), holders ?? '')
      writeFileSync(file('endorsements.csv'), endorsements ?? '')
    }
    await expectRecovery()
  })
})
