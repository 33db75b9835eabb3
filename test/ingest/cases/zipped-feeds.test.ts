// A feed is read from a zip as from its one file. The feeds and people here are invented.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { projectFile } from '../../../data/store/paths.ts'
import { readMember } from '../../../ingest/read/zip.ts'
import { clerk5, feed3, feed5, mayor3 } from '../ballot/vip/read.ts'
import { makeZip, type ZipEntry } from '../read/zip-bytes.ts'
import { readConfigured } from './configured.ts'

const VIP_3 = feed3(mayor3(['Ada Sample'], '', '<phone>207-555-0142</phone><email>ada@example.org</email>'))
const VIP_5 = feed5(clerk5(['Ada Sample'], '', '<ContactInformation><Phone>207-555-0142</Phone></ContactInformation>'))
const MAC: ZipEntry[] = [
  { name: '__MACOSX/._feed.xml', content: '\0\x05\x16\x07' },
  { name: '.DS_Store', content: '\0\0\0\x01Bud1' },
]
const EXTRAS: ZipEntry[] = [
  { name: 'README.pdf', content: '%PDF\0' },
  { name: 'maps/districts.zip', content: 'PK\0' },
]

describe('a zipped feed of the Voting Information Project', () => {
  it.each(
    // biome-ignore format: a case a line
    [
      ['of version 3, under the name of its office', 'vipFeed-23-2031-11-04.zip', [{ name: 'vipFeed-23-2031-11-04.xml', content: VIP_3 }]],
      ['of version 5', 'vipFeed-23.zip', [{ name: 'vipFeed-23.xml', content: VIP_5 }]],
      ['in a folder of its archive, with an extension in capitals', 'feed.ZIP', [{ name: 'export/FEED.XML', content: VIP_5 }]],
      ['of a Mac, with the files of its program', 'feed.zip', [...MAC, { name: 'feed.xml', content: VIP_5 }]],
      ['with other files that are no feed', 'feed.zip', [{ name: 'feed.xml', content: VIP_5 }, ...EXTRAS]],
      ['with an extension that says something else', 'feed.xml', [{ name: 'feed.xml', content: VIP_5 }]],
    ],
  )('%s is read, and how to reach a person is not kept', async (_, name, entries) => {
    const { labels, kept } = await readConfigured('vip_feeds', [`url: ${name}`], { [name]: makeZip(entries) })
    expect(labels).toEqual(['Ada Sample'])
    expect(kept.map((file) => file.name)).toEqual([`own/${name.replace(/\.zip$/i, '.xml')}`])
    expect(JSON.stringify(kept)).not.toMatch(/555|ada@/)
    expect(JSON.stringify(kept)).toContain('Ada Sample')
  })

  it('is read from a folder of feeds', async () => {
    const { labels } = await readConfigured('vip_feeds', ['url: feeds'], {
      'feeds/a.zip': makeZip([{ name: 'a.xml', content: VIP_3 }]),
      'feeds/b.xml': VIP_5.replace('Ada', 'Eve').replace('2031-11-04', '2031-06-10').replace('General', 'Primary'),
    })
    expect(labels).toEqual(['Ada Sample', 'Eve Sample'])
  })

  const flat = 'flat files are not read: use the XML form of the feed'
  // biome-ignore format: a case a line
  it.each<[what: string, names: string[], message: string]>([
    ['flat files', ['a.txt', 'b.txt', 'c.txt', 'd.txt'], `"a.txt", "b.txt", "c.txt" and 1 more, expected one .xml file; ${flat}`],
    ['flat files in a folder', ['feed/contest.csv'], `"feed/contest.csv", expected one .xml file; ${flat}`],
    ['two feeds', ['a.xml', 'b.xml'], '"a.xml", "b.xml", expected one .xml file'],
    ['no feed', ['a.pdf'], '"a.pdf", expected one .xml file'],
    ['nothing', [], 'no file, expected one .xml file'],
  ])('of %s is refused with a sentence that names what it holds', async (_, names, message) => {
    const zip = makeZip(names.map((name) => ({ name, content: VIP_5 })))
    const reading = readConfigured('vip_feeds', ['url: feed.zip'], { 'feed.zip': zip })
    await expect(reading).rejects.toThrow(`own/feed.xml: is a zip that holds ${message}`)
  })

  it('that unpacks to far more than its size is refused', async () => {
    const zip = makeZip([{ name: 'feed.xml', content: ' '.repeat(40 * 1024 * 1024) }])
    await expect(readMember({ name: 'feed.zip', bytes: zip }, ['xml'])).rejects.toThrow(/unpack/)
  })
})

it('A zipped ballot definition of NIST is read', async () => {
  const content = readFileSync(projectFile('test', 'ingest', 'golden', 'nist-json', 'input', 'made_up.json'))
  const zip = makeZip([{ name: 'definition.json', content }])
  const readFile = (name: string, bytes: Buffer) =>
    readConfigured('nist_feeds', ['format: json', `url: ${name}`], { [name]: bytes }, { state: 'OH' })
  const plain = await readFile('a.json', content)
  const zipped = await readFile('a.json.zip', zip)
  expect(plain.labels.length).toBeGreaterThan(2)
  expect(zipped).toEqual(plain)
})

it('A zipped endorsement feed is read', async () => {
  const csv = `endorser,endorser_name,endorser_category,endorser_state,election,contest,choice\nown-paper,Own Paper,newspaper,ME,me-2031-11-04-general,Mayor,Ada Sample\n`
  const lines = ['url: feed.zip', 'format: csv', 'endorsers: [own-paper]']
  const { codes, rows } = await readConfigured('endorsement_feeds', lines, {
    'feed.zip': makeZip([{ name: 'feed.csv', content: csv }]),
  })
  expect(rows).toMatchObject([{ table: 'endorser', row: { name: 'Own Paper' } }])
  expect(codes).toHaveLength(1)
})
