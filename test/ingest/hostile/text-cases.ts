// Delimited text, its encodings, and what blanks its personal columns.

import { casesOf, type HostileCase } from './case.ts'

const MILLION = 1_000_000
const HEAD = 'name,party\n'
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const utf16be = (text: string) => utf16(text).swap16()
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const after = (text: string, ...bytes: number[]) => Buffer.concat([Buffer.from(text), Buffer.from(bytes)])

const text: HostileCase[] = casesOf(
  'text',
  // biome-ignore format: a case a line
  [
    ['two marks', '\ufeff\ufeffname', 5],
    ['UTF-16 LE with its mark', () => utf16('\ufeffname\n'), /^list\.txt:1: begins with the byte order mark of UTF-16/],
    ['UTF-16 BE of letters without a NUL', () => utf16be('\ufeff名前\n'), /^list\.txt:1: begins with the byte order mark/],
    ['UTF-16 BE without a mark', () => utf16be('name\nAnn\n'), /^list\.txt:1: got a NUL byte at offset 0/],
    ['windows-1252 after a million lines of UTF-8', () => after('é\n'.repeat(MILLION), 0x93), /^list\.txt:1000001: .* not UTF-8/],
    ['one Latin-1 letter in a line of megabytes', () => after('é'.repeat(MILLION), 0xf1, 0x0a), /^list\.txt:1: .* not UTF-8/],
    ['20 million empty lines, then Latin-1', () => after('\n'.repeat(20 * MILLION), 0xf1), /^list\.txt:20000001: .* not UTF-8/],
    ['a NUL at the very end', () => `${'x\n'.repeat(MILLION)}\0`, /^list\.txt:1000001: got a NUL byte/],
  ],
)
const singleByte: HostileCase[] = [
  ...casesOf('windows-1252', [
    [
      'a byte that it lacks, after a million lines',
      () => latin1(`${'\x93\n'.repeat(MILLION)}\x9d`),
      /^list\.txt:1000001: got byte 0x9d/,
    ],
  ]),
  ...casesOf('latin1', [
    ['smart quotes', () => latin1('a\n\x93Ann\x94'), /^list\.txt:2: got byte 0x93 .*windows-1252/],
  ]),
]
const csv: HostileCase[] = casesOf(
  'csv',
  // biome-ignore format: a case a line
  [
    ['a field of 10 MB', () => `${HEAD}Ann,DEM\n"${'x'.repeat(10 * MILLION)}",DEM\n`, 1],
    ['a field of 10 MB without quotes', () => `${HEAD}Ann,DEM\n\n${'x'.repeat(10 * MILLION)},DEM\n`, /^list\.csv:4: .* longer than/],
    ['a header of 10 MB', () => `${'x'.repeat(10 * MILLION)},party\n`, /^list\.csv:1: .* longer than 1000000/],
    ['30 million columns', () => ','.repeat(30 * MILLION), /^list\.csv:1: has more than 100000 fields in one record/],
    ['30 million fields behind quoted line ends', () => `${HEAD}${`"\n",${','.repeat(900_000)}`.repeat(30)}\n`, /^list\.csv:3: has more than 100000/],
    ['a million columns', () => `name,party${',x'.repeat(MILLION)}\n`, /^list\.csv:1: has more than 100000 fields in/],
    ['99,000 columns that nobody knows', () => `name,party${',x'.repeat(99_000)}\n`, 0],
    ['lines of 99,000 fields', () => HEAD + `${','.repeat(99_000)}\n`.repeat(300), /^list\.csv:52: has more than 5000000 fields/],
    ['five million ragged lines', () => HEAD + 'x\n'.repeat(5 * MILLION), /^list\.csv:10002: has more than 10000 lines that do not have/],
    ['ten million empty lines', () => HEAD + '\n'.repeat(10 * MILLION), 0],
    ['a million lines and one', () => HEAD + 'a,b\n'.repeat(MILLION + 1), /^list\.csv:1000001: has more than 1000000 lines/],
    ['five million quotes', () => `${HEAD}${'""'.repeat(5 * MILLION)}\n`, 0],
    ['a quote that never closes, before a million lines', () => `${HEAD}"Ann,DEM\n${'Bob,REP\n'.repeat(100_000)}`, 100_000],
    ['formulas, which are text here', `${HEAD}=cmd|' /C calc'!A0,DEM\n"=HYPERLINK(""http://example.org"")",REP\n`, 2],
  ],
)
const extra: HostileCase[] = casesOf('csv, one that may have more columns', [
  ['99,000 columns that nobody reads', () => `name,party${',x'.repeat(99_000)}\nAnn,DEM${',1'.repeat(99_000)}\n`, 1],
])
const rows: HostileCase[] = casesOf(
  'csv rows',
  // biome-ignore format: a case a line
  [
    ['a field of 10 MB', () => `${HEAD}Ann,DEM\n${'x'.repeat(10 * MILLION)},1\n`, /^list\.csv:3: .*\(CSV_MAX_RECORD_SIZE\)/],
    ['a quote that never closes', `${HEAD}"Ann,DEM\nBob,REP\n`, 2],
    ['five million ragged lines', () => HEAD + 'x\n'.repeat(5 * MILLION), /^list\.csv:10002: has more than 10000 lines up to here/],
    ['a line of 30 million fields', () => `${HEAD}${','.repeat(30 * MILLION)}\n`, /^list\.csv:2: has more than 100000 fields/],
    ['30 lines of 99,000 fields', () => HEAD + `${','.repeat(99_000)}\n`.repeat(30), 30],
    ['half a million sound lines', () => HEAD + 'a,b\n'.repeat(500_000), 500_000],
  ],
)
const blanking: HostileCase[] = casesOf(
  'blank columns',
  // biome-ignore format: a case a line
  [
    ['a line of ten million fields', () => `name,Phone,Email\n${','.repeat(10 * MILLION)}\n`, /^list\.csv:2: .* more than 100000 fields/],
    ['a million lines of too few fields', () => `name,Phone,Email\n${'x\n'.repeat(MILLION)}`, 17 + MILLION],
    ['a million sound lines', () => `name,Phone,Email\n${'a,1,b\n'.repeat(MILLION)}`, 17 + 4 * MILLION],
    ['a field of ten million line ends', () => `name,Phone,Email\nA,"${'\n'.repeat(10 * MILLION)}",e\n`, 17 + 2 + 2 + 10 * MILLION + 2],
    ['a quote that never closes', () => `name,Phone,Email\nA,1,"${'x\n'.repeat(MILLION)}`, /^list\.csv:2: its quotes do not balance/],
  ],
)

export const cases: readonly HostileCase[] = [...text, ...singleByte, ...csv, ...extra, ...rows, ...blanking]
