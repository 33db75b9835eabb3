import { describe, expect, it } from 'vitest'
import { divisionsOf } from '../boundary/collect.ts'
import { issueCodes, peopleTar, read, uuid } from './read.ts'

const nc = 'ocd-division/country:us/state:nc'
const divisions = divisionsOf([
  ...[`${nc}/sldu:14`, `${nc}/sldl:38`],
  ...['ocd-division/country:us/state:ma/sldl:21st_middlesex', 'ocd-division/country:us/state:id/sldl:16'],
  ...['ocd-division/country:us/state:wi/sldu:3', 'ocd-division/country:us/state:wi/sldu:4'],
  ...['ocd-division/country:us/state:ne/sldu:7', 'ocd-division/country:us/state:nj/sldl:2'],
  'ocd-division/country:us/state:ca/sldl:9',
  'ocd-division/country:us/state:al/sldl:5',
  'ocd-division/country:us/state:tx/sldu:6',
])

let people = 0
function person(state: string, roles: readonly Record<string, unknown>[], more: object = {}): object {
  people += 1
  const kind = state === 'dc' ? 'district' : state === 'pr' ? 'territory' : 'state'
  const jurisdiction = `ocd-jurisdiction/country:us/${kind}:${state}/government`
  return {
    id: `ocd-person/${uuid(people)}`,
    name: 'Ada Example',
    party: [{ name: 'Democratic' }],
    roles: roles.map((role) => ({ jurisdiction, ...role })),
    ...more,
  }
}

async function readOne(path: string, content: object | string) {
  const found = await read('openstates-people', [await peopleTar({ [path]: content })], { divisions })
  const issues = found.issues.filter(({ code }) => code !== 'missing-holder')
  return { holders: found.holders, issues }
}

