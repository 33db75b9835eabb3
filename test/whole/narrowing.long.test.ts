// One answer to the narrowing question settles at least nine tenths of the area of ZIP codes whose voters have different ballots: over
// every ZIP code of a few states, or, with HUSTINGS_NATIONAL_VAR, of the nation.

import { beforeAll, describe, expect, it } from 'vitest'
import { openBundle } from '../../data/store/bundle.ts'
import { findNewestBundle, loadManifest } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findUpcoming, pinDay } from '../../server/read/elections.ts'
import { hasTestData, TEST_DATA } from '../build/cells-layers.ts'
import { hustings } from '../cli/hustings.ts'
import { shareFolder } from '../temporary.ts'
import { measureZips, type ZipsMeasured } from './narrowing-zips.ts'

const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
const STATES = 'DC,NC'
/** Before the general election of 2024, of which most local contests are held. */
const DAY = '2024-10-15'
const TIMEOUT = 7_200_000

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)(`the narrowing question over ${NATIONAL === undefined ? STATES : 'the nation'}`, () => {
  const folder = NATIONAL ?? shareFolder()
  let measured: ZipsMeasured

  beforeAll(async () => {
    if (NATIONAL === undefined) {
      const { code, stderr } = await hustings(folder, 'nightly', '--mirror', TEST_DATA, '--only', STATES)
      if (code !== 0) throw new Error(`hustings nightly ended with ${code}: ${stderr}`)
    }
    const paths = pathsIn(folder)
    const bundle = openBundle(paths, loadManifest(paths, findNewestBundle(paths) ?? ''))
    const warehouse = await openWarehouse(paths.work, { threads: 1 })
    const elections = findUpcoming(bundle, pinDay(DAY))
    measured = await measureZips(bundle, warehouse, { elections, step: 1, drawn: 100 })
    await warehouse.close()
    console.log(JSON.stringify(measured, null, 1))
  }, TIMEOUT)

  it('settles at least 90 % of the split area in one answer, with the ballot of the points there', () => {
    expect(measured.drawn).toBeGreaterThan(700)
    expect(measured.split / measured.drawn).toBeGreaterThan(0.3)
    expect(measured.settled_area).toBeGreaterThanOrEqual(0.9)
    expect(measured.settled_points / measured.points).toBeGreaterThanOrEqual(0.9)
  })
})
