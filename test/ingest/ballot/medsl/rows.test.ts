import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../../data/store/source-read.ts'
import { foldReturns } from '../../../../ingest/ballot/medsl/rows.ts'

const COLUMNS =
  'office,votes,party_detailed,precinct,county_name,jurisdiction_name,candidate,district,dataverse,year,stage,special,writein,state_po,magnitude'

function fold(lines: readonly string[], end = '\n') {
  const issues: Issue[] = []
  const bytes = Buffer.from(`${[COLUMNS, ...lines].join(end)}${end}`)
  return { returns: foldReturns({ name: 'f.csv', bytes }, { issue: (issue) => issues.push(issue) }), issues }
}

describe('Returns are folded', () => {
  it('to distinct lines, with the first line and all votes', () => {
    const line = (votes: string, precinct: string) =>
      `MAYOR,${votes},,${precinct},LEE,LEE,ANN,,LOCAL,2024,GEN,FALSE,FALSE,NY,1`
    const { returns } = fold([
      line('1', 'A'),
      line('*', '"B, ""2"""'),
      line('20', '"two\nlines"'),
      line('3', 'C').replace('ANN', 'BO'),
    ])
    expect(returns.map(({ candidate, line, votes }) => [candidate, line, votes])).toEqual([
      ['ANN', 2, 22],
      ['BO', 6, 3],
    ])
  })

  it('with marks of the precincts, but not of federal offices', () => {
    const line = (precinct: string, kind: string, votes = 1) =>
      `MAYOR,${votes},,${precinct},LEE,LEE,ANN,,${kind},2024,GEN,FALSE,FALSE,NY,1`
    const { returns } = fold([line('A', 'LOCAL'), line('B', 'LOCAL'), line('C', 'LOCAL', 0), line('A', 'SENATE')])
    expect(returns.map(({ precincts }) => new Set(precincts).size)).toEqual([2, 0])
  })

  it('with quotes, letters beyond ASCII, Windows line ends and a byte order mark', () => {
    const line = '"MAYOR, ""A""",1,,P,LEE,LEE,BÁEZ,,LOCAL,2024,GEN,FALSE,FALSE,NY,1'
    const { returns } = fold([line, line], '\r\n')
    expect(returns).toMatchObject([{ office: 'MAYOR, "A"', candidate: 'BÁEZ', magnitude: '1', line: 2, votes: 2 }])
    const marked = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(`${COLUMNS}\n${line}\n`)])
    expect(foldReturns({ name: 'f', bytes: marked }, { issue: () => {} })).toHaveLength(1)
  })

  it('without lines of another width, each of which is an issue', () => {
    const { returns, issues } = fold(['MAYOR,1', 'MAYOR,1,,P,LEE,LEE,ANN,,LOCAL,2024,GEN,FALSE,FALSE,NY,1'])
    expect(returns).toHaveLength(1)
    expect(issues).toMatchObject([{ code: 'ragged-line', line: 2, value: '2' }])
  })

  it.each(
    // biome-ignore format: a case a line
    [
      [Buffer.from('office,votes\n'), 'has no column district, candidate'],
      [Buffer.from(`${COLUMNS}\nMAYOR,1`), 'f:2: the file ends in the middle of this line'],
      [Buffer.concat([Buffer.from(`${COLUMNS}\nMAYOR,1,,P,LEE,LEE,`), Buffer.from([0xff]), Buffer.from(',,LOCAL,2024,GEN,FALSE,FALSE,NY,1\n')]), 'f:2: '],
    ],
  )('or refused: %#', (bytes, message) => {
    expect(() => foldReturns({ name: 'f', bytes }, { issue: () => {} })).toThrow(message)
  })
})
