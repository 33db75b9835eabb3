// The golden folder shows what a list gives after the primary; here is how the ballots follow from the statuses, and which file is taken.

import { describe, expect, it } from 'vitest'
import { type FlLine, toBallots } from '../../../../../ingest/ballot/states/fl/fl.ts'
import { findSource } from '../../../../../ingest/engine/registry.ts'
import { FileGone, FileRefused } from '../../../../../ingest/read/source.ts'

/** `REP Qualified` for each candidate. */
const ballots = (office: string, ...candidates: string[]) => {
  const lines = candidates.map((text, at): FlLine => {
    const [PartyCode = '', ...status] = text.split(' ')
    const none = { Juris1num: '', Juris2num: '', PartyDesc: '', NameFirst: '', NameMiddle: '' }
    const record = { ...none, OfficeDesc: office, StatusDesc: status.join(' '), PartyCode, NameLast: String(at) }
    return { at: { file: 'list.txt', line: at + 2 }, record }
  })
  const { primary, open_to_all, general, uncertain } = toBallots(lines)
  const names = (some: readonly FlLine[]) => some.map(({ record }) => Number(record.NameLast))
  return [names(primary), names(general), uncertain !== undefined, ...(open_to_all ? ['open to all'] : [])]
}

it.each<[string, string[], unknown]>([
  ['before the primary', ['REP Qualified', 'REP Qualified', 'DEM Qualified'], [[0, 1], [], true]],
  ['after it', ['REP Qualified', 'REP Defeated', 'DEM Qualified', 'NPA Qualified'], [[0, 1], [0, 2, 3], false]],
  ['without a primary', ['REP Qualified', 'DEM Qualified'], [[], [0, 1], false]],
  ['without an opponent', ['REP Unopposed'], [[], [], false, 'open to all']],
  ['without an opponent after a primary', ['REP Unopposed', 'REP Defeated'], [[0, 1], [], false, 'open to all']],
  ['of one party before the primary', ['REP Qualified', 'REP Qualified'], [[0, 1], [], false, 'open to all']],
  ['of one party after it', ['REP Qualified', 'REP Defeated'], [[0, 1], [], false, 'open to all']],
  ['of one party, elected', ['REP Elected', 'REP Defeated'], [[0, 1], [], false, 'open to all']],
  ['of one party after an opponent left', ['REP Qualified', 'REP Qualified', 'WRI Withdrew'], [[], [], true]],
  ['of one candidate after an opponent left', ['REP Qualified', 'DEM Deceased'], [[], [], true]],
  [
    'of one party that one left',
    ['REP Qualified', 'REP Qualified', 'REP Withdrew'],
    [[0, 1], [], false, 'open to all'],
  ],
  ['of one candidate of no party', ['NPA Qualified'], [[], [], false, 'open to all']],
  ['of one candidate of no party after another left', ['NPA Qualified', 'NPA Withdrew'], [[], [], true]],
  ['without an opponent after one left', ['REP Unopposed', 'DEM Withdrew'], [[], [], false, 'open to all']],
  ['of one candidate', ['REP Qualified'], [[], [], false, 'open to all']],
  ['of one party and a write-in candidate', ['REP Qualified', 'REP Qualified', 'WRI Qualified'], [[0, 1], [], true]],
  ['of these after the primary', ['REP Qualified', 'REP Defeated', 'WRI Qualified'], [[0, 1], [0], false]],
  ['of one party and a candidate of none', ['REP Elected', 'REP Defeated', 'NPA Defeated'], [[0, 1], [0, 2], false]],
  ['of one candidate and a write-in candidate', ['REP Qualified', 'WRI Qualified'], [[], [0], false]],
  ['after the election', ['REP Elected', 'REP Defeated', 'DEM Defeated', 'NPA Defeated'], [[0, 1], [0, 2, 3], false]],
  ['after it, of two defeated of a party', ['REP Elected', 'DEM Defeated', 'DEM Defeated'], [[1, 2], [], true]],
])('the ballots of a contest in Florida %s', (_, candidates, expected) => {
  expect(ballots('State Senator', ...candidates)).toEqual(expected)
})

it.each<[string, string[], unknown]>([
  ['two', ['NOP Qualified', 'NOP Qualified'], [[0, 1], [], false, 'open to all']],
  ['three before August', ['NOP Qualified', 'NOP Qualified', 'NOP Qualified'], [[0, 1, 2], [], false, 'open to all']],
  ['a runoff', ['NOP Qualified', 'NOP Defeated', 'NOP Qualified'], [[0, 1, 2], [0, 2], false, 'open to all']],
  ['a runoff that is over', ['NOP Elected', 'NOP Defeated', 'NOP Defeated'], [[0, 1, 2], [], true, 'open to all']],
  [
    'two and a write-in candidate',
    ['NOP Qualified', 'NOP Defeated', 'WRI Qualified'],
    [[0, 1], [], true, 'open to all'],
  ],
  ['one', ['NOP Unopposed'], [[], [], false, 'open to all']],
])('the ballots of a contest in Florida of a judge: %s', (_, candidates, expected) => {
  expect(ballots('Circuit Judge', ...candidates)).toEqual(expected)
})

describe("Florida's list", () => {
  const source = findSource('fl-candidates-2028')
  const [file] = source?.files ?? []
  const recognise = (text: string) => () => file?.recognise?.({ name: 'list.txt', bytes: Buffer.from(text) })

  it('is asked for with the form of its general election', () => {
    expect(file?.form).toMatchObject({ fields: { elecID: '20281107-GEN', office: 'All', cantype: 'STA' } })
    expect(findSource('fl-candidates-2027')).toBeUndefined()
  })

  it('is recognised by its columns, and awaited until somebody has qualified', () => {
    const header = 'AcctNum\tStatusDesc\tPartyCode\tNameLast'
    expect(recognise(`${header}\r\n1\tQualified\tREP\tExample\r\n`)).not.toThrow()
    expect(recognise(`${header}\r\n1\tActive\tREP\tExample\r\n`)).toThrow(FileGone)
    expect(recognise('Microsoft OLE DB Provider error')).toThrow(FileRefused)
  })
})
