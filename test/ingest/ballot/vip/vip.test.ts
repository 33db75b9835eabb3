import { describe, expect, it } from 'vitest'
import { blank } from '../../../../ingest/fetch/blank.ts'
import {
  contest3,
  contest5,
  feed3,
  feed5,
  HEAD_3,
  HEAD_5,
  MAINE,
  person5,
  read,
  STATE_5,
  selection5,
  source,
} from './read.ts'

describe('a feed of version 3', () => {
  it('orders contests by their placement and candidates by their number, and reads ids with and without zeros', async () => {
    const { contest, choice, contest_county } = await read(
      feed3(
        contest3('<ballot_id>11</ballot_id><ballot_placement>20</ballot_placement>') +
          '<contest id="2"><electoral_district_id>005</electoral_district_id><office>Clerk</office><ballot_id>12</ballot_id><ballot_placement>3</ballot_placement><number_voting_for>2</number_voting_for></contest>' +
          '<ballot id="11"><candidate_id sort_order="2">31</candidate_id><candidate_id sort_order="1">32</candidate_id></ballot>' +
          '<ballot id="12"><candidate_id>33</candidate_id></ballot>' +
          '<candidate id="31"><name>Ana Sample</name><party>Green Party</party><phone>207-555-0100</phone></candidate>' +
          '<candidate id="32"><name>Bo Sample</name><biography>Baker</biography></candidate><candidate id="33"><name>Cy Sample</name></candidate>' +
          '<precinct id="9"><locality_id>7</locality_id><electoral_district_id>5</electoral_district_id></precinct>',
      ),
    )
    expect(contest).toMatchObject([
      { title: 'Clerk', ocd_id: `${MAINE}/place:biddeford`, votes_allowed: 2, vote_method: 'multi_seat' },
      { title: 'Mayor', votes_allowed: 1, vote_method: 'plurality' },
    ])
    expect(choice).toMatchObject([
      { label: 'Cy Sample', ballot_designation: null },
      { label: 'Bo Sample', ballot_designation: null },
      { label: 'Ana Sample', party: 'Green', party_label: 'Green Party' },
    ])
    expect(contest_county.map(({ county_ocd_id }) => county_ocd_id)).toEqual(Array(2).fill(`${MAINE}/county:york`))
  })

  it('reads a ballot of its own words as a retention where it asks for that, and several referendums as contests', async () => {
    const { contest, choice, codes } = await read(
      feed3(
        contest3('<ballot_id>11</ballot_id>') +
          contest3('<ballot_id>12</ballot_id>', 2) +
          '<ballot id="11"><custom_ballot_id>41</custom_ballot_id></ballot>' +
          '<ballot id="12"><referendum_id>51</referendum_id><referendum_id>52</referendum_id><referendum_id>53</referendum_id></ballot>' +
          '<custom_ballot id="41"><heading>Shall Judge Di Sample be retained?</heading><ballot_response_id sort_order="2">62</ballot_response_id><ballot_response_id sort_order="1">61</ballot_response_id></custom_ballot>' +
          '<referendum id="51"><title>Question 4</title></referendum>' +
          '<referendum id="52"><title>AMENDMENT TO THE CHARTER</title><subtitle>TERMS</subtitle><text>Shall it be so?</text></referendum>' +
          '<ballot_response id="61"><text>NO</text></ballot_response><ballot_response id="62"><text>YES</text></ballot_response>',
      ),
    )
    expect(contest).toMatchObject([
      { kind: 'retention', title: 'Shall Judge Di Sample be retained?' },
      { kind: 'measure', measure_code: 'Question 4', short_title: 'Question 4' },
      { kind: 'measure', measure_code: null, title: 'Amendment to the Charter: Terms', description: 'Shall it be so?' },
    ])
    expect(choice.slice(0, 2)).toMatchObject([{ label: 'No' }, { label: 'Yes' }])
    expect(codes).toEqual([
      'missing-reference 53',
      'no-answers Question 4',
      'no-answers AMENDMENT TO THE CHARTER: TERMS',
    ])
  })

  it('leaves out a question that is answered neither yes nor no', async () => {
    const { contest, codes } = await read(
      feed3(
        `${contest3('<ballot_id>11</ballot_id>')}<ballot id="11"><referendum_id>51</referendum_id></ballot>
        <referendum id="51"><title>Question 4</title><ballot_response_id>61</ballot_response_id></referendum>
        <ballot_response id="61"><text>THIS</text></ballot_response>`,
      ),
    )
    expect(contest).toEqual([])
    expect(codes).toEqual(['unknown-answer THIS', 'unanswerable-measure Question 4'])
  })

  it('skips, with an issue, what has no ballot, no district or no name', async () => {
    const { contest, codes } = await read(
      feed3(
        contest3('<ballot_id>99</ballot_id>') +
          '<contest id="2"><electoral_district_id>6</electoral_district_id><ballot_id>11</ballot_id></contest>' +
          '<contest id="3"><electoral_district_id>5</electoral_district_id><ballot_id>11</ballot_id></contest>' +
          '<ballot id="11"/>',
      ),
    )
    expect(contest).toEqual([])
    expect(codes).toEqual(['missing-reference 99', 'missing-reference 6', 'missing-name null'])
  })
})

