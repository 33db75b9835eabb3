// Rows of CSV text, compared with csv-parse, and cut at every byte.

import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { endOfRows, readField, walkRows } from '../../../cli/analyse/match/walk-csv.ts'

const FIELDS = 3
const lineBreak = fc.constantFrom('\n', '\r\n')
/** Fields without quotes, and quoted ones with quotes, commas and line breaks in them. */
const field = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', 'é', ' ', '-', '7') }),
  fc
    .string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ') })
    .map((text) => `"${text.replaceAll('"', '""')}"`),
)
const table = fc
  .tuple(fc.array(fc.array(field, { minLength: FIELDS, maxLength: FIELDS }), { minLength: 1, maxLength: 8 }), lineBreak)
  .map(([rows, end]) => rows.map((row) => row.join(',') + end).join(''))

interface Walked {
  start: number
  line: number
  fields: string[]
}

function walk(text: string): Walked[] {
  const rows: Walked[] = []
  walkRows(text, [2, 0], ({ start, line, wanted: [a, b, c, d] }) => {
    rows.push({ start, line, fields: [readField(text, c ?? 0, d ?? 0), readField(text, a ?? 0, b ?? 0)] })
  })
  return rows
}

it('rows of CSV have the fields that csv-parse reads', () => {
  fc.assert(
    fc.property(table, (text) => {
      const rows: string[][] = parse(text, { trim: false })
      expect(walk(text).map(({ fields }) => fields)).toEqual(rows.map(([a = '', , c = '']) => [a.trim(), c.trim()]))
    }),
  )
})

it('rows of CSV are complete at the same places wherever the text is cut', () => {
  fc.assert(
    fc.property(table, (text) => {
      const ends = [...walk(text).map(({ start }) => start), text.length]
      for (let cut = 0; cut <= text.length; cut++) {
        const end = endOfRows(text.slice(0, cut))
        // The last row end before the cut.
        expect(end).toBe(Math.max(...ends.filter((one) => one <= cut)))
      }
    }),
    { numRuns: 30 },
  )
})

it('rows of CSV begin on the lines of the file, counting those inside quotes', () => {
  expect(walk('a,"\n\n",c\nd,e,f\r\n\ng,h,i').map(({ line }) => line)).toEqual([0, 3, 4, 5])
})

it('rows of CSV take a quote inside a field as a letter', () => {
  expect(walk('a,6" pipe,c\nd,e,f\n').map(({ fields }) => fields)).toEqual([
    ['a', 'c'],
    ['d', 'f'],
  ])
})
