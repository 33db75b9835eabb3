import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  BUCKET_KEYS,
  type CellRun,
  decodeRising,
  decodeRuns,
  encodeRising,
  encodeRuns,
} from '../../../data/index/runs.ts'

/** From key 0 on; sets numbered by first appearance. */
const lists: fc.Arbitrary<CellRun[]> = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 3 * BUCKET_KEYS }), fc.nat({ max: 40 }), fc.boolean()), { maxLength: 60 })
  .map((drawn) => {
    let [key, sets] = [0, 1]
    const runs: CellRun[] = [{ key, set_id: 0, edged: false }]
    for (const [step, set, edged] of drawn) {
      key += edged ? (step % 3) + 1 : step
      const set_id = Math.min(set, sets)
      if (set_id === sets) sets++
      runs.push({ key, set_id, edged })
    }
    return runs
  })

it('runs of cells decode bucket by bucket, each from its first key', () => {
  fc.assert(
    fc.property(lists, (runs) => {
      const buckets = [...encodeRuns(runs)]
      expect(buckets.map(([bucket]) => bucket)).toEqual([
        ...new Set(runs.map(({ key }) => Math.floor(key / BUCKET_KEYS))),
      ])
      for (const [bucket, bytes] of buckets) {
        const from = bucket * BUCKET_KEYS
        const own = runs.filter(({ key }) => Math.floor(key / BUCKET_KEYS) === bucket)
        const before = runs.findLast(({ key }) => key < from)
        const first = own[0]?.key === from || !before ? [] : [{ key: from, set_id: before.set_id, edged: false }]
        const held = [...first, ...own]
        const { begins, values } = decodeRuns(bytes)
        expect(values).toEqual(Uint32Array.from(held, ({ set_id, edged }) => set_id * 2 + Number(edged)))
        expect(begins).toEqual(Uint16Array.from(held, ({ key }) => key - from))
      }
    }),
    { numRuns: 500 },
  )
})

it('rising numbers decode to the same numbers', () => {
  const rising = fc.uniqueArray(fc.nat()).map((values) => values.sort((a, b) => a - b))
  fc.assert(
    fc.property(rising, (values) => {
      expect(decodeRising(encodeRising(values))).toEqual(values)
    }),
  )
  expect(() => decodeRising(Uint8Array.from([128]))).toThrow('end in the middle of a number')
})
