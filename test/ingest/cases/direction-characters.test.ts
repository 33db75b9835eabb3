// Characters that turn the direction of a line are in no name that is served. All names here are invented.

import { expect, it } from 'vitest'
import { slug } from '../../../ingest/read/identity.ts'
import { clerk5, feed3, feed5, mayor3, read } from '../ballot/vip/read.ts'
import { readConfigured } from './configured.ts'

const TURNING = [...'\u202e\u202d\u202a\u202b\u202c\u2066\u2067\u2068\u2069\u200e\u200f\u061c']
const none = new RegExp(`[${TURNING.join('')}]`)

const feed = (name: string, title = 'Clerk', party = 'Green') =>
  feed5(
    `<Party id="p"><Name><Text language="en">${party}</Text></Name></Party>${clerk5([name], '', '<PartyId>p</PartyId>').replace('Clerk', title)}`,
  )

it.each(TURNING)(
  'a candidate with a turning character in the name is served without it, with an issue: %j',
  async (one) => {
    const { choice, codes } = await read(feed(`Ada ${one}elpmaS`))
    expect(choice).toMatchObject([{ label: 'Ada elpmaS', candidate_name: 'Ada elpmaS' }])
    expect(codes).toEqual(Array(2).fill('direction-character Ada ·elpmaS'))
  },
)

it('a candidate keeps the key of the name without it', async () => {
  const [turned, plain] = [await read(feed('A\u202eda \u2066Sample\u2069')), await read(feed('Ada Sample'))]
  expect(turned.choice).toEqual(plain.choice)
  expect(slug('A\u202eda\u200f')).toBe('ada')
})

it('a candidate of a feed of version 3 has none either', async () => {
  const { choice, codes } = await read(feed3(mayor3(['\u202eelpmaS adA'])))
  expect(choice).toMatchObject([{ label: 'elpmaS adA' }])
  expect(codes).toHaveLength(2)
})

it('A title and a party have none', async () => {
  const { contest, choice, codes } = await read(feed('Ada Sample', 'City \u202eClerk', 'Gr\u200feen'))
  expect(JSON.stringify([contest, choice])).not.toMatch(none)
  expect(contest).toMatchObject([{ title: 'City Clerk' }])
  expect(codes.length).toBeGreaterThan(2)
})

it('An endorser has none, and the issue names the field and the character', async () => {
  const csv =
    'endorser,endorser_name,endorser_category,endorser_state,election,contest,choice\nown-paper,Own\u202e Paper,newspaper,ME,e,c,x\n'
  const lines = ['url: f.csv', 'format: csv', 'endorsers: [own-paper]']
  const { endorser, issues } = await readConfigured('endorsement_feeds', lines, { 'f.csv': csv })
  expect(endorser).toMatchObject([{ name: 'Own Paper' }])
  const issue = { field: 'name', code: 'direction-character', severity: 'mended', line: 2 }
  const message = expect.stringContaining('has U+202E')
  expect(issues).toContainEqual(expect.objectContaining({ ...issue, message }))
  expect(JSON.stringify(issues)).not.toMatch(none)
})

it('A name in letters that are written to the left stays as it is', async () => {
  const { choice, codes } = await read(feed('שרון Sample'))
  expect(choice).toMatchObject([{ label: 'שרון Sample' }])
  expect(codes).toEqual([])
})
