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

// biome-ignore format: a case a line
it.each<[string, string, string, unknown]>([
  ['before the primary', 'State Senator', 'REP Qualified, REP Qualified, DEM Qualified', [[0, 1], [], true]],
  ['after it', 'State Senator', 'REP Qualified, REP Defeated, DEM Qualified, NPA Qualified', [[0, 1], [0, 2, 3], false]],
  ['without a primary', 'State Senator', 'REP Qualified, DEM Qualified', [[], [0, 1], false]],
  ['without an opponent', 'State Senator', 'REP Unopposed', [[], [], false, 'open to all']],
  ['without an opponent after a primary', 'State Senator', 'REP Unopposed, REP Defeated', [[0, 1], [], false, 'open to all']],
  ['of one party before the primary', 'State Senator', 'REP Qualified, REP Qualified', [[0, 1], [], false, 'open to all']],
  ['of one party after it', 'State Senator', 'REP Qualified, REP Defeated', [[0, 1], [], false, 'open to all']],
  ['of one party, elected', 'State Senator', 'REP Elected, REP Defeated', [[0, 1], [], false, 'open to all']],
  ['of one party after an opponent left', 'State Senator', 'REP Qualified, REP Qualified, WRI Withdrew', [[], [], true]],
  ['of one candidate after an opponent left', 'State Senator', 'REP Qualified, DEM Deceased', [[], [], true]],
  ['of one party that one left', 'State Senator', 'REP Qualified, REP Qualified, REP Withdrew', [[0, 1], [], false, 'open to all']],
  ['of one candidate of no party', 'State Senator', 'NPA Qualified', [[], [], false, 'open to all']],
  ['of one candidate of no party after another left', 'State Senator', 'NPA Qualified, NPA Withdrew', [[], [], true]],
  ['without an opponent after one left', 'State Senator', 'REP Unopposed, DEM Withdrew', [[], [], false, 'open to all']],
  ['of one candidate', 'State Senator', 'REP Qualified', [[], [], false, 'open to all']],
  ['of one party and a write-in candidate', 'State Senator', 'REP Qualified, REP Qualified, WRI Qualified', [[0, 1], [], true]],
  ['of these after the primary', 'State Senator', 'REP Qualified, REP Defeated, WRI Qualified', [[0, 1], [0], false]],
  ['of one party and a candidate of none', 'State Senator', 'REP Elected, REP Defeated, NPA Defeated', [[0, 1], [0, 2], false]],
  ['of one candidate and a write-in candidate', 'State Senator', 'REP Qualified, WRI Qualified', [[], [0], false]],
  ['after the election', 'State Senator', 'REP Elected, REP Defeated, DEM Defeated, NPA Defeated', [[0, 1], [0, 2, 3], false]],
  ['after it, of two defeated of a party', 'State Senator', 'REP Elected, DEM Defeated, DEM Defeated', [[1, 2], [], true]],
  ['of two', 'Circuit Judge', 'NOP Qualified, NOP Qualified', [[0, 1], [], false, 'open to all']],
  ['of three before August', 'Circuit Judge', 'NOP Qualified, NOP Qualified, NOP Qualified', [[0, 1, 2], [], false, 'open to all']],
  ['in a runoff', 'Circuit Judge', 'NOP Qualified, NOP Defeated, NOP Qualified', [[0, 1, 2], [0, 2], false, 'open to all']],
  ['in a runoff that is over', 'Circuit Judge', 'NOP Elected, NOP Defeated, NOP Defeated', [[0, 1, 2], [], true, 'open to all']],
  ['of two and a write-in candidate', 'Circuit Judge', 'NOP Qualified, NOP Defeated, WRI Qualified', [[0, 1], [], true, 'open to all']],
  ['of one', 'Circuit Judge', 'NOP Unopposed', [[], [], false, 'open to all']],
])('the ballots of a contest in Florida %s: %s, %s', (_, office, candidates, expected) => {
  expect(ballots(office, ...candidates.split(', '))).toEqual(expected)
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
