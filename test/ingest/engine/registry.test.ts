import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import { feeds, kindOf, noticeOf, sources } from '../../../ingest/engine/registry.ts'

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

const notice = noticeOf(sources.filter(({ family }) => family === 'public'))

it('NOTICE equals the registry: `hustings notice > NOTICE` writes it again', () => {
  expect(readFileSync(projectFile('NOTICE'), 'utf8')).toBe(notice)
})

it('names every publisher under its licence', () => {
  for (const { family, publisher, url, licence } of sources) {
    if (family !== 'public') continue
    const section = notice.slice(notice.indexOf(`\n${licence}\n`))
    expect(section, licence).toContain(`\n  ${publisher}\n`)
    expect(section, publisher).toContain(`    ${url}\n`)
  }
})
