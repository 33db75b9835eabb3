// The folder of North Carolina and the District of Columbia after one nightly over the publishers' files.

import { TEST_DATA } from '../build/cells-layers.ts'
import { hustings } from '../cli/hustings.ts'
import { copyMade } from '../cli/sample.ts'

export const CAROLINA_NIGHTLY = ['nightly', '--mirror', TEST_DATA, '--only', 'NC,DC', '--json'] as const

/** Made once per test run. @param folder filled with the contents of HUSTINGS_VAR @returns the end of that nightly */
export const copyCarolina = (folder: string) =>
  copyMade('carolina', folder, (made) => hustings(made, ...CAROLINA_NIGHTLY))
