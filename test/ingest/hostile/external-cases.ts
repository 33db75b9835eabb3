// Inputs that refer to a local file or a URL. Both come from the environment, and the test watches them.

import { readFileSync } from 'node:fs'
import { inline, makeXlsx } from '../read/xlsx-bytes.ts'
import { casesOf, type HostileCase } from './case.ts'

const { HUSTINGS_TEST_FILE: file = '', HUSTINGS_TEST_PORT: port = '' } = process.env
const address = `http://127.0.0.1:${port}/a.dtd`
const link = (id: string, target: string): string =>
  `<Relationship Id="${id}" Type="externalLinkPath" Target="${target}" TargetMode="External"/>`
const relations = `<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>${link('rId2', `file://${file}`)}${link('rId3', address)}`
const rows = [inline(1, ['name', 'party']), inline(2, ['Ann', 'DEM'])]
const include =
  `<?xml-stylesheet href="${address}"?><feed xsi:schemaLocation="urn:x ${address}"><contest>` +
  `<xi:include href="file://${file}"/></contest></feed>`

export const cases: readonly HostileCase[] = [
  ...casesOf('xml', [
    [
      'an entity of a file',
      `\n<!DOCTYPE feed [<!ENTITY a SYSTEM "file://${file}">]>\n<feed>&a;</feed>`,
      /document type/,
    ],
    ['an entity of an address', `<!DOCTYPE feed [<!ENTITY a SYSTEM "${address}">]>\n<feed>&a;</feed>`, /document type/],
    ['a document type of an address', `<!DOCTYPE feed SYSTEM "${address}">\n<feed/>`, /document type/],
    ['a style sheet, a schema and an include', include, 1],
  ]),
  ...casesOf('xlsx', [['a workbook that links to a file and an address', () => makeXlsx({ rows, relations }), 1]]),
  // A control: the trace must contain the opened file.
  ...casesOf('json', [['the file itself, which a trace shows', () => JSON.stringify(readFileSync(file, 'latin1')), 1]]),
]
