// The sample shows every kind of thing, and its invention is plain. A wrong row stops its source.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decodeMultiPolygon, polygonsContain, toMicrodegrees } from '../../../data/geometry/polygon.ts'
import { ENDORSER_CATEGORIES } from '../../../data/reference/endorser-categories.ts'
import { expectedOffices } from '../../../data/reference/offices.ts'
import * as vocabulary from '../../../data/schema/vocabulary.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { sampleSources } from '../../../ingest/sample/sources.ts'
import { readSample } from './sample.ts'

const sample = readSample()
const holders = sample.officeholder
const TODAY = sampleSources[0]?.published_on ?? ''
const STATES = ['ME', 'NM', 'NV', 'VT'] as const
const detailsOf = (rows: readonly { details: string }[]) =>
  rows.flatMap(({ details }) => Object.keys(JSON.parse(details)))
const typeOf = new Map(sample.election.map(({ election_key, type }) => [election_key, type]))
const endorsed = new Set(sample.endorsement.map(({ endorser_slug }) => endorser_slug))
const endorsers = sample.endorser.filter(({ endorser_slug }) => endorsed.has(endorser_slug))
const layer = (...names: string[]) => sample.shape.filter((shape) => names.includes(shape.layer))

/** Only Nebraska has a legislature of one chamber, and only the District of Columbia has these districts and such a council. */
const ELSEWHERE = ['state_legislator', 'city_council', 'anc', 'smd']

it.each<[what: string, all: readonly string[], held: readonly unknown[]]>([
  ['vote method', vocabulary.VOTE_METHODS, sample.contest.map(({ vote_method }) => vote_method)],
  ['kind of contest', vocabulary.CONTEST_KINDS, sample.contest.map(({ kind }) => kind)],
  ['type of election', vocabulary.ELECTION_TYPES, sample.contest.map(({ election_key }) => typeOf.get(election_key))],
  ['level', vocabulary.LEVELS, sample.contest.map(({ level }) => level)],
  ['option', vocabulary.CHOICE_OPTIONS, sample.choice.map(({ option }) => option)],
  ['type of district', vocabulary.DISTRICT_TYPES, sample.contest.map(({ district_type }) => district_type)],
  ['detail of an election', ['all_mail', 'ranked_choice', 'fusion_voting', 'runoff_date'], detailsOf(sample.election)],
  ['category of endorsers', ENDORSER_CATEGORIES.map(({ slug }) => slug), endorsers.map(({ category }) => category)],
  ['home of endorsers', [...STATES, 'national'], endorsers.map(({ state }) => state)],
  ['stance', vocabulary.STANCES, sample.stance.map(({ stance }) => stance)],
  ['office', vocabulary.OFFICES, holders.map(({ office }) => office)],
  [
    'holder of a district',
    layer('congressional', 'state_upper', 'state_lower').map(({ ocd_id }) => ocd_id ?? ''),
    holders.map(({ ocd_id }) => ocd_id),
  ],
  ...STATES.map((state): [string, readonly string[], readonly unknown[]] => [
    `officer of ${state}`,
    [...expectedOffices(state), 'us_senator'],
    holders.filter((holder) => holder.state === state).map(({ office }) => office),
  ]),
])('the sample has each %s', (_, all, held) => {
  expect(all.length).toBeGreaterThan(0)
  expect(all.filter((one) => !ELSEWHERE.includes(one) && !held.includes(one))).toEqual([])
})

it('rows raise no issue, no polygon needs repair, and seats are held on the day of the sample', () => {
  expect(sample.issues).toEqual([])
  expect(sample.shape.filter(({ repaired }) => repaired)).toEqual([])
  const gone = holders.filter(({ term_start, term_end }) => (term_start ?? '9') > TODAY || (term_end ?? '') <= TODAY)
  expect(gone).toEqual([])
  expect(holders.filter(({ elected_on, term_start }) => (elected_on ?? '') >= (term_start ?? ''))).toEqual([])
})

it('rows belong to the requested states only', () => {
  const vermont = readSample({ states: ['VT'] })
  for (const table of ['contest', 'officeholder'] as const)
    expect(vermont[table]).toEqual(sample[table].filter(({ state }) => state === 'VT'))
  const lines = sample.shape.filter(({ state }) => state === 'VT')
  expect(vermont.shape.map(({ name, rings }) => [name, rings])).toEqual(lines.map(({ name, rings }) => [name, rings]))
  const keys = new Set(vermont.contest.map(({ contest_key }) => contest_key))
  for (const table of ['choice', 'endorsement'] as const)
    expect(vermont[table]).toEqual(sample[table].filter(({ contest_key }) => keys.has(contest_key)))
  expect(vermont.zip.map(({ zip }) => zip)).toEqual(['00401', '00402'])
  expect(vermont.issues).toEqual([])
})

