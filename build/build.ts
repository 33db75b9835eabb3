// ROWS → BUNDLE: numbered SQL over core.*, the checks, the sealed parts and their manifest. Same inputs, same bytes.

import type { Paths } from '../data/store/paths.ts'
import { sealWarehouse } from '../data/store/seal.ts'
import { openWarehouse } from '../data/store/warehouse.ts'
import { forgetBase, keepBase } from './base.ts'
import { runChecks } from './checks.ts'
import type { SeparationReport } from './exclusive.ts'
import { fingerprints } from './fingerprint.ts'
import { buildLines } from './lines.ts'
import { writeManifest } from './manifest.ts'
import { type Parts, sealParts, toManifestParts } from './parts.ts'
import type { BuildProgress } from './progress.ts'
import { loadReference } from './reference.ts'
import { type BuildIssue, spellNames } from './spelling.ts'
import { countRows, ENDORSEMENTS_SQL, runSql } from './sql.ts'

/** Beside the lines', in the order of their numbers. */
const ROWS_SQL = [
  '12_election',
  '20_contest_district',
  '30_contest_extent',
  '40_district',
  '41_district_body',
  '42_area',
  '50_election_body',
  '55_choice_body',
  '60_contest_body',
  '61_elsewhere',
  ...ENDORSEMENTS_SQL,
  '70_contest_area',
  '80_coverage',
  '82_officeholder_body',
  '84_zip_county',
  '85_overlap',
  '88_city_county',
  '90_place_name',
  '95_election_report',
  '96_officeholder_report',
] as const

export interface ElectionReport {
  slug: string
  contests: number
  choices: number
  lines_held: number
  lines_of_another_plan: number
  lines_not_held: number
}

/** Of the holders of an office in a state. */
export interface OfficeholderReport {
  state: string
  office: string
  holders: number
  /** Whose seat has a district here, drawn or not. */
  in_a_district: number
  /** Whose seat's lines are drawn here. */
  lines_held: number
}

/** An endorser's picks in a contest that permits fewer, though no feed alone has too many: none is served. */
export interface OverfullPosition {
  endorser_slug: string
  contest_key: string
  picks: number
}

export interface BuildReport {
  bundle: string
  parts: Parts
  /** Checks that passed. */
  checks: number
  elections: ElectionReport[]
  officeholders: OfficeholderReport[]
  overfull_positions: OverfullPosition[]
  separations: SeparationReport[]
  /** What the build found in the rows of a source, beside what its reading found. */
  issues: BuildIssue[]
}

export interface BuildOptions {
  paths: Paths
  threads?: number
  onProgress?: BuildProgress
}

/** Compiles the bundle of what ingest has read. Throws ChecksFailed, and then writes nothing. */
export async function build({ paths, threads, onProgress = () => {} }: BuildOptions): Promise<BuildReport> {
  const warehouse = await openWarehouse(paths.work, threads ? { threads } : {})
  try {
    const reads = await warehouse.sourceReads()
    if (reads.length === 0) throw new Error(`nothing has been read into ${paths.work}; run: hustings ingest`)
    await forgetBase(warehouse)
    await loadReference(warehouse)
    await runSql(warehouse, '00_macro')
    const prints = await fingerprints(warehouse, reads)
    await buildLines(warehouse, prints.lines, onProgress)
    onProgress('rows', 'districts, contests and where each is voted')
    const issues = await spellNames(warehouse)
    for (const name of ROWS_SQL) await runSql(warehouse, name)
    const checks = await runChecks(warehouse)
    onProgress('checks', `${checks} passed`)
    const parts = await sealParts(warehouse, paths, prints, onProgress)
    const manifest = writeManifest(paths, toManifestParts(parts), reads, await countRows(warehouse))
    await sealWarehouse(warehouse, paths.warehouse)
    await keepBase(warehouse, { fingerprints: prints, parts: manifest.parts })
    const elections = await warehouse.all<ElectionReport>('SELECT * FROM out.election_report ORDER BY slug')
    const officeholders = await warehouse.all<OfficeholderReport>(
      'SELECT * FROM out.officeholder_report ORDER BY state, office_rank(office)',
    )
    const overfull_positions = await warehouse.all<OverfullPosition>(
      'SELECT * FROM out.overfull_position ORDER BY endorser_slug, contest_key',
    )
    const separations = await warehouse.all<SeparationReport>(
      'SELECT * FROM out.separation ORDER BY layer, state, vintage',
    )
    return { bundle: manifest.bundle, parts, checks, elections, officeholders, overfull_positions, separations, issues }
  } finally {
    await warehouse.close()
  }
}
