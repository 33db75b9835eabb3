import { expect, it } from 'vitest'
import { describeRetired, findLoss, NO_FACTS } from '../../../build/publish/loss-limits.ts'
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

const facts = { ...NO_FACTS, isFeed: (id: string) => id === 'feed', isList: (id: string) => id === 'list' }
// biome-ignore format: a case a line
it.each([
    ['a fifth less passes', { a: 100 }, { a: 80 }, []],
    ['a row more is stopped', { a: 100 }, { a: 79 }, [{ source_id: 'a', rows_before: 100, rows: 79 }]],
    ['a small source may vanish', { a: 99 }, {}, []],
    ['a missing source counts as empty', { a: 100, b: 500 }, { a: 100 }, [{ source_id: 'b', rows_before: 500, rows: 0 }]],
    ['growth passes', { a: 100 }, { a: 1000, b: 1 }, []],
    ['a fifth of 24 endorsements passes', { feed: 120 }, { feed: 96 }, []],
    ['25 endorsements are a twentieth of 500', { feed: 500 }, { feed: 475 }, []],
    ['and 26 are more', { feed: 500 }, { feed: 474 }, [{ source_id: 'feed', rows_before: 500, rows: 474 }]],
    ['25 of 499 are more than a twentieth', { feed: 499 }, { feed: 474 }, [{ source_id: 'feed', rows_before: 499, rows: 474 }]],
    ['24 of 479 are too few', { feed: 479 }, { feed: 455 }, []],
    ['a small list may lose 8 rows', { list: 20 }, { list: 12 }, []],
    ['9 of 44 are more than a fifth', { list: 44 }, { list: 35 }, [{ source_id: 'list', rows_before: 44, rows: 35 }]],
    ['9 of 45 are a fifth', { list: 45 }, { list: 36 }, []],
    ['a list that is empty is stopped', { list: 9 }, {}, [{ source_id: 'list', rows_before: 9, rows: 0 }]],
    ['of another kind they pass', { a: 500 }, { a: 474 }, []],
  ])('the mass-change guard %s', (_, before, after, shrunk) => {
    const expected = shrunk.length === 0 ? undefined : { shrunk, deleted: 7 }
    expect(findLoss(manifestOf(before), manifestOf(after), 7, facts)).toEqual(expected)
  })

it('the mass-change guard lets a source go that another one has replaced', () => {
  const [before, after] = [manifestOf({ old: 500 }), manifestOf({ new: 400 })]
  const replaced = { ...facts, replacedBy: (id: string) => (id === 'old' ? ['new', 'other'] : []) }
  expect(findLoss(before, after, 0, replaced)).toBeUndefined()
  const shrunk = (rows: number) => ({ shrunk: [{ source_id: 'old', rows_before: 500, rows }], deleted: 0 })
  expect(findLoss(before, manifestOf({ third: 400 }), 0, replaced)).toEqual(shrunk(0))
  expect(findLoss(before, manifestOf({ old: 5, new: 400 }), 0, replaced)).toEqual(shrunk(5))
})

it('the mass-change guard lets a retired source go, and says so', () => {
  const [before, after] = [manifestOf({ old: 861, a: 10 }), manifestOf({ a: 10 })]
  const retired = { ...facts, isRetired: (id: string) => id === 'old' }
  expect(findLoss(before, after, 0, retired)).toBeUndefined()
  expect(describeRetired(before, after, retired)).toEqual(['old is retired: its 861 rows were removed.'])
  expect(findLoss(before, manifestOf({ old: 0 }), 0, retired)).toBeDefined()
})

it.each([
  [100, undefined],
  [81, undefined],
  [79, { shrunk: [{ source_id: 'a', rows_before: 200, rows: 79 }], deleted: 0 }],
])('the mass-change guard passes a loss down to the accepted 100 rows, less a fifth: %i', (rows, expected) => {
  const accepted = { ...facts, acceptedRows: new Map([['a', 100]]) }
  expect(findLoss(manifestOf({ a: 200 }), manifestOf({ a: rows }), 0, accepted)).toEqual(expected)
})
