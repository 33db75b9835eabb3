// The checks of what is served: the last run and its audit, the age of each kind of data, and the overlay.

import { existsSync } from 'node:fs'
import { type AuditRecord, dataAges, isStale, type RunRecord } from '../../../data/schema/last-run.ts'
import { alarmSettings } from '../../../data/store/environment.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import { loadOverlay, nameRecord, type Overlay, OverlayFault } from '../../../data/store/overlay.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { firstLine, formatNumberOf } from '../../output.ts'
import { sayLastRead } from '../../publish/alarm.ts'
import { formatAudited } from '../../publish/audit/record.ts'
import { acceptCommand } from '../../publish/held-back.ts'
import { formatDataAge, formatRun, isOverdue } from '../../publish/run-record.ts'
import { sayStale } from '../../publish/stale.ts'
import type { Finding } from './finding.ts'

/** @setting Failed sources that `doctor` names for each kind of data. */
const DOCTOR_FAILED_SOURCES_SHOWN = 3
/** @setting Mistakes of the overlay, or entries without a record, that `doctor` names. */
const DOCTOR_OVERLAY_SHOWN = 3

export async function* checkRun(paths: Paths, flag: string, now: Date): AsyncGenerator<Finding> {
  const next = `hustings nightly${flag}`
  const record = findLastRun(paths)
  if (!record?.run) {
    yield { check: 'last run', status: 'warn', found: 'none is recorded yet', next }
    if (!record) return
  } else yield await judgeRun(record.run, { paths, next, now })
  if (record.audit) yield judgeAudit(record.audit, flag)
  const failed = Object.entries(record.sources).filter(([, { error }]) => error !== null)
  for (const age of dataAges(record)) {
    const own = failed.filter(([, { kind }]) => kind === age.kind)
    const reasons = own.map(([id, source]) => `${id}, ${sayLastRead(source, now)}: ${source.error}`)
    const more =
      reasons.length > DOCTOR_FAILED_SOURCES_SHOWN ? [`and ${reasons.length - DOCTOR_FAILED_SOURCES_SHOWN} more`] : []
    const found = [formatDataAge(age, now), ...reasons.slice(0, DOCTOR_FAILED_SOURCES_SHOWN), ...more].join('; ')
    const isWell = age.failed === 0 && !isOverdue(age.checked_at, now)
    const isLong = own.some(([, { failed_nights }]) => failed_nights >= alarmSettings().nights)
    const wellStatus = age.stale === 0 ? 'ok' : 'warn'
    yield {
      check: age.kind,
      status: isWell ? wellStatus : isLong ? 'fail' : 'warn',
      found,
      ...(isWell ? {} : { next }),
    }
    for (const [id, { held_back }] of own)
      if (held_back)
        yield {
          check: age.kind,
          status: 'fail',
          found: `${id} is held back since ${held_back.since.slice(0, 10)}: it would fall from ${held_back.rows_before} to ${held_back.rows} rows; its last good rows stay in service`,
          next: `${acceptCommand(id, flag)}   # after checking it; or correct the source`,
        }
    for (const [id, source] of Object.entries(record.sources))
      if (source.kind === age.kind && source.stale && isStale(source))
        yield {
          check: age.kind,
          status: 'warn',
          found: `${id} is stale: ${sayStale(source.stale)}`,
          next: `hustings sources show ${id}${flag}   # compare with the publisher's page`,
        }
  }
}

/** A question that held before is a failure; one that never held is a warning. */
function judgeAudit(audit: AuditRecord, flag: string): Finding {
  const failed = audit.questions.filter((question) => question.failed > 0)
  const isBroken = failed.some(({ broken }) => broken !== null)
  return {
    check: 'audit',
    status: failed.length === 0 ? 'ok' : isBroken ? 'fail' : 'warn',
    found: `publication ${audit.publication}: ${formatAudited(audit).join('; ')}`,
    ...(failed.length > 0 && { next: `hustings audit${flag} --only ${failed.map(({ id }) => id).join(',')}` }),
  }
}

async function judgeRun(
  run: RunRecord,
  { paths, next, now }: { paths: Paths; next: string; now: Date },
): Promise<Finding> {
  const found = formatRun(run, now)
  if (run.ended_at === null) {
    const { findLockHolder } = await import('../../../data/store/lock.ts')
    if (existsSync(paths.lock) && findLockHolder(paths).held) return { check: 'last run', status: 'ok', found }
    return { check: 'last run', status: 'fail', found: `${found}: its process is gone`, next }
  }
  if (run.outcome === 'failed')
    return { check: 'last run', status: 'fail', found: `${found}: ${run.error}`, next: stepAfter(run) ?? next }
  const isWell = run.outcome === 'done' && !isOverdue(run.ended_at, now)
  return { check: 'last run', status: isWell ? 'ok' : 'warn', found, ...(isWell ? {} : { next }) }
}

/** The next step that the failed command printed, unless it was to ask the doctor. */
function stepAfter({ next }: RunRecord): string | undefined {
  return next?.startsWith('hustings doctor') ? undefined : next
}

// The overlay: files that cannot be used, and entries whose record the bundle lacks.

const OVERLAY = 'overlay'

/** Nothing without entries. @param bundle the current one; undefined if it is not known */
export async function* checkOverlay(paths: Paths, bundle: string | undefined, flag: string): AsyncGenerator<Finding> {
  const next = `hustings overlay check${flag}   # names every mistake`
  let overlay: Overlay | undefined
  try {
    overlay = loadOverlay(paths.overlay)
  } catch (fault) {
    if (!(fault instanceof OverlayFault)) throw fault
    const { problems } = fault
    yield { check: OVERLAY, status: 'fail', found: `it cannot be used: ${sayFirst(problems)}`, next }
    return
  }
  if (!overlay) return
  const count = overlay.entries.length
  const found = `${count === 1 ? '1 entry' : `${count} entries`} in ${formatNumberOf(overlay.files.length, 'file')}`
  if (bundle === undefined) {
    yield { check: OVERLAY, status: 'ok', found: `${found}; the records were not looked up: no bundle is known` }
    return
  }
  try {
    const { findChanges } = await import('../../publish/overlay-changes.ts')
    const missing = findChanges(paths, bundle, overlay).unmatched.map(({ entry, at }) => `${at} (${nameRecord(entry)})`)
    if (missing.length === 0) yield { check: OVERLAY, status: 'ok', found: `${found}; the bundle has each record` }
    else
      yield {
        check: OVERLAY,
        status: 'warn',
        found: `${found}; the bundle lacks the record of ${sayFirst(missing)}`,
        next,
      }
  } catch (fault) {
    yield {
      check: OVERLAY,
      status: 'warn',
      found: `${found}; the records were not looked up: ${firstLine(fault)}`,
      next,
    }
  }
}

function sayFirst(items: readonly string[]): string {
  const shown = items.slice(0, DOCTOR_OVERLAY_SHOWN).join('; ')
  return items.length > DOCTOR_OVERLAY_SHOWN ? `${shown}; and ${items.length - DOCTOR_OVERLAY_SHOWN} more` : shown
}
