import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findItemLines } from '../../../ingest/read/json.ts'

it('the lines of items are found in nested objects, with keys in any order', () => {
  const text =
    '{"b": {"10": [\n1,\n2], "2": [3, [\n]], "x": {"10": [0]}},\n"a": {"10": []},\n"c": [[1]], "d": {"": [\n4]}}'
  expect([...findItemLines(text, 2)]).toEqual([
    ['b\t10', [2, 3]],
    ['b\t2', [3, 3]],
    ['a\t10', []],
    ['d\t', [7]],
  ])
})

it('the lines of items are ascending, one for each item of any JSON', () => {
  const lists = fc.dictionary(
    fc.string(),
    fc.oneof(fc.array(fc.jsonValue({ maxDepth: 3 })), fc.jsonValue({ maxDepth: 2 })),
  )
  fc.assert(
    fc.property(lists, fc.constantFrom(0, 1), (value, indent) => {
      // Keys are as JSON has them: `__proto__` is one like others.
      const text = JSON.stringify(value, null, indent)
      const parsed: unknown = JSON.parse(text)
      const lines = findItemLines(text)
      for (const [key, items] of Object.entries(Object(parsed))) {
        if (!Array.isArray(items)) continue
        expect(lines.get(key)).toHaveLength(items.length)
        expect([...(lines.get(key) ?? [])].sort((a, b) => a - b)).toEqual(lines.get(key))
      }
    }),
    { numRuns: 500 },
  )
})
