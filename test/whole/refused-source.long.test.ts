// Nightlies as real processes over the sample, with one file that breaks a rule of the build.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { runCommand } from '../cli/hustings.ts'
import { shareMirror } from '../cli/temporary.ts'
import { shareFolder } from '../temporary.ts'

const GOVERNOR =
  'me26-governor,me-2026-11-03-general,ocd-division/country:us/state:me,governor,,,state,candidate,plurality,'
const SAID = 'She kept every promise of her last invented campaign.'

const folder = shareFolder()
const mirror = shareMirror()
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const night = (...words: string[]) => run('nightly', '--mirror', mirror.folder, ...words)

beforeAll(async () => {
  expect(await night()).toMatchObject({ code: 0 })
})

it('the last good rows of the source stay, changes of the others are published, and the exit code shows the refusal', async () => {
  // Ballots that no reader refuses: two votes in a plurality contest. And an event of another source.
  mirror.edit('contests.csv', `${GOVERNOR}1`, `${GOVERNOR}2`)
  mirror.edit('contests.csv', ',Governor,', ',Chief Governor,')
  mirror.edit('endorsements.csv', SAID, 'She kept most promises.')
  const { code, stdout, stderr } = await night()
  expect(code).toBe(1)
  expect(stdout).toMatch(/^FAILED +sample-ballots: the check vote-method-fits refused it: 1 row breaks /m)
  expect(stdout).toMatch(/^ +Its \d+ records of an earlier run stay\.$/m)
  expect(stdout).toMatch(/^Rows in .*: [1-4] read, [0-3] unchanged, 1 FAILED$/m)
  expect(stdout).toMatch(/^Published +publication 2, .*; 1 endorsement updated$/m)
  expect(stderr).toContain('1 source failed; rows of an earlier run, if there are any, stay in service.')
  const [title] = JSON.parse(
    (await run('sql', '--json', "SELECT title FROM core.contest WHERE contest_key LIKE '%2026%/governor'")).stdout,
  )
  expect(title).toEqual({ title: 'Governor' })
  const [, reports = ''] = /^Report +(.+)$/m.exec(stdout) ?? []
  const report = JSON.parse(readFileSync(join(reports, 'nightly.json'), 'utf8'))
  expect(report.build.refused).toMatchObject([{ source_id: 'sample-ballots', rows_in: expect.any(Number) }])
  expect(report.publish.events).toEqual({ created: 0, updated: 1, deleted: 0 })
  expect(readFileSync(join(reports, 'issues.csv'), 'utf8')).toMatch(
    /^sample-ballots,data\/sample\/contests\.csv,2,,vote-method-fits,refused,/m,
  )
  const record = lastRun.parse(JSON.parse(readFileSync(pathsIn(join(folder, 'sample')).lastRun, 'utf8')))
  expect(record.run).toMatchObject({ command: 'nightly', outcome: 'partial', error: null, publication: 2 })
  const failed = Object.entries(record.sources).filter(([, { error }]) => error !== null)
  expect(failed).toMatchObject([['sample-ballots', { error: expect.stringMatching(/^the check vote-method-fits/) }]])
})

it('the next nightly tries again, and accepts the file once it is correct', async () => {
  expect(await night()).toMatchObject({ code: 1, stdout: expect.stringContaining('FAILED') })
  mirror.edit('contests.csv', `${GOVERNOR}2`, `${GOVERNOR}1`)
  const { code, stdout } = await night()
  expect(code).toBe(0)
  expect(stdout).not.toContain('FAILED')
  const [title] = JSON.parse(
    (await run('sql', '--json', "SELECT title FROM core.contest WHERE contest_key LIKE '%2026%/governor'")).stdout,
  )
  expect(title).toEqual({ title: 'Chief Governor' })
})
