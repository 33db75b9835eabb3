import { describe, expect, it } from 'vitest'
import { findShrunk } from '../../build/guard.ts'
import type { Manifest } from '../../data/schema/manifest.ts'

const part = { sha256: 'a'.repeat(64), bytes: 1, fingerprint: 'b'.repeat(64) }

function manifestOf(rows: Record<string, number>): Manifest {
  const sources = Object.entries(rows).map(([id, count]) => ({
    id,
    publisher: 'p',
    licence: 'l',
    vintage: 'v',
    published_on: '2028-01-01',
    rows: count,
    files: [],
  }))
  return {
    format: 1,
    bundle: 'c'.repeat(64),
    sqlite: '3',
    parts: { places: part, ballots: part, endorsements: part, officeholders: part },
    sources,
  }
}

describe('the mass-change guard', () => {
  it.each([
    ['a fifth less passes', { a: 100 }, { a: 80 }, []],
    ['a row more is stopped', { a: 100 }, { a: 79 }, [{ source_id: 'a', rows_before: 100, rows: 79 }]],
    ['a small source may vanish', { a: 99 }, {}, []],
    [
      'a missing source counts as empty',
      { a: 100, b: 500 },
      { a: 100 },
      [{ source_id: 'b', rows_before: 500, rows: 0 }],
    ],
    ['growth passes', { a: 100 }, { a: 1000, b: 1 }, []],
  ])('%s', (_, before, after, expected) => {
    expect(findShrunk(manifestOf(before), manifestOf(after))).toEqual(expected)
  })
})
