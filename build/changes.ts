// What has changed in the endorsements since the last whole build, as a part of its own over that build's: the same SQL over
// the touched contests alone. A pure function of the base's rows and today's: by how many steps it came to them is not seen.

import { existsSync } from 'node:fs'
import { findAccepted, markAccepted } from '../data/store/last-good.ts'
import type { Paths } from '../data/store/paths.ts'
import { openScratch, type SharedWork } from '../data/store/scratch.ts'
import { openWarehouse, type Warehouse } from '../data/store/warehouse.ts'
import { type BuildOptions, type BuildReport, build, type OverfullPosition } from './build.ts'
import { type Base, findBase, findMissing } from './bundle/base.ts'
import { type Fingerprints, fingerprintChanges, fingerprints } from './bundle/fingerprint.ts'
import { writeManifest } from './bundle/manifest.ts'
import { writeChangesPart } from './bundle/row-part.ts'
import { ChecksFailed, type FailedCheck, runChecks } from './check/checks.ts'
import { type RefusedSource, refuseSources } from './check/refuse.ts'
import { CHANGES_FOLD_ROWS_MIN, CHANGES_SHARE_MAX } from './constants.ts'
import { countRows, ENDORSEMENTS_SQL, runSql } from './sql/run-sql.ts'

/** Of the contests in which anything may be another than in the base. */
export interface Touched {
  endorsers: number
  contests: number
  /** Served before, or told now: the more of the two. */
  endorsements: number
}

interface Outcome extends Pick<BuildReport, 'bundle' | 'checks' | 'overfull_positions' | 'refused'> {
  /** One sentence: why this way was taken. */
  why: string
}
export interface ChangesBuilt extends Outcome {
  taken: 'changes'
  touched: Touched
  /** Null where nothing differs from the base. */
  part: { sha256: string; bytes: number } | null
}
export interface WholeBuilt extends Outcome {
  taken: 'whole'
  whole: BuildReport
}

export interface ChangesOptions extends BuildOptions {
  /** In place of the usual bounds. */
  fold?: { share: number; rows: number }
  /** Hashes of the ballots that feeds create (data/store/feed-ballot-digest.ts), where who has just read them knows them. */
  feedBallots?: ReadonlyMap<string, string>
  /** Open already, where who has just read them has it; closed by the first look at the base. */
  work?: SharedWork
}

/** After an ingest of endorsements. Builds the whole bundle where more than they has changed. Throws as build does. */
export async function buildChanges(options: ChangesOptions): Promise<ChangesBuilt | WholeBuilt> {
  const refused: RefusedSource[] = []
  let built = await buildOverBase(options)
  while ('failed' in built) {
    const more = await refuseRows(options, built.failed, refused)
    if (more.length === 0) throw new ChecksFailed(built.failed)
    refused.push(...more)
    const { feedBallots: _, work: __, ...rest } = options
    built = await buildOverBase(rest)
  }
  if ('taken' in built) return { ...built, refused }
  options.onProgress?.('changes', built.why)
  const whole = await build(options)
  const { bundle, checks, overfull_positions } = whole
  const all = [...refused, ...whole.refused]
  return { taken: 'whole', why: built.why, bundle, checks, overfull_positions, refused: all, whole }
}

async function refuseRows(
  { paths, threads }: ChangesOptions,
  failed: readonly FailedCheck[],
  earlier: readonly RefusedSource[],
): Promise<RefusedSource[]> {
  const warehouse = await openWarehouse(paths.work, threads ? { threads } : {})
  try {
    const { sources } = await refuseSources(warehouse, failed, { accepted: findAccepted(paths), earlier })
    return sources
  } finally {
    await warehouse.close()
  }
}

type OverBase = ChangesBuilt | { why: string } | { failed: FailedCheck[] }

async function buildOverBase(options: ChangesOptions): Promise<OverBase> {
  const { paths, threads, feedBallots, work } = options
  if (!existsSync(paths.work)) return { why: 'nothing was built before' }
  const scratch = work ? await work.open() : await openScratch(paths.work, threads ? { threads } : {})
  try {
    await scratch.run('USE work')
    const base = await findBase(scratch)
    if (!base) return { why: 'the last build did not end well, or was of another version' }
    const prints = await fingerprints(scratch, await scratch.sourceReads(), base.fingerprints, feedBallots)
    const other = findOther(paths, base, prints)
    if (other !== undefined) return { why: other }
    await scratch.run('USE memory')
    return await computeChanges(scratch, { ...options, base, prints })
  } finally {
    await (work ?? scratch).close()
  }
}

