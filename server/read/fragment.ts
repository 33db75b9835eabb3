// Contests of a reply about a place as bytes: each says nothing of who asked, nor of where, and is kept while its bundle serves.

import { LRUCache } from 'lru-cache'
import type { Match } from '../../data/schema/vocabulary.ts'
import type { Bundle } from '../../data/store/bundle.ts'
import { keepWhole } from './keep.ts'

/** Of each kind of answer, ballots and recommendations. */
const FRAGMENT_BYTES_MAX = 32 * 1024 * 1024

/** JSON of a contest without its opening brace, so that a member can stand before the others. */
export interface Fragment {
  bytes: Buffer
}

/** @param json of a contest */
export function toFragment(json: string): Fragment {
  return { bytes: Buffer.from(json.slice(1)) }
}

/** @returns a finder of contests' fragments by id; @param make those that are missing, together */
export function keepFragments<Contest extends { id: number }, Made extends Fragment>(): (
  bundle: Bundle,
  variant: string,
  contests: readonly Contest[],
  make: (missing: readonly Contest[]) => ReadonlyMap<number, Made>,
) => ReadonlyMap<number, Made> {
  const fragmentsOf = keepWhole(
    (_bundle: Bundle) =>
      new LRUCache<string, Made>({
        maxSize: FRAGMENT_BYTES_MAX,
        sizeCalculation: ({ bytes }, key) => bytes.length + key.length,
      }),
  )
  return (bundle, variant, contests, make) => {
    const fragments = fragmentsOf(bundle)
    const found = new Map<number, Made>()
    const missing: Contest[] = []
    for (const contest of contests) {
      const known = fragments.get(`${variant}${contest.id}`)
      if (known) found.set(contest.id, known)
      else missing.push(contest)
    }
    if (missing.length === 0) return found
    for (const [id, fragment] of make(missing)) {
      fragments.set(`${variant}${id}`, fragment)
      found.set(id, fragment)
    }
    return found
  }
}

const OPENINGS: Readonly<Record<Match, Buffer>> = {
  certain: Buffer.from(',{"match":"certain",'),
  possible: Buffer.from(',{"match":"possible",'),
}

/** One Buffer: the contests, each with how sure it is, between the texts before and after their list. */
export function joinContests(
  before: string,
  contests: readonly { fragment: Fragment; match: Match }[],
  after: string,
): Buffer {
  const pieces: Buffer[] = [Buffer.from(before)]
  for (const { fragment, match } of contests) {
    const opening = OPENINGS[match]
    pieces.push(pieces.length === 1 ? opening.subarray(1) : opening, fragment.bytes)
  }
  pieces.push(Buffer.from(after))
  return Buffer.concat(pieces)
}
