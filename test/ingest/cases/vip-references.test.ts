// A feed of version 5.0 repeats a reference in the singular where later versions list ids. All names and people here are invented.

import { describe, expect, it } from 'vitest'
import { feed5, HEAD_5, MAINE, read } from '../ballot/vip/read.ts'

const DISTRICT = `<ElectoralDistrict id="d"><Name>Maine</Name><Type>state</Type></ElectoralDistrict>`
const person = (id: string, name: string, more = '') =>
  `<Candidate id="${id}"><BallotName><Text language="en">${name}</Text></BallotName>${more}</Candidate>`
const PEOPLE = person('a', 'Ada Sample', '<PartyId>p</PartyId>') + person('b', 'Ben Example')
const PARTIES = ['p', 'q']
  .map((id) => `<Party id="${id}"><Name><Text language="en">Party ${id.toUpperCase()}</Text></Name></Party>`)
  .join('')
const contest = (body: string, kind = 'CandidateContest') =>
  `<${kind} id="c"><ElectoralDistrictId>d</ElectoralDistrictId><Name>Clerk</Name>${body}</${kind}>`

describe('a reference of version 5.0 in the singular', () => {
  it('from a contest to its selections, and from a selection to its candidate, is read', async () => {
    const {
      contest: contests,
      choice,
      codes,
    } = await read(
      feed5(
        `${DISTRICT}${PEOPLE}${PARTIES}<CandidateSelection id="s1"><CandidateId>a</CandidateId></CandidateSelection>
        <CandidateSelection id="s2"><CandidateId>b</CandidateId></CandidateSelection>
        ${contest('<BallotSelectionId>s1</BallotSelectionId><BallotSelectionId>s2</BallotSelectionId>')}`,
      ),
    )
    expect(choice).toMatchObject([{ label: 'Ada Sample', party: 'Party P' }, { label: 'Ben Example' }])
    expect(contests).toMatchObject([{ details: '{}' }])
    expect(codes).toEqual([])
  })

  it('from a selection to the candidates of a ticket and to several parties is read in order', async () => {
    const { choice, codes } = await read(
      feed5(
        `${DISTRICT}${PEOPLE}${PARTIES}<CandidateSelection id="s"><CandidateId>a</CandidateId><CandidateId>b</CandidateId>
        <EndorsementPartyId>q</EndorsementPartyId><EndorsementPartyId>p</EndorsementPartyId></CandidateSelection>
        ${contest('<BallotSelectionId>s</BallotSelectionId>')}`,
      ),
    )
    expect(choice).toMatchObject([
      { label: 'Ada Sample / Ben Example', party: 'Party Q', party_label: 'Party Q / Party P' },
    ])
    expect(codes).toEqual([])
  })

  it('from a contest to its office and to the party of its primary is read', async () => {
    const office = `<Office id="o"><ElectoralDistrictId>d</ElectoralDistrictId><Name><Text language="en">Clerk</Text></Name><Term><Type>unexpired-term</Type></Term></Office>`
    const { contest: contests, codes } = await read(
      feed5(
        `${DISTRICT}${PEOPLE}${PARTIES}${office}<CandidateSelection id="s"><CandidateId>a</CandidateId><CandidateId>b</CandidateId></CandidateSelection>
        ${contest('<BallotSelectionId>s</BallotSelectionId><OfficeId>o</OfficeId><PrimaryPartyId>p</PrimaryPartyId>')}`,
        HEAD_5.replace('General', 'Primary'),
      ),
    )
    expect(contests).toMatchObject([{ party: 'Party P', details: expect.stringContaining('"short_term":true') }])
    expect(codes).toEqual([])
  })

  it('from a measure to its answers is read', async () => {
    const answer = (id: string, text: string) =>
      `<BallotMeasureSelection id="${id}"><Selection><Text language="en">${text}</Text></Selection></BallotMeasureSelection>`
    const { choice, codes } = await read(
      feed5(
        DISTRICT +
          answer('n', 'Against the bonds') +
          answer('y', 'For the bonds') +
          contest(
            '<BallotSelectionId>y</BallotSelectionId><BallotSelectionId>n</BallotSelectionId>',
            'BallotMeasureContest',
          ),
      ),
    )
    expect(choice).toMatchObject([{ label: 'For the bonds' }, { label: 'Against the bonds' }])
    expect(codes).toEqual([])
  })

  it('from a ballot style to its contests, and from a precinct to its districts, is read', async () => {
    const two = ['1', '2']
      .map((n) =>
        contest(`<BallotSelectionId>s${n}</BallotSelectionId>`)
          .replace('"c"', `"c${n}"`)
          .replace('Clerk', `Clerk ${n}`),
      )
      .join('')
    const { contest: contests, county } = await read(
      feed5(
        `${DISTRICT.replace('<Name>Maine', '<Name>Harbor').replace('>state<', '>special<')}${PEOPLE}
        <CandidateSelection id="s1"><CandidateId>a</CandidateId></CandidateSelection><CandidateSelection id="s2"><CandidateId>b</CandidateId></CandidateSelection>
        ${two}<OrderedContest id="o1"><ContestId>c1</ContestId></OrderedContest><OrderedContest id="o2"><ContestId>c2</ContestId></OrderedContest>
        <BallotStyle id="b"><OrderedContestId>o2</OrderedContestId><OrderedContestId>o1</OrderedContestId></BallotStyle>
        <Locality id="l"><Name>York</Name><StateId>s</StateId><Type>county</Type></Locality><Locality id="m"><Name>Waldo</Name><StateId>s</StateId><Type>county</Type></Locality>
        <Precinct id="r"><ElectoralDistrictId>d</ElectoralDistrictId><LocalityId>l</LocalityId><Name>1</Name></Precinct>`,
      ),
    )
    expect(contests).toMatchObject([{ title: 'Clerk 2' }, { title: 'Clerk 1' }])
    expect(county).toMatchObject([{ county_ocd_id: `${MAINE}/county:york` }, { county_ocd_id: `${MAINE}/county:york` }])
  })
})
