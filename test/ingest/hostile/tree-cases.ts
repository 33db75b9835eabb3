// Formats that nest: JSON and what is written in it, YAML, well-known text.

import { casesOf, type HostileCase } from './case.ts'

const MILLION = 1_000_000
const DEEP = 100_000
const deep = '['.repeat(DEEP) + ']'.repeat(DEEP)
const arc = JSON.stringify(Array.from({ length: 1000 }, (_, nth) => [nth / 1000, 0]))
const wards = (geometry: string, arcs = `[${arc}]`): string =>
  `{"type":"Topology","arcs":${arcs},"objects":{"wards":${geometry}}}`
const geometry = (coordinates: string): string =>
  `{"type":"Feature","geometry":{"type":"Polygon","coordinates":${coordinates}}}`

const json: HostileCase[] = casesOf(
  'json',
  // biome-ignore format: a case a line
  [
    ['lists 100,000 deep', `{"a":\n${deep}}`, /^list\.json:2: is nested deeper than 100/],
    ['lists 100,000 deep that never close', () => '['.repeat(DEEP), /^list\.json:1: is nested deeper than 100/],
    ['eleven million empty lists', () => `[${'[],\n'.repeat(11 * MILLION)}1]`, /^list\.json:10000000: has more than 10000000 objects/],
    ['a text of 10 MB', () => `["${'x'.repeat(10 * MILLION)}"]`, 1],
    ['a number of ten million digits', () => `[${'1'.repeat(10 * MILLION)}]`, 1],
    ['a fault after ten million lines', () => `[${'\n'.repeat(10 * MILLION)}x]`, /^list\.json:10000001: is not valid JSON here/],
    ['a cut after 400,000 lines', () => `[${'{"a":1},\n'.repeat(400_000)}{"a`, /^list\.json:400001: ends too early/],
  ],
)
const blanking: HostileCase[] = casesOf('blank members', [
  ['a million openings', () => '"Email":['.repeat(MILLION), 9 * MILLION],
  ['a text that never closes', () => `{"a":\n"${'x'.repeat(10 * MILLION)}`, /^list\.json:2: ends inside a text/],
  ['members 100,000 deep', () => '{"Email":'.repeat(DEEP), 9 * DEEP],
])
const geojson: HostileCase[] = casesOf(
  'geojson',
  // biome-ignore format: a case a line
  [
    ['coordinates 100,000 deep', () => geometry(deep), /^wards\.geojson:1: is nested deeper than 100/],
    ['coordinates 100,000 deep, on the third line', () => `${geometry('[]')}\n`.repeat(2) + geometry(deep), /^wards\.geojson:3: is nested/],
    ['half a million features without lines', () => `{"type":"FeatureCollection","features":[${'{"type":"Feature"},'.repeat(5e5)}1]}`, /^wards\.geojson: gives more than 100000 issues/],
    ['a third line that is cut', () => `${`${geometry('[[[0,0],[0,1],[1,1],[0,0]]]')}\n`.repeat(2)}{"type":"Fea`, /^wards\.geojson:3: ends too early/],
    ['a ring of a million positions', () => geometry(`[[${'[0,0],'.repeat(MILLION)}[0,0]]]`), 1],
  ],
)
const topojson: HostileCase[] = casesOf(
  'topojson',
  // biome-ignore format: a case a line
  [
    ['one arc named 50,000 times by one ward', () => wards(`{"type":"Polygon","arcs":[[${'0,'.repeat(50_000)}0]]}`), /^wards\.topojson: unfolds to more than 1000000 positions/],
    ['one arc named by 50,000 wards', () => wards(`{"type":"GeometryCollection","geometries":[${'{"type":"Polygon","arcs":[[0]]},'.repeat(5e4)}{}]}`), /unfolds to more than 1000000 positions/],
    ['900 wards of one arc', () => wards(`{"type":"GeometryCollection","geometries":[${'{"type":"Polygon","arcs":[[0]]},'.repeat(900)}{"type":"Polygon","arcs":[[0]]}]}`), 901],
    ['arcs 100,000 deep', () => wards(`{"type":"Polygon","arcs":${deep}}`), /^wards\.topojson:1: is nested deeper than 100/],
    ['collections in collections', () => wards(`${'{"type":"GeometryCollection","geometries":['.repeat(40)}${']}'.repeat(40)}`), 0],
  ],
)
const wkt: HostileCase[] = casesOf(
  'wkt',
  // biome-ignore format: a case a line
  [
    ['a number of 900,000 digits', () => `POLYGON ((${'1'.repeat(900_000)}x 0))`, /^wards\.csv:7: got the point "1{40}"/],
    ['900,000 spaces', () => `POLYGON ((0 0${' '.repeat(900_000)}x)) y`, /^wards\.csv:7: got "POLYGON/],
    ['brackets 100,000 deep', () => `POLYGON ${'('.repeat(DEEP)}${')'.repeat(DEEP)}`, /^wards\.csv:7: a bracket is nested too deeply/],
    ['brackets that close before they open', () => 'POLYGON ())(()', /^wards\.csv:7: got "\)\(\(\)" after the last bracket closes/],
    ['a million rings without a point', () => `POLYGON (${'(),'.repeat(300_000)}())`, /^wards\.csv:7: got the point ""/],
  ],
)
const yaml: HostileCase[] = casesOf(
  'yaml',
  // biome-ignore format: a case a line
  [
    ['lists 100,000 deep', `a:\n  ${deep}`, /^people\.yml:2: is nested deeper than 50/],
    ['aliases of aliases', () => `a: &a [x, x]\n${'bcdefgh'.replace(/./g, (to, at) => `${to}: &${to} [*${'abcdefgh'[at]}, *${'abcdefgh'[at]}]\n`)}`, /^people\.yml: uses an alias/],
    ['a hundred thousand anchors', () => '- &a x\n'.repeat(80_000), 1],
    ['a hundred thousand aliases', () => `- &a x\n${'- *a\n'.repeat(90_000)}`, /^people\.yml: uses an alias/],
    ['60,000 keys', () => Array.from({ length: 60_000 }, (_, nth) => `k${nth}: 1\n`).join(''), 1],
    ['a key that stands twice, after 60,000', () => `${Array.from({ length: 60_000 }, (_, nth) => `k${nth}: 1\n`).join('')}k5: 2\n`, /^people\.yml:60001: .*DUPLICATE_KEY/],
    ['2 MB of dashes', () => '-\n'.repeat(MILLION), /^people\.yml:300001: has more than 600000 tokens/],
    ['2 MB of closing brackets', () => ']\n'.repeat(MILLION), /^people\.yml:300001: has more than 600000 tokens/],
    ['an error for each of half a million tokens', () => '"a" '.repeat(250_000), /^people\.yml:1: is not valid YAML here/],
    ['2 MB of comments', () => '#\n'.repeat(MILLION), /^people\.yml:300001: has more than 600000 tokens/],
    ['2 MB in one text', () => `a: "${'x '.repeat(MILLION)}"`, 1],
    ['2 MB without a break', () => 'a'.repeat(2 * MILLION), 1],
    ['10 MB', () => `a: ${'x'.repeat(10 * MILLION)}`, /^people\.yml: has 10000003 bytes of YAML/],
  ],
)

export const cases: readonly HostileCase[] = [...json, ...blanking, ...geojson, ...topojson, ...wkt, ...yaml]
