import { describe, expect, it } from 'vitest'
import { findSmd } from '../../../../ingest/boundary/dc.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { makeSheet } from '../../read/xlsx-bytes.ts'
import { type Read, readText } from '../read.ts'

const DC = 'ocd-division/country:us/district:dc'
const HEADER = 'ElectionDate,ElectionName,ContestNumber,ContestName,PrecinctNumber,WardNumber,Candidate,Party,Votes'
const none = toDivisions([])

function line(number: number, contest: string, candidate: string, party: string, precinct = 1): string {
  const quoted = `"${candidate.replaceAll('"', '""')}"`
  return `11/5/2024 12:00:00 AM,General Election,${number},${contest},${precinct},6,${quoted},${party},12`
}

const read = (lines: readonly string[], ...more: Uint8Array[]): Promise<Read> =>
  readText('dc-results-2024', [[HEADER, ...lines].join('\n'), ...more], none)

describe('the results of the District of Columbia', () => {
  it('give choices, but no tallies or turnout', async () => {
    const { contest, choice, election, issues } = await read([
      line(-2, 'REGISTERED VOTERS - TOTAL', '', 'CITYWIDE'),
      line(-1, 'BALLOTS CAST - TOTAL', '', 'CITYWIDE'),
      line(60, 'ANC-2A01', 'UNDER VOTES', ''),
      line(60, 'ANC-2A01', 'Brian A. Glover', 'NPN'),
      line(60, 'ANC-2A01', 'Write-in', 'NPN'),
      line(60, 'ANC-2A01', 'OVER VOTES', ''),
      line(60, 'ANC-2A01', 'Brian A. Glover', 'NPN', 2),
      line(61, 'ANC-2A02', 'Write-in', 'NPN'),
    ])
    expect(issues).toEqual([])
    expect(election.map(({ election_key }) => election_key)).toEqual(['dc-2024-11-05-general'])
    expect(contest.map(({ title, ocd_id, details }) => [title, ocd_id, details])).toEqual([
      [
        'Advisory Neighborhood Commissioner, Single Member District 2A01',
        `${DC}/anc:2a/council_district:1`,
        '{"uncontested":true,"nonpartisan":true}',
      ],
      [
        'Advisory Neighborhood Commissioner, Single Member District 2A02',
        `${DC}/anc:2a/council_district:2`,
        '{"nonpartisan":true,"write_in_only":true}',
      ],
    ])
    expect(choice.map(({ label, party }) => [label, party])).toEqual([['Brian A. Glover', null]])
  })

  it('drop the party before a name, and nothing else', async () => {
    const { contest, choice } = await read([
      line(
        4,
        'ELECTORS OF PRESIDENT AND VICE PRESIDENT OF THE UNITED STATES',
        'DEM Kamala D. Harris - Tim Walz',
        'DEM',
      ),
      line(6, 'AT-LARGE MEMBER OF THE COUNCIL OF THE DISTRICT OF COLUMBIA', 'STG Darryl Moch', 'STG'),
      line(6, 'AT-LARGE MEMBER OF THE COUNCIL OF THE DISTRICT OF COLUMBIA', 'INDIRA Rao', 'IND'),
    ])
    expect(choice.map(({ label, party }) => [label, party])).toEqual([
      ['Kamala D. Harris - Tim Walz', 'Democratic'],
      ['Darryl Moch', 'Statehood Green'],
      ['INDIRA Rao', 'Independent'],
    ])
    expect(contest.map(({ level, vote_method, votes_allowed }) => [level, vote_method, votes_allowed])).toEqual([
      ['federal', 'plurality', 1],
      ['city', 'multi_seat', 2],
    ])
  })

  it('give measures with Yes and No as printed', async () => {
    const { contest, choice } = await read([
      line(363, 'INITIATIVE MEASURE NO. 82', 'YES, to approve', 'NPN'),
      line(363, 'INITIATIVE MEASURE NO. 82', 'NO, to reject', 'NPN'),
    ])
    expect(contest).toMatchObject([
      { kind: 'measure', vote_method: 'yes_no', measure_code: 'Initiative 82', ocd_id: DC },
    ])
    const key = `dc-2024-11-05-general/${DC}/initiative-82`
    expect(choice.map(({ choice_key, label, measure_answer }) => [choice_key, label, measure_answer])).toEqual([
      [`${key}/yes`, 'YES, to approve', 'yes'],
      [`${key}/no`, 'NO, to reject', 'no'],
    ])
  })

  it('allow a candidate to withdraw from only one contest', async () => {
    const filed = makeSheet([
      ['ANC-SMD', 'Name', 'Date of Withdrawal'],
      ['7D01', 'Charles Boston', ' 9/18/24'],
      ['7D02', 'Jo Roe', ''],
      ['Ward 7', 'Ann Lee', '9/18/24'],
    ])
    const { choice, issues } = await read(
      [
        line(16, 'WARD SEVEN MEMBER OF THE STATE BOARD OF EDUCATION', 'Charles Boston', 'NPN'),
        line(294, 'ANC-7D01', 'Charles Boston', 'NPN'),
        line(295, 'ANC-7D02', 'Jo Roe', 'NPN'),
      ],
      filed,
    )
    expect(issues.map(({ code, line: at, value }) => [code, at, value])).toEqual([['bad-value', 4, 'Ward 7']])
    expect(choice.map(({ label, withdrawn }) => [label, withdrawn])).toEqual([
      ['Charles Boston', false],
      ['Charles Boston', true],
      ['Jo Roe', false],
    ])
  })

  it.each([
    ['an unknown office', line(5, 'DOG CATCHER', 'Ann Lee', 'NPN'), /:2: got ContestName "DOG CATCHER"/],
    ['an unknown party', line(60, 'ANC-2A01', 'ZZZ Ann Lee', 'ZZZ'), /:2: got Party "ZZZ"/],
    ['a measure with another answer', line(363, 'INITIATIVE 83', 'Perhaps', 'NPN'), /expected Yes or No/],
    ['a contest number in words', line(5, 'MAYOR', 'Ann Lee', 'NPN').replace(',5,', ',five,'), /ContestNumber "five"/],
    [
      'a day that the calendar does not have',
      line(5, 'MAYOR', 'Ann Lee', 'NPN').replace('11/5/2024', '13/45/2022'),
      /_Results\.csv:2: got ElectionDate "13\/45\/2022 12:00:00 AM", expected a date such as 11\/5\/2024/,
    ],
    [
      'another kind of election',
      line(5, 'MAYOR', 'Ann Lee', 'NPN').replace('General', 'Primary'),
      /ElectionName "Primary/,
    ],
  ])('stop at %s', async (_, text, message) => {
    await expect(read([text])).rejects.toThrow(message)
  })

  it('give a single-member district the same name in both years and on the map', () => {
    const id = `${DC}/anc:6~8f/council_district:4`
    expect(findSmd('ANC - 8F04 SINGLE MEMBER DISTRICT 04-ANC-8F')?.ocd_id).toBe(id)
    expect(findSmd('ANC-6/8F04')?.ocd_id).toBe(id)
    expect(findSmd('6/8F04')?.ocd_id).toBe(id)
    expect(findSmd('3/4G06')?.ocd_id).toBe(`${DC}/anc:3~4g/council_district:6`)
    expect(findSmd('Ward 2')).toBeUndefined()
  })
})
