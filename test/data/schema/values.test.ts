// Small rules of the vocabulary that several rooms share.

import { expect, it } from 'vitest'
import { findSimilar } from '../../../data/schema/edit-distance.ts'
import { chainHash, eventId, formatHead, parseEventId, parseHead } from '../../../data/schema/event.ts'
import { byFoldedName, folded, placeFolded, placeKey, placeWords } from '../../../data/schema/folded-name.ts'
import { summarizeRun } from '../../../data/schema/last-run.ts'
import { endOfDay, endorserSlug, recordId, wholeNumber } from '../../../data/schema/scalar.ts'
import { FILTER_VALUES_MAX, feedFilter } from '../../../data/schema/subscription.ts'

it('a similar word differs in at most a third of its letters, and the nearest wins', () => {
  expect(findSimilar('stat', ['status', 'states', 'state'])).toBe('state')
  expect(findSimilar('STATES', ['states'])).toBe('states')
  expect(findSimilar('levle', ['level'])).toBeUndefined()
  expect(findSimilar('levels', ['level', 'types'])).toBe('level')
  expect(findSimilar('lvl', ['lvls'])).toBe('lvls')
  expect(findSimilar('q', ['to'])).toBeUndefined()
  // Of two as near, the first.
  expect(findSimilar('cat', ['bat', 'car'])).toBe('bat')
  expect(findSimilar('cat', [])).toBeUndefined()
})

it('names fold to lower case without accents', () => {
  expect(folded('Áñ ÉÜ-Ç')).toBe('an eu-c')
})

it('names are in the order of their folded form, then of their ids', () => {
  const names = ['birch', 'Áncora', 'Birch', 'acorn'].map((name, at) => ({ name, id: 10 - at }))
  expect(names.toSorted(byFoldedName).map(({ id }) => id)).toEqual([7, 9, 8, 10])
})

it.each([
  ['St. Louis', 'saintlouis'],
  ["Coeur d'Alene", 'coeurdalene'],
  ['The Dalles', 'dalles'],
  ['N Bend', 'northbend'],
  ['W. Palm Beach', 'westpalmbeach'],
  ['Ste. Genevieve', 'saintegenevieve'],
  ['Ft Worth', 'fortworth'],
  ['Mt. Vernon', 'mountvernon'],
  ['King & Queen', 'kingandqueen'],
  ['Shaker Hts', 'shakerheights'],
  ['Kaʻaʻawa', 'kaaawa'],
])('names of the place %s compare as %s', (name, key) => {
  expect(placeKey(name)).toBe(key)
})

it('names of places are words without punctuation', () => {
  expect(placeFolded(' Winston-Salem,  N.C. ')).toBe('winston salem nc')
  expect(placeWords('A&B')).toBe('a and b')
})

const epoch = '0123456789abcdef'

it('events have ids that lead back to their epoch and number; another text is none', () => {
  for (const seq of [1, 150, 2 ** 40]) {
    const id = eventId(epoch, seq)
    expect(id).toMatch(/^evt_[a-z2-7]{26}$/)
    expect(parseEventId(id)).toEqual({ epoch, seq })
  }
  const id = eventId(epoch, 1)
  // The last digit has bits beyond the number.
  for (const text of ['', id.slice(0, -1), `${id}a`, id.toUpperCase(), `${id.slice(0, -1)}7`])
    expect(parseEventId(text), text).toBeUndefined()
})

it('events are chained, each hash over the one before', () => {
  const first = chainHash('a', 'b')
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(chainHash('a', 'c')).not.toBe(first)
  expect(chainHash('c', 'b')).not.toBe(first)
  const head = { seq: 150, chain: first }
  expect(parseHead(formatHead(head))).toEqual(head)
  expect(parseHead(`0:${first}`)).toEqual({ seq: 0, chain: first })
  for (const text of [`01:${first}`, `-1:${first}`, `1:${first}0`, `1:${first.slice(1)}`, `:${first}`, '1:'])
    expect(parseHead(text), text).toBeUndefined()
})

it('a filter of the feed has distinct values in the order sent, at least one and not too many', () => {
  expect(feedFilter.parse({ states: ['VA', 'NC', 'VA'] })).toEqual({ states: ['VA', 'NC'] })
  expect(feedFilter.parse({})).toEqual({})
  const slugs = Array.from({ length: FILTER_VALUES_MAX + 1 }, (_, at) => `e${at}`)
  expect(feedFilter.safeParse({ endorsers: slugs }).success).toBe(false)
  expect(feedFilter.safeParse({ endorsers: slugs.slice(1) }).success).toBe(true)
  for (const wrong of [{ states: [] }, { state: ['NC'] }, { states: ['XX'] }, { types: ['deleted', 'gone'] }])
    expect(feedFilter.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
})

it('single values a whole number is in plain decimal', () => {
  expect(['0', '7', '-3', '100'].map((text) => wholeNumber.parse(text))).toEqual([0, 7, -3, 100])
  for (const text of ['07', '1e3', ' 1', '1.0', '+1', '', 'NaN ']) expect(wholeNumber.parse(text), text).toBeNaN()
})

it('single values an id is a whole number from 0 that JSON holds exactly', () => {
  for (const id of [0, 2 ** 53 - 1]) expect(recordId.safeParse(id).success).toBe(true)
  for (const id of [-1, 2 ** 53, 0.5]) expect(recordId.safeParse(id).success).toBe(false)
})

it("single values an endorser's slug is words of small letters and digits, joined by dashes", () => {
  for (const text of ['a', 'sierra-club', '350-org', 'a'.repeat(100)])
    expect(endorserSlug.safeParse(text).success).toBe(true)
  for (const text of ['', '-a', 'a-', 'a--b', 'A', 'a b', 'a'.repeat(101)])
    expect(endorserSlug.safeParse(text).success, text).toBe(false)
})

it('single values a day ends with its last millisecond', () => {
  expect(endOfDay('2024-11-05')).toBe('2024-11-05T23:59:59.999Z')
})

it('the summary of a run has no message and no publication', () => {
  const times = { began_at: '2026-11-22T08:30:00.000Z', ended_at: null, outcome: null }
  expect(summarizeRun({ command: 'nightly', ...times, error: '/a/path is missing', publication: 7 })).toEqual({
    command: 'nightly',
    ...times,
  })
})
