// The words of reports and records: counts, ages and what stays in service.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { quote } from '../../cli/exit.ts'
import { parsePort, parseStates } from '../../cli/options.ts'
import { formatMegabytes, formatNumberOf } from '../../cli/output.ts'
import { findLastNightly } from '../../cli/publish/nightly.ts'
import { formatDataAge, formatRun, isOverdue, RUN_OVERDUE_HOURS } from '../../cli/publish/run-record.ts'
import {
  formatEvents,
  formatFiles,
  formatIngest,
  formatMissing,
  formatSeparations,
  sayRefused,
} from '../../cli/publish/summary.ts'
import { reportOther, totalsOf } from '../../ingest/engine/report.ts'

const NOW = new Date('2028-03-10T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

it.each([
  [1, 'just now'],
  [2, '2 minutes ago'],
  [119, '119 minutes ago'],
  [120, '2 hours ago'],
  [47 * 60 + 59, '47 hours ago'],
  [48 * 60, '2 days ago'],
])('a run that ended %d minutes ago ended %s', (minutes, words) => {
  const run = { command: 'nightly', began_at: ago(minutes + 1), ended_at: ago(minutes), error: null, publication: 1 }
  expect(formatRun({ ...run, outcome: 'done' }, NOW)).toMatch(new RegExp(`^nightly of \\S+Z, done ${words}$`))
  expect(formatRun({ ...run, outcome: 'failed' }, NOW)).toMatch(new RegExp(`, FAILED ${words}$`))
  expect(formatRun({ ...run, ended_at: null, outcome: null }, NOW)).toMatch(/, which has not ended$/)
})

it('the age of data counts its sources, the failed ones, and says if one was never read', () => {
  const age = { kind: 'ballots' as const, sources: 1, failed: 0, published_on: '2028-01-01', checked_at: ago(5) }
  expect(formatDataAge(age, NOW)).toBe('1 source, published until 2028-01-01, all read 5 minutes ago')
  expect(formatDataAge({ ...age, sources: 1200, failed: 1, published_on: null, checked_at: null }, NOW)).toBe(
    '1 of 1,200 sources FAILED, not all read yet',
  )
  const limit = RUN_OVERDUE_HOURS * 60
  expect([null, ago(limit), ago(limit + 1)].map((at) => isOverdue(at, NOW))).toEqual([true, false, true])
})

it('an ingest names its failed sources and files, what a rebuild lost, and each kind of issue', () => {
  const failed = reportOther('b', 'failed', { rows_in: 4, error: 'no' })
  const sources = [
    ...[reportOther('a', 'failed', { error: 'gone' }), failed, reportOther('d', 'skipped', { rows_in: 1000 })],
    { ...failed, source_id: 'c', files: { of: 1200, read: 2, stopped: [{ file: 'f', error: 'no' }] } },
    reportOther('e', 'unchanged', { issues: { odd: { mended: 1, ignored: 2, refused: 3 } } }),
  ]
  const rebuilt = { why: 'torn', sources: 3, failed: [{ source_id: 'z', error: 'lost' }] }
  const lines = formatIngest({ sources, totals: totalsOf(sources), folder: '/r', rebuilt })
    .join('\n')
    .split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'Rows in    1,008 records of 5 sources: 0 read, 1 unchanged, 1 of other states, 3 FAILED',
      ...['FAILED     a: gone', '           It has no rows of an earlier run.'],
      ...['FAILED     b: no', '           Its 4 records of an earlier run stay.'],
      ...['FAILED     c: no', '           Rows of an earlier run stay for each file that stopped.'],
      'Files      c: 2 of 1,200 files read, 1 stopped',
      'Rebuilt    work.duckdb was damaged; 3 sources rebuilt from kept bytes: torn',
      '           not z: lost',
      expect.stringMatching(/^odd +3 +1 +2$/),
      'Report     /r',
    ]),
  )
  const [read] = formatIngest({ sources: [], totals: totalsOf([]), folder: '/r' })
  expect(read).toBe('Rows in    0 records of 0 sources: 0 read, 0 unchanged')
  expect(formatFiles({ of: 1, read: 1, stopped: [] })).toBe('1 of 1 file read')
})

