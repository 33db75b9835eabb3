// The record of the last run: nightly writes it; doctor, /readyz and the next nightly report it.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { diagnose } from '../../cli/operate/doctor/diagnosis.ts'
import type { Finding } from '../../cli/operate/doctor/finding.ts'
import { loadRegistry } from '../../cli/publish/choose-sources.ts'
import { readiness } from '../../data/schema/health.ts'
import { type LastRun, lastRun } from '../../data/schema/last-run.ts'
import { DAY } from '../../data/schema/scalar.ts'
import { DATA_KINDS } from '../../data/schema/vocabulary.ts'
import { ALARM_NIGHTS_DEFAULT } from '../../data/store/environment.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { findFreePort } from '../server/free-port.ts'
import { shareFolder } from '../temporary.ts'
import { type Ended, ended, hustings, printed, runCommand, start } from './hustings.ts'
import { copySample } from './sample.ts'
import { startServer } from './served-folder.ts'
import { ends, shareMirror } from './temporary.ts'

const folder = shareFolder()
const mirror = shareMirror()
const paths = pathsIn(join(folder, 'sample'))
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const nightly = () => run('nightly', '--mirror', mirror.folder)
const load = () => lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8')))
const save = (record: LastRun) => writeFileSync(paths.lastRun, JSON.stringify(record))
/** As if a source had failed on the nights before, and never since it was read. */
function failBefore(id: string, nights: number): void {
  const record = load()
  const source = record.sources[id]
  if (!source?.checked_at) throw new Error(`${id} was never read`)
  const before = (days: number) => new Date(Date.now() - days * DAY).toISOString()
  save({
    ...record,
    sources: {
      ...record.sources,
      [id]: { ...source, checked_at: before(nights), failed_nights: nights, failed_on: before(1).slice(0, 10) },
    },
  })
}

async function findings(): Promise<Record<string, Finding>> {
  const found: Record<string, Finding> = {}
  for await (const finding of diagnose(paths, ' --sample', () => loadRegistry({ sample: true })))
    found[finding.check] = finding
  return found
}

async function askReadiness() {
  const adminPort = await findFreePort()
  const { url, stop } = await startServer({}, folder, '--sample', '--admin-port', String(adminPort))
  try {
    const text = await (await fetch(`${url}/readyz`)).text()
    const detail = await (await fetch(`http://127.0.0.1:${adminPort}/readyz`)).text()
    return { text, detail, ...z.object({ data: readiness }).parse(JSON.parse(text)).data }
  } finally {
    await stop()
  }
}

let first: Ended
beforeAll(async () => {
  first = await copySample(folder)
})

