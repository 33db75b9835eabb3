// Follows the folder of the overlay: a change is in service after two looks, and a folder that cannot be used leaves the last good overlay
// in service.

import type { Bundle } from '../../data/store/bundle.ts'
import { loadOverlay, nameRecord, type Overlay, OverlayFault, signOverlay } from '../../data/store/overlay.ts'
import { matchOverlay } from '../read/overlay.ts'
import type { Bundles } from './bundles.ts'
import type { Degradation } from './health.ts'

/** @setting Milliseconds between two looks of a server at the folder of the overlay. A change is read at the second look: until then an editor may be writing it. */
export const OVERLAY_LOOK_MS = 250

export type OverlayFollower = ReturnType<typeof followOverlay>

interface FollowOptions {
  folder: string
  bundles: Pick<Bundles, 'lease'>
  degradation: Pick<Degradation, 'begin' | 'end'>
}

const UNMATCHED_SHOWN = 5

/** Loads the overlay before it returns. */
export function followOverlay({ folder, bundles, degradation }: FollowOptions) {
  let overlay: Overlay | undefined
  /** Of the files that were read, and of those at the last look. */
  let signature: string | undefined
  let seen: string | undefined
  let fault: OverlayFault | undefined
  let merged: { from: Bundle; overlay: Overlay; bundle: Bundle } | undefined

  /** The bundle with the overlay in service; the same bundle if there is none. */
  const over = (from: Bundle): Bundle => {
    if (!overlay) return from
    if (merged?.from === from && merged.overlay === overlay) return merged.bundle
    const { bundle, unmatched } = matchOverlay(from, overlay)
    merged = { from, overlay, bundle }
    if (unmatched.length === 0) degradation.end('overlay_unmatched')
    else {
      const some = unmatched.slice(0, UNMATCHED_SHOWN).map(({ entry, at }) => `${at} (${nameRecord(entry)})`)
      const detail = `Overlay: ${unmatched.length} of ${overlay.entries.length} entries name a record that the bundle does not have: ${some.join(', ')}. Next: hustings overlay check`
      degradation.begin('overlay_unmatched', UNMATCHED, detail)
    }
    return bundle
  }
  const load = (): void => {
    try {
      const before = seen
      seen = signOverlay(folder)
      // A file that has just changed may be half written.
      if (seen === signature || (signature !== undefined && seen !== before)) return
      signature = seen
      fault = undefined
      overlay = loadOverlay(folder)
    } catch (error) {
      fault = error instanceof OverlayFault ? error : new OverlayFault([`overlay: ${String(error)}`])
    }
    if (!fault) degradation.end('overlay_invalid')
    if (!overlay) degradation.end('overlay_unmatched')
  }
  const look = (): void => {
    load()
    if (fault) {
      const served = overlay ? 'the last good overlay stays in service' : 'no overlay is in service'
      const detail = `Overlay: ${served}, because the folder cannot be used: ${fault.problems.join('; ')}. Next: hustings overlay check`
      degradation.begin('overlay_invalid', `A file of the overlay cannot be used: ${served}.`, detail)
    }
    if (!overlay) return
    const lease = bundles.lease()
    if (lease) over(lease.bundle)
    lease?.release()
  }
  look()
  const timer = setInterval(look, OVERLAY_LOOK_MS).unref()
  return { over, stop: () => clearInterval(timer) }
}

const UNMATCHED = 'An entry of the overlay names a record that the bundle does not have: the other entries are served.'
