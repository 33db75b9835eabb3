// Election reports of NIST and of its Civics profile: contests without their counts, and officeholders. The report is invented.

import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { cdfSource } from '../../../../ingest/ballot/nist/nist.ts'
import { table, textsBeside } from '../../../table.ts'
import { divisionsOf } from '../../boundary/collect.ts'
import { readConfigured } from '../../cases/configured.ts'
import { ENTRY, EVERY_KIND, filesAt } from '../../entry.ts'
import { makeZip } from '../../read/zip-bytes.ts'
import { fileOf, runReader } from '../../run-reader.ts'
import { MAINE, REPORT, toJson, toXml } from './report.ts'

const text = textsBeside(import.meta.url)
const COUNTY = `${MAINE}/county:example`
const AT_LARGE = 'ocd-division/country:us/state:vt/cd:at-large'
const divisions = divisionsOf([COUNTY, `${MAINE}/place:example`, AT_LARGE], { [COUNTY]: 'county-23099' })
const CIVICS = toXml('civics')

async function read(text: string, name = 'a.xml', states: readonly StateCode[] = ['ME']) {
  const source = cdfSource({
    ...ENTRY,
    id: 'made-up',
    published_on: '2031-01-01',
    states,
    lists: EVERY_KIND,
    files: filesAt(ENTRY.url, name),
  })
  return runReader(source, [{ ...fileOf(name, text), url: 'https://example.org/report' }], { divisions })
}

/** The report with one text in place of another. */
const readWith = (from: string | RegExp, to: string) => {
  const text = CIVICS.replace(from, to)
  expect(text).not.toBe(CIVICS)
  return read(text)
}

describe('An election report', () => {
  it('gives the same rows and issues in JSON and XML of version 2, and in the Civics profile', async () => {
    const [json, xml, civics] = [await read(toJson(), 'a.json'), await read(toXml('version 2')), await read(CIVICS)]
    const rows = ({ sink }: typeof json) => sink.rows.map(({ table, row }) => ({ table, row }))
    expect(rows(json)).toEqual(rows(civics))
    expect(rows(xml)).toEqual(rows(civics))
    expect([json.codes, xml.codes]).toEqual([civics.codes, civics.codes])
  })

  it('gives several elections, each with its own contests', async () => {
    const { election, contest } = await read(CIVICS)
    expect(election.map(({ election_key, name_es }) => [election_key, name_es])).toEqual([
      ['me-2031-11-04-general', 'Elección general'],
      ['me-2031-06-10-primary', null],
    ])
    expect(election.map(({ primary_system }) => primary_system)).toEqual([null, 'closed'])
    expect(contest.map(({ contest_key }) => contest_key.replace(`/${MAINE}`, ''))).toEqual([
      'me-2031-11-04-general/place:example/city-clerk/unexpired',
      'me-2031-11-04-general/question-1',
      'me-2031-11-04-general/retention/eve-placeholder',
      'me-2031-06-10-primary/county:example/sheriff/oak-party',
    ])
  })

  it('gives candidates with status, parties of a fusion and of a coalition', async () => {
    const { choice } = await read(CIVICS)
    const told = choice.map(({ label, party, party_label, withdrawn }) => [label, party, party_label, withdrawn])
    expect(told.slice(0, 3)).toEqual([
      ['Ada Sample', 'Oak Party', 'Oak Party / Elm', false],
      ['Ben Example', 'Trees Together', null, false],
      ['Cam Invented', 'Elm', null, true],
    ])
  })

  it('gives measures and retentions in both languages', async () => {
    const { contest, choice } = await read(CIVICS)
    expect(contest.slice(1, 3)).toMatchObject([
      {
        ...{ kind: 'measure', title: 'Question 1: Bonds', title_es: 'Pregunta 1: Bonos', measure_code: 'Question 1' },
        ...{ description: 'Shall the bonds be issued?', description_es: '¿Se emitirán los bonos?' },
        details: '{"vote_required":"2/3","measure_type":"initiative"}',
      },
      { kind: 'retention', title: 'Judge of Example Court: Eve Placeholder' },
    ])
    expect(choice.slice(3, 5).map(({ label, label_es, measure_answer }) => [label, label_es, measure_answer])).toEqual([
      ['Yes', 'Sí', 'yes'],
      ['No', 'No', 'no'],
    ])
  })

  it('says what it leaves out, and never reads counts or contact data', async () => {
    const { codes, sink } = await read(CIVICS)
    expect([...codes].sort()).toEqual([
      'foreign-state VT',
      'national-contest President',
      'text-left-out Question 1',
      'unserved-office city clerk',
      'write-in-candidate Dee Madeup',
    ])
    expect(JSON.stringify([sink.rows, sink.issues])).not.toMatch(/271828|555|ada@|Secret/)
  })

  it('gives officeholders by their roles, local ones too', async () => {
    const { officeholder } = await read(CIVICS)
    const told = officeholder.map(({ name, office, level, ocd_id, party, term_start, term_end }) => [
      ...[name, office, level, ocd_id, party, term_start, term_end],
    ])
    expect(told).toEqual([
      ['Ada Sample', 'city_council', 'city', `${MAINE}/place:example`, 'Oak', '2020-01-02', null],
      ['Gil Ejemplo', 'city_council', 'city', `${MAINE}/place:example`, null, '2020-01-02', null],
    ])
    expect(officeholder).toMatchObject([{ office_title: 'Member of the City Council', email: null, offices: '[]' }, {}])
  })

  it('gives the holders of tenures alone, where it has tenures, on its own day', async () => {
    const tenure = (id: string, more: string) => `<OfficeHolderTenure objectId="${id}">
      <ElectoralDistrictId>u-city</ElectoralDistrictId><OfficeHolderPersonId>x-ada</OfficeHolderPersonId>${more}</OfficeHolderTenure>`
    const council = '<OfficeId>f-council</OfficeId>'
    const tenures = [
      tenure('t1', `${council}<StartDate>2030-05-01</StartDate>`),
      tenure('t2', `${council}<StartDate>2010-01-01</StartDate><EndDate>2015-01-01</EndDate>`),
      tenure('t3', '<OfficeId>f-none</OfficeId>'),
    ].join('')
    const { officeholder, codes } = await readWith(
      '<PartyCollection>',
      `<OfficeHolderTenureCollection>${tenures}</OfficeHolderTenureCollection><PartyCollection>`,
    )
    expect(officeholder.map(({ name, term_start }) => [name, term_start])).toEqual([['Ada Sample', '2030-05-01']])
    expect(codes).toContain('missing-reference f-none')
  })

  it('serves the line against all candidates as such', async () => {
    const line =
      '<NoneOfTheAboveBallotSelection objectId="n"><Selection><Text language="en">No Candidate</Text></Selection></NoneOfTheAboveBallotSelection>'
    const { choice } = await readWith('<NumberElected>', `${line}<NumberElected>`)
    expect(choice.filter(({ option }) => option !== null)).toMatchObject([
      { label: 'No Candidate', option: 'none_of_these' },
    ])
  })

  it('that gives elections of one day and type in one state gives one', async () => {
    const { election, contest } = await readWith(
      '<StartDate>2031-06-10</StartDate>\n<Type>partisan-primary-closed</Type>',
      '<StartDate>2031-11-04</StartDate>\n<Type>general</Type>',
    )
    expect([election.length, contest.length]).toEqual([1, 4])
  })
})

