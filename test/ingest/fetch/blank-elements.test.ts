// Contact details of persons are blanked in XML and JSON before the bytes are stored.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { blankElements, blankMembers } from '../../../ingest/fetch/blank.ts'
import { fetchSource } from '../../../ingest/fetch/fetch.ts'
import { SourceError } from '../../../ingest/read/source.ts'
import { sourceOf } from '../ballot/read.ts'

const blankedXml = (text: string, ...names: string[]) =>
  Buffer.from(blankElements({ name: 'feed.xml', bytes: Buffer.from(text) }, names).bytes).toString()
const blankedJson = (text: string, ...names: string[]) =>
  Buffer.from(blankMembers({ name: 'feed.json', bytes: Buffer.from(text) }, names).bytes).toString()

describe('elements of XML', () => {
  it('are emptied, and line numbers stay the same', () => {
    const text = '<Person id="p">\n<Email>a@example.org\n</Email><Name>A</Name>\n</Person>'
    expect(blankedXml(text, 'Email')).toBe('<Person id="p">\n<Email>             \n</Email><Name>A</Name>\n</Person>')
  })

  it.each([
    ['<v:Email x="a>b">secret</v:Email>', '<v:Email x="   ">      </v:Email>'],
    ['<Email label="555-1234" alt = \'a"b\'>s</Email>', '<Email label="        " alt = \'   \'> </Email>'],
    ['<Email label="555-1234"/><Name label="A"/>', '<Email label="        "/><Name label="A"/>'],
    ['<v:Email xmlns:v="urn:v" n="5\n6">s</v:Email>', '<v:Email xmlns:v="urn:v" n=" \n "> </v:Email>'],
    ['<Email\n>secret</Email >', '<Email\n>      </Email >'],
    ['<Email>s<Email>t</Email>u</Email>', `<Email>${' '.repeat(18)}</Email>`],
    ['<Email/><Name>A</Name><Email>s</Email>', '<Email/><Name>A</Name><Email> </Email>'],
    ['<Emails>kept</Emails><XEmail>kept</XEmail>', '<Emails>kept</Emails><XEmail>kept</XEmail>'],
    ['<a><Email><Line>s</Line></Email></a>', `<a><Email>${' '.repeat(14)}</Email></a>`],
  ])('%s', (text, expected) => {
    expect(blankedXml(text, 'Email')).toBe(expected)
  })

  it('stop the source if they are never closed, or if the encoding has NUL bytes', () => {
    expect(() => blankedXml('<a><Email>secret</a>', 'Email')).toThrow(SourceError)
    expect(() => blankedXml('<a>secret</Email></a>', 'Email')).toThrow(SourceError)
    expect(() => blankedXml('<\0E\0', 'Email')).toThrow(/NUL bytes/)
  })
})

describe('members of JSON', () => {
  it.each([
    ['{"Email": "a@example.org", "Name": "A"}', '{"Email": null           , "Name": "A"}'],
    ['{"Email":["a","b]"],"n":1}', '{"Email":null      ,"n":1}'],
    ['{"Email":{"x":{"y":"}"}},"n":1}', '{"Email":null           ,"n":1}'],
    ['{"Email":7}', '{"Email":0}'],
    ['{"Email":""}', '{"Email":""}'],
    ['{"\\u0045mail":"secret"}', '{"\\u0045mail":null    }'],
    ['{"Name":"Email: \\"x\\"","Emails":"kept"}', '{"Name":"Email: \\"x\\"","Emails":"kept"}'],
    ['[{"a":{"Email":true}},{"Email":12345}]', '[{"a":{"Email":null}},{"Email":null }]'],
  ])('%s', (text, expected) => {
    const blanked = blankedJson(text, 'Email')
    expect(blanked).toBe(expected)
    expect(() => JSON.parse(blanked)).not.toThrow()
  })

  it('keep their line breaks', () => {
    expect(blankedJson('{"Email": [\n"a",\n"b"]\n}', 'Email')).toBe('{"Email": 0\n    \n    \n}')
    expect(blankedJson('{"Email": ["a",\n"b"]\n}', 'Email')).toBe('{"Email": null \n    \n}')
  })
})

it('a fetched feed is stored without them', async () => {
  const source = sourceOf('los-angeles-vip-2015')
  const folder = mkdtempSync(join(tmpdir(), 'hustings-blank-'))
  const mirrored = { ...source, files: [{ url: 'https://example.org/feed.xml', mirror: 'feed.xml' }] }
  writeFileSync(
    join(folder, 'feed.xml'),
    '<vip_object><candidate id="1"><name>A</name><phone>555-0100</phone></candidate></vip_object>',
  )
  const options = { rawDir: join(folder, 'raw'), mirror: folder, now: new Date('2026-11-21T12:00:00Z') }
  const [file] = await fetchSource(mirrored, options)
  expect(Buffer.from(file?.bytes ?? []).toString()).not.toContain('555-0100')
  for (const name of readdirSync(options.rawDir))
    expect(readFileSync(join(options.rawDir, name), 'utf8')).not.toContain('555-0100')
  rmSync(folder, { recursive: true })
})
