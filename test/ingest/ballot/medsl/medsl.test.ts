import { describe, expect, it } from 'vitest'
import { makeZip, type ZipEntry } from '../../read/zip-bytes.ts'
import { readText } from '../read.ts'
import { casesOf, expectContests, linesOf, readLines, SHOWN } from './lines.ts'

const LINES = `precinct,district,office,writein,party_detailed,candidate,dataverse,votes,jurisdiction_name,year,stage,state_po,county_name,magnitude,special
13-1,,US PRESIDENT,FALSE,REPUBLICAN,ANN LEE,PRESIDENT,6,ALBANY,2024,GEN,WY,ALBANY,1,FALSE
`
const read = (...entries: ZipEntry[]) => readText('medsl-2024-wy', [makeZip(entries)])
const table = (content: string, name = 'a') => ({ name, content })

describe("A state's returns", () => {
  it('are the one table of a zip, whatever its name and its order of columns', async () => {
    const { contest, choice } = await read(table('x', '__MACOSX/._wy'), table(LINES, 'wy'))
    expect(contest.map(({ contest_key }) => contest_key)).toEqual([
      'wy-2024-11-05-general/ocd-division/country:us/state:wy/president',
    ])
    expect(choice).toMatchObject([{ label: 'ANN LEE', party: 'Republican' }])
  })

  it.each([
    [[], 'holds no file'],
    [[table(LINES), table(LINES, 'b')], 'beside'],
    [[table(LINES.replace('2024', '2022'))], 'got WY 2022, expected WY 2024'],
    [[table(LINES.replace(',WY,', ',NV,'))], 'got NV 2024'],
    [[table(LINES.replace('US PRESIDENT', 'BALLOTS CAST'))], 'has no line of a contest'],
  ])('are refused if they are others: %#', async (entries, message) => {
    await expect(read(...entries)).rejects.toThrow(message)
  })

  it.each(
    casesOf(`
    wy: leave out lines of a legislature without a district, unless the state has one seat
      US HOUSE | ANN LEE | party: REPUBLICAN
      STATE SENATE | ANN LEE | party: REPUBLICAN
      = United States Representative, At Large: ANN LEE (Republican)
      ! no-district STATE SENATE
    ri: leave out lines of Congress without a district, too
      US HOUSE | ANN LEE | party: REPUBLICAN
      STATE SENATE | ANN LEE | party: REPUBLICAN
      ! no-district US HOUSE
      ! no-district STATE SENATE
  `),
  )('%s', (_, one) => expectContests(SHOWN.people, one))

  it.each([
    ['REPUBLICAN', { votes_allowed_is_minimum: true }],
    ['DEMOCRAT', {}],
  ])(
    'do not say how many votes a voter has, if one party names two candidates for one seat: %s',
    async (party, said) => {
      const lines = `SUPREME COURT JUSTICE | ANN LEE | party: REPUBLICAN
      SUPREME COURT JUSTICE | BO DIAZ | party: ${party}`
      const { contests } = await readLines('wy', linesOf(lines))
      expect(contests.map(({ details }) => details)).toEqual([said])
    },
  )
})
