// The golden folder shows what a list gives after the primary; here is how the ballots follow from the statuses, and which file is taken.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type FlLine, toBallots } from '../../../../ingest/ballot/fl/ballots.ts'
import { findSource } from '../../../../ingest/engine/registry.ts'
import { FileGone, FileRefused } from '../../../../ingest/read/source.ts'
import { writeTranscript } from '../../../../ingest/read/transcript.ts'
import { GOLDEN } from '../../golden/folder.ts'

/** `REP Qualified` for each candidate. */
const ballots = (office: string, ...candidates: string[]) => {
  const lines = candidates.map((text, at): FlLine => {
    const [PartyCode = '', ...status] = text.split(' ')
    const none = { Juris1num: '', Juris2num: '', PartyDesc: '', NameFirst: '', NameMiddle: '' }
    const record = { ...none, OfficeDesc: office, StatusDesc: status.join(' '), PartyCode, NameLast: String(at) }
    return { at: { file: 'list.txt', line: at + 2 }, record }
  })
  const { primary, general, uncertain } = toBallots(lines)
  const names = (some: readonly FlLine[]) => some.map(({ record }) => Number(record.NameLast))
  return [names(primary), names(general), uncertain !== undefined]
}

describe('the ballots of a contest in Florida', () => {
  it.each<[string, string[], unknown]>([
    ['before the primary', ['REP Qualified', 'REP Qualified', 'DEM Qualified'], [[0, 1], [], true]],
    ['after it', ['REP Qualified', 'REP Defeated', 'DEM Qualified', 'NPA Qualified'], [[0, 1], [0, 2, 3], false]],
    ['without a primary', ['REP Qualified', 'DEM Qualified'], [[], [0, 1], false]],
    ['without an opponent', ['REP Unopposed'], [[], [], false]],
    ['without an opponent after a primary', ['REP Unopposed', 'REP Defeated'], [[0, 1], [], false]],
    ['after the election', ['REP Elected', 'REP Defeated', 'DEM Defeated', 'NPA Defeated'], [[0, 1], [0, 2, 3], false]],
    ['after it, of two defeated of a party', ['REP Elected', 'DEM Defeated', 'DEM Defeated'], [[1, 2], [], true]],
  ])('%s', (_, candidates, expected) => {
    expect(ballots('State Senator', ...candidates)).toEqual(expected)
  })

  it.each<[string, string[], unknown]>([
    ['two', ['NOP Qualified', 'NOP Qualified'], [[0, 1], [], false]],
    ['three before August', ['NOP Qualified', 'NOP Qualified', 'NOP Qualified'], [[0, 1, 2], [], false]],
    ['a runoff', ['NOP Qualified', 'NOP Defeated', 'NOP Qualified'], [[0, 1, 2], [0, 2], false]],
    ['a runoff that is over', ['NOP Elected', 'NOP Defeated', 'NOP Defeated'], [[0, 1, 2], [], true]],
    ['one', ['NOP Unopposed'], [[], [], false]],
  ])('of a judge: %s', (_, candidates, expected) => {
    expect(ballots('Circuit Judge', ...candidates)).toEqual(expected)
  })
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

  it('is kept without voter ids, addresses, telephones, e-mail and treasurers', async () => {
    if (!file?.transcript) throw new Error('no transcript')
    const bytes = readFileSync(join(GOLDEN, 'fl-candidates-2026', 'input', 'fl-candidates-2026.txt'))
    const kept = Buffer.from(await writeTranscript({ name: 'list.txt', url: '', bytes }, file.transcript)).toString()
    expect(bytes.toString('latin1')).toMatch(/canary-voter.*Canary Street.*850-555.*canary1@/)
    expect(kept).not.toMatch(/canary|850|99999|Treasurer/i)
    expect(kept).toContain('Zoë')
  })
})
