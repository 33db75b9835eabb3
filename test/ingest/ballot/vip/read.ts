// Feeds of the Voting Information Project, written by tests.

import { vipSource } from '../../../../ingest/ballot/vip/vip.ts'
import { ENTRY, EVERY_KIND } from '../../entry.ts'
import { runReader } from '../../run-reader.ts'
import { publishedIn } from '../published.ts'

export const MAINE = 'ocd-division/country:us/state:me'
const url = 'https://example.org/feed.xml'

export const HEAD_3 = `<election id="1"><date>2031-11-04</date><election_type>General</election_type><state_id>23</state_id></election>
<state id="23"><name>Maine</name></state><locality id="07"><name>York</name><type>county</type></locality>
<electoral_district id="5"><name>City of Biddeford</name><type>city</type></electoral_district>`
export const HEAD_5 = `<Election id="e"><Date>2031-11-04</Date><ElectionType><Text language="en">General</Text></ElectionType></Election>
<State id="s"><Name>Maine</Name></State>`

export const feed3 = (body: string, head = HEAD_3) => `<vip_object schemaVersion="3.0">${head}${body}</vip_object>`
export const feed5 = (body: string, head = HEAD_5) => `<VipObject schemaVersion="5.2">${head}${body}</VipObject>`

/** The district of the contests below. */
export const STATE_5 = '<ElectoralDistrict id="d"><Name>Maine</Name><Type>state</Type></ElectoralDistrict>'
export const district5 = (type: string, name: string, number = '') =>
  `<ElectoralDistrict id="d"><Name>${name}</Name>${number && `<Number>${number}</Number>`}<Type>${type}</Type></ElectoralDistrict>`
export const person5 = (id: string, name: string, body = '') =>
  `<Candidate id="${id}"><BallotName><Text language="en">${name}</Text></BallotName>${body}</Candidate>`
export const selection5 = (id: string, candidates: string, body = '') =>
  `<CandidateSelection id="${id}"><CandidateIds>${candidates}</CandidateIds>${body}</CandidateSelection>`
export const contest5 = (body = '', name = 'Clerk', kind = 'CandidateContest') =>
  `<${kind} id="c"><ElectoralDistrictId>d</ElectoralDistrictId><Name>${name}</Name>${body}</${kind}>`
/** A contest of the state with a choice for each name. */
export const clerk5 = (names: readonly string[], body = '', person = '') =>
  STATE_5 +
  names.map((name, at) => person5(`a${at}`, name, person) + selection5(`s${at}`, `a${at}`)).join('') +
  contest5(`<BallotSelectionIds>${names.map((_, at) => `s${at}`).join(' ')}</BallotSelectionIds>${body}`)

export const contest3 = (body: string, id = 1) =>
  `<contest id="${id}"><electoral_district_id>5</electoral_district_id><office>Mayor</office>${body}</contest>`
/** A contest of Biddeford with a candidate for each name. */
export const mayor3 = (names: readonly string[], body = '', person = '') =>
  `${contest3(`${body}<ballot_id>11</ballot_id>`)}<ballot id="11">${names.map((_, at) => `<candidate_id>${31 + at}</candidate_id>`).join('')}</ballot>` +
  names.map((name, at) => `<candidate id="${31 + at}"><name>${name}</name>${person}</candidate>`).join('')

export const source = vipSource({
  ...ENTRY,
  id: 'feed',
  lists: EVERY_KIND,
  files: [{ url, mirror: 'feed.xml' }],
  state: 'ME',
})

/** @param text a feed of Maine @param published ids of divisions below the state */
export const read = (text: string, published: readonly string[] = ['place:biddeford']) =>
  runReader(source, [{ name: 'feed.xml', url, bytes: Buffer.from(text) }], {
    divisions: publishedIn(
      'ME',
      published.map((id) => [id, id.slice(id.lastIndexOf(':') + 1).replaceAll('_', ' ')]),
    ),
  })