it.each(table(text('faults')))(
  'A report with %s leaves that out alone, with an issue',
  async (_, from = '', to = '', contests, expected) => {
    const { contest, codes } = await readWith(from.replace('\\n', '\n'), to)
    expect(contest).toHaveLength(Number(contests))
    expect(codes).toContain(expected)
  },
)

it.each<[types: string[], type: string | undefined]>([
  [['partisan-primary-open', 'partisan-primary-closed'], 'primary'],
  [['special'], 'special'],
  [['general', 'special'], 'special'],
  [['special', 'partisan-primary-closed'], 'special_primary'],
  [['runoff'], 'runoff'],
  [['general', 'runoff'], undefined],
  [['special', 'runoff'], undefined],
])('An election of the types %j is %s', async (types, type) => {
  const written = types.map((one) => `<Type>${one}</Type>`).join('')
  const { election } = await readWith('<Type>general</Type>\n</Election>', `${written}\n</Election>`)
  expect(election.find(({ date }) => date === '2031-11-04')?.type).toBe(type)
})

const US = 'ocd-division/country:us'

it.each<[role: string, id: string, seat: string[] | undefined]>([
  ['upper house', `${MAINE}`, ['us_senator', 'federal']],
  ['upper house', `${MAINE}/sldu:3`, undefined],
  ['lower house', `${MAINE}/cd:2`, ['us_representative', 'federal', '2']],
  ['lower house', `${US}/state:vt`, ['us_representative', 'federal', 'At-Large', `${US}/state:vt/cd:at-large`]],
  ['state executive', `${MAINE}`, ['governor', 'state']],
  ['state executive', `${US}/district:dc`, undefined],
  ['deputy state executive', `${US}/state:vt`, ['lieutenant_governor', 'state']],
  ['treasurer', COUNTY, undefined],
  ['treasurer', `${MAINE}`, ['treasurer', 'state']],
  ['state upper house', `${MAINE}/sldu:3`, ['state_senator', 'state', '3']],
  ['state upper house', `${US}/state:ne/sldu:3`, ['state_legislator', 'state', '3']],
  ['state lower house', `${MAINE}/sldl:12a`, ['state_representative', 'state', '12A']],
  ['city council', `${MAINE}/place:example/ward:4`, ['city_council', 'city', 'Example']],
  ['city council', `${US}/district:dc/ward:4`, ['city_council', 'city', 'Example']],
  ['city council', COUNTY, undefined],
  ['county commissioner', COUNTY, undefined],
  ['mayor', `${MAINE}/place:example`, undefined],
])('A holder of the role %s in %s has a seat of %j', async (role, id, seat) => {
  const { Office = [], GpUnit = [] } = REPORT
  const council = [Office].flat().slice(1)
  const city = [GpUnit].flat().slice(4)
  const report = { ...REPORT, Election: [], Office: council, GpUnit: city }
  const text = toXml('civics', report)
    .replace('>city council<', `>${role}<`)
    .replace(`>${MAINE}/place:example<`, `>${id}<`)
  const { officeholder } = await read(text, 'a.xml', ['DC', 'ME', 'NE', 'VT'])
  const [office = '', level = '', district = null, ocd_id = id] = seat ?? []
  expect(officeholder.slice(0, 1)).toMatchObject(seat ? [{ office, level, district, ocd_id }] : [])
  expect(officeholder).toHaveLength(seat ? 2 : 0)
})

