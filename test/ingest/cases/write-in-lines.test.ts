// A line for a name to write in is no choice, whoever lists it. All people here are invented.

import { describe, expect, it } from 'vitest'
import type { ListedContest } from '../../../ingest/ballot/listed.ts'
import { isWriteInLine } from '../../../ingest/ballot/no-candidate.ts'
import { writeContests } from '../../../ingest/ballot/write.ts'
import { collectSink } from '../../../ingest/engine/sink.ts'
import { cells } from '../../table.ts'
import { clerk5, feed3, feed5, mayor3, read } from '../ballot/vip/read.ts'
import { toTables } from '../run-reader.ts'

const LINES = cells(`
  Write-In | WRITE-IN CANDIDATE | Write in | (Write-in) | WRITEIN | Write-ins | Write–In | write_in | Write-In #2
  Write-in 1 | Write-In Votes | Written-In | Qualified Write-In | Unqualified write-ins | Other Write-ins
  Unresolved Write-In | Write-in: ________ | WRITE-IN (Scattered) | Scattering | Scatter | Scattered votes
  Miscellaneous | Write-in: Jo Sample | Jo Sample (Write-in) | Jo Sample W/I | Jo Sample (W/I) | Candidato por escrito
  Write - In | No Candidate Filed / Write-In
`)
const NAMES = cells(`
  Wright Inskeep | Mary Writer | Ian Wi | W. I. Sample | Rita Inslee | Al Scatterfield | Jo Handwritten | Writ Innes
  Ann W Ives | None of These Candidates | Uncommitted | I. Wright | Wade White-Ingram
`)

describe('a write-in line', () => {
  it.each(LINES)('is "%s"', (label) => expect(isWriteInLine(label)).toBe(true))
  it.each(NAMES)('is not "%s"', (label) => expect(isWriteInLine(label)).toBe(false))

  it('of a feed of version 5 is no choice, and takes nothing from a complete list', async () => {
    const people = ['Ada Sample', ...LINES.slice(0, 6)]
    const ranked = clerk5(people, '<VoteVariation>rcv</VoteVariation>')
    const { contest, choice, codes } = await read(feed5(ranked))
    expect(choice).toMatchObject([{ label: 'Ada Sample' }])
    expect(contest).toMatchObject([{ ranks_allowed: 1, details: '{"uncontested":true}' }])
    expect(codes).toEqual(LINES.slice(0, 6).map((name) => `write-in-candidate ${name}`))
  })

  it('of a feed of version 3 is no choice', async () => {
    const { contest, choice, codes } = await read(feed3(mayor3(['WRITE-IN', 'Ada Sample'])))
    expect(choice).toMatchObject([{ label: 'Ada Sample' }])
    expect(contest).toMatchObject([{ details: '{"uncontested":true}' }])
    expect(codes).toEqual(['write-in-candidate WRITE-IN'])
  })

  it('of any list is no choice, and an answer that has the words stays one', () => {
    const at = { file: 'list.csv', line: 2 }
    const area = { district_type: 'state', district_level: 'state', district_name: 'Maine' } as const
    const division = { ...area, ocd_id: 'ocd-division/country:us/state:me', within_ocd_id: null, unmatched: null }
    const listed = (title: string, ...choices: Omit<ListedContest['choices'][number], 'at'>[]): ListedContest => {
      const kind = choices.some(({ answer }) => answer) ? 'measure' : 'candidate'
      const words = { title, short_title: title, subject: title, level: 'state' } as const
      return { at, kind, ...words, division, choices: choices.map((one) => ({ at, ...one })) }
    }
    const sink = collectSink()
    const contests = [
      listed('Clerk', { label: 'Write-in' }, { label: 'Ada Sample' }),
      listed('Auditor', { label: 'Write-in' }),
      listed('Question 1', { label: 'Yes, allow write-ins', answer: 'yes' }, { label: 'No', answer: 'no' }),
    ]
    writeContests({ state: 'ME', date: '2031-11-04', type: 'general' }, contests, sink)
    const { choice, contest } = toTables(sink.rows)
    expect(choice.map(({ label }) => label)).toEqual(['Ada Sample', 'Yes, allow write-ins', 'No'])
    const details = contest.map((row) => row.details).slice(0, 2)
    expect(details).toEqual(['{"uncontested":true}', '{"write_in_only":true}'])
    expect(sink.issues.map(({ code }) => code)).toEqual(['write-in-candidate', 'write-in-candidate'])
  })
})