describe('a feed of version 5', () => {
  const district = (type: string, name: string, ocdId = '') =>
    `<ElectoralDistrict id="d"><ExternalIdentifiers><ExternalIdentifier><Type>ocd-id</Type><Value>${ocdId}</Value></ExternalIdentifier></ExternalIdentifiers><Name>${name}</Name><Type>${type}</Type></ElectoralDistrict>` +
    contest5('', 'Member')

  const PUBLISHED = ['cd:2', 'place:bath', 'place:bath/ward:1', 'county:york']
  it.each(
    // biome-ignore format: a case a line
    [
      ['an id', 'other', 'Anything', `${MAINE}/cd:2`, `${MAINE}/cd:2`, 'congressional'],
      ['an id of another state, by its name', 'city', 'Bath', 'ocd-division/country:us/state:nh/cd:2', `${MAINE}/place:bath`, 'place'],
      ['a number in the name', 'congressional', 'Congressional District 02', '', `${MAINE}/cd:2`, 'congressional'],
      ['a town', 'town', 'Town of Bath', '', `${MAINE}/place:bath`, 'place'],
      ['a ward', 'ward', 'Bath Ward 1', '', `${MAINE}/place:bath/ward:1`, 'council'],
      ['a county', 'county', 'York County', '', `${MAINE}/county:york`, 'county'],
      ['the state', 'state', 'Maine', '', MAINE, 'state'],
      ['an id that is not published', 'other', 'Harbor', `${MAINE}/harbor:1`, `${MAINE}/harbor:1`, 'unmatched-division'],
      ['a congressional district without a number', 'congressional', 'North', '', `${MAINE}/special_district:north`, 'unmatched-division'],
      ['a ward of no place', 'ward', 'Ward 1', '', `${MAINE}/special_district:ward_1`, 'unmatched-division'],
      ['a type and an id of no known word', 'constructor', 'Constructor', `${MAINE}/constructor:1`, `${MAINE}/constructor:1`, 'unmatched-division'],
      ['a place', 'city', 'Nowhere', '', `${MAINE}/place:nowhere`, 'unmatched-place'],
    ],
  )(
    'finds a district by %s, or lists it as unmatched, somewhere in the state',
    async (_, type, name, ocdId, ocd_id, found) => {
      const { contest, codes } = await read(feed5(district(type, name, ocdId)), PUBLISHED)
      const unmatched = found.startsWith('unmatched')
      expect(contest).toMatchObject([unmatched ? { ocd_id, within_ocd_id: MAINE } : { ocd_id, district_type: found }])
      expect(codes).toEqual(unmatched ? [`${found} Member`] : [])
    },
  )

  it('counts a ticket as withdrawn only if all of its members have withdrawn', async () => {
    const people = ['Ana filed', 'Bo withdrawn', 'Cy withdrawn'].map((text) => {
      const [name = '', status] = text.split(' ')
      return person5(name, name, `<PreElectionStatus>${status}</PreElectionStatus>`)
    })
    const tickets = selection5('x', 'Ana Bo') + selection5('y', 'Bo Cy')
    const listed = contest5('<BallotSelectionIds>x y</BallotSelectionIds>')
    const { choice } = await read(feed5(people.join('') + STATE_5 + listed + tickets))
    expect(choice).toMatchObject([
      { label: 'Ana / Bo', withdrawn: false },
      { label: 'Bo / Cy', withdrawn: true },
    ])
  })

  it('gives no rows for the streets and persons that it skips', async () => {
    const street = '<StreetSegment id="x"><StreetName>Sample</StreetName></StreetSegment>'.repeat(20)
    const person = '<Person id="p"><FirstName>Ana</FirstName><Email>ana@example.org</Email></Person>'
    const { contest } = await read(feed5(street + person + district('state', 'Maine')))
    expect(contest).toHaveLength(1)
    expect(JSON.stringify(contest)).not.toMatch(/Ana|Sample/)
  })
})

it.each([
  feed3('<candidate id="3"><candidate_url>secret</candidate_url><photo_url>secret</photo_url></candidate>'),
  feed3('<election_official id="4"><mailing_address><line1>secret</line1></mailing_address></election_official>'),
  feed5('<Candidate id="k"><ContactInformation><Email>secret</Email></ContactInformation></Candidate>'),
  feed5('<Source id="o"><FeedContactInformation><Phone>secret</Phone></FeedContactInformation></Source>'),
])('a feed is stored without unread data of persons: %s', (text) => {
  const { bytes } = blank({ name: 'feed.xml', bytes: Buffer.from(text) }, source.personal)
  expect(Buffer.from(bytes).toString()).not.toContain('secret')
})

it.each([
  ['General', 'general', 'Maine General Election, November 4, 2031'],
  ['Special Primary', 'special_primary', 'Maine Special Primary Election, November 4, 2031'],
  ['Primary Run-off', 'runoff', 'Maine Runoff Election, November 4, 2031'],
  ['Special General', 'special', 'Maine Special Election, November 4, 2031'],
])('a feed of the type %s is a %s election', async (words, type, name) => {
  const { election } = await read(feed5('', HEAD_5.replace('General', words)))
  expect(election).toMatchObject([{ type, name }])
})

it.each(
  // biome-ignore format: a case a line
  [
      ['of another state', feed5('', HEAD_5.replace('Maine', 'Ohio')), /^feed\.xml:1: got the state "Ohio", expected ME/],
      ['without a date', feed3('', HEAD_3.replace('2031-11-04', 'soon')), /got the election date "soon", expected a calendar date, YYYY-MM-DD/],
      ['of a day that the calendar lacks', feed5('', HEAD_5.replace('2031-11-04', '2031-02-30')), /^feed\.xml:1: got the election date "2031-02-30"/],
      ['of no known type', feed5('', HEAD_5.replace('General', 'Grand')), /got the election "Grand", expected a word for its type/],
      ['without an election', feed5('', ''), /the Election or State element is missing/],
      ['of another version', '<VipObject schemaVersion="4.0"/>', /got a VipObject of version "4\.0", expected/],
      ['that is none', '<html/>', /^feed\.xml:1: got a html of version ""/],
    ],
)('a feed %s stops', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})
