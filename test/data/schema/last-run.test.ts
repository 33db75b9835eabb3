import { expect, it } from 'vitest'
import { dataAges, type LastRun } from '../../../data/schema/last-run.ts'

const source = (checked_at: string | null, published_on: string, error: string | null = null) => ({
  ...{ kind: 'ballots' as const, published_on, checked_at, error, failed_nights: 0, failed_on: null },
})

it('a kind of data is as old as the oldest check of its sources', () => {
  const sources: LastRun['sources'] = {
    old: source('2026-11-01T06:00:00.000Z', '2026-10-01'),
    new: source('2026-11-20T06:00:00.000Z', '2026-11-19', 'away'),
  }
  expect(dataAges({ sources })).toEqual([
    {
      kind: 'ballots',
      sources: 2,
      failed: 1,
      stale: 0,
      published_on: '2026-11-19',
      checked_at: '2026-11-01T06:00:00.000Z',
    },
  ])
  const stale = { since: '2026-08-01', days: 60 }
  const frozen = { ...source('2026-11-20T06:00:00.000Z', '2026-08-01'), stale }
  expect(dataAges({ sources: { frozen, failing: { ...frozen, error: 'away' } } })).toMatchObject([
    { failed: 1, stale: 1 },
  ])
  expect(dataAges({ sources: { ...sources, never: source(null, '2026-11-01') } })).toMatchObject([{ checked_at: null }])
})
