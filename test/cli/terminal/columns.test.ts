import fc from 'fast-check'
import { expect, it } from 'vitest'
import { indent, layOut, widthOf, wrap } from '../../../cli/look/terminal/columns.ts'

const COLUMNS = [{ name: 'Choice', share: 0.4 }, { name: 'Party' }, { name: 'Endorsed by', share: 0.6 }]
const ROWS = [
  ['Ada Sample and Ben Example', 'Lake', 'Example Rivers Trust; Sample Workers United; Otto Example'],
  ['Añe\u0301 Placeholder', '', ''],
]
const plain = (width: number) => ({ width, by: '  ', styleHead: (text: string) => text })

it('a table wraps the cells of a column within its width', () => {
  expect(layOut(COLUMNS, ROWS, plain(60))).toEqual([
    '  Choice                 Party  Endorsed by',
    '  Ada Sample and Ben     Lake   Example Rivers Trust; Sample',
    '  Example                       Workers United; Otto Example',
    '  Añe\u0301 Placeholder',
  ])
})

it('a table becomes a list where the words of its columns do not fit', () => {
  expect(layOut(COLUMNS, ROWS, plain(24))).toEqual([
    '  Ada Sample and Ben',
    '  Example',
    '    Party: Lake',
    '    Endorsed by: Example',
    '    Rivers Trust; Sample',
    '    Workers United; Otto',
    '    Example',
    '  Añe\u0301 Placeholder',
  ])
})

it('a table keeps every word, and no line is wider than the width unless one word is', () => {
  const word = fc.string({ minLength: 1, maxLength: 14, unit: fc.constantFrom(...'abcXYZ-éñ'.split('')) })
  const cell = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(
      fc.array(fc.tuple(cell, cell, cell), { maxLength: 5 }),
      fc.integer({ min: 40, max: 120 }),
      (rows, width) => {
        const lines = layOut(COLUMNS, rows, plain(width))
        const given = rows
          .flat()
          .flatMap((text) => text.split(' '))
          .filter(Boolean)
        const words = new Set(lines.join(' ').split(/\s+/))
        expect(lines.filter((line) => widthOf(line) > width)).toEqual([])
        expect(given.filter((one) => !words.has(one))).toEqual([])
      },
    ),
    { numRuns: 50 },
  )
})

it('wrapped text breaks at spaces and line breaks, and keeps a long word whole', () => {
  expect(wrap('one two\nthree https://example.org/a-long-page', 10)).toEqual([
    ...['one two', 'three', 'https://example.org/a-long-page'],
  ])
  expect(indent('one two three', 10, '  ')).toEqual(['  one two', '  three'])
})

it('wrapped text disarms what a terminal would obey, or what would turn the direction of the text', () => {
  expect(wrap('a\u001b[31mb\u009bc\rd\u202ee', 80)).toEqual(['a [31mb c d e'])
})
