// Builds the changes part: the endorsement changes since the last whole build. It runs the same SQL over the touched
// contests only. Its result depends only on the base's rows and the current rows, not on the steps between them.

import { existsSync } from 'node:fs'
import { findAccepted, markAccepted } from '../data/store/last-good.ts'
import type { Paths } from '../data/store/paths.ts'
import { openScratch, type SharedWork } from '../data/store/scratch.ts'
import { openWarehouse, type Warehouse } from '../data/store/warehouse.ts'
import { type BuildOptions, type BuildReport, build, type OverfullPosition } from './build.ts'
import { type Fingerprints, fingerprintChanges, fingerprints } from './bundle/fingerprint.ts'
import { type Base, findBase, findMissing, writeManifest } from './bundle/manifest.ts'
import { findMissingDistricts } from './bundle/no-such-district.ts'
import { writeChangesPart } from './bundle/row-part.ts'
import { summarizeRows } from './bundle/source-rows.ts'
import { ChecksFailed, type FailedCheck, type RefusedSource, refuseSources, runChecks } from './check/checks.ts'
import { ENDORSEMENTS_SQL, runSql } from './sql/run-sql.ts'

/** @setting Share of the served endorsements above which a changes part is folded into a new base. */
const CHANGES_SHARE_MAX = 0.02
/** @setting Touched endorsements below which a changes part is never folded. */
const CHANGES_FOLD_ROWS_MIN = 1000

/** Contests whose data may differ from the base. */
export interface Touched {
  endorsers: number
  contests: number
  /** Endorsements in the base or now, whichever is more. */
  endorsements: number
}

interface Outcome extends Pick<BuildReport, 'bundle' | 'checks' | 'overfull_positions' | 'issues' | 'refused'> {
  /** One sentence: the reason for a changes build or a whole build. */
  why: string
}
export interface ChangesBuilt extends Outcome {
  taken: 'changes'
  touched: Touched
  /** Null if nothing differs from the base. */
  part: { sha256: string; bytes: number } | null
}
export interface WholeBuilt extends Outcome {
  taken: 'whole'
  whole: BuildReport
}

export interface ChangesOptions extends BuildOptions {
  /** Overrides the usual limits. */
  fold?: { share: number; rows: number }
  /** Hashes of the ballots that feeds create (data/store/feed-ballot-digest.ts), if the caller already has them. */
  feedBallots?: ReadonlyMap<string, string>
  /** An open working database, if the caller has one. Closed after the base has been read. */
  work?: SharedWork
}

/** Run after an ingest of endorsements. Builds the whole bundle if anything else has changed. Throws like `build`. */
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
  const { bundle, checks, overfull_positions, issues } = whole
  const all = [...refused, ...whole.refused]
  return { taken: 'whole', why: built.why, bundle, checks, overfull_positions, issues, refused: all, whole }
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
  if (!existsSync(paths.work)) return { why: 'there is no earlier build' }
  const scratch = work ? await work.open() : await openScratch(paths.work, threads ? { threads } : {})
  try {
    await scratch.run('USE work')
    const base = await findBase(scratch)
    if (!base) return { why: 'the last build failed or was made by another version' }
    const prints = await fingerprints(scratch, await scratch.sourceReads(), base.fingerprints, feedBallots)
    const other = findOther(paths, base, prints)
    if (other !== undefined) return { why: other }
    await scratch.run('USE memory')
    return await computeChanges(scratch, { ...options, base, prints })
  } finally {
    await (work ?? scratch).close()
  }
}

/** One sentence: the changes besides endorsements; undefined if there are none. */
function findOther(paths: Paths, base: Base, prints: Fingerprints): string | undefined {
  const others = (['lines', 'places', 'ballots', 'officeholders', 'addresses'] as const).filter(
    (name) => base.fingerprints[name] !== prints[name],
  )
  if (others.length > 0) return `other data has changed too: ${others.join(', ')}`
  const missing = findMissing(paths, base)
  return missing.length > 0 ? `parts of the base are missing: ${missing.join(', ')}` : undefined
}

async function computeChanges(
  scratch: Warehouse,
  { paths, base, prints, fold, onProgress = () => {} }: ChangesOptions & { base: Base; prints: Fingerprints },
): Promise<OverBase> {
  await runSql(scratch, '66_changed')
  const { served, ...touched } = await countTouched(scratch)
  const bound = Math.max(served * (fold?.share ?? CHANGES_SHARE_MAX), fold?.rows ?? CHANGES_FOLD_ROWS_MIN)
  if (touched.endorsements > bound)
    return { why: `the change affects ${touched.endorsements} of ${served} endorsements` }
  for (const name of ['00_macro', '67_scope', ...ENDORSEMENTS_SQL]) await runSql(scratch, name)
  const { passed: checks, failed } = await runChecks(scratch, 'endorsements')
  if (failed.length > 0) return { failed }
  onProgress('checks', `${checks} passed`)
  const { sha256 } = base.parts.endorsements
  const part = (await isAsBefore(scratch, touched)) ? null : await writeChangesPart(scratch, paths.parts, sha256)
  onProgress('changes', part ? `${touched.contests} contests, ${(part.bytes / 1e6).toFixed(1)} MB` : 'none')
  const changes = part ? { changes: { ...part, fingerprint: fingerprintChanges(prints, sha256) } } : {}
  const overfull_positions = await findOverfull(scratch)
  const issues = await findMissingDistricts(scratch)
  await scratch.run('USE work')
  const parts = { ...base.parts, ...changes }
  const reads = await scratch.sourceReads()
  const { bundle } = writeManifest(paths, parts, reads, await summarizeRows(scratch))
  markAccepted(paths, reads)
  const why = part ? 'only endorsements have changed' : 'nothing differs from the last whole build'
  return { taken: 'changes', why, bundle, checks, overfull_positions, issues, refused: [], touched, part }
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

/** Compare the coverage too: a source's date may be the only change. */
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
