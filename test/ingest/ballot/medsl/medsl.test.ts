import { describe, expect, it } from 'vitest'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { makeZip } from '../../read/zip-bytes.ts'
import { readText } from '../read.ts'

const LINES = [
  'precinct,district,office,writein,party_detailed,candidate,dataverse,votes,jurisdiction_name,year,stage,state_po,county_name,magnitude,special',
  '13-1,,US PRESIDENT,FALSE,REPUBLICAN,ANN LEE,PRESIDENT,6,ALBANY,2024,GEN,WY,ALBANY,1,FALSE',
].join('\n')
const read = (entries: Parameters<typeof makeZip>[0]) => readText('medsl-2024-wy', [makeZip(entries)], toDivisions([]))

describe("A state's returns", () => {
  it('are the one table of a zip, whatever its name and its order of columns', async () => {
    const { contest, choice } = await read([
      { name: '__MACOSX/._wy', content: 'x' },
      { name: 'wy', content: `${LINES}\n` },
    ])
    expect(contest.map(({ contest_key }) => contest_key)).toEqual([
      'wy-2024-11-05-general/ocd-division/country:us/state:wy/president',
    ])
    expect(choice).toMatchObject([{ label: 'ANN LEE', party: 'Republican' }])
  })

  it.each([
    [[], 'holds no file'],
    [
      [
        { name: 'a', content: `${LINES}\n` },
        { name: 'b', content: `${LINES}\n` },
      ],
      'beside',
    ],
    [[{ name: 'a', content: `${LINES.replace('2024', '2022')}\n` }], 'got WY 2022, expected WY 2024'],
    [[{ name: 'a', content: `${LINES.replace(',WY,', ',NV,')}\n` }], 'got NV 2024'],
    [[{ name: 'a', content: `${LINES.replace('US PRESIDENT', 'BALLOTS CAST')}\n` }], 'has no line of a contest'],
  ])('are refused if they are others: %#', async (entries, message) => {
    await expect(read(entries)).rejects.toThrow(message)
  })

  it('leave out lines of a legislature without a district, unless the state has one seat', async () => {
    const of = async (state: 'RI' | 'WY') => {
      const lines = ['US HOUSE', 'STATE SENATE'].map((office, at) =>
        (LINES.split('\n')[1] ?? '')
          .replace('US PRESIDENT', office)
          .replace(',WY,', `,${state},`)
          .replace('13-1', `${at}`),
      )
      const content = [LINES.split('\n')[0], ...lines, ''].join('\n')
      const { contest, issues } = await readText(
        `medsl-2024-${state.toLowerCase()}`,
        [makeZip([{ name: 'a', content }])],
        toDivisions([]),
      )
      return [
        contest.map(({ title }) => title),
        issues.filter(({ code }) => code === 'no-district').map(({ value }) => value),
      ]
    }
    expect(await of('WY')).toEqual([['United States Representative, At Large'], ['STATE SENATE']])
    expect(await of('RI')).toEqual([[], ['US HOUSE', 'STATE SENATE']])
  })

  it('do not say how many votes a voter has, if one party names two candidates for one seat', async () => {
    const [head = '', line = ''] = LINES.split('\n')
    const lineOf = (name: string, party: string): string =>
      line.replace('US PRESIDENT', 'SUPREME COURT JUSTICE').replace('ANN LEE', name).replace('REPUBLICAN', party)
    const detailsOf = async (party: string): Promise<unknown> => {
      const content = [head, lineOf('ANN LEE', 'REPUBLICAN'), lineOf('BO DIAZ', party), ''].join('\n')
      const { contest } = await read([{ name: 'a', content }])
      return JSON.parse(contest[0]?.details ?? '')
    }
    expect(await detailsOf('REPUBLICAN')).toEqual({ votes_allowed_is_minimum: true })
    expect(await detailsOf('DEMOCRAT')).toEqual({})
  })
})
