import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseDegrees, readPlainDegrees } from '../../../cli/analyse/match/answer-chunk.ts'

const characters = fc.constantFrom(...'0123456789', ...'0123456789', '.', '-', '+', 'e', ' ', ',')
const decimals = fc.tuple(fc.constantFrom('', '-', '+'), fc.nat(999), fc.stringMatching(/^\d{0,14}$/))

test('a plain decimal is read as by Number, and any other text is left to the pattern', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ unit: characters, maxLength: 20 }),
        decimals.map(([sign, whole, part]) => `${sign}${whole}.${part}`),
      ),
      (text) => {
        const read = readPlainDegrees(`x,${text},y`, 2, 2 + text.length)
        if (read !== undefined) expect(read).toBe(parseDegrees(text))
      },
    ),
    { numRuns: 5000 },
  )
})

test.each(['', '-', '.', '1.2.3', '1e3', ' 1', '1234567890.123456'])('%j is no plain decimal', (text) => {
  expect(readPlainDegrees(text, 0, text.length)).toBeUndefined()
})

test.each([
  ['35.7804', 35.7804],
  ['-78.6391', -78.6391],
  ['+5', 5],
  ['.5', 0.5],
  ['5.', 5],
  ['-0.000001', -0.000001],
])('%s is %d', (text, degrees) => {
  expect(readPlainDegrees(text, 0, text.length)).toBe(degrees)
})
