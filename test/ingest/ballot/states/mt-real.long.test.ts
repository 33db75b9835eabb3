import { beforeAll, describe, expect, it } from 'vitest'
import { HAS_REAL, type Read, readReal, realDivisions } from '../read.ts'

const MT = 'ocd-division/country:us/state:mt'

describe.skipIf(!HAS_REAL)("Montana's filings of 2026", () => {
  let read: Read
  beforeAll(async () => {
    read = await readReal('mt-filings-2026', realDivisions('mt'))
  })
  const of = (election: string, part = '') =>
    read.contest.filter(({ contest_key }) => contest_key.startsWith(`mt-2026-${election}/${MT}${part}`))
  const candidates = (election: string) =>
    read.choice.filter(
      ({ choice_key, candidate_name }) => choice_key.startsWith(`mt-2026-${election}`) && candidate_name !== null,
    )

  it('are 380 lines: the candidates of parties in June, the others in November, six petitions that are not decided', () => {
    expect(read.election.map(({ election_key, primary_system }) => [election_key, primary_system])).toEqual([
      ['mt-2026-06-02-primary', 'open'],
      ['mt-2026-11-03-general', null],
    ])
    expect(candidates('06-02-primary')).toHaveLength(186 + 164 + 9)
    expect(read.issues.map(({ code }) => code)).toEqual(Array.from({ length: 6 }, () => 'pending-petition'))
    // Of the 15 candidates without a party, 5 have an opponent or no seat to keep.
    expect(candidates('11-03-general')).toHaveLength(5)
    expect(of('11-03-general').filter(({ kind }) => kind === 'retention')).toHaveLength(10)
  })

  it('keep who withdrew or was removed, and lose the mark of who holds the office', () => {
    expect(read.choice.filter(({ withdrawn }) => withdrawn)).toHaveLength(11 + 8 + 8)
    expect(read.choice.filter(({ label }) => label.includes('*'))).toEqual([])
  })

  it('are in published divisions: every House seat, half the Senate, both seats in Congress', () => {
    const divisions = realDivisions('mt')
    const ids = (part: string) => [...new Set(of('06-02-primary', part).map(({ ocd_id }) => ocd_id))]
    expect([ids('/sldl:').length, ids('/sldu:').length, ids('/cd:').length]).toEqual([100, 25, 2])
    expect(ids('/public_service_commission:')).toEqual(
      [1, 5].map((number) => `${MT}/public_service_commission:${number}`),
    )
    const areas = [...read.contest].map(({ ocd_id }) => ocd_id).filter((id) => id !== MT)
    expect(areas.filter((id) => !divisions.has(id))).toEqual([])
  })
})
