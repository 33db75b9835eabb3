// A district of a legislature or of Congress is found however an older feed words its type and its number. The districts are Maine's.

import { describe, expect, it } from 'vitest'
import { contest5, district5, feed3, feed5, MAINE, read } from '../ballot/vip/read.ts'

const PUBLISHED = ['sldu:13', 'sldl:4', 'sldl:4a', 'cd:1', 'cd:2']
async function read3(type: string, name: string, number = '', published: readonly string[] = PUBLISHED) {
  const district = `<electoral_district id="7"><name>${name}</name><type>${type}</type>${number && `<number>${number}</number>`}</electoral_district>`
  const contest =
    '<contest id="6"><electoral_district_id>7</electoral_district_id><office>Member</office><ballot_id>8</ballot_id></contest>'
  const ballot =
    '<ballot id="8"><candidate_id>91</candidate_id></ballot><candidate id="91"><name>Ada</name></candidate>'
  const ran = await read(feed3(district + contest + ballot), published)
  return { ...ran, ids: ran.contest.map(({ ocd_id }) => ocd_id.replace(`${MAINE}/`, '')) }
}

describe('a district of a feed of version 3', () => {
  it.each([
    ['State Senate', 'SD-13', '', 'sldu:13'],
    ['State Senate', 'State Senate District 13', '13', 'sldu:13'],
    ['state_senate', 'Thirteenth', '013', 'sldu:13'],
    ['Senatorial District', '13', '', 'sldu:13'],
    ['State Upper', 'District 13', '13.0', 'sldu:13'],
    ['sldu', '13', '', 'sldu:13'],
    ['State House', 'HD-4', '', 'sldl:4'],
    ['State Assembly', 'AD 4', '', 'sldl:4'],
    ['Legislative', 'State House District 4', '', 'sldl:4'],
    ['legislative district', 'SD-13', '', 'sldu:13'],
    ['', 'Maine State Senate District 13', '', 'sldu:13'],
    ['US House', 'US House District 1', '', 'cd:1'],
    ['U.S. Representative', '2', '', 'cd:2'],
    ['Congressional District', 'CD-1', '', 'cd:1'],
    ['House', 'U.S. House District 2', '', 'cd:2'],
  ])('of the type %s, called %s with the number %s, is %s', async (type, name, number, expected) => {
    expect(await read3(type, name, number)).toMatchObject({ ids: [expected], codes: [] })
  })

  it.each([
    ['Congressional', 'At-Large', ''],
    ['US House', 'US House District 1', '1'],
    ['US Representative', 'Maine', ''],
    ['Congressional', 'Congressional District 00', '00'],
  ])(
    'of the type %s, called %s with the number %s, is at large in a state with one seat',
    async (type, name, number) => {
      expect((await read3(type, name, number, ['cd:at-large'])).ids).toEqual(['cd:at-large'])
    },
  )

  it('of a special kind stays what it is, although its name has a word of a chamber', async () => {
    const { contest, codes } = await read3('sewer', 'Senator Creek Sewer District 2')
    expect(contest).toMatchObject([{ district_type: 'special' }])
    expect(codes).toHaveLength(1)
  })
})

it.each([
  ['state-senate', 'sldu:13', '13'],
  ['state-house', 'sldl:4', '4'],
  ['congressional', 'cd:2', '2'],
])('a district of a feed of version 5 of the type %s is %s by its number', async (type, expected, number) => {
  const { contest } = await read(feed5(district5(type, 'A district', number) + contest5()), PUBLISHED)
  expect(contest).toMatchObject([{ ocd_id: `${MAINE}/${expected}` }])
})
