// Which bundle an id, the beginning of one, or a day names.

import { expect, it, test } from 'vitest'
import {
  isDay,
  type PublishedAt,
  sayMissing,
  sayNearest,
  searchDay,
  searchId,
  snapshotReference,
} from '../../../data/schema/snapshot.ts'

const idOf = (start: string): string => start.padEnd(64, '0')
const [A, B, C] = [idOf('aaaaaaaa1'), idOf('aaaaaaaa2'), idOf('cccccccc1')]

/** Newest first, from `[bundle, published_at]` in the order of publication. */
const published = (...rows: readonly (readonly [bundle: string, published_at: string])[]): PublishedAt[] =>
  rows.map(([bundle, published_at], at) => ({ publication: at + 1, bundle, published_at })).reverse()

const THREE = published(
  [A, '2024-10-01T10:00:00.000Z'],
  [B, '2024-10-05T00:00:00.000Z'],
  [C, '2024-10-09T23:59:59.999Z'],
)
const search = (text: string, kept: readonly string[] = [A, B, C], rows = THREE) => {
  const here = kept.flatMap((id) => rows.find(({ bundle }) => bundle === id) ?? [])
  here.sort((a, b) => b.publication - a.publication)
  if (!isDay(text)) return searchId(text, here, rows.toReversed())
  const last = rows.find(({ published_at }) => published_at <= `${text}T23:59:59.999Z`)
  return searchDay(text, last, here)
}
const sentences = (text: string, kept: readonly string[]) => {
  const found = search(text, kept)
  return 'gone' in found ? `${sayMissing(text, found)} ${sayNearest(found)}` : expect.fail(text)
}

it.each([
  ['2024-10-01', A],
  ['2024-10-04', A],
  ['2024-10-05', B],
  ['2024-10-08', B],
  ['2024-10-09', C],
  ['2030-01-01', C],
])('a day %s is its last publication or the one before', (day, bundle) => {
  expect(search(day)).toMatchObject({ found: { bundle }, day })
})

it('a day of which several bundles were published is the last of them', () => {
  const rows = published([A, '2024-10-01T10:00:00.000Z'], [B, '2024-10-01T11:00:00.000Z'])
  expect(search('2024-10-01', [A, B], rows)).toMatchObject({ found: { bundle: B } })
})

it('a day before the first publication is missing, and names the oldest kept bundle', () => {
  expect(search('2024-09-30')).toMatchObject({ gone: null, before: null, after: { bundle: A } })
  expect(sentences('2024-09-30', [B, C])).toBe(
    'Nothing was published on 2024-09-30 or before. The oldest kept one is aaaaaaaa2000 of 2024-10-05.',
  )
})

it('a day whose bundle is gone names the nearest kept ones', () => {
  expect(sentences('2024-10-06', [A, C])).toBe(
    'The bundle aaaaaaaa2000 of 2024-10-05 is no longer kept. The nearest kept ones: aaaaaaaa1000 of 2024-10-01 before it, cccccccc1000 of 2024-10-09 after it.',
  )
  expect(sentences('2024-10-01', [C])).toContain('The nearest kept ones: cccccccc1000 of 2024-10-09 after it.')
  expect(sentences('2024-10-01', [])).toContain('No other bundle is kept.')
})

it('an id whole or its unambiguous beginning is the bundle, on the day of its latest publication', () => {
  for (const text of [C, C.slice(0, 8), C.slice(0, 63)])
    expect(search(text)).toMatchObject({ found: { bundle: C }, day: '2024-10-09' })
  const again = published(
    [A, '2024-10-01T10:00:00.000Z'],
    [C, '2024-10-05T00:00:00.000Z'],
    [A, '2024-10-06T00:00:00.000Z'],
  )
  expect(search(A, [A, C], again)).toMatchObject({ found: { bundle: A, publication: 3 }, day: '2024-10-06' })
})

it('an id with which two kept bundles begin is ambiguous, unless one of them is gone', () => {
  expect(search('aaaaaaaa')).toEqual({ ambiguous: 2 })
  expect(search('aaaaaaaa', [B, C])).toMatchObject({ found: { bundle: B } })
})

it('an id of a bundle that is gone names the nearest kept ones; of none, the newest', () => {
  expect(sentences(B, [A, C])).toContain('aaaaaaaa1000 of 2024-10-01 before it, cccccccc1000 of 2024-10-09 after it')
  expect(sentences('ffffffff', [A, B])).toBe(
    'The id of no published bundle that is kept begins with ffffffff. The newest kept one is aaaaaaaa2000 of 2024-10-05.',
  )
})

it('an id of a bundle that was built but never published is missing', () => {
  const built = idOf('dddddddd')
  expect(search(built, [A, B, C, built])).toMatchObject({ gone: null, before: { bundle: C } })
})

test('only days of the calendar, and 8 to 64 hexadecimal digits in lower case, are names', () => {
  for (const text of ['2024-02-29', 'abcdef01', '20241105', A])
    expect(snapshotReference.safeParse(text).success, text).toBe(true)
  for (const text of ['2023-02-29', '2024-1-1', '2024-11', 'abcdef0', `${A}0`, 'ABCDEF01', 'abcdefgh', 'latest', ''])
    expect(snapshotReference.safeParse(text).success, text).toBe(false)
})
