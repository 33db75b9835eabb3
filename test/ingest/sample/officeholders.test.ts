// The sample's officeholders: every office of its states, on the lines that each holder was elected in.

import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { expectedOffices } from '../../../data/reference/offices.ts'
import { OFFICES } from '../../../data/schema/vocabulary.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { readSample } from './sample.ts'

const sample = readSample()
const holders = sample.officeholder
const TODAY = sampleSources[0]?.published_on ?? ''
const STATES = ['ME', 'NM', 'NV', 'VT'] as const
/** Only Nebraska has a legislature of one chamber, and only the District of Columbia's council is served. */
const ELSEWHERE = ['state_legislator', 'city_council']

const contact = z.array(
  z.strictObject({
    classification: z.enum(['capitol', 'district']),
    address: z.string().nullable(),
    phone: z.string().nullable(),
    fax: z.null(),
  }),
)

it('seats has a holder of each office', () => {
  const held = new Set(holders.map(({ office }) => office))
  expect(OFFICES.filter((office) => !ELSEWHERE.includes(office) && !held.has(office))).toEqual([])
})
it.each(STATES)('seats %s has two senators and every officer whom one person is', (state) => {
  const offices = holders.filter((holder) => holder.state === state).map(({ office }) => office)
  expect(offices.filter((office) => office === 'us_senator').length).toBe(2)
  for (const office of expectedOffices(state)) expect(offices.filter((held) => held === office)).toEqual([office])
})
it.each(['congressional', 'state_upper', 'state_lower'])('seats has a holder in every %s district', (type) => {
  const held = new Set(holders.map(({ ocd_id }) => ocd_id))
  const drawn = sample.shape.filter(({ layer }) => layer === type).map(({ ocd_id }) => ocd_id ?? '')
  expect(drawn.length).toBeGreaterThan(4)
  expect(drawn.filter((ocd_id) => !held.has(ocd_id))).toEqual([])
})
it('seats are held on the sample’s day, by who was elected before the term', () => {
  for (const { term_start, term_end, elected_on } of holders) {
    expect((term_start ?? '') <= TODAY).toBe(true)
    expect((term_end ?? '') > TODAY).toBe(true)
    if (elected_on !== null) expect(elected_on < (term_start ?? '')).toBe(true)
  }
  expect(new Set(holders.map(({ elected_on }) => elected_on === null)).size).toBe(2)
})

describe('invention is plain', () => {
  it('gives every holder and party an obviously invented name', () => {
    for (const { name, given_name, family_name, party } of holders) {
      expect(name).toBe(`${given_name} ${family_name}`)
      expect(family_name).toMatch(/^(Sample|Example|Ejemplo|Placeholder)$/)
      expect(party).toMatch(/^(Independent|(Sample|Example) \w+ Party)$/)
    }
  })
  it('has no phone but 555-01xx, no address but invented ones, no page or mailbox but at example.org', () => {
    for (const { phone, email, website, photo, offices, social, source_urls, family_name } of holders) {
      const offered = contact.parse(JSON.parse(offices))
      expect(phone).toBe(offered[0]?.phone ?? null)
      for (const office of offered) {
        expect(office.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/)
        expect(office.address).toMatch(/Invented .*Sample/)
      }
      expect(email ?? '@example.org').toMatch(/@example\.org$/)
      const pages = z.array(z.string()).min(1).parse(JSON.parse(source_urls))
      for (const url of [website, photo, ...pages])
        expect(url ?? 'https://example.org/sample/people').toMatch(/^https:\/\/example\.org\/sample\/people\b/)
      for (const name of Object.values(z.record(z.string(), z.string()).parse(JSON.parse(social))))
        expect([family_name, name]).toEqual([family_name, expect.stringMatching(/@example\.org$/)])
    }
  })
})

it.each([
  [',us_senator,', ',us_consul,', /officeholders\.csv:2: office: /],
  ['state:me/cd:sample-1', 'state:me/cd:sample-9', /officeholders\.csv:4: ocd_id: .*ME, got .*cd:sample-9/],
  ['state:me/cd:sample-1', 'state:nm/cd:sample-1', /officeholders\.csv:4: ocd_id: .*in ME, got .*nm/],
  ['2021-01-03,2027-01-03', '2021-01-03,January', /officeholders\.csv:2: term_end: /],
  ['mastodon=', 'mastodon:', /officeholders\.csv:2: social: expected `network=name/],
  ['7110f389-76e7-57be', '7110f389-76e7-47be', /officeholders\.csv:2: person_id: /],
])('a wrong row stops the source with its file, line and field %s → %s', (from, to, message) => {
  const change = (name: string, text: string): string => {
    if (!name.endsWith('/officeholders.csv')) return text
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  const read = () => readSample({ change, only: ['sample-officeholders'] })
  expect(read).toThrow(SourceError)
  expect(read).toThrow(message)
})
