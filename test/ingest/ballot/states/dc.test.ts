import { describe, expect, it } from 'vitest'
import { makeSheet } from '../../read/xlsx-bytes.ts'
import { readText } from '../read.ts'

const HEADER = 'ElectionDate,ElectionName,ContestNumber,ContestName,PrecinctNumber,WardNumber,Candidate,Party,Votes'

function line(number: number, contest: string, candidate: string, party: string, precinct = 1): string {
  const quoted = `"${candidate.replaceAll('"', '""')}"`
  return `11/5/2024 12:00:00 AM,General Election,${number},${contest},${precinct},6,${quoted},${party},12`
}

const read = (text: string, ...more: Uint8Array[]) => readText('dc-results-2024', [[HEADER, text].join('\n'), ...more])

describe('the results of the District of Columbia', () => {
  const mayor = line(5, 'MAYOR', 'Ann Lee', 'NPN')
  it.each([
    ['an unknown office', line(5, 'DOG CATCHER', 'Ann Lee', 'NPN'), /:2: got ContestName "DOG CATCHER"/],
    ['an unknown party', line(60, 'ANC-2A01', 'ZZZ Ann Lee', 'ZZZ'), /:2: got Party "ZZZ"/],
    ['a measure with another answer', line(363, 'INITIATIVE 83', 'Perhaps', 'NPN'), /expected Yes or No/],
    ['a contest number in words', mayor.replace(',5,', ',five,'), /ContestNumber "five"/],
    ['a day that the calendar lacks', mayor.replace('11/5/2024', '13/45/2022'), /:2: got ElectionDate "13\/45\/2022/],
    ['another kind of election', mayor.replace('General', 'Primary'), /ElectionName "Primary/],
  ])('stop at %s', async (_, text, message) => {
    await expect(read(text)).rejects.toThrow(message)
  })

  it('drop the party before a name, and nothing else; a candidate may withdraw from one contest alone', async () => {
    const lines = [line(60, 'ANC-7D01', 'INDIRA Rao', 'IND'), line(61, 'ANC-7D02', 'IND INDIRA Rao', 'IND')]
    const filed = [
      ['ANC-SMD', 'Name', 'Date of Withdrawal'],
      ...['7D01', 'Ward 7'].map((at) => [at, 'INDIRA Rao', '9/18/24']),
    ]
    const { choice, issues } = await read(lines.join('\n'), makeSheet(filed))
    expect(issues).toMatchObject([{ code: 'bad-value', line: 3, value: 'Ward 7' }])
    expect(choice).toMatchObject([
      { label: 'INDIRA Rao', withdrawn: true },
      { label: 'INDIRA Rao', withdrawn: false },
    ])
  })
})
