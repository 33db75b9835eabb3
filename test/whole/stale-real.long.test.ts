// The real files of North Carolina and the District of Columbia in a mirror that nobody renews: 400 days later, what still changes elsewhere is
// stale, and what is history is not.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { runCommandAt } from '../cli/hustings.ts'
import { shareFolder } from '../temporary.ts'

const [BEGIN, LATER] = ['2026-08-20T03:00:00.000Z', '2027-09-24T03:00:00.000Z']

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)('a mirror that nobody renews', { timeout: 1_200_000 }, () => {
  const folder = shareFolder()
  const nightly = async (now: string) => {
    const ended = await runCommandAt(now, {}, folder, 'nightly', '--mirror', TEST_DATA, '--only', 'NC,DC', '--no-audit')
    const { sources } = lastRun.parse(JSON.parse(readFileSync(pathsIn(folder).lastRun, 'utf8')))
    const stale = Object.entries(sources).flatMap(([id, source]) => (source.stale ? [id] : []))
    return { ...ended, stale, kinds: new Set(Object.values(sources).map(({ kind }) => kind)) }
  }

  it('is noticed after 400 days, by the sources that are not history', async () => {
    const first = await nightly(BEGIN)
    expect(first.code, first.stderr).toBe(0)
    expect(first.stale).toEqual(['congress-legislators'])
    const later = await nightly(LATER)
    expect(later.code, later.stderr).toBe(0)
    expect(later.stale.sort()).toEqual(['congress-legislators', 'geonames-zip', 'openstates-people'])
    expect(later.kinds).toEqual(new Set(['ballots', 'endorsements', 'officeholders', 'lines', 'addresses']))
    expect(later.stderr).toContain(
      'openstates-people is stale: its content has not changed since 2026-08-05; a change was expected within 60 days',
    )
    const { stdout } = await runCommandAt(LATER, {}, folder, 'doctor')
    expect(stdout).toMatch(/^warn {2}officeholders .*2 STALE/m)
  })
})
