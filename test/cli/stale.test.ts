// The table of how long the content of each kind of data may stay the same, and the setting that replaces its days.

import { afterEach, describe, expect, it, vi } from 'vitest'
import { judgeContent, loadRhythms, recordContent } from '../../cli/publish/stale.ts'
import type { DataKind } from '../../data/schema/vocabulary.ts'
import { DATA_KINDS } from '../../data/schema/vocabulary.ts'
import { findLastRun, writeLastRun } from '../../data/store/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { replace } from '../build/rows.ts'
import { ENTRY } from '../ingest/entry.ts'
import { freshFolder } from '../temporary.ts'

const folder = freshFolder()
afterEach(() => vi.unstubAllEnvs())

const TODAY = '2028-10-01'
const daysFrom = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
const judge = (kind: DataKind, age: number, election: number | null, isLiving = true) => {
  const election_on = election === null ? null : daysFrom(TODAY, election)
  return judgeContent({ kind, isLiving, election_on, since: daysFrom(TODAY, -age) }, TODAY) !== undefined
}

describe('content that has not changed', () => {
  // biome-ignore format: a case a line
  it.each<[DataKind, number, number | null, boolean]>([
    ['officeholders', 60, null, false], ['officeholders', 61, null, true],
    ['ballots', 14, 30, false], ['ballots', 15, 30, true],
    ['ballots', 15, 60, true], ['ballots', 400, 61, false],
    ['ballots', 15, 0, true], ['ballots', 4000, null, false],
    ['endorsements', 28, 30, false], ['endorsements', 29, 30, true],
    ['endorsements', 400, 61, false], ['endorsements', 4000, null, false],
    ['lines', 1000, null, false], ['lines', 1001, null, true],
    ['addresses', 400, null, false], ['addresses', 401, null, true],
  ])('of %s for %d days, with an election in %s days: stale is %s', (kind, age, election, expected) => {
    expect(judge(kind, age, election)).toBe(expected)
  })

  it('a final edition of boundaries or addresses never goes stale; a list of people does', () => {
    const stale = DATA_KINDS.filter((kind) => judge(kind, 9000, 10, false))
    expect(stale).toEqual(['ballots', 'endorsements', 'officeholders'])
  })
})

it('a source whose content has changed is no longer stale', async () => {
  const paths = pathsIn(folder)
  const warehouse = await openWarehouse(paths.warehouse)
  await replace(warehouse, 'people', [])
  await warehouse.close()
  const [kind, since] = ['officeholders', '2028-01-01'] as const
  const known = { kind, published_on: since, checked_at: null, error: null, failed_nights: 0, failed_on: null }
  const people = { ...known, content: { sha256: 'another', since }, stale: { since, days: 60 } }
  writeLastRun(paths, { format: 1, run: null, sources: { people } })
  const findSource = (id: string) => ({ ...ENTRY, id, living: true as const, files: [], read: () => {} })
  await recordContent(paths, { findSource, kindOf: () => kind }, new Date(TODAY))
  const { content, stale } = findLastRun(paths)?.sources.people ?? {}
  expect([content?.since, stale]).toEqual([TODAY, undefined])
})

describe('HUSTINGS_STALE_DAYS', () => {
  it('replaces the days of the kinds that it names', () => {
    vi.stubEnv('HUSTINGS_STALE_DAYS', 'officeholders=90, ballots=off')
    const content = { isLiving: true, election_on: TODAY, since: daysFrom(TODAY, -91) }
    const judged = DATA_KINDS.map((kind) => judgeContent({ ...content, kind }, TODAY, loadRhythms())?.days)
    expect(Object.fromEntries(DATA_KINDS.map((kind, at) => [kind, judged[at]]))).toEqual({
      ...{ ballots: undefined, endorsements: 28, officeholders: 90, lines: undefined, addresses: undefined },
    })
  })

  it.each(['people=3', 'ballots', 'ballots=0', 'ballots=1.5', 'ballots=never', 'ballots=10000'])(
    'refuses %s',
    (text) => {
      vi.stubEnv('HUSTINGS_STALE_DAYS', text)
      expect(() => loadRhythms()).toThrow(
        `HUSTINGS_STALE_DAYS: got "${text}", expected a kind of data (ballots, endorsements, officeholders, lines, addresses), = and a whole number of days from 1 to 9999, or off`,
      )
    },
  )
})
