import { describe, expect, it } from 'vitest'
import type { ContestRow } from '../../../../../data/core/rows.ts'
import { countBy } from '../../../count.ts'
import { HAS_REAL, readReal, realDivisions } from '../../read.ts'

describe.skipIf(!HAS_REAL)('the listings held of North Carolina', () => {
  const layers = (contests: readonly ContestRow[]) =>
    countBy(contests, ({ district_type, level }) =>
      level === 'federal' && district_type === 'state' ? 'state/state' : `${district_type}/${level}`,
    )
  const general = { congressional: 14, upper: 50, lower: 120 }
  const shared = {
    'congressional/federal': general.congressional,
    'state_upper/state': general.upper,
    'state_lower/state': general.lower,
  }

  it.each([
    // Counts a layer of the template table; county/county is whole boards and offices, court/state three courts.
    [
      2022,
      'nc-2022-11-08-general',
      1247,
      2353,
      {
        'state/state': 7,
        'court/state': 129 + 34 + 38,
        'county/county': 57 + 226,
        'county_council/county': 181,
        'place/city': 55,
        'council/city': 15,
        'school/school': 51,
        'school_board/school': 161,
        'county/special': 100,
        'special/special': 9,
      },
    ],
    [
      2024,
      'nc-2024-11-05-general',
      1151,
      2147,
      {
        'state/state': 15,
        'court/state': 174 + 26 + 6,
        'county/county': 57 + 78,
        'county_council/county': 161,
        'place/city': 94,
        'council/city': 27,
        'school/school': 47,
        'school_board/school': 173,
        'county/special': 98,
        'special/special': 11,
      },
    ],
    [2020, 'nc-2020-11-03-general', 1058, 1962, null],
    [2021, 'nc-2021-11-02-general', 868, 2493, null],
  ])('of %i hold %s whole', async (year, election, contests, choices, expected) => {
    const all = await readReal(`nc-candidates-${year}`, realDivisions('nc'))
    const ofElection = all.contest.filter(({ election_key }) => election_key === election)
    const keys = new Set(ofElection.map(({ contest_key }) => contest_key))
    expect(ofElection).toHaveLength(contests)
    expect(keys.size).toBe(contests)
    expect(all.choice.filter(({ contest_key }) => keys.has(contest_key))).toHaveLength(choices)
    expect(new Set(all.choice.map(({ choice_key }) => choice_key)).size).toBe(all.choice.length)
    expect(all.issues.filter(({ severity }) => severity === 'refused')).toEqual([])
    expect(all.issues.filter(({ code }) => code === 'unknown-contest-title' || code === 'contest-key-taken')).toEqual(
      [],
    )
    if (expected) expect(layers(ofElection)).toEqual({ ...shared, ...expected })
    const counties = new Set(all.contest_county.map(({ contest_key }) => contest_key))
    expect(all.contest.filter(({ contest_key }) => !counties.has(contest_key))).toEqual([])
  })

  it('of 2022 hold 628 contests of the May primary', async () => {
    const { contest, election } = await readReal('nc-candidates-2022', realDivisions('nc'))
    const count = (key: string) => contest.filter(({ election_key }) => election_key === key).length
    expect(count('nc-2022-05-17-primary')).toBe(628)
    expect(count('nc-2022-07-26-runoff') + count('nc-2022-07-26-general')).toBe(50)
    expect(election).toHaveLength(4)
  })

  it('of 2024 hold ten titles in both forms', async () => {
    const { contest } = await readReal('nc-candidates-2024', realDivisions('nc'))
    const keys = new Set(contest.map(({ contest_key }) => contest_key))
    const pairs = [...keys].filter((key) => key.includes('-11-05-') && keys.has(`${key}/unexpired`))
    expect(pairs).toHaveLength(10)
  })
})
