// A nightly over the sample in which a check refuses one source: its last good rows stay, and the changes of the others are published.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'
import { shareFolder } from './temporary.ts'

const GOVERNOR =
  'me26-governor,me-2026-11-03-general,ocd-division/country:us/state:me,governor,,,state,candidate,plurality,'

const folder = shareFolder()
let mirror: Mirror
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')

beforeAll(async () => {
  mirror = sampleMirror()
  await copySample(folder)
})
afterAll(() => {
  mirror.remove()
})

it('the other sources are read against the rows that stay, and the exit code, report and record name the source', async () => {
  // Two votes in a plurality contest: no reader refuses them. The title is what endorsements name.
  mirror.edit('contests.csv', `${GOVERNOR}1`, `${GOVERNOR}2`)
  mirror.edit('contests.csv', ',Governor,', ',Chief Governor,')
  mirror.edit('endorsements.csv', 'She kept every promise of her last invented campaign.', 'She kept most promises.')
  const { code, stdout, stderr } = await run('nightly', '--mirror', mirror.folder)
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAILED +sample-ballots: the check vote-method-fits refused it: 1 row breaks /m)
  expect(stdout).toMatch(/^ +Its \d+ records of an earlier run stay\.$/m)
  expect(stdout).toMatch(/^Rows in .*: [1-4] read, [0-3] unchanged, 1 FAILED$/m)
  expect(stdout).toMatch(/^Published +publication 2, .*; 1 endorsement updated$/m)
  expect(stderr).toContain('1 source failed; rows of an earlier run, if there are any, stay in service.')

  const [, reports = ''] = /^Report +(.+)$/m.exec(stdout) ?? []
  const report = JSON.parse(readFileSync(join(reports, 'nightly.json'), 'utf8'))
  expect(report.build.refused).toMatchObject([{ source_id: 'sample-ballots', rows_in: expect.any(Number) }])
  expect(report.ingest.totals.status).toMatchObject({ failed: 1 })
  expect(report.publish.events).toEqual({ created: 0, updated: 1, deleted: 0 })
  expect(readFileSync(join(reports, 'issues.csv'), 'utf8')).toMatch(
    /^sample-ballots,data\/sample\/contests\.csv,2,,vote-method-fits,refused,/m,
  )
  const { run: ended, sources } = lastRun.parse(
    JSON.parse(readFileSync(pathsIn(join(folder, 'sample')).lastRun, 'utf8')),
  )
  expect(ended).toMatchObject({ command: 'nightly', outcome: 'partial', error: null, publication: 2 })
  const failed = Object.entries(sources).filter(([, { error }]) => error !== null)
  expect(failed).toMatchObject([['sample-ballots', { error: expect.stringMatching(/^the check vote-method-fits/) }]])
  const title = "SELECT DISTINCT title FROM core.contest WHERE contest_key LIKE '%2026%/governor'"
  expect(JSON.parse((await run('sql', '--json', title)).stdout)).toEqual([{ title: 'Governor' }])
})
