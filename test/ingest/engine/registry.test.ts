import { expect, it } from 'vitest'
import { feeds, kindOf, sources } from '../../../ingest/engine/registry.ts'

it('each source gives one kind of data', () => {
  const one = (pattern: RegExp) => kindOf(sources.find(({ id }) => pattern.test(id)) ?? { id: '' })
  expect([/^geonames/, /^openaddresses/, /^ocd/, /^sample-places$/].map(one)).toEqual([
    ...['addresses', 'addresses', 'lines', 'lines'],
  ])
  expect([/^nc-candidates/, /^sample-ballots$/, /^sf-measures/].map(one)).toEqual(['ballots', 'ballots', 'ballots'])
  expect([/^openstates/, /^congress/, /^sample-officeholders$/].map(one)).toEqual(Array(3).fill('officeholders'))
  expect([/^fivethirtyeight/, /^sample-endorsement-feed$/].map(one)).toEqual(['endorsements', 'endorsements'])
})

it('sources of endorsements are read last, after all ballots that they may name', () => {
  const ids = sources.map(({ id }) => id)
  for (const family of ['public', 'sample'] as const) {
    const own = (list: typeof sources) => list.filter((source) => source.family === family)
    const firstFeed = Math.min(...own(feeds).map(({ id }) => ids.indexOf(id)))
    const others = own(sources).filter((source) => !feeds.includes(source) && kindOf(source) === 'ballots')
    expect(others.length, family).toBeGreaterThan(0)
    expect(Math.max(...others.map(({ id }) => ids.indexOf(id))), family).toBeLessThan(firstFeed)
  }
  expect(new Set(ids).size).toBe(ids.length)
})
