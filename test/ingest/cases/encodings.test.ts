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

  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${vip('José Peña-Sample')}`
  // biome-ignore format: a case a line
  it.each<[what: string, list: string, lines: string[], content: Uint8Array, name: string]>([
    ['a VIP feed', 'vip_feeds', ['url: f', 'encoding: latin1'], latin1(vip('José Peña-Sample')), 'José Peña-Sample'],
    ['a VIP feed that declares another', 'vip_feeds', ['url: f', 'encoding: windows-1252'], latin1(declared.replace('ISO-8859-1', 'UTF-8')), 'José Peña-Sample'],
    ['a VIP feed, by its declaration', 'vip_feeds', ['url: f'], latin1(declared), 'José Peña-Sample'],
    ['a VIP feed that its publisher mended', 'vip_feeds', ['url: f', 'encoding: latin1'], Buffer.from(vip('Peña')), 'Peña'],
    [
      'an endorsement feed, with characters that latin1 lacks',
      'endorsement_feeds',
      ['url: f', 'encoding: windows-1252', ...endorsers],
      windows(csv('The Sample’s Época')),
      'The Sample’s Época',
    ],
    ['a file of districts', 'district_files', ['url: f', 'encoding: latin1', ...ward], latin1(geojson('Peña')), 'Ward Peña'],
  ])('of %s is read as its entry or its declaration says', async (_, list, [url, ...lines], content, name) => {
    const file = { vip_feeds: 'f.xml', endorsement_feeds: 'f.csv', district_files: 'f.geojson' }[list] ?? ''
    const ran = await readConfigured(list, [`${url}${file.slice(1)}`, ...lines], { [file]: content })
    const names = [...ran.labels, ...ran.endorser.map((one) => one.name), ...ran.shape.map((one) => one.name)]
    expect(names).toEqual([name])
  })

  it('names another encoding that the file may be in', async () => {
    const lines = ['url: f.csv', 'encoding: latin1', ...endorsers]
    const reading = readConfigured('endorsement_feeds', lines, { 'f.csv': windows(csv('The Sample’s')) })
    await expect(reading).rejects.toThrow(/the file may be windows-1252/)
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