it('a value that is unknown several times is one issue with its count', async () => {
  const { issues } = await readWith('<SequenceEnd>', '<Drone/><Drone/><SequenceEnd>')
  expect(issues.filter(({ code }) => code === 'unknown-element')).toMatchObject([
    { message: 'the file has Drone 2 times, and SP 1500-100 does not have it; it is not read' },
  ])
})

const BOMB = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'

it.each<[what: string, text: string, message: RegExp]>([
  ['cut XML', CIVICS.slice(0, 3000), /^a\.xml:\d+: ends too early; it may be truncated/],
  ['another root', '<VipObject/>', /^a\.xml:1: got the element VipObject, expected ElectionReport$/],
  [
    'another version',
    toXml('version 2').replace('1500-100/v2', '1500-100/v1'),
    /^a\.xml:2: got the namespace http:\/\/itl\.nist\.gov\/ns\/voting\/1500-100\/v1, expected none or http:\/\/itl\.nist\.gov\/ns\/voting\/1500-100\/v2$/,
  ],
  [
    'an id twice',
    CIVICS.replace('"c-ben"', '"c-ada"'),
    /^a\.xml:\d+: repeats the id "c-ada" of line \d+, expected each id once$/,
  ],
  [
    'entities',
    CIVICS.replace('?>', `?>${BOMB}`),
    /^a\.xml:1: has a document type declaration, which could declare entities; expected none$/,
  ],
  [
    'a test',
    CIVICS.replace('<Issuer>', '<IsTest>true</IsTest><Issuer>'),
    /^a\.xml: says IsTest: true, expected the report of an election$/,
  ],
])('%s stops the source with one sentence', async (_, text, message) => {
  await expect(read(text)).rejects.toThrow(message)
})

it('JSON of another class stops the source with one sentence', async () => {
  const text = toJson().replace('ElectionResults.ElectionReport', 'BallotDefinition.BallotDefinition')
  await expect(read(text, 'a.json')).rejects.toThrow(
    /^a\.json: expected an object of the type ElectionResults\.ElectionReport$/,
  )
})

describe('cdf_feeds in sources.yaml', () => {
  const of = (files: Record<string, string | Uint8Array>, url: string, format = 'xml') =>
    readConfigured('cdf_feeds', [`url: ${url}`, `format: ${format}`], files, { divisions: [`${MAINE}/place:example`] })
  const { Office, Person, ...ballots } = REPORT
  const { Election, ...holders } = REPORT

  it('read a zip with several reports, and nothing of how to reach a person is kept', async () => {
    const reports = [
      { name: 'ballots.xml', content: toXml('civics', ballots) },
      { name: 'holders.xml', content: toXml('civics', holders).replace('2020-01-02', '1960-01-02') },
      { name: 'README.pdf', content: '%PDF\0' },
      { name: 'README.txt', content: 'Write to ada@example.org' },
    ]
    const { contest, officeholder, kept } = await of({ 'feed.zip': makeZip(reports) }, 'feed.zip')
    expect([contest.length, officeholder.length, kept.length]).toEqual([3, 2, 1])
    const whole = await of({ 'feed.xml': CIVICS }, 'feed.xml')
    expect(JSON.stringify(whole.kept)).toContain('Ada Sample')
    expect(JSON.stringify(whole.kept)).not.toMatch(/555|ada@|Secret|1960/)
  })

  it('read JSON, and refuse a zip without a report', async () => {
    const { labels } = await of({ 'feed.json': toJson(ballots) }, 'feed.json', 'json')
    expect(labels).toContain('Ben Example')
    const empty = of({ 'feed.zip': makeZip([{ name: 'a.pdf', content: '%PDF' }]) }, 'feed.zip')
    await expect(empty).rejects.toThrow(/is a zip that holds no \.json or \.xml file, expected one at least$/)
  })

  it('refuse an election that a second report of the zip repeats', async () => {
    const twice = ['a.xml', 'b.xml'].map((name) => ({ name, content: CIVICS }))
    await expect(of({ 'feed.zip': makeZip(twice) }, 'feed.zip')).rejects.toThrow(
      /feed\.zip\/b\.xml:\d+: repeats the election me-2031-11-04-general of another file$/,
    )
  })
})
