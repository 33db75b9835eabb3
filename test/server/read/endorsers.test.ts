// Endorsers and their categories, over HTTP, against a brute-force filter of the fixture's rows.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ENDORSER_CATEGORIES } from '../../../data/reference/endorser-categories.ts'
import { type Endorser, endorser, endorserCategory, endorserRecord } from '../../../data/schema/endorser.ts'
import { list, record } from '../../../data/schema/envelope.ts'
import { byFoldedName } from '../../../data/schema/folded-name.ts'
import { electionsOf, endorsedIn } from '../endorsements.ts'
import { openWorld } from '../world.ts'
import { anyFilters, queryOf } from './filters.ts'

const { endorsers, endorsements } = endorsedIn({})
const inOrder = [...endorsers].sort(byFoldedName)

const world = await openWorld()
const walk = (query: string, limit?: number) => world.walk(`/v1/endorsers?${query}`, endorser, limit)

test('/v1/endorser-categories: every category by slug, with its number of endorsers', async () => {
  const ask = async (path: string) => (await world.read(path, list(endorserCategory))).data
  const all = await ask('/v1/endorser-categories')
  expect(all).toEqual(
    ENDORSER_CATEGORIES.map(({ slug, name, singular_name }) => ({
      ...{ slug, name, singular_name },
      endorser_count: endorsers.filter(({ category }) => category.slug === slug).length,
    })).sort((a, b) => (a.slug < b.slug ? -1 : 1)),
  )
  expect(all.map(({ endorser_count }) => endorser_count)).toContain(0)
  const spanish = await ask('/v1/endorser-categories?lang=es')
  expect(spanish.find(({ slug }) => slug === 'labor')).toMatchObject({ name: 'Sindicatos', singular_name: 'Sindicato' })
  for (const { slug, singular_name } of spanish)
    expect(singular_name).not.toBe(all.find((one) => one.slug === slug)?.singular_name)
  expect(await world.statusOf('/v1/endorser-categories?limit=5')).toBe(400)
})

describe('/v1/endorsers', () => {
  test('by folded name, then id; including endorsers without endorsements', async () => {
    for (const limit of [1, 7, 500]) expect(await walk('', limit), `${limit}`).toEqual(inOrder)
    const names = inOrder.map(({ name }) => name)
    expect(names[0]).toBe('Áncora Ironworkers')
    expect(names.indexOf('green hills alliance')).toBeLessThan(names.indexOf('Mayor Example'))
    const namesakes = inOrder.filter(({ name }) => name === 'Friends of the River')
    expect(namesakes.length).toBe(2)
    expect((await walk('q=friends', 1)).map(({ id }) => id)).toEqual(namesakes.map(({ id }) => id))
  })

  // A part of the name, ignoring case and accents; wildcards have no effect.
  test.each([
    ['q=ANCORA', ['ferreteros']],
    ['q=%C3%A1ncora', ['ferreteros']],
    ['q=Hills+Alliance', ['green-hills']],
    ['q=%25', []],
    ['q=_', []],
    ['states=national', ['ferreteros', 'green-hills', 'oak-party-national']],
    ['states=ca,hi', ['friends-west', 'silent-society']],
  ])('%s', async (query, slugs) => {
    expect((await walk(query)).map(({ slug }) => slug)).toEqual(slugs)
  })

  test('filters, alone and combined, equal brute force', async () => {
    const values: Readonly<Record<string, readonly string[]>> = {
      categories: [...new Set(endorsers.map(({ category }) => category.slug)), 'no-such'],
      states: ['NC', 'DC', 'CA', 'HI', 'national', 'WY'],
      elections: ['nc-2024-11-05-general', 'dc-2024-11-05-general', 'nc-2022-05-17-primary', 'no-such'],
      q: ['o', 'the', 'River', 'zzz'],
    }
    const endorsedIn = (slug: string): ReadonlySet<string> =>
      new Set(endorsements.filter((one) => one.endorser.slug === slug).map(({ election }) => election.slug))
    const looksAt: Readonly<Record<string, (one: Endorser, wanted: readonly string[]) => boolean>> = {
      categories: (one, wanted) => wanted.includes(one.category.slug),
      states: (one, wanted) => wanted.includes(one.state),
      elections: (one, wanted) => wanted.some((slug) => endorsedIn(one.slug).has(slug)),
      q: (one, [text = '']) => one.name.toLowerCase().includes(text.toLowerCase()),
    }
    let found = 0
    for (const some of fc.sample(anyFilters(values, ['q']), { numRuns: 150, seed: 20_241_105 })) {
      const query = queryOf(some)
      const expected = inOrder.filter((one) => some.every(([name, wanted]) => looksAt[name]?.(one, wanted)))
      if (expected.length > 0) found += 1
      expect(await walk(query, 2), query).toEqual(expected)
    }
    expect(found).toBeGreaterThan(50)
  })
})

describe('/v1/endorsers/{slug}', () => {
  const ask = async (path: string) => (await world.read(`/v1/endorsers/${path}`, record(endorserRecord))).data

  test('with the elections endorsed in, newest first', async () => {
    for (const one of endorsers) {
      const elections = electionsOf(endorsements.filter(({ endorser }) => endorser.id === one.id))
      expect(await ask(one.slug), one.slug).toEqual({ ...one, elections })
    }
    const dates = (await ask('oak-party')).elections.map(({ date }) => date)
    expect(dates.length).toBeGreaterThan(1)
    expect(dates).toEqual([...dates].sort().reverse())
    expect((await ask('silent-society')).elections).toEqual([])
  })

  test('in Spanish', async () => {
    const found = await ask('oak-party?lang=es')
    expect([found.category.name, found.elections[0]?.name]).toEqual(['Partidos y clubes de partido', 'Elección'])
  })

  test.each([
    [404, ['/no-such', '/1', `/${'a'.repeat(100)}`]],
    [400, ['/OAK-PARTY', '/%C3%A9', "/'%20OR%201=1", '/%00', '/oak-party%2F', `/${'a'.repeat(101)}`]],
  ])('%s: %s', async (status, paths) => {
    for (const path of paths) expect(await world.statusOf(`/v1/endorsers${path}`), path).toBe(status)
  })
})
