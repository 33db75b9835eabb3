// Text that is not UTF-8 is refused with what to do, and read where its entry names the encoding. All names here are invented.

import { describe, expect, it } from 'vitest'
import { decodeText } from '../../../ingest/read/text.ts'
import { clerk5, feed5 } from '../ballot/vip/read.ts'
import { collection, square } from '../boundary/collect.ts'
import { readConfigured } from './configured.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
/** As windows-1252 writes a curly apostrophe. */
const windows = (text: string) => Buffer.from(text.replaceAll('’', '\x92'), 'latin1')
const vip = (name: string) => feed5(clerk5([name]))
const csv = (name: string) =>
  `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice\nown-paper,${name},newspaper,ME,e,c,x\n`
const endorsers = ['format: csv', 'endorsers: [own-paper]']
const geojson = (name: string) =>
  JSON.stringify(collection({ properties: { WARD: name }, polygon: square(-70, 44, 0.1) }))
const ward = [
  'layer: ward',
  'id_column: WARD',
  'name: Ward {id}',
  'plan: 2031',
  'ocd_id: ocd-division/country:us/state:me/place:bath/ward:{id}',
]

const WHAT_TO_DO =
  'expected utf-8 throughout; save the file as UTF-8, or name its encoding: as encoding, windows-1252 or latin1, in its entry of sources.yaml, or in the declaration of an XML file'

describe('text in another encoding', () => {
  it.each([
    ['a feed of the VIP', 'vip_feeds', ['url: f.xml'], { 'f.xml': latin1(vip('José Peña-Sample')) }],
    ['an endorsement feed', 'endorsement_feeds', ['url: f.csv', ...endorsers], { 'f.csv': latin1(csv('La Época')) }],
    ['a file of districts', 'district_files', ['url: f.geojson', ...ward], { 'f.geojson': latin1(geojson('Peña')) }],
  ])('in %s is refused, and the message names what can be done', async (_, list, lines, files) => {
    await expect(readConfigured(list, lines, files)).rejects.toThrow(WHAT_TO_DO)
  })

  it('of a feed of the VIP is read as its entry says, or as its declaration says', async () => {
    const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${vip('José Peña-Sample')}`
    for (const [lines, text] of [
      [['url: f.xml', 'encoding: latin1'], latin1(vip('José Peña-Sample'))],
      [['url: f.xml', 'encoding: windows-1252'], latin1(declared.replace('ISO-8859-1', 'UTF-8'))],
      [['url: f.xml'], latin1(declared)],
    ] as const)
      expect((await readConfigured('vip_feeds', lines, { 'f.xml': text })).labels).toEqual(['José Peña-Sample'])
  })

  it('of an endorsement feed is read as its entry says, with the characters that latin1 lacks', async () => {
    const lines = ['url: f.csv', 'encoding: windows-1252', ...endorsers]
    const { rows } = await readConfigured('endorsement_feeds', lines, { 'f.csv': windows(csv('The Sample’s Época')) })
    expect(rows).toMatchObject([{ row: { name: 'The Sample’s Época' } }])
    await expect(
      readConfigured('endorsement_feeds', [...lines.slice(0, 1), 'encoding: latin1', ...endorsers], {
        'f.csv': windows(csv('The Sample’s')),
      }),
    ).rejects.toThrow(/the file may be windows-1252/)
  })

  it('of a file of districts is read as its entry says', async () => {
    const { rows } = await readConfigured('district_files', ['url: f.geojson', 'encoding: latin1', ...ward], {
      'f.geojson': latin1(geojson('Peña')),
    })
    expect(rows).toMatchObject([{ row: { name: 'Ward Peña' } }])
  })

  it('that is UTF-8 all the same is read as UTF-8: the publisher may have mended it', async () => {
    const lines = ['url: f.xml', 'encoding: windows-1252']
    expect((await readConfigured('vip_feeds', lines, { 'f.xml': vip('José Peña') })).labels).toEqual(['José Peña'])
  })

  it('has a name in sources.yaml that is known, or the message lists the known ones', async () => {
    await expect(readConfigured('vip_feeds', ['url: f.xml', 'encoding: cp1252'], {})).rejects.toThrow(
      'got "cp1252", expected windows-1252 or latin1, or no such key',
    )
  })

  it('names the line with the first byte that is not UTF-8', () => {
    expect(() => decodeText({ name: 'f.csv', bytes: latin1('a\nb\nPeña\n') })).toThrow('f.csv:3: got a byte')
  })
})
