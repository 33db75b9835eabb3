// The search over guides and endpoints.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSearch, termsOf } from '../../../apps/docs/search.ts'

const entry = (url: string, page: string, heading: string, text: string) => ({ url, page, heading, text })
const search = createSearch([
  entry('/1', 'Guide', 'Resume', 'Send the last id that you received as Last-Event-ID or as cursor.'),
  entry('/2', 'Guide', 'Lists', 'A cursor of a list does not expire. Peñasco is a place.'),
  entry('/3', 'API reference', 'GET /v1/ballot', 'The ballot at a location. location, lat, lng'),
  entry('/4', 'Rules', 'Cursors', 'opaque'),
])
const urls = (query: string): string[] => search(query).hits.map(({ url }) => url)

test('finds beginnings of words, in any case, without accents', () => {
  expect(urls('PENASCO')).toEqual(['/2'])
  expect(urls('ball')).toEqual(['/3'])
  // Only the beginning of a word counts.
  expect(urls('allot')).toEqual([])
})

test('a section with every word comes first; a heading weighs more than the text', () => {
  expect(urls('cursor')).toEqual(['/4', '/2', '/1'])
  expect(urls('cursor expire')[0]).toBe('/2')
  expect(urls('v1/ballot')).toEqual(['/3'])
})

test('a hit is the part of its page that matches best', () => {
  const parts = ['Formats', 'Cursors', 'Limits'].map((heading) => entry('/5', 'Guide', heading, 'Cursors and more.'))
  expect(createSearch(parts)('cursors').hits.map(({ heading }) => heading)).toEqual(['Cursors'])
})

test('an endpoint comes first for its path, and a longer path does not', () => {
  const find = createSearch([
    entry(
      '/guide',
      'The API',
      'Endpoints of v1 ballot',
      'GET /v1/ballot has the ballot. /v1/ballot/history has its changes.',
    ),
    { ...entry('/ballot', 'API reference', 'GET /v1/ballot', 'The ballot at a location.'), weight: 0.5 },
    { ...entry('/history', 'API reference', 'GET /v1/ballot/history', 'Changes of the ballot.'), weight: 0.5 },
  ])
  for (const query of ['v1/ballot', '/v1/ballot', 'GET /v1/ballot', ' /V1/Ballot '])
    expect(find(query).hits[0]?.url).toBe('/ballot')
  expect(find('v1/ballot/history').hits[0]?.url).toBe('/history')
})

test('a word is found in its other forms, and words that name no topic are left out', () => {
  expect(urls('expiring')).toEqual(['/2'])
  expect(urls('how do I find the ballots of a place?')).toEqual(expect.arrayContaining(['/3', '/2']))
  expect(termsOf('How do I get a key?')).toEqual(['key'])
  expect(termsOf('what is it')).toEqual(['what', 'is', 'it'])
})

test('if no section has every word, those with some come, and a word like the unknown one is named', () => {
  expect(search('cursor lists zebra')).toMatchObject({ hits: [{ url: '/2' }, {}, {}], partial: true, meant: null })
  expect(search('balot')).toEqual({ hits: [], partial: true, meant: 'ballot' })
  expect(search('locaton cursor')).toMatchObject({ partial: true, meant: 'location cursor' })
  expect(search('cursor')).toMatchObject({ partial: false, meant: null })
})

test('names that links give a section, and the weight of its document, count', () => {
  const find = createSearch([
    { ...entry('/look-up', 'Changelog', 'Quotas', 'Quotas changed.'), weight: 0.3 },
    entry('/guide', 'Guide', 'Quotas', 'Quotas of a key.'),
    { ...entry('/named', 'Guide', 'Plans', 'Sixty requests.'), called: 'quotas of an account' },
  ])
  expect(find('quota').hits.map(({ url }) => url)).toEqual(['/guide', '/named', '/look-up'])
})

test('words one after another weigh more than the same words apart, and a short section more than a long one', () => {
  const rest = 'More about other things. '.repeat(20)
  const find = createSearch([
    entry('/apart', 'Queries', 'Endorsements', 'A choice has an endorser, and is ranked.'),
    entry('/long', 'Changelog', 'New', `A contest by ranked choice. ${rest}`),
    entry('/short', 'Rules', 'Positions', 'In ranked choice, a pick has a rank.'),
    entry('/term', 'Glossary', 'Ranked choice', 'A voter ranks the choices.'),
  ])
  for (const query of ['ranked choice', 'Ranked-choice', 'ranked_choice']) {
    const found = find(query).hits.map(({ url }) => url)
    expect(found.slice(0, 2), query).toEqual(['/term', '/short'])
    expect(found.slice(2).sort(), query).toEqual(['/apart', '/long'])
  }
})

test('an empty query and one of punctuation find nothing', () => {
  for (const query of ['', '  ', '…/?', '<>']) expect(urls(query), query).toEqual([])
})

test('an excerpt is around the first match, and cut between words', () => {
  const far = `${'word '.repeat(100)}needle ${'tail '.repeat(100)}`.trim()
  const [hit] = createSearch([entry('/', 'p', 'h', far)])('needle').hits
  expect(hit?.excerpt).toMatch(/^… (word )+needle (tail )+…$/)
  expect(hit?.excerpt.length).toBeLessThan(200)
})

test('any text is a query', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (query) => {
      for (const { excerpt } of search(query).hits) expect(excerpt.length).toBeGreaterThan(0)
      for (const term of termsOf(query)) expect(term).toMatch(/^[\p{L}\p{N}]+$/u)
    }),
    { numRuns: 200 },
  )
})