it('events, refused rows and separated lines are counted by kind', () => {
  expect(formatEvents({ created: 0, updated: 1, deleted: 1200 })).toBe('1 endorsement updated, 1,200 deleted')
  const one = { source_id: 'a', check: 'x', rule: 'R', sample: '{}', rows_in: null }
  const breaks = [0, 1, 2000].map((rows) => /it: (.*) the rule/.exec(sayRefused({ ...one, rows }))?.[1])
  expect(breaks).toEqual(['rows of other sources break', '1 row breaks', '2,000 rows break'])
  const crossed = { layer: 'l', state: 'ME', vintage: 'v', districts: 2, slivers: 1, gaps: 2, kept: 0 }
  expect(formatSeparations({ separations: [] })).toBe('')
  expect(formatSeparations({ separations: [crossed, crossed] })).toMatch(/^2 slivers and 4 gaps .*them$/)
  expect(formatSeparations({ separations: [{ ...crossed, kept: 1 }] })).toMatch(/; 1 true overlap kept$/)
})

it('sizes and numbers', () => {
  expect([1, 99_940_000, 123_456_789, 1_234_567_890].map(formatMegabytes)).toEqual([
    ...['0.0 MB', '99.9 MB', '123 MB', '1,235 MB'],
  ])
  expect([0, 1, 2].map((count) => formatNumberOf(count, 'row'))).toEqual(['0 rows', '1 row', '2 rows'])
})

it('options: states in any case, any port, words quoted for a shell', () => {
  expect(parseStates('nc, DC')).toEqual(['NC', 'DC'])
  expect(['0', '65535'].map(parsePort)).toEqual([0, 65535])
  for (const text of ['65536', '-1', '1e3', '']) expect(() => parsePort(text), text).toThrow('Expected a port')
  expect(['a-b.c@d', 'two words', "it's", ''].map(quote)).toEqual(['a-b.c@d', "'two words'", "'it'\\''s'", "''"])
})

it('the last nightly is the newest report that is whole', () => {
  const reports = mkdtempSync(join(tmpdir(), 'hustings-nightlies-'))
  const put = (folder: string, text?: string): void => {
    mkdirSync(join(reports, folder))
    if (text !== undefined) writeFileSync(join(reports, folder, 'nightly.json'), text)
  }
  const nightly = (slug: string) => JSON.stringify({ build: { elections: [{ slug, contests: 1, choices: 2 }] } })
  try {
    expect(findLastNightly(join(reports, 'none'))).toBeUndefined()
    expect(findLastNightly(reports)).toBeUndefined()
    put('20280102T030405Z', nightly('newer'))
    put('20280101T030405Z', nightly('older'))
    put('20280103T030405Z', nightly('torn').slice(0, -5))
    put('20280104T030405Z', '{"build": {}}')
    put('20280105T030405Z')
    expect(findLastNightly(reports)?.build.elections).toEqual([{ slug: 'newer', contests: 1, choices: 2 }])
  } finally {
    rmSync(reports, { recursive: true })
  }
})

it('what cannot be queried is a table: the states, all, or all but those that have it', () => {
  const missing = [
    { what: 'street addresses', states: ['AL', 'AK', 'CO'], available: ['DC'] },
    { what: 'city boundaries', states: ['GU'], available: ['AL', 'AK', 'CO'] },
    { what: 'school district boundaries', states: ['AL', 'AK', 'CO', 'DC'], available: [] },
  ]
  expect(formatMissing({ missing }).join('\n')).toBe(`
missing here                states  which
──────────────────────────  ──────  ──────────
street addresses                 3  all but DC
city boundaries                  1  GU
school district boundaries       4  all`)
  expect(formatMissing({ missing: [] })).toEqual([])
})