describe('invention is plain', () => {
  const drawn = sample.shape.filter(({ layer }) => !['zcta', 'state', 'county'].includes(layer))
  const local = sample.contest.filter(({ district_type }) => district_type !== 'state' && district_type !== 'county')
  const offices = holders.flatMap((holder) =>
    z.array(z.record(z.string(), z.string().nullable())).parse(JSON.parse(holder.offices)),
  )
  const texts = (json: string) => Object.values(z.record(z.string(), z.string()).parse(JSON.parse(json)))
  const mirrors = new Set(sampleSources.flatMap(({ files }) => files.map(({ mirror }) => mirror)))
  const urls = [...mirrors]
    .filter((path) => path.startsWith('data/sample/'))
    .flatMap((path) => readFileSync(path, 'utf8').match(/\b[a-z]+:\/\/[^,\s"]+/g) ?? [])

  it.each<[what: string, values: readonly (string | null | undefined)[], pattern: RegExp]>([
    [
      'a candidate',
      sample.choice.flatMap(({ candidate_name }) => candidate_name?.split(' and ') ?? []),
      /^\p{L}+ (Sample|Example|Ejemplo|Placeholder)(-(Sample|Example|Rivera))?$/u,
    ],
    ['a party', [...sample.choice, ...holders].map(({ party }) => party), /^(Independent|(Sample|Example) \w+ Party)$/],
    ['a district', [...drawn.map(({ name }) => name), ...local.map(({ district_name }) => district_name)], /Sample/],
    ['the id of a district', [...drawn, ...local].map(({ ocd_id }) => ocd_id), /[:_]sample[-_][a-z0-9_-]+$/],
    ['a place', sample.zip.map(({ place_name }) => place_name), /Sample/],
    ['a ZIP code', sample.zip.map(({ zip }) => zip), /^00[0-4]\d\d$|^00500$/],
    ['an address', urls, /^https:\/\/example\.org\/sample\//],
    ['an endorser', sample.endorser.map(({ name }) => name), /\b(Sample|Example|Ejemplo|Placeholder)\b/],
    ['what is said of an endorser', sample.endorser.map(({ description }) => description), /\binvented\b/i],
    ['a holder', holders.map(({ family_name }) => family_name), /^(Sample|Example|Ejemplo|Placeholder)$/],
    ['a telephone', [...holders, ...offices].map(({ phone }) => phone), /^\(\d{3}\) 555-01\d\d$/],
    ['the address of an office', offices.map(({ address }) => address), /Invented .*Sample/],
    [
      'a mailbox',
      [...holders.map(({ email }) => email), ...holders.flatMap(({ social }) => texts(social))],
      /@example\.org$/,
    ],
    ['a source', sampleSources.map(({ id }) => id), /^sample-/],
    ['a licence', sampleSources.map(({ licence }) => licence), /CC0-1\.0/],
    ['a family', sampleSources.map(({ family }) => family), /^sample$/],
  ])('in %s', (_, values, pattern) => {
    expect(values.length).toBeGreaterThan(3)
    expect(values.filter((value) => value != null && !pattern.test(value))).toEqual([])
  })

  it('has each ZIP code at a point in its county', () => {
    for (const { zip, county_geoid, lat, lng } of sample.zip) {
      const county = layer('county').find(({ census_geoid }) => census_geoid === county_geoid)
      const polygons = decodeMultiPolygon(county?.rings ?? new Uint8Array([0]))
      expect([zip, polygonsContain(polygons, toMicrodegrees(lng), toMicrodegrees(lat))]).toEqual([zip, true])
    }
  })
})

// biome-ignore format: a case a line
it.each([
  ['districts.csv', ',23011,0 0 50 100', ',23999,0 0 50 100', /districts\.csv:9: counties: .*Maine, got 23999/],
  ['districts.csv', '0 0 50 100', '50 0 0 100', /districts\.csv:9: window: expected west < east/],
  ['districts.csv', '0 0 50 100', '0 0 101 100', /districts\.csv:9: window: .*east <= 100/],
  ['zips.csv', '00101', '04330', /zips\.csv:2: zip: expected an invented ZIP code/],
  ['contests.csv', 'term=2 years; uncontested=true', 'term=2 years; uncontested=maybe', /contests\.csv:\d+: details: uncontested/],
  ['contests.csv', 'fusion_voting=true; term', 'fusion=true; term', /contests\.csv:\d+: details: .*fusion/],
  ['contests.csv', 'sldu:sample-1,', 'sldu:sample-9,', /contests\.csv:\d+: ocd_id: .*got .*sldu:sample-9/],
  ['choices.csv', 'me26-governor,Gail', 'me26-gouvernor,Gail', /choices\.csv:2: contest: .*got me26-gouvernor/],
  ['choices.csv', ',Gail Sample,Sample Lake Party,', ',,Sample Lake Party,', /choices\.csv:2: .*got 0/],
  ['elections.csv', ',semi_closed,', ',half_open,', /elections\.csv:2: primary_system/],
  ['contest-counties.csv', 'county:luna', 'county:moon', /contest-counties\.csv:3: county_ocd_id: .*county:moon/],
  ['officeholders.csv', ',us_senator,', ',us_consul,', /officeholders\.csv:2: office: /],
  ['officeholders.csv', 'state:me/cd:sample-1', 'state:me/cd:sample-9', /officeholders\.csv:4: ocd_id: .*ME, got .*cd:sample-9/],
  ['officeholders.csv', 'state:me/cd:sample-1', 'state:nm/cd:sample-1', /officeholders\.csv:4: ocd_id: .*in ME, got .*nm/],
  ['officeholders.csv', '2021-01-03,2027-01-03', '2021-01-03,January', /officeholders\.csv:2: term_end: /],
  ['officeholders.csv', 'mastodon=', 'mastodon:', /officeholders\.csv:2: social: expected `network=name/],
  ['officeholders.csv', '7110f389-76e7-57be', '7110f389-76e7-47be', /officeholders\.csv:2: person_id: /],
])('a wrong row stops the source with its file, line and field %s: %s → %s', (file, from, to, message) => {
  const change = (name: string, text: string): string => {
    if (!name.endsWith(`/${file}`)) return text
    expect(text).toContain(from)
    return text.replace(from, to)
  }
  const only = sampleSources.filter(({ files }) => files.some(({ mirror }) => mirror.endsWith(`/${file}`)))
  const read = () => readSample({ change, only: only.map(({ id }) => id) })
  expect(read).toThrow(SourceError)
  expect(read).toThrow(message)
})
