// Whether the object storage of HUSTINGS_PARTS can be read.

import { nameLocation } from '../../../data/store/objects/location.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { firstLine, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

/** Nothing without HUSTINGS_PARTS. @param flag ` --sample` or nothing, for the suggested commands */
export async function* checkPartsStore(
  { partsStore }: Pick<Paths, 'partsStore'>,
  flag: string,
): AsyncGenerator<Finding> {
  if (partsStore === undefined) return
  const check = 'object storage'
  try {
    const { openObjectReader } = await import('../../../data/store/objects/open.ts')
    const store = await openObjectReader(partsStore)
    const objects = await store.list('bundles/')
    // A store that cannot list answers at least for one name.
    if (!objects) await store.size('bundles/none.json')
    const bundles = objects?.filter(({ key }) => !key.endsWith('.retrieved.json'))
    const found = bundles ? formatNumberOf(bundles.length, 'bundle') : 'answers; it cannot list its bundles'
    yield { check, status: 'ok', found: `${store.name}: ${found}` }
  } catch (error) {
    yield {
      ...{ check, status: 'fail' },
      found: `${nameLocation(partsStore)} cannot be read: ${firstLine(error)}`,
      next: `hustings doctor${flag}   # after correcting HUSTINGS_PARTS, its credentials or the network`,
    }
  }
}