describe('the record of the last run', () => {
  it('has the result of a nightly and the time each source was read; nightly, doctor and /readyz agree', async () => {
    expect(first).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Run before none is recorded$/m) })
    expect(first.stdout).toMatch(
      /^Data {7}ballots: 1 source, published until 2026-11-21, all read (just now|\d+ minutes ago)$/m,
    )
    const record = load()
    expect(record.run).toMatchObject({ command: 'nightly', outcome: 'done', error: null, publication: 1 })
    expect(Object.keys(record.sources).sort()).toEqual([
      ...['sample-ballots', 'sample-endorsement-feed', 'sample-endorsements', 'sample-officeholders', 'sample-places'],
    ])
    const found = await findings()
    expect(found['last run']).toMatchObject({ status: 'ok', found: expect.stringMatching(/^nightly of .*, done /) })
    const kinds = DATA_KINDS.filter((kind) => kind !== 'addresses')
    for (const kind of kinds) expect(found[kind]).toMatchObject({ status: 'ok' })
    const { last_run, data } = await askReadiness()
    expect(last_run).toEqual({
      ...{ command: 'nightly', outcome: 'done', began_at: record.run?.began_at, ended_at: record.run?.ended_at },
    })
    expect(data.map(({ kind }) => kind)).toEqual(kinds)
  })

  it('names the failed sources and keeps the date of their rows; /readyz only counts them', async () => {
    const before = load()
    mirror.edit('endorsements.json', '"endorsements"', '"endorsements')
    const failed = await nightly()
    expect(failed).toMatchObject({ code: 1, stdout: expect.stringMatching(/^Run before nightly of .*Z, done /m) })
    expect(failed.stdout).toMatch(/^ +endorsements: 1 of 2 sources FAILED, published until /m)
    const { run: ended, sources } = load()
    expect(ended).toMatchObject({ outcome: 'partial', error: null })
    const { checked_at, error } = sources['sample-endorsement-feed'] ?? {}
    expect(checked_at).toBe(before.sources['sample-endorsement-feed']?.checked_at)
    expect(error).toMatch(/^data\/sample\/endorsements\.json:\d+: /)
    expect(await findings()).toMatchObject({
      'last run': { status: 'warn' },
      endorsements: {
        status: 'warn',
        found: expect.stringMatching(
          /sample-endorsement-feed, last read (just now|[^;]* ago), of 20\d\d-\d\d-\d\d: data\/sample\//,
        ),
      },
      ballots: { status: 'ok' },
    })
    const { text, detail, last_run, data } = await askReadiness()
    expect(last_run?.outcome).toBe('partial')
    expect(data).toContainEqual(expect.objectContaining({ kind: 'endorsements', sources: 2, failed: 1, checked_at }))
    for (const hidden of ['sample-endorsement-feed', 'endorsements.json', folder, mirror.folder])
      expect(text).not.toContain(hidden)
    // The operator's port names the source and its error.
    for (const told of ['sample-endorsement-feed', 'endorsements.json']) expect(detail).toContain(told)
  })

  it('raises the alarm on the third night on which a source fails', async () => {
    const alarm = join(folder, 'alarm.json')
    process.env.HUSTINGS_ALARM_COMMAND = `cat > '${alarm}'`
    try {
      expect(load().sources['sample-endorsement-feed']).toMatchObject({ failed_nights: 1 })
      expect(existsSync(alarm)).toBe(false)
      failBefore('sample-endorsement-feed', ALARM_NIGHTS_DEFAULT - 1)
      expect(await findings()).toMatchObject({ endorsements: { status: 'warn' } })
      const third = await hustings(folder, 'nightly', '--mirror', mirror.folder, '--sample')
      expect(third).toMatchObject(ends(1, /ALARM: 1 source failed on 3 nights or more: sample-endorsement-feed$/m))
      expect(third.stdout).toMatch(
        /^sample-endorsement-feed +endorsements +last read 2 days ago, of .* +3 +data\/sample\//m,
      )
      expect(JSON.parse(readFileSync(alarm, 'utf8'))).toMatchObject({
        message: '1 source failed on 3 nights or more: sample-endorsement-feed',
        sources: [{ source_id: 'sample-endorsement-feed', kind: 'endorsements', failed_nights: 3 }],
      })
      expect(await findings()).toMatchObject({
        endorsements: { status: 'fail', found: expect.stringContaining('last read 2 days ago') },
        ballots: { status: 'ok' },
      })
      const [log] = readdirSync(paths.reports).sort().reverse()
      const lines = readFileSync(join(paths.reports, log ?? '', 'sources.ndjson'), 'utf8')
        .trimEnd()
        .split('\n')
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ source_id: 'sample-ballots', kind: 'ballots', status: 'unchanged', error: null }),
          expect.objectContaining({ source_id: 'sample-endorsement-feed', status: 'failed', failed_nights: 3 }),
        ]),
      )
    } finally {
      delete process.env.HUSTINGS_ALARM_COMMAND
    }
  })

  it('names the step at which a nightly stopped, and the age of the data that stays', async () => {
    mirror.edit('endorsements.json', '"endorsements', '"endorsements"')
    const child = start(folder, 'nightly', '--sample', '--mirror', mirror.folder)
    const end = ended(child)
    await printed(child, 'stderr', /^Ingest: begins$/m)
    child.kill('SIGINT')
    const { code, stderr } = await end
    expect(code).toBe(1)
    expect(stderr).toMatch(/^hustings: ballots still in service: 1 source, published until /m)
    expect(load().run).toMatchObject({
      command: 'nightly',
      outcome: 'failed',
      error: expect.stringMatching(/^stopped/i),
    })
    expect((await findings())['last run']).toMatchObject({ status: 'fail' })
  })

  it('reports a killed run, and a run long ago', async () => {
    const record = load()
    if (!record.run) throw new Error('no run is recorded')
    const done = { ...record.run, outcome: 'done' as const }
    save({ ...record, run: { ...done, ended_at: null, outcome: null } })
    expect((await findings())['last run']).toMatchObject({
      status: 'fail',
      found: expect.stringMatching(/has not ended: its process is gone$/),
    })
    const long = '2026-01-02T03:04:05.678Z'
    const sources = Object.fromEntries(
      Object.entries(record.sources).map(([id, source]) => [id, { ...source, checked_at: long }]),
    )
    save({ ...record, run: { ...done, began_at: long, ended_at: long }, sources })
    expect(await findings()).toMatchObject({
      'last run': {
        status: 'warn',
        found: expect.stringMatching(/^nightly of 2026-01-02T03:04:05Z, done \d+ days ago$/),
      },
      lines: { status: 'warn' },
    })
    save(record)
  })

  it('counts as missing if it is unreadable, and the next run rewrites it', async () => {
    writeFileSync(paths.lastRun, '{')
    expect((await findings())['last run']).toMatchObject({ status: 'warn', found: 'none is recorded yet' })
    expect(await askReadiness()).toMatchObject({ last_run: null, data: [] })
    expect(await run('ingest', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
    expect(load().run).toMatchObject({ command: 'ingest', outcome: 'done' })
    expect(readdirSync(paths.root).filter((name) => name.endsWith('.writing'))).toEqual([])
  })
})
