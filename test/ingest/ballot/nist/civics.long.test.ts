// The samples of the Civics profile that its publisher offers, whole, and its schema.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { cdfSource } from '../../../../ingest/ballot/nist/nist.ts'
import { ELECTION_REPORT } from '../../../../ingest/ballot/nist/standard.ts'
import { countBy } from '../../count.ts'
import { ENTRY, EVERY_KIND, filesAt } from '../../entry.ts'
import { hasReal, REAL } from '../../real.ts'
import { fileOf, runReader } from '../../run-reader.ts'
import { realDivisions } from '../read.ts'

const SAMPLES = join(REAL, 'ballots', 'civics_cdf')
const STATES: readonly StateCode[] = ['CA', 'DE', 'TX', 'VA', 'VT']

function load(name: string): string {
  return readFileSync(join(SAMPLES, name), 'utf8')
}

async function read(name: string, change = (text: string) => text) {
  const files = filesAt(ENTRY.url, name)
  const source = cdfSource({ ...ENTRY, id: 'civics', states: STATES, lists: EVERY_KIND, files })
  const ran = await runReader(source, [fileOf(name, change(load(name)))], { divisions: realDivisions('va') })
  return { ...ran, kinds: countBy(ran.issues.map(({ code }) => code)) }
}

describe.skipIf(!hasReal('ballots/civics_cdf', 'ocd'))("the Civics profile's samples", () => {
  it('of an election give its contests and candidates, before it and after it alike', async () => {
    const before = await read('pre_election_sample_feed.xml')
    const after = await read('post_election_sample_feed_summary.xml')
    for (const { election, contest, choice, officeholder } of [before, after])
      expect([election.length, contest.length, choice.length, officeholder.length]).toEqual([1, 15, 24, 0])
    const districts = ({ contest }: typeof before) => contest.map(({ ocd_id }) => ocd_id)
    expect(districts(after)).toEqual(districts(before))
    const people = ({ choice }: typeof before) => choice.map(({ label }) => label).sort()
    expect(people(after)).toEqual(people(before))
    expect(before.kinds).toEqual({ 'several-days': 1 })
  })

  it('of several elections in several states give six, without the sums of the nation', async () => {
    const { election, contest, choice, kinds } = await read('multi_election_sample_feed.xml')
    expect(election.map(({ election_key }) => election_key)).toEqual([
      'de-2020-09-15-primary',
      'ca-2020-03-03-primary',
      'va-2020-03-03-primary',
      'ca-2020-11-03-general',
      'va-2020-11-03-general',
      'de-2020-11-03-general',
    ])
    expect([contest.length, choice.length, kinds['national-contest']]).toEqual([9, 14, 3])
  })

  it('of a measure wait for its day', async () => {
    const without = await read('ballot_measure_contest_sample_feed.xml')
    expect([without.contest, without.codes]).toEqual([[], ['unknown-day 2018']])
    const day = (text: string) => text.replace(/<StartDate>2018<.*\n.*<\/EndDate>/, '<StartDate>2018-11-06</StartDate>')
    const { contest, choice } = await read('ballot_measure_contest_sample_feed.xml', day)
    expect(contest).toMatchObject([{ kind: 'measure', election_key: 'ca-2018-11-06-general' }])
    expect(contest[0]?.description).toMatch(/^Establishes minimum requirements/)
    expect(choice.map(({ measure_answer }) => measure_answer)).toEqual(['yes', 'no'])
  })

  it('of a retention name the judge', async () => {
    const { contest, choice } = await read('pre_retention_contest_sample_feed.xml')
    expect(contest).toMatchObject([{ kind: 'retention', details: '{"nonpartisan":true}' }])
    expect(choice).toHaveLength(2)
  })

  it('of officeholders give two, and nothing of how to reach them', async () => {
    const { officeholder, codes } = await read('officeholder_sample_feed.xml')
    expect(officeholder.map(({ office, state, party }) => [office, state, party])).toEqual([
      ['us_senator', 'TX', 'Republican'],
      ['us_senator', 'VT', 'Democratic'],
    ])
    expect(officeholder.map(({ email, phone, website }) => [email, phone, website])).toEqual([
      [null, null, null],
      [null, null, null],
    ])
    expect(codes).toEqual([])
  })

  it('have a schema, and the reader knows each element of its classes', () => {
    const schema = load('civics_cdf_spec.xsd')
    const { renamed, leftOut, groups, fields } = ELECTION_REPORT
    const classes: Readonly<Record<string, readonly string[]>> = {
      Candidate: ['Candidate'],
      Contest: ['Contest', 'BallotMeasureContest', 'CandidateContest', 'RetentionContest'],
      ContestOption: ['BallotMeasureSelection', 'CandidateSelection'],
      Election: ['Election'],
      GpUnit: ['GpUnit', 'ReportingDevice', 'ReportingUnit'],
      Office: ['Office'],
      OfficeHolderTenure: ['OfficeHolderTenure'],
      Party: ['Coalition', 'Party'],
      Person: ['Person'],
    }
    const elementsOf = (type: string): string[] => {
      const body =
        new RegExp(`<xs:complexType[^>]* name="${type}">([\\s\\S]*?)\n  </xs:complexType>`).exec(schema)?.[1] ?? ''
      // Groups and terms are written inside their holder.
      const own = body.replace(/<xs:complexType>[\s\S]*?<\/xs:complexType>/g, '')
      return [...own.matchAll(/<xs:element[^>]* name="(\w+)"/g)].flatMap(([, name = '']) => name)
    }
    const unknown = Object.entries(classes).flatMap(([kind, types]) => {
      const isKnown = (name: string): boolean =>
        fields[kind]?.has(renamed.get(name) ?? name) === true || leftOut.has(name) || groups(name)
      expect(types.flatMap(elementsOf).length).toBeGreaterThan(4)
      return types.flatMap(elementsOf).filter((name) => !isKnown(name))
    })
    expect(unknown).toEqual([])
  })
})
