// A day in XML may have a zone. The feeds are invented.

import { expect, it } from 'vitest'
import { parseXmlDay } from '../../../ingest/read/field-value.ts'
import { feed3, feed5, HEAD_3, HEAD_5, read } from '../ballot/vip/read.ts'

const FORMS = [
  ['without a zone', '2031-11-04'],
  ['with the zone of its coast', '2031-11-04-05:00'],
  ['with a zone ahead of Greenwich', '2031-11-04+14:00'],
  ['in Greenwich', '2031-11-04Z'],
  ['with a time and a zone', '2031-11-04T00:00:00-05:00'],
  ['with a time of parts of a second', '2031-11-04T23:59:59.999Z'],
  ['on a line of its own', '\n    2031-11-04Z\n  '],
] as const

it.each(FORMS)('the day of an election %s is the day as written', async (_, written) => {
  for (const text of [
    feed5('', HEAD_5.replace('2031-11-04', written)),
    feed3('', HEAD_3.replace('2031-11-04', written)),
  ])
    expect((await read(text)).election).toMatchObject([{ date: '2031-11-04', election_key: 'me-2031-11-04-general' }])
})

it.each(['2031-02-30Z', '2031-11-04 Z', '2031-11-04-5', '11/04/2031', '2031-11-04T', ''])(
  'the day of an election written as "%s" stops the feed',
  async (written) => {
    await expect(read(feed5('', HEAD_5.replace('2031-11-04', written)))).rejects.toThrow(/expected a calendar date/)
  },
)

it('A day with anything else after it is none', () => {
  expect(['2031-11-04-05:00:00', '2031-11-04UTC', '2031-11-041', 'x2031-11-04'].map(parseXmlDay)).toEqual(
    Array(4).fill(undefined),
  )
})
