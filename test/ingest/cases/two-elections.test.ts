// A feed has one election by its specification, and some have several. All names here are invented.

import { describe, expect, it } from 'vitest'
import { contest5, feed3, feed5, HEAD_3, read, STATE_5 } from '../ballot/vip/read.ts'

const PRIMARY_3 =
  '<election id="2"><date>2032-06-08</date><election_type>Primary</election_type><state_id>23</state_id></election>'
const contest3 = (id: number, election: string) =>
  `<contest id="${id}">${election}<electoral_district_id>5</electoral_district_id><office>Office ${id}</office><ballot_id>11</ballot_id></contest>`
const BALLOT =
  '<ballot id="11"><candidate_id>31</candidate_id></ballot><candidate id="31"><name>Ada Sample</name></candidate>'
const of = (number: string) => `<election_id>${number}</election_id>`
const read3 = (second: string, ...elections: string[]) =>
  read(feed3(elections.map((election, at) => contest3(at + 1, election)).join('') + BALLOT, HEAD_3 + second))
const placed = ({ contest }: Awaited<ReturnType<typeof read>>) =>
  contest.map(({ election_key, title }) => `${election_key} ${title}`).sort()

describe('a second election', () => {
  it('of a feed of version 3 is read, and each contest is of the one it names', async () => {
    const feed = await read3(PRIMARY_3, of('2'), of('1'), of('02'))
    expect(feed.election).toMatchObject([{ date: '2031-11-04' }, { date: '2032-06-08', type: 'primary' }])
    expect(placed(feed)).toEqual([
      'me-2031-11-04-general Office 2',
      'me-2032-06-08-primary Office 1',
      'me-2032-06-08-primary Office 3',
    ])
    expect(feed.codes).toEqual([])
  })

  it('of a feed of version 3 has no contest that names none or an unknown one, with an issue', async () => {
    const feed = await read3(PRIMARY_3, '', of('9'), of('1'))
    expect(placed(feed)).toEqual(['me-2031-11-04-general Office 3'])
    expect(feed.codes).toEqual(['missing-reference ', 'missing-reference 9'])
  })

  it('of the same day and type is the same election', async () => {
    const again = PRIMARY_3.replace('2032-06-08', '2031-11-04Z').replace('Primary', 'General')
    const feed = await read3(again, of('1'), of('2'))
    expect(feed.election).toHaveLength(1)
    expect(placed(feed)).toHaveLength(2)
  })

  it.each([2, 3])(
    'of a feed of version 5 with %i gives an issue for each, because no contest names its own',
    async (count) => {
      const others = Array.from(
        { length: count - 1 },
        (_, at) =>
          `<Election id="e${at}"><Date>203${2 + at}-06-08</Date><ElectionType><Text language="en">Primary</Text></ElectionType></Election>`,
      )
      const feed = await read(feed5(others.join('') + STATE_5 + contest5()))
      expect(feed.election).toMatchObject([{ date: '2031-11-04' }])
      expect(placed(feed)).toEqual(['me-2031-11-04-general Clerk'])
      expect(feed.codes).toEqual(others.map((_, at) => `second-election 203${2 + at}-06-08`))
    },
  )
})
