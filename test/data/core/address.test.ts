// The packed house numbers of a street.

import { expect, it } from 'vitest'
import { type LedRange, packPoints, packRanges, unpackPoints, unpackRanges } from '../../../data/core/address.ts'
import { decodeRange } from '../../../data/street/house-number.ts'

it('points of plain and other house numbers are read back in their order', () => {
  const packer = packPoints()
  packer.add('12', { lng: -78_600_000, lat: 35_700_000 })
  packer.add('37-14b', { lng: -78_600_005, lat: 35_700_009 })
  packer.add('12 1/2', { lng: -78_599_000, lat: 35_699_000 })
  packer.add('n6w23001', { lng: 0, lat: 0 })
  expect([...unpackPoints(packer.bytes())]).toEqual([
    { lead: '', value: 12, tail: '', lng: -78_600_000, lat: 35_700_000 },
    { lead: '37-', value: 14, tail: 'b', lng: -78_600_005, lat: 35_700_009 },
    { lead: '', value: 12, tail: ' 1/2', lng: -78_599_000, lat: 35_699_000 },
    { lead: 'n6w', value: 23001, tail: '', lng: 0, lat: 0 },
  ])
  expect([...unpackPoints(packPoints().bytes())]).toEqual([])
})

it('ranges are read back with their lowest and highest number, in either direction of the line', () => {
  const packer = packRanges()
  const ranges: LedRange[] = [
    {
      lead: '',
      from: 99,
      to: 1,
      parity: 'odd',
      side: 'left',
      line: [-78_600_000, 35_700_000, -78_600_500, 35_700_100],
    },
    { lead: '37-', from: 2, to: 60, parity: 'even', side: 'right', line: [0, 0, 5, 5, -5, 9] },
    { lead: '', from: 5, to: 5, parity: 'both', side: 'right', line: [1, 1, 2, 2] },
  ]
  for (const range of ranges) packer.add(range)
  const unpacked = [...unpackRanges(packer.bytes())]
  expect(unpacked.map(({ lead, low, high }) => [lead, low, high])).toEqual([
    ['', 1, 99],
    ['37-', 2, 60],
    ['', 5, 5],
  ])
  expect(unpacked.map(({ lead, range }) => ({ lead, ...decodeRange(range) }))).toEqual(ranges)
})
