// The audit of a publication: what `nightly` runs after it has published, and keeps in the record of the last run.

import type { PublishReport } from '../../../build/publish/publish.ts'
import type { AuditRecord } from '../../../data/schema/last-run.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { EXIT } from '../../exit.ts'
import { pathsOf, type SourceOptions } from '../../options.ts'
import { firstLine, formatCount, formatNumberOf, logToStderr } from '../../output.ts'
import { recordAudit } from '../run-record.ts'
import type { AuditReport } from './question.ts'

type Published = Pick<PublishReport, 'publication' | 'bundle' | 'changed'>

/**
 * Asks the plain questions about what is now published, and records the answers. A publication that was audited before is not asked
 * again. The publication stands if the audit itself fails: then the exit code is 1.
 */
export async function auditPublication(
  options: SourceOptions & { audit?: boolean },
  published: Published,
): Promise<AuditRecord | null> {
  // The sample is small and invented: its nightly takes seconds.
  if (options.sample || options.audit === false) return null
  const paths = pathsOf(options)
  const before = findLastRun(paths)?.audit
  if (before?.bundle === published.bundle) return before
  try {
    const { audit } = await import('./audit.ts')
    const report = await audit(options.only ? { states: options.only } : {}, (id) => logToStderr(`Audit: ${id}`))
    const record = toRecord(report, published, {
      before,
      changedSince: changesBetween(paths, before, published),
      now: new Date(),
    })
    recordAudit(paths, record)
    return record
  } catch (error) {
    logToStderr(`hustings: the audit did not end: ${firstLine(error)}`)
    process.exitCode = EXIT.failure
    return null
  }
}

interface Comparison {
  before: AuditRecord | undefined
  /** Sources that differ between the two publications; null if that is not known. */
  changedSince: readonly string[] | null
  now: Date
}

export function toRecord(
  { questions, seconds }: Pick<AuditReport, 'questions' | 'seconds'>,
  { publication, bundle }: Pick<Published, 'publication' | 'bundle'>,
  { before, changedSince, now }: Comparison,
): AuditRecord {
  const broken = ({ id, failed }: { id: string; failed: number }): AuditRecord['questions'][number]['broken'] => {
    const earlier = before?.questions.find((one) => one.id === id)
    if (failed === 0 || !before || !earlier) return null
    if (earlier.failed > 0) return earlier.broken
    return { held: before.publication, since: publication, sources: changedSince && [...changedSince] }
  }
  return {
    at: now.toISOString(),
    publication,
    bundle,
    seconds,
    questions: questions.map(({ id, asked, failed }) => ({ id, asked, failed, broken: broken({ id, failed }) })),
  }
}

/** Sources that only one of the bundles has, or that they have from other bytes. */
function changesBetween(paths: Paths, before: AuditRecord | undefined, { bundle }: Published): string[] | null {
  if (!before) return null
  try {
    const [old, next] = [before.bundle, bundle].map(
      (id) => new Map(loadManifest(paths, id).sources.map((source) => [source.id, JSON.stringify(source)])),
    )
    if (!old || !next) return null
    return [...new Set([...old.keys(), ...next.keys()])].filter((id) => old.get(id) !== next.get(id)).sort()
  } catch {
    // The bundle is no longer stored.
    return null
  }
}

const SOURCES_NAMED = 10

/** Lines for a summary: the count, then each question that failed. */
export function formatAudited(audit: AuditRecord | null): string[] {
  if (!audit) return []
  const failed = audit.questions.filter((question) => question.failed > 0)
  const asked = audit.questions.reduce((sum, question) => sum + question.asked, 0)
  const count = `${formatNumberOf(audit.questions.length, 'question')}, ${formatNumberOf(asked, 'answer')}`
  return [
    `${count}: ${failed.length === 0 ? 'all right' : `${formatNumberOf(failed.length, 'question')} FAILED`}`,
    ...failed.map(
      ({ id, asked, failed, broken }) =>
        `${id}: ${formatCount(failed)} of ${formatCount(asked)} wrong${formatBroken(broken)}`,
    ),
  ]
}

function formatBroken(broken: AuditRecord['questions'][number]['broken']): string {
  if (!broken) return ''
  const { held, since, sources } = broken
  const more =
    sources && sources.length > SOURCES_NAMED ? ` and ${formatCount(sources.length - SOURCES_NAMED)} more` : ''
  const changed =
    sources === null
      ? 'which sources changed is no longer known'
      : sources.length === 0
        ? 'no source changed'
        : `changed: ${sources.slice(0, SOURCES_NAMED).join(', ')}${more}`
  return `; it held in publication ${held} and failed first in ${since}; ${changed}`
}
