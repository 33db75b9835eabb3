import { expect, test } from 'vitest'
import { shareWarehouse, warehouse } from '../../build/rows.ts'

shareWarehouse()

test.each([
  [10_000, [10_000]],
  [10_001, [10_000, 1]],
  [25_000, [10_000, 10_000, 5000]],
  [0, []],
])('%i rows arrive in order, in batches of 10,000', async (rows, sizes) => {
  const read: unknown[][][] = []
  const sql = `SELECT CAST(i AS INTEGER), 'row ' || i FROM range(${rows}) AS numbers (i)`
  for await (const batch of warehouse.batches(sql, 10_000)) read.push(batch)
  expect(read.map(([numbers]) => numbers?.length)).toEqual(sizes)
  expect(read.flatMap(([numbers = []]) => numbers)).toEqual(Array.from({ length: rows }, (_, i) => i))
  expect(read.at(-1)?.[1]?.at(-1)).toBe(rows > 0 ? `row ${rows - 1}` : undefined)
})

test.each([
  ['a statement', () => warehouse.all('SELECT 1')],
  ['an insertion', () => warehouse.append('taken', [[1]])],
  ['another result in batches', () => warehouse.batches('FROM range(3)', 1).next()],
])('%s in between ends them with an error', async (_, act) => {
  await warehouse.run('CREATE OR REPLACE TABLE taken (i BIGINT)')
  const batches = warehouse.batches('FROM range(100_000)', 5000)
  expect((await batches.next()).value?.[0]).toHaveLength(5000)
  await act()
  await expect(
    (async () => {
      for await (const _ of batches);
    })(),
  ).rejects.toThrow('another statement ran while a result was read in batches')
})
