import { expect, it } from 'vitest'
import { parseWkt } from '../../../ingest/read/wkt.ts'

const at = { file: 'smd.csv', line: 7 }

it('well-known text is read as polygons of rings', () => {
  expect(parseWkt('POLYGON ((-77 38, -76 38, -76 39.5, -77 38))', at)).toEqual([
    [
      [
        [-77, 38],
        [-76, 38],
        [-76, 39.5],
        [-77, 38],
      ],
    ],
  ])
})

it('well-known text may have holes, several polygons, small letters, exponents and spaces', () => {
  const square = '(0 0,4 0,4 4,0 4,0 0)'
  const hole = '(1 1 , 2 1 , 2 2 , 1 1)'
  expect(parseWkt(`polygon(${square}, ${hole})`, at).map((polygon) => polygon.length)).toEqual([2])
  expect(parseWkt(`MULTIPOLYGON ((${square},${hole}), (${square}))`, at).map((polygon) => polygon.length)).toEqual([
    2, 1,
  ])
  expect(parseWkt('POLYGON ((1e1 -5E-1, +2 .5, 3. 1, 1e1 -5E-1))', at)[0]?.[0]?.[0]).toEqual([10, -0.5])
})

it.each([
  ['POINT (1 2)', 'got "POINT (1 2)", expected POLYGON'],
  ['', 'got "", expected POLYGON'],
  ['POLYGON ((0 0, 1 0, 1 1', 'expected POLYGON'],
  ['POLYGON ((0 0, 1 0), (1 1)', '1 brackets are not closed'],
  ['POLYGON (((0 0, 1 0, 1 1, 0 0)))', 'a bracket is nested too deeply'],
  ['POLYGON (0 0, 1 0, 1 1, 0 0)', 'between rings'],
  ['POLYGON ((0 0, 1 0, 1 x, 0 0))', 'got the point "1 x"'],
  ['POLYGON ((0 0 5, 1 0 5, 1 1 5))', 'got the point "0 0 5"'],
  ['POLYGON ((400000 140000, 1 0, 1 1))', 'expected longitude and latitude in degrees'],
  ['POLYGON ((0 0, , 1 1))', 'got the point ""'],
])('well-known text %s stops the source', (text, message) => {
  expect(() => parseWkt(text, at)).toThrow(`smd.csv:7: `)
  expect(() => parseWkt(text, at)).toThrow(message)
})
