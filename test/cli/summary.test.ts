// The words of reports and records: counts, ages and what stays in service.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { quote } from '../../cli/exit.ts'
import { parsePort, parseStates } from '../../cli/options.ts'
import { findLastNightly } from '../../cli/publish/nightly.ts'
import { formatDataAge, isOverdue, RUN_OVERDUE_HOURS } from '../../cli/publish/run-record.ts'
import { formatElections } from '../../cli/publish/summary.ts'

const NOW = new Date('2028-03-10T12:00:00.000Z')
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000).toISOString()

it('the age of data counts its sources, the failed ones, and says if one was never read', () => {
  const age = {
    kind: 'ballots' as const,
    sources: 1,
    failed: 0,
    stale: 0,
    published_on: '2028-01-01',
    checked_at: ago(5),
  }
  expect(formatDataAge(age, NOW)).toBe('1 source, published until 2028-01-01, all read 5 minutes ago')
  expect(formatDataAge({ ...age, sources: 1200, failed: 1, published_on: null, checked_at: null }, NOW)).toBe(
    '1 of 1,200 sources FAILED, not all read yet',
  )
  expect(formatDataAge({ ...age, stale: 1 }, NOW)).toMatch(/^1 source, 1 STALE, published/)
  const limit = RUN_OVERDUE_HOURS * 60
  expect([null, ago(limit), ago(limit + 1)].map((at) => isOverdue(at, NOW))).toEqual([true, false, true])
})

it('the elections of the last 30 days and to come are listed; a thousand past ones take a line', () => {
  const counts = { contests: 2, choices: 5, lines_held: 1, lines_of_another_plan: 0, lines_not_held: 1 }
  const on = (date: string) => ({ slug: `me-${date}-general`, date, ...counts })
  const past = Array.from({ length: 1000 }, (_, at) => on(`${1900 + (at % 128)}-11-07`))
  const near = [on('2028-02-09'), on('2028-11-07')]
  const lines = formatElections([...past, on('2028-02-08'), ...near], NOW)
  expect(lines.join('\n').split('\n')).toEqual([
    expect.stringMatching(/^election +contests/),
    expect.stringMatching(/^─/),
    ...near.map(({ slug }) => expect.stringMatching(new RegExp(`^${slug} +2 +5 +1 +0 +1$`))),
    'Past       1,001 elections before 2028-02-09, 2,002 contests, 5,005 choices',
  ])
  expect(formatElections(past, NOW)).toHaveLength(1)
  expect(formatElections([], NOW)).toEqual([])
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
