import { describe, expect, it } from 'vitest'
import { findLoss } from '../../../build/publish/guard.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { BUNDLE_FORMAT } from '../../../data/schema/manifest.ts'

const part = { sha256: 'a'.repeat(64), bytes: 1, fingerprint: 'b'.repeat(64) }

function manifestOf(rows: Record<string, number>): Manifest {
  const about = { publisher: 'p', licence: 'CC0-1.0', vintage: 'v', published_on: '2028-01-01', files: [] }
  const sources = Object.entries(rows).map(([id, count]) => ({ ...about, id, rows: count }))
  return {
    format: BUNDLE_FORMAT,
    bundle: 'c'.repeat(64),
    sqlite: '3',
    parts: { places: part, ballots: part, endorsements: part, officeholders: part },
    sources,
  }
}

describe('the mass-change guard', () => {
  it.each([
    ['a fifth less passes', { a: 100 }, { a: 80 }, 24, []],
    ['a row more is stopped', { a: 100 }, { a: 79 }, 0, [{ source_id: 'a', rows_before: 100, rows: 79 }]],
    ['a small source may vanish', { a: 99 }, {}, 99, []],
    [
      'a missing source counts as empty',
      { a: 100, b: 500 },
      { a: 100 },
      0,
      [{ source_id: 'b', rows_before: 500, rows: 0 }],
    ],
    ['growth passes', { a: 100 }, { a: 1000, b: 1 }, 1000, []],
    ['a twentieth less passes, whatever vanishes', { a: 100 }, { a: 95 }, 1000, []],
    ['a row more passes while less than 25 endorsements vanish', { a: 100 }, { a: 94 }, 24, []],
    ['and is stopped from there', { a: 100 }, { a: 94 }, 25, [{ source_id: 'a', rows_before: 100, rows: 94 }]],
    ['nothing shrank, so the same people changed their minds', { a: 100 }, { a: 100 }, 1000, []],
  ])('%s', (_, before, after, deleted, shrunk) => {
    const expected = shrunk.length === 0 ? undefined : { shrunk, deleted }
    expect(findLoss(manifestOf(before), manifestOf(after), deleted)).toEqual(expected)
  })

  it('lets a source go that another one has replaced', () => {
    const [before, after] = [manifestOf({ old: 500 }), manifestOf({ new: 400 })]
    const replacedBy = (id: string) => (id === 'old' ? ['new', 'other'] : [])
    expect(findLoss(before, after, 0, replacedBy)).toBeUndefined()
    const shrunk = (rows: number) => ({ shrunk: [{ source_id: 'old', rows_before: 500, rows }], deleted: 0 })
    expect(findLoss(before, manifestOf({ third: 400 }), 0, replacedBy)).toEqual(shrunk(0))
    expect(findLoss(before, manifestOf({ old: 5, new: 400 }), 0, replacedBy)).toEqual(shrunk(5))
  })
})
