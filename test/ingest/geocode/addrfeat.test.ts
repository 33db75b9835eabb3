import { describe, expect, it } from 'vitest'
import { readAddrfeat } from '../../../ingest/geocode/addrfeat.ts'
import { readAddresses } from './addresses.ts'
import { type Edge, makeAddrfeat } from './addrfeat-bytes.ts'

const LINE = [
  [-122.25, 37.75],
  [-122.24, 37.75],
] as const
const NAME = 'tl_2024_06001_addrfeat.zip'

const read = (edges: readonly Edge[], name = NAME, lacks: readonly string[] = []) =>
  readAddresses(readAddrfeat, [{ name, bytes: makeAddrfeat(edges, lacks), url: '' }], ['CA'])

describe('street ranges', () => {
  it('are one for each numbered side, under its street and ZIP code', async () => {
    const sides = { LFROMHN: '101', LTOHN: '199', RFROMHN: '198', RTOHN: '100', ZIPL: '94501', ZIPR: '94502' }
    const { ranges, issues, records } = await read([
      { ...sides, FULLNAME: 'N Main St', PARITYL: 'O', PARITYR: 'E', line: LINE },
      { FULLNAME: 'N Main St', LFROMHN: '201', LTOHN: '299', ZIPL: '94501', PARITYL: 'O', line: LINE },
    ])
    const line = [-122_250_000, 37_750_000, -122_240_000, 37_750_000]
    expect(ranges).toEqual({
      'CA|94501|n|main|st|': [
        { lead: '', from: 101, to: 199, parity: 'odd', side: 'left', line },
        { lead: '', from: 201, to: 299, parity: 'odd', side: 'left', line },
      ],
      'CA|94502|n|main|st|': [{ lead: '', from: 198, to: 100, parity: 'even', side: 'right', line }],
    })
    expect([issues, records]).toEqual([[], 2])
  })

  it('may be of a block in Queens, of a grid in Wisconsin, of both parities, or of a flag that errs', async () => {
    const { ranges } = await read([
      { FULLNAME: '82nd St', LFROMHN: '37-01', LTOHN: '37-99', PARITYL: 'O', line: LINE },
      { FULLNAME: 'Bluemound Rd', LFROMHN: 'N6W23000', LTOHN: 'N6W23098', PARITYL: 'E', line: LINE },
      { FULLNAME: 'State Rte 9', RFROMHN: '1', RTOHN: '98', PARITYR: 'B', line: LINE },
      { FULLNAME: 'Oak St', RFROMHN: '2', RTOHN: '98', PARITYR: 'B', line: LINE },
      { FULLNAME: 'Elm St', RFROMHN: '1', RTOHN: '99', PARITYR: 'E', line: LINE },
    ])
    const told = Object.entries(ranges).map(([street, [range]]) => [street, range?.lead, range?.from, range?.parity])
    expect(told).toEqual([
      ['CA|||82|st|', '37-', 1, 'odd'],
      ['CA|||bluemound|rd|', 'n6w', 23000, 'even'],
      ['CA|||sr 9||', '', 1, 'both'],
      ['CA|||oak|st|', '', 2, 'both'],
      ['CA|||elm|st|', '', 1, 'odd'],
    ])
  })

  it('that cannot be used are counted', async () => {
    const { ranges, issues } = await read([
      { FULLNAME: '', LFROMHN: '1', LTOHN: '9', line: LINE },
      { FULLNAME: 'Elm St', LFROMHN: '1', LTOHN: '', line: LINE },
      { FULLNAME: 'Elm St', LFROMHN: '37-01', LTOHN: '99', line: LINE },
      { FULLNAME: 'Elm St', LFROMHN: 'A', LTOHN: 'B', line: LINE },
      { FULLNAME: 'Elm St', LFROMHN: '1', LTOHN: '9', line: [LINE[0]] },
    ])
    expect(ranges).toEqual({})
    expect(issues.map(({ code, message }) => [code, message.split(' ')[0]])).toEqual([
      ['no-street', '1'],
      ['no-range', '3'],
      ['no-line', '1'],
    ])
  })

  it('from a file of another name, state or layout stop the source', async () => {
    const edge = { FULLNAME: 'Elm St', LFROMHN: '1', LTOHN: '9', line: LINE }
    await expect(read([edge], 'edges.zip')).rejects.toThrow('expected tl_<year>_<county>_addrfeat.zip')
    await expect(read([edge], 'tl_2024_37183_addrfeat.zip')).rejects.toThrow(
      'is for a county of NC, expected one of CA',
    )
    await expect(read([edge], NAME, ['ZIPL', 'PARITYR'])).rejects.toThrow('has no field ZIPL, PARITYR')
  })
})
