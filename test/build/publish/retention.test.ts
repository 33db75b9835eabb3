// The bundles that stay.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  KEPT_DAYS,
  KEPT_PUBLICATIONS,
  KEPT_WEEKS,
  keptDays,
  selectKept,
} from '../../../build/publish/garbage-collect.ts'
import { DAY, endOfDay } from '../../../data/schema/scalar.ts'
import type { Pin, PublicationRecord } from '../../../data/store/state/publications.ts'

/** A Friday. */
const NOW = new Date('2028-03-10T12:00:00.000Z')

/** Publications at these instants, newest first. */
const at = (...instants: string[]): PublicationRecord[] =>
  instants.map((published_at, nth) => ({
    ...{ publication: instants.length - nth, bundle: `bundle ${published_at}`, published_at, epoch: 'e', seq: 0 },
  }))

const servedAt = (published: readonly PublicationRecord[], instant: string): PublicationRecord | undefined =>
  published.find(({ published_at }) => published_at <= instant)

interface Given {
  now?: Date
  elections?: readonly string[]
  pins?: readonly Pin[]
}

function select(published: readonly PublicationRecord[], { now = NOW, elections = [], pins = [] }: Given = {}) {
  const days = keptDays(now, elections)
  const served = days.map(({ on }) => servedAt(published, endOfDay(on)))
  return selectKept({ latest: published.slice(0, KEPT_PUBLICATIONS), days, served, pins })
}

describe('kept bundles', () => {
  const kept = (published: readonly PublicationRecord[], elections?: string[]): string[] =>
    [...select(published, { elections: elections ?? [] }).keys()].map((bundle) => bundle.slice(7))

  test('are those of the last ten publications, of any age', () => {
    const old = at(...Array.from({ length: 12 }, (_, nth) => `2027-01-${31 - nth}T00:00:00.000Z`))
    expect(kept(old)).toEqual(old.slice(0, KEPT_PUBLICATIONS).map((one) => one.published_at))
  })

  const today = Array.from({ length: 30 }, (_, nth) => `2028-03-10T11:${59 - nth}:00.000Z`)
  const lastTen = today.slice(0, KEPT_PUBLICATIONS)

  test('and the last one of each of the last seven days', () => {
    const earlier = [
      '2028-03-09T23:59:59.999Z',
      '2028-03-09T23:59:59.000Z',
      '2028-03-05T10:00:00.000Z',
      '2028-03-03T13:00:00.000Z',
      '2028-03-03T12:00:00.000Z',
      '2028-03-02T12:00:00.000Z',
    ]
    expect(kept(at(...today, ...earlier))).toEqual([
      ...lastTen,
      ...['2028-03-09T23:59:59.999Z', '2028-03-05T10:00:00.000Z', '2028-03-03T13:00:00.000Z'],
    ])
  })

  test('and the one in service at the end of such a day, if it was published before them', () => {
    const earlier = ['2028-03-10T00:00:00.000Z', '2028-02-01T00:00:00.000Z', '2028-01-31T23:59:59.999Z']
    expect(kept(at(...today, ...earlier))).toEqual([...lastTen, '2028-02-01T00:00:00.000Z'])
  })

  test('and the last one of each of the last eight ISO weeks, which end on Sunday', () => {
    // One publication at noon of each day before today.
    const daily = Array.from({ length: 100 }, (_, nth) => new Date(NOW.getTime() - (nth + 1) * DAY).toISOString())
    const sundays = Array.from({ length: KEPT_WEEKS }, (_, nth) =>
      new Date(Date.UTC(2028, 2, 5) - nth * 7 * DAY).toISOString().slice(0, 10),
    )
    expect(sundays.at(-1)).toBe('2028-01-16')
    const expected = new Set([...daily.slice(0, KEPT_DAYS).map((day) => day.slice(0, 10)), ...sundays])
    expect(
      new Set(
        kept(at(...today, ...daily))
          .slice(KEPT_PUBLICATIONS)
          .map((one) => one.slice(0, 10)),
      ),
    ).toEqual(expected)
  })

  test('on a Sunday and on a Monday count the weeks that have ended', () => {
    const last = (now: string): string | undefined =>
      keptDays(new Date(now), []).find(({ kind }) => kind === 'weekly')?.on
    expect(last('2028-03-05T23:59:59.999Z')).toBe('2028-02-27')
    expect(last('2028-03-06T00:00:00.000Z')).toBe('2028-03-05')
  })

  test('have every reason that holds', () => {
    const published = at('2028-03-10T11:00:00.000Z', '2028-03-03T11:00:00.000Z')
    const reasons = select(published, { elections: ['2028-03-07', '2028-03-10'] })
    expect(reasons.get('bundle 2028-03-10T11:00:00.000Z')).toEqual([{ kind: 'current' }])
    expect(reasons.get('bundle 2028-03-03T11:00:00.000Z')).toEqual([
      { kind: 'rollback' },
      ...[9, 8, 7, 6, 5, 4, 3].map((day) => ({ kind: 'nightly', on: `2028-03-0${day}` })),
      { kind: 'weekly', on: '2028-03-05' },
      { kind: 'election', on: '2028-03-07' },
    ])
  })

  test('are none before the first publication', () => {
    expect(select([], { elections: ['2024-11-05'] })).toEqual(new Map())
  })
})

// Publications of a few bundles within four months, with a clock that may go back; elections within a year.
const minutes = (days: number) => fc.integer({ min: 0, max: days * 24 * 60 }).map((ago) => ago * 60_000)
const history = fc
  .array(fc.tuple(minutes(120), fc.integer({ min: 0, max: 30 })), { minLength: 1, maxLength: 80 })
  .chain((all) => fc.tuple(fc.constant(all), fc.boolean()))
  .map(([all, steady]) =>
    (steady ? all.toSorted(([a], [b]) => a - b) : all).map(
      ([ago, bundle], nth): PublicationRecord => ({
        ...{ publication: all.length - nth, bundle: `b${bundle}`, epoch: 'e', seq: 0 },
        published_at: new Date(NOW.getTime() - ago).toISOString(),
      }),
    ),
  )
const elections = fc.array(
  minutes(365).map((ago) => new Date(NOW.getTime() + 60 * DAY - ago).toISOString().slice(0, 10)),
  { maxLength: 10 },
)

test('whatever was published, the answer for each kept day is the same after the others are deleted', () => {
  fc.assert(
    fc.property(history, elections, (published, days) => {
      const kept = select(published, { elections: days })
      for (const { on } of keptDays(NOW, days)) {
        const before = servedAt(published, endOfDay(on))
        if (before) expect(kept.has(before.bundle)).toBe(true)
      }
      for (const { bundle } of published.slice(0, KEPT_PUBLICATIONS)) expect(kept.has(bundle)).toBe(true)
      const reasons = [...kept.values()].flat()
      expect(reasons.every((reason) => reason.kind !== 'election' || endOfDay(reason.on) < NOW.toISOString())).toBe(
        true,
      )
      expect(kept.size).toBeLessThanOrEqual(KEPT_PUBLICATIONS + KEPT_DAYS + KEPT_WEEKS + days.length)
    }),
  )
})

test('what is kept today was kept yesterday, unless it was published since: no bundle is missed later', () => {
  fc.assert(
    fc.property(history, elections, fc.integer({ min: 0, max: 40 * 24 }), (published, days, hours) => {
      const later = new Date(NOW.getTime() + hours * 3_600_000)
      const keptNow = select(published, { elections: days })
      for (const bundle of select(published, { now: later, elections: days }).keys())
        expect(keptNow.has(bundle)).toBe(true)
    }),
  )
})
