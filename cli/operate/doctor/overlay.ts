// The check of the overlay: files that cannot be used, and entries whose record the bundle lacks.

import { loadOverlay, nameRecord, type Overlay } from '../../../data/store/overlay.ts'
import { OverlayFault } from '../../../data/store/overlay-files.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { DOCTOR_OVERLAY_SHOWN } from '../../constants.ts'
import { firstLine, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

const check = 'overlay'

/** Nothing without entries. @param bundle the current one; undefined if it is not known */
export async function* checkOverlay(paths: Paths, bundle: string | undefined, flag: string): AsyncGenerator<Finding> {
  const next = `hustings overlay check${flag}   # names every mistake`
  let overlay: Overlay | undefined
  try {
    overlay = loadOverlay(paths.overlay)
  } catch (fault) {
    if (!(fault instanceof OverlayFault)) throw fault
    const { problems } = fault
    yield { check, status: 'fail', found: `it cannot be used: ${sayFirst(problems)}`, next }
    return
  }
  if (!overlay) return
  const count = overlay.entries.length
  const found = `${count === 1 ? '1 entry' : `${count} entries`} in ${formatNumberOf(overlay.files.length, 'file')}`
  if (bundle === undefined) {
    yield { check, status: 'ok', found: `${found}; the records were not looked up: no bundle is known` }
    return
  }
  try {
    const { findChanges } = await import('../../publish/overlay-changes.ts')
    const missing = findChanges(paths, bundle, overlay).unmatched.map(({ entry, at }) => `${at} (${nameRecord(entry)})`)
    if (missing.length === 0) yield { check, status: 'ok', found: `${found}; the bundle has each record` }
    else yield { check, status: 'warn', found: `${found}; the bundle lacks the record of ${sayFirst(missing)}`, next }
  } catch (fault) {
    yield { check, status: 'warn', found: `${found}; the records were not looked up: ${firstLine(fault)}`, next }
  }
}

function sayFirst(items: readonly string[]): string {
  const shown = items.slice(0, DOCTOR_OVERLAY_SHOWN).join('; ')
  return items.length > DOCTOR_OVERLAY_SHOWN ? `${shown}; and ${items.length - DOCTOR_OVERLAY_SHOWN} more` : shown
}
