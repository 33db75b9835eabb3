import { describe, expect, it } from 'vitest'
import type { Issue } from '../../../../data/store/source-read.ts'
import { foldReturns } from '../../../../ingest/ballot/medsl/rows.ts'

const COLUMNS =
  'office,votes,party_detailed,precinct,county_name,jurisdiction_name,candidate,district,dataverse,year,stage,special,writein,state_po,magnitude'

const CELLS = { office: 'MAYOR', votes: '1', precinct: 'P', candidate: 'ANN', kind: 'LOCAL' }
function line(more: Partial<typeof CELLS> = {}): string {
  const { office, votes, precinct, candidate, kind } = { ...CELLS, ...more }
  return `${office},${votes},,${precinct},LEE,LEE,${candidate},,${kind},2024,GEN,FALSE,FALSE,NY,1`
}

function fold(bytes: Uint8Array | string) {
  const issues: Issue[] = []
  const file = { name: 'f.csv', bytes: Buffer.from(bytes) }
  return { returns: foldReturns(file, { issue: (issue) => issues.push(issue) }), issues }
}
const textOf = (lines: readonly string[], end = '\n') => `${[COLUMNS, ...lines].join(end)}${end}`

describe('Returns are folded', () => {
  it('to distinct lines, with the first line and all votes', () => {
    const { returns } = fold(
      textOf([
        line({ votes: '1', precinct: 'A' }),
        line({ votes: '*', precinct: '"B, ""2"""' }),
        line({ votes: '20', precinct: '"two\nlines"' }),
        line({ votes: '3', candidate: 'BO' }),
      ]),
    )
    expect(returns.map(({ candidate, line, votes }) => [candidate, line, votes])).toEqual([
      ['ANN', 2, 22],
      ['BO', 6, 3],
    ])
  })

  it('with marks of the precincts, but not of federal offices', () => {
    const local = [line({ precinct: 'A' }), line({ precinct: 'B' }), line({ precinct: 'C', votes: '0' })]
    const { returns } = fold(textOf([...local, line({ precinct: 'A', kind: 'SENATE' })]))
    expect(returns.map(({ precincts }) => new Set(precincts).size)).toEqual([2, 0])
  })

  it('with quotes, letters beyond ASCII, Windows line ends and a byte order mark', () => {
    const one = line({ office: '"MAYOR, ""A"""', candidate: 'BÁEZ' })
    const { returns } = fold(textOf([one, one], '\r\n'))
    expect(returns).toMatchObject([{ office: 'MAYOR, "A"', candidate: 'BÁEZ', magnitude: '1', line: 2, votes: 2 }])
    expect(fold(`\ufeff${textOf([one])}`).returns).toHaveLength(1)
  })

  it('without lines of another width, each of which is an issue', () => {
    const { returns, issues } = fold(textOf(['MAYOR,1', line()]))
    expect(returns).toHaveLength(1)
    expect(issues).toMatchObject([{ code: 'ragged-line', line: 2, value: '2' }])
  })

  it.each([
    ['other columns', 'office,votes\n', 'has no column district, candidate'],
    ['a cut line', `${COLUMNS}\nMAYOR,1`, 'f.csv:2: the file ends in the middle of this line'],
    ['another encoding', Buffer.from(textOf([line({ candidate: '\xff' })]), 'latin1'), 'f.csv:2: '],
  ])('or refused with %s', (_, bytes, message) => expect(() => fold(bytes)).toThrow(message))
})
