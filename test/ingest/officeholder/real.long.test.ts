// Counts over the publishers' files themselves; skipped where there is no mirror.

import { beforeAll, describe, expect, it } from 'vitest'
import { boundarySources } from '../../../ingest/boundary/sources.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import type { Divisions } from '../../../ingest/read/source.ts'
import { collect, loadSource } from '../boundary/collect.ts'
import { hasReal } from '../real.ts'
import { issueCodes, read } from './read.ts'

describe.skipIf(!hasReal('officeholders', 'ocd'))('real officeholders', () => {
  let divisions: Divisions
  beforeAll(async () => {
    divisions = toDivisions((await collect(loadSource(boundarySources, 'ocd-divisions'))).division)
  })

  it('of Open States: all but one of 7,451 seats of legislatures are in a division', async () => {
    const found = await read('openstates-people', null, { divisions })
    const count = (office: string): number => found.holders.filter((holder) => holder.office === office).length
    expect(issueCodes(found)).toEqual({
      ...{ 'no-current-role': 40, 'unplaced-seat': 1, 'repeated-holder': 1, 'local-office': 50, 'missing-holder': 42 },
      ...{ 'invalid-url': 170 },
    })
    // The one has no vote: the member of the Houlton Band of Maliseet Indians in Maine's House.
    expect(found.issues.find(({ code }) => code === 'unplaced-seat')?.value).toMatch(/^ME lower Houlton Band/)
    const seats = ['state_senator', 'state_representative', 'state_legislator', 'city_council'].map(count)
    expect(seats).toEqual([1949, 5440, 49, 12])
    expect([count('governor'), count('lieutenant_governor'), count('attorney_general')]).toEqual([38, 43, 49])

    const nc = found.holders.filter(({ state }) => state === 'NC')
    expect(nc.filter(({ district }) => district !== null)).toHaveLength(170)
    expect(new Set(nc.map(({ elected_on }) => elected_on))).toEqual(new Set(['2024-11-05', null]))
    const officers = nc.flatMap(({ district, office }) => (district === null ? office : []))
    expect(officers.sort()).toEqual(['attorney_general', 'lieutenant_governor'])
    expect(found.issues.filter(({ value }) => value?.startsWith('NC: ')).map(({ value }) => value)).toEqual([
      'NC: governor, secretary_of_state, treasurer, auditor',
    ])

    const dc = found.holders.filter(({ state }) => state === 'DC')
    expect(dc.every(({ office }) => office === 'city_council')).toBe(true)
    // Homes stand in 68 files; none of their addresses is taken.
    expect(found.holders.some(({ offices }) => offices.includes('"home"'))).toBe(false)
    expect(new Set(found.holders.map(({ officeholder_key }) => officeholder_key)).size).toBe(found.holders.length)
  })

  it('of Congress: 100 senators and 437 members of the House, all but one under their Open States id', async () => {
    const found = await read('congress-legislators', null, { divisions })
    expect(issueCodes(found)).toEqual({ 'unknown-person': 1 })
    expect(found.holders.filter(({ office }) => office === 'us_senator')).toHaveLength(100)
    expect(found.holders).toHaveLength(537)
    // Open States ends every term of Congress in 2030.
    expect(found.holders.filter(({ term_end }) => term_end === null || term_end.startsWith('2030'))).toEqual([])
    expect(found.holders.filter(({ ocd_id }) => ocd_id.includes('cd:') && !divisions.has(ocd_id))).toEqual([])
  })
})
