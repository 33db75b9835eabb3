// XML, and workbooks, which are XML in a zip.

import { inline, makeSheet, makeXlsx } from '../read/xlsx-bytes.ts'
import { deflatedZeros, makeZip } from '../read/zip-bytes.ts'
import { casesOf, type HostileCase } from './case.ts'

const MILLION = 1_000_000
const DEEP = 100_000
const contest = (inside: string): string => `<feed>\n<contest>${inside}</contest></feed>`
const laughs = Array.from({ length: 9 }, (_, nth) => `<!ENTITY l${nth + 1} "${`&l${nth};`.repeat(10)}">`).join('')

const row = '<tr><td>1</td></tr>'
const html: HostileCase[] = casesOf('html', [
  ['elements 100,000 deep', () => '<div>'.repeat(DEEP), /^page\.html: has more than 400 elements within each other/],
  ['tables 100,000 deep', () => '<table><tr><td>'.repeat(DEEP), /^page\.html: has more than 400 elements within each/],
  [
    'paragraphs that repeat the unclosed tags before them',
    () => `<p>${Array.from({ length: 200 }, (_, nth) => `<b id=${nth}>`).join('')}${'</p><p>x'.repeat(10_000)}`,
    /^page\.html: has more than 200000 elements/,
  ],
  ['a million elements', () => '<br>'.repeat(MILLION), /^page\.html: has more than 200000 elements/],
  ['a million closed tags', () => `<table>${row}</table>${'</b>'.repeat(MILLION)}`, 1],
  ['90,000 attributes', () => `<p ${Array.from({ length: 90_000 }, (_, nth) => `a${nth}`).join(' ')}><table>${row}`, 1],
  ['a comment of 5 MB', () => `<table>${row}</table><!--${'x'.repeat(5 * MILLION)}`, 1],
  ['a tag of 5 MB', () => `<table>${row}</table><p title="${'x'.repeat(5 * MILLION)}">`, 1],
  ['a name of 5 MB', () => `<table>${row}</table><${'x'.repeat(5 * MILLION)}>`, 1],
  ['characters by number, many', () => `<table><tr><td>${'&#120;'.repeat(150_000)}</td></tr></table>`, 1],
  ['a million ampersands', () => `<table><tr><td>${'&amp'.repeat(MILLION)}</td></tr></table>`, 1],
  ['over 6 MB', () => `<table>${' '.repeat(6 * MILLION)}`, /^page\.html: has 6000007 bytes, expected at most 6000000/],
])

const xml: HostileCase[] = casesOf(
  'xml',
  // biome-ignore format: a case a line
  [
    ['a billion laughs', () => `<!DOCTYPE feed [<!ENTITY l0 "ha">${laughs}]>\n${contest('&l9;')}`, /^feed\.xml:1: has a document type/],
    ['quadratic blowup', () => `\n<!DOCTYPE feed [<!ENTITY a "${'a'.repeat(50_000)}">]>\n${contest('&a;'.repeat(50_000))}`, /^feed\.xml:2: has a document type/],
    ['parameter entities', () => '<!DOCTYPE feed [<!ENTITY % a SYSTEM "http://127.0.0.1:1/a.dtd"> %a;]><feed/>', /^feed\.xml:1: has a document type/],
    ['a document type after ten million spaces', () => `${' '.repeat(900_000)}<!DOCTYPE feed><feed/>`, /^feed\.xml:1: has a document type/],
    ['characters by number, many', () => contest('&#120;'.repeat(150_000)), 1],
    ['XInclude, which is an element like others', () => contest('<xi:include href="file:///etc/hostname"/>'), 1],
    ['elements 100,000 deep', () => '<feed>'.repeat(DEEP), /^feed\.xml:1: is nested deeper than 100/],
    ['four million elements in one', () => contest('<c/>'.repeat(3_900_000)), /^feed\.xml:2: the element that begins here has more than 200000 descendants/],
    ['two million that pass by', () => `<feed>${'<c/>'.repeat(2 * MILLION)}</feed>`, 0],
    ['90,000 attributes', () => contest(`<c ${Array.from({ length: 90_000 }, (_, nth) => `a${nth}=""`).join(' ')}/>`), 1],
    ['a comment of 10 MB', () => `<feed>\n<!--${'x'.repeat(10 * MILLION)}--></feed>`, /^feed\.xml:1: has a text or a tag of more than 1000000 characters/],
    ['an instruction of 10 MB', () => `<?x ${'x'.repeat(10 * MILLION)}?><feed/>`, /^feed\.xml:1: has a text or a tag of more than 1000000 characters/],
    ['a name of 10 MB', () => `<feed><${'x'.repeat(10 * MILLION)}/></feed>`, /^feed\.xml:1: has a text or a tag of more than 1000000 characters/],
    ['a text of 10 MB', () => contest('x'.repeat(10 * MILLION)), /^feed\.xml:2: has a text or a tag of more than 1000000 characters/],
  ],
)
const root: HostileCase[] = casesOf(
  'xml root',
  // biome-ignore format: a case a line
  [
    ['an attribute of 50 MB', () => `<feed a="${'x'.repeat(50 * MILLION)}"/>`, /^feed\.xml:1: has no element in its first 1000000/],
    ['a comment of 10 MB', () => `<!--${'x'.repeat(10 * MILLION)}--><feed/>`, /^feed\.xml:1: has no element in its first 1000000/],
    ['a document type', '<!DOCTYPE feed><feed/>', /^feed\.xml:1: has a document type/],
  ],
)
const blanking: HostileCase[] = casesOf('blank elements', [
  [
    'a million tags that never end',
    () => '\n<Email '.repeat(MILLION),
    /^list\.xml:1000001: has an unclosed element "Email"/,
  ],
  ['a million openings', () => `<a>\n${'<Email>'.repeat(MILLION)}`, /^list\.xml:2: has an unclosed element "Email"/],
  ['a million inside each other', () => '<Email>'.repeat(MILLION) + '</Email>'.repeat(MILLION), 15 * MILLION],
])

