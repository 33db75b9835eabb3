// A feed of version 5.0 repeats a reference in the singular where later versions list ids. All names and people here are invented.

import { describe, expect, it } from 'vitest'
import { contest5, feed5, HEAD_5, MAINE, person5, read, STATE_5 } from '../ballot/vip/read.ts'

const PEOPLE = person5('a', 'Ada Sample', '<PartyId>p</PartyId>') + person5('b', 'Ben Example')
const PARTIES = ['p', 'q']
  .map((id) => `<Party id="${id}"><Name><Text language="en">Party ${id.toUpperCase()}</Text></Name></Party>`)
  .join('')

const selection = (id: string, ...candidates: string[]) =>
  `<CandidateSelection id="${id}">${candidates.map((one) => `<CandidateId>${one}</CandidateId>`).join('')}</CandidateSelection>`
const readBody = (body: string, head = HEAD_5) => read(feed5(STATE_5 + PEOPLE + PARTIES + body, head), [])

describe('a reference of version 5.0 in the singular', () => {
  it('from a contest to its selections, and from a selection to its candidate, is read', async () => {
    const both = contest5('<BallotSelectionId>s1</BallotSelectionId><BallotSelectionId>s2</BallotSelectionId>')
    const { contest, choice, codes } = await readBody(selection('s1', 'a') + selection('s2', 'b') + both)
    expect(choice).toMatchObject([{ label: 'Ada Sample', party: 'Party P' }, { label: 'Ben Example' }])
    expect(contest).toMatchObject([{ details: '{}' }])
    expect(codes).toEqual([])
  })

  it('from a selection to the candidates of a ticket and to several parties is read in order', async () => {
    const parties = '<EndorsementPartyId>q</EndorsementPartyId><EndorsementPartyId>p</EndorsementPartyId>'
    const ticket = selection('s', 'a', 'b').replace('</CandidateSelection>', `${parties}$&`)
    const { choice, codes } = await readBody(ticket + contest5('<BallotSelectionId>s</BallotSelectionId>'))
    const party = { party: 'Party Q', party_label: 'Party Q / Party P' }
    expect(choice).toMatchObject([{ label: 'Ada Sample / Ben Example', ...party }])
    expect(codes).toEqual([])
  })

  it('from a contest to its office and to the party of its primary is read', async () => {
    const office = `<Office id="o"><ElectoralDistrictId>d</ElectoralDistrictId><Name><Text language="en">Clerk</Text></Name><Term><Type>unexpired-term</Type></Term></Office>`
    const body = '<BallotSelectionId>s</BallotSelectionId><OfficeId>o</OfficeId><PrimaryPartyId>p</PrimaryPartyId>'
    const head = HEAD_5.replace('General', 'Primary')
    const { contest, codes } = await readBody(office + selection('s', 'a', 'b') + contest5(body), head)
    expect(contest).toMatchObject([{ party: 'Party P', details: expect.stringContaining('"short_term":true') }])
    expect(codes).toEqual([])
  })

  it('from a measure to its answers is read', async () => {
    const answer = (id: string, text: string) =>
      `<BallotMeasureSelection id="${id}"><Selection><Text language="en">${text}</Text></Selection></BallotMeasureSelection>`
    const body = '<BallotSelectionId>y</BallotSelectionId><BallotSelectionId>n</BallotSelectionId>'
    const measure = contest5(body, 'Bonds', 'BallotMeasureContest')
    const answers = answer('n', 'Against the bonds') + answer('y', 'For the bonds')
    const { choice, codes } = await read(feed5(STATE_5 + answers + measure))
    expect(choice).toMatchObject([{ label: 'For the bonds' }, { label: 'Against the bonds' }])
    expect(codes).toEqual([])
  })

  it('from a ballot style to its contests, and from a precinct to its districts, is read', async () => {
    const two = ['1', '2']
      .map((n) =>
        contest5(`<BallotSelectionId>s${n}</BallotSelectionId>`)
          .replace('"c"', `"c${n}"`)
          .replace('Clerk', `Clerk ${n}`),
      )
      .join('')
    const { contest, contest_county } = await read(
      feed5(
        `${STATE_5.replace('<Name>Maine', '<Name>Harbor').replace('>state<', '>special<')}${PEOPLE}
        <CandidateSelection id="s1"><CandidateId>a</CandidateId></CandidateSelection><CandidateSelection id="s2"><CandidateId>b</CandidateId></CandidateSelection>
        ${two}<OrderedContest id="o1"><ContestId>c1</ContestId></OrderedContest><OrderedContest id="o2"><ContestId>c2</ContestId></OrderedContest>
        <BallotStyle id="b"><OrderedContestId>o2</OrderedContestId><OrderedContestId>o1</OrderedContestId></BallotStyle>
        <Locality id="l"><Name>York</Name><StateId>s</StateId><Type>county</Type></Locality><Locality id="m"><Name>Waldo</Name><StateId>s</StateId><Type>county</Type></Locality>
        <Precinct id="r"><ElectoralDistrictId>d</ElectoralDistrictId><LocalityId>l</LocalityId><Name>1</Name></Precinct>`,
      ),
    )
    expect(contest).toMatchObject([{ title: 'Clerk 2' }, { title: 'Clerk 1' }])
    expect(contest_county.map(({ county_ocd_id }) => county_ocd_id)).toEqual(Array(2).fill(`${MAINE}/county:york`))
  })
})
