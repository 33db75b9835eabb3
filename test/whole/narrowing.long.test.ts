// One answer to the narrowing question settles at least nine tenths of the area of ZIP codes whose voters have different ballots: over
// a third of the ZIP codes of a few states, with PROOF=1 over all of them, or, with HUSTINGS_NATIONAL_VAR, over the nation's.

import { beforeAll, describe, expect, it } from 'vitest'
import { openBundle } from '../../data/store/bundle.ts'
import { findNewestBundle, loadManifest } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { findUpcoming, pinDay } from '../../server/read/elections.ts'
import { hasTestData } from '../build/cells-layers.ts'
import { shareFolder } from '../temporary.ts'
import { copyCarolina } from './carolina.ts'
import { measureZips, type ZipsMeasured } from './narrowing-zips.ts'

const NATIONAL = process.env.HUSTINGS_NATIONAL_VAR
const STATES = 'DC,NC'
/** Every so many ZIP codes are measured. */
const STEP = process.env.PROOF === '1' || NATIONAL !== undefined ? 1 : 3
/** Before the general election of 2024, of which most local contests are held. */
const DAY = '2024-10-15'
const TIMEOUT = 7_200_000

// Needs the publishers' files (HUSTINGS_TEST_DATA or ../shared/data).
describe.skipIf(!hasTestData)(`the narrowing question over ${NATIONAL === undefined ? STATES : 'the nation'}`, () => {
  const folder = NATIONAL ?? shareFolder()
  let measured: ZipsMeasured

  beforeAll(async () => {
    if (NATIONAL === undefined) await copyCarolina(folder)
    const paths = pathsIn(folder)
    const bundle = openBundle(paths, loadManifest(paths, findNewestBundle(paths) ?? ''))
    const warehouse = await openWarehouse(paths.work, { threads: 1 })
    const elections = findUpcoming(bundle, pinDay(DAY))
    measured = await measureZips(bundle, warehouse, { elections, step: STEP, drawn: 100 })
    await warehouse.close()
    console.log(JSON.stringify(measured, null, 1))
  }, TIMEOUT)

  it('settles at least 90 % of the split area in one answer, with the ballot of the points there', () => {
    expect(measured.drawn).toBeGreaterThan(Math.floor(700 / STEP))
    expect(measured.split / measured.drawn).toBeGreaterThan(0.3)
    expect(measured.settled_area).toBeGreaterThanOrEqual(0.9)
    expect(measured.settled_points / measured.points).toBeGreaterThanOrEqual(0.9)
  })
})