const HEAD = ['name', 'party']
const sheet = (cells: string): Buffer => makeXlsx({ rows: [inline(1, HEAD), `${inline(2, ['Ann'])}${cells}`] })
const part = (name: string, content: string): Buffer =>
  makeXlsx({ rows: [inline(1, HEAD), inline(2, ['Ann', 'DEM'])], parts: { [name]: content } })
const external =
  '<Relationship Id="rId1" Target="worksheets/sheet1.xml"/>' +
  '<Relationship Id="rId2" Target="file:///etc/hostname" TargetMode="External"/>'
const xlsx: HostileCase[] = casesOf(
  'xlsx',
  // biome-ignore format: a case a line
  [
    ['=cmd|, a formula with its result', () => sheet(`<c r="B2" t="str"><f>cmd|' /C calc'!A0</f><v>DEM</v></c>`), 0],
    ['a formula that is shared', () => sheet('<c r="B2"><f t="shared" si="0"/><v>1</v></c>'), 0],
    ['=cmd| as a text, which is one', () => makeSheet([HEAD, [`=cmd|' /C calc'!A0`, 'DEM']]), 1],
    ['a link to another workbook, which is not opened', () => makeXlsx({ rows: [inline(1, HEAD), inline(2, ['Ann', 'DEM'])], relations: external }), 1],
    ['a sheet in another workbook', () => makeXlsx({ relations: external.replaceAll('rId1', 'x').replaceAll('rId2', 'rId1') }), /^list\.xlsx: has no part for the sheet "First"/],
    ['a sheet with external entities', () => part('xl/worksheets/sheet1.xml', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><worksheet/>'), /sheet1\.xml:1: has a document type/],
    ['a workbook with a billion laughs', () => part('xl/workbook.xml', `<!DOCTYPE a [<!ENTITY l0 "ha">${laughs}]><workbook/>`), /workbook\.xml:1: has a document type/],
    ['a million empty strings', () => makeXlsx({ rows: [inline(1, HEAD), inline(2, ['Ann', 'DEM'])], strings: '<si/>'.repeat(MILLION) }), 1],
    ['a million sheets', () => makeXlsx({ rows: [inline(1, HEAD)], sheets: '<sheet name="a" r:id="rId1"/>'.repeat(500_000) }), /^list\.xlsx.* more than 1000 sheets/],
    ['a million styles', () => makeXlsx({ rows: [inline(1, HEAD), inline(2, ['Ann', 'DEM'])], styles: '<cellXfs><xf/></cellXfs>'.repeat(600_000) }), 1],
    ['a row of a million cells', () => makeXlsx({ rows: [inline(1, HEAD), '<c/>'.repeat(MILLION)] }), /sheet1\.xml:1: the element that begins here has more than 200000 descendants/],
    ['cells 100,000 deep', () => makeXlsx({ rows: '<row>'.repeat(DEEP) }), /sheet1\.xml:1: is nested deeper than 100/],
    ['a cell of 10 MB', () => makeSheet([HEAD, ['x'.repeat(10 * MILLION), 'DEM']]), /sheet1\.xml:1: has a text or a tag of more than 1000000 characters/],
    ['a sheet of 10 GB', () => makeZip([{ name: 'xl/worksheets/sheet1.xml', packed: deflatedZeros(10 * 1024), size: 1e9 }]), /unpacks to more than 100 times its size/],
  ],
)

export const cases: readonly HostileCase[] = [...xml, ...html, ...root, ...blanking, ...xlsx]