/** What more than the endorsements has changed since, in a sentence. */
function findOther(paths: Paths, base: Base, prints: Fingerprints): string | undefined {
  const others = (['lines', 'places', 'ballots', 'officeholders', 'addresses'] as const).filter(
    (name) => base.fingerprints[name] !== prints[name],
  )
  if (others.length > 0) return `more than endorsements has changed: ${others.join(', ')}`
  const missing = findMissing(paths, base)
  return missing.length > 0 ? `the base lacks ${missing.join(', ')}` : undefined
}

async function computeChanges(
  scratch: Warehouse,
  { paths, base, prints, fold, onProgress = () => {} }: ChangesOptions & { base: Base; prints: Fingerprints },
): Promise<OverBase> {
  await runSql(scratch, '66_changed')
  const { served, ...touched } = await countTouched(scratch)
  const bound = Math.max(served * (fold?.share ?? CHANGES_SHARE_MAX), fold?.rows ?? CHANGES_FOLD_ROWS_MIN)
  if (touched.endorsements > bound) return { why: `${touched.endorsements} of ${served} endorsements are touched` }
  for (const name of ['00_macro', '67_scope', ...ENDORSEMENTS_SQL]) await runSql(scratch, name)
  const { passed: checks, failed } = await runChecks(scratch, 'endorsements')
  if (failed.length > 0) return { failed }
  onProgress('checks', `${checks} passed`)
  const { sha256 } = base.parts.endorsements
  const part = (await isAsBefore(scratch, touched)) ? null : await writeChangesPart(scratch, paths.parts, sha256)
  onProgress('changes', part ? `${touched.contests} contests, ${(part.bytes / 1e6).toFixed(1)} MB` : 'none')
  const changes = part ? { changes: { ...part, fingerprint: fingerprintChanges(prints, sha256) } } : {}
  const overfull_positions = await findOverfull(scratch)
  await scratch.run('USE work')
  const parts = { ...base.parts, ...changes }
  const reads = await scratch.sourceReads()
  const { bundle } = writeManifest(paths, parts, reads, await countRows(scratch))
  markAccepted(paths, reads)
  const why = part ? 'only endorsements have changed' : 'nothing differs from the last whole build'
  return { taken: 'changes', why, bundle, checks, overfull_positions, refused: [], touched, part }
}

async function countTouched(scratch: Warehouse): Promise<Touched & { served: number }> {
  const [counted] = await scratch.all<Touched & { served: number }>(`
    SELECT
      (SELECT count(*) FROM out.touched_endorser) AS endorsers,
      (SELECT count(*) FROM out.touched_contest) AS contests,
      greatest(
        (SELECT count(*) FROM work.core.endorsement SEMI JOIN out.touched_contest USING (contest_key)),
        (SELECT count(*) FROM work.out.base_endorsement SEMI JOIN out.touched_contest USING (contest_key))
      ) AS endorsements,
      (SELECT count(*) FROM work.out.endorsement) AS served`)
  if (!counted) throw new Error('SELECT gave no row')
  return counted
}

/** A source's date alone may have changed: it stands in the coverage. */
async function isAsBefore(scratch: Warehouse, { endorsers, contests }: Touched): Promise<boolean> {
  if (endorsers + contests > 0) return false
  const others = await scratch.all(
    'FROM (FROM out.endorsement_coverage EXCEPT FROM work.out.endorsement_coverage) UNION ALL FROM (FROM work.out.endorsement_coverage EXCEPT FROM out.endorsement_coverage)',
  )
  return others.length === 0
}

async function findOverfull(scratch: Warehouse): Promise<OverfullPosition[]> {
  return scratch.all<OverfullPosition>(`
    SELECT * FROM out.overfull_position
    UNION ALL
    SELECT * FROM work.out.overfull_position ANTI JOIN out.touched_contest USING (contest_key)
    ORDER BY endorser_slug, contest_key`)
}