describe('Open States people', () => {
  it('gives a legislator with the data of the office, and none of the home', async () => {
    const content = person('nc', [{ type: 'lower', district: '38', start_date: '2021-01-01' }], {
      ...{ given_name: 'Ada', family_name: 'Example', email: 'ada@example.gov', birth_date: '1950-01-01' },
      image: 'https://example.gov/ada.jpg',
      offices: [
        { classification: 'home', address: '1 Secret Street', voice: '555-0199' },
        { classification: 'district', address: '2 Main Street', voice: '555-0102', fax: '555-0103' },
        { classification: 'capitol', address: 'Room 1', voice: '555-0101' },
      ],
      links: [
        { url: 'https://example.org/vote-ada', note: 'Campaign Website' },
        { url: 'https://example.gov/ada' },
        { url: 'https://example.gov/ada/home', note: 'homepage' },
      ],
      ids: { twitter: 'ada', legacy: 'x' },
      sources: [{ url: 'https://example.gov/list' }, { url: 'https://example.gov/list' }, { url: 'not a url' }],
    })
    const { holders, issues } = await readOne('nc/legislature/Ada', content)
    expect(issues).toMatchObject([{ code: 'invalid-url', field: 'url', value: 'not a url' }])
    expect(holders).toEqual([
      {
        ...{ officeholder_key: `${uuid(people)}/state_representative/${nc}/sldl:38`, person_id: uuid(people) },
        ...{ name: 'Ada Example', given_name: 'Ada', family_name: 'Example' },
        ...{ office: 'state_representative', office_title: 'State Representative', level: 'state', state: 'NC' },
        ...{ party: 'Democratic', term_start: '2021-01-01', term_end: null },
        ...{ phone: '555-0101', email: 'ada@example.gov', website: 'https://example.gov/ada/home' },
        ...{ photo: 'https://example.gov/ada.jpg', ocd_id: `${nc}/sldl:38`, district: '38', elected_on: '2024-11-05' },
        offices: JSON.stringify([
          { classification: 'capitol', address: 'Room 1', phone: '555-0101', fax: null },
          { classification: 'district', address: '2 Main Street', phone: '555-0102', fax: '555-0103' },
        ]),
        ...{ social: '{"twitter":"ada"}', source_urls: '["https://example.gov/list"]' },
      },
    ])
    expect(JSON.stringify(holders)).not.toMatch(/Secret|0199|1950/)
  })

  it.each(
    // biome-ignore format: a case a line
    [
      // state, type, district: office, title, division, elected
      ['nc', 'upper', '14', 'state_senator', 'State Senator', 'state:nc/sldu:14', '2024-11-05'],
      ['ma', 'lower', '21st Middlesex', 'state_representative', 'State Representative', 'state:ma/sldl:21st_middlesex', '2024-11-05'],
      ['id', 'lower', '16B', 'state_representative', 'State Representative', 'state:id/sldl:16', '2024-11-05'],
      ['ca', 'lower', '9', 'state_representative', 'Assembly Member', 'state:ca/sldl:9', '2024-11-05'],
      ['nj', 'lower', 2, 'state_representative', 'Assembly Member', 'state:nj/sldl:2', '2025-11-04'],
      ['al', 'lower', '5', 'state_representative', 'State Representative', 'state:al/sldl:5', '2022-11-08'],
      ['wi', 'upper', '3', 'state_senator', 'State Senator', 'state:wi/sldu:3', '2022-11-08'],
      ['wi', 'upper', '4', 'state_senator', 'State Senator', 'state:wi/sldu:4', '2024-11-05'],
      // Districts of Texas take turns by lot.
      ['tx', 'upper', '6', 'state_senator', 'State Senator', 'state:tx/sldu:6', null],
      ['ne', 'legislature', '7', 'state_legislator', 'State Senator', 'state:ne/sldu:7', '2024-11-05'],
      ['pr', 'upper', 'At-Large', 'state_senator', 'State Senator', 'territory:pr', '2024-11-05'],
      ['dc', 'legislature', 'Ward 2', 'city_council', 'Councilmember', 'district:dc/ward:2', '2024-11-05'],
      ['dc', 'legislature', 'Ward 3', 'city_council', 'Councilmember', 'district:dc/ward:3', '2022-11-08'],
      ['dc', 'legislature', 'At-Large', 'city_council', 'Councilmember', 'district:dc', null],
      ['dc', 'legislature', 'Chairman', 'city_council', 'Chairman of the Council', 'district:dc', '2022-11-08'],
    ],
  )('%s %s %s is a %s', async (state, type, district, office, title, division, elected) => {
    const { holders } = await readOne(`${state}/legislature/x`, person(state, [{ type, district }]))
    expect(
      holders.map((one) => [one.office, one.office_title, one.ocd_id, one.elected_on, one.district, one.level]),
    ).toEqual([
      [
        office,
        title,
        `ocd-division/country:us/${division}`,
        elected,
        String(district),
        state === 'dc' ? 'city' : 'state',
      ],
    ])
  })

  it('gives present parties, not former ones', async () => {
    const party = [{ name: 'Democratic' }, { name: 'Republican', end_date: '2020-01-01' }]
    const { holders } = await readOne('nc/legislature/x', person('nc', [{ type: 'lower', district: '38' }], { party }))
    expect(holders.map((one) => one.party)).toEqual(['Democratic'])
  })

  it.each([
    ['governor', 'governor', 'Governor'],
    ['lt_governor', 'lieutenant_governor', 'Lieutenant Governor'],
    ['attorney general', 'attorney_general', 'Attorney General'],
    ['secretary of state', 'secretary_of_state', 'Secretary of the Commonwealth'],
    ['chief election officer', 'chief_election_officer', 'Chief Election Officer'],
    ['treasurer', 'treasurer', 'State Treasurer'],
    ['auditor', 'auditor', 'Auditor General'],
  ])('a %s of a state has the whole state', async (type, office, title) => {
    const { holders } = await readOne('pa/executive/x', person('pa', [{ type, end_date: '2027-01-19' }]))
    expect(holders).toMatchObject([
      {
        office,
        office_title: title,
        ocd_id: 'ocd-division/country:us/state:pa',
        district: null,
        term_end: '2027-01-19',
      },
    ])
  })

  it('leaves out roles that have ended by the day of the file, and says so where none is left', async () => {
    const role = { type: 'upper', district: '14' }
    const both = person('nc', [
      { ...role, end_date: '2026-08-05' },
      { ...role, start_date: '2026-08-05', end_date: '2026-08-06' },
    ])
    expect((await readOne('nc/legislature/x', both)).holders).toMatchObject([
      { term_start: '2026-08-05', term_end: '2026-08-06' },
    ])
    for (const gone of [{ end_date: '2026-08-05' }, { end_date: '2023' }, { start_date: '2026-08-06' }]) {
      const { holders, issues } = await readOne('nc/legislature/x', person('nc', [{ ...role, ...gone }]))
      expect([holders, issues.map(({ code }) => code)]).toEqual([[], ['no-current-role']])
    }
    const year = await readOne('nc/legislature/x', person('nc', [{ ...role, end_date: '2026' }]))
    expect(year.holders).toMatchObject([{ term_end: null }])
  })

  it('leaves out cities and Congress, and the District’s mayor', async () => {
    const files = {
      'nc/municipalities/Mayor': person('nc', [{ type: 'mayor' }]),
      'us/legislature/Senator': person('nc', [{ type: 'upper', district: 'North Carolina' }]),
      'dc/executive/Mayor': person('dc', [{ type: 'governor' }]),
      'nc/municipalities': 'x',
    }
    const found = await read('openstates-people', [await peopleTar(files)], { divisions, states: ['NC', 'DC'] })
    expect(found.holders).toEqual([])
    expect(issueCodes(found)).toEqual({ 'local-office': 2, 'missing-holder': 1 })
  })

  it('counts each seat without a district, each broken file, and the vacant offices', async () => {
    const files = {
      'nc/executive/ag': person('nc', [{ type: 'attorney general' }]),
      'nc/legislature/far': person('nc', [{ type: 'upper', district: '99' }]),
      'nc/legislature/odd': person('nc', [{ type: 'duke' }]),
      'nc/legislature/nameless': { id: 'ocd-person/x', roles: [] },
      'nc/legislature/torn': 'id: "ocd-person',
      'dc/legislature/ward': person('dc', [{ type: 'legislature', district: 'Ward 9' }]),
    }
    const found = await read('openstates-people', [await peopleTar(files)], { divisions, states: ['NC', 'DC'] })
    expect(issueCodes(found)).toEqual({
      ...{ 'unplaced-seat': 2, 'unknown-role': 1, 'invalid-person': 2, 'missing-holder': 1 },
    })
    expect(found.issues.find(({ code }) => code === 'missing-holder')?.value).toBe(
      'NC: governor, lieutenant_governor, secretary_of_state, treasurer, auditor',
    )
    expect(found.issues.find(({ code }) => code === 'unplaced-seat')).toMatchObject({ severity: 'refused' })
    expect(found.sink.countRecords()).toBe(7)
  })

  it('reads a person in two files once if the office has one holder', async () => {
    const files = {
      'ma/executive/a': person('ma', [{ type: 'lt_governor' }], { family_name: 'Twin' }),
      'ma/executive/b': person('ma', [{ type: 'lt_governor' }], { family_name: 'Twin' }),
      'ma/executive/c': person('ma', [{ type: 'governor' }], { family_name: 'Twin' }),
    }
    const found = await read('openstates-people', [await peopleTar(files)], { divisions, states: ['MA'] })
    expect(found.holders.map(({ office }) => office)).toEqual(['lieutenant_governor', 'governor'])
    expect(issueCodes(found)['repeated-holder']).toBe(1)
  })

  it('stops at an archive without people', async () => {
    await expect(
      read('openstates-people', [await peopleTar({ 'nc/committees/x': 'x' })], { divisions }),
    ).rejects.toThrow(/people\.tar: has no person/)
  })

  it('never takes a contact form for an address', async () => {
    for (const [email, expected] of [
      ['https://example.gov/email-me', null],
      ['a@b', null],
      ['a@example.gov, b@example.gov', null],
      ['a.b@example.gov', 'a.b@example.gov'],
    ]) {
      const content = person('nc', [{ type: 'upper', district: '14' }], { email })
      expect((await readOne('nc/legislature/x', content)).holders[0]?.email).toBe(expected)
    }
  })
})
