// Builds the bundle from core.*: numbered SQL, checks, sealed parts and their manifest. The same inputs give the same bytes.

import type { Manifest, PartName } from '../data/schema/manifest.ts'
import { deleteCopies, findAccepted, markAccepted } from '../data/store/last-good.ts'
import type { Paths } from '../data/store/paths.ts'
import { openWarehouse, type Warehouse } from '../data/store/warehouse.ts'
import { buildBoundaries } from './boundaries/boundaries.ts'
import type { SeparationReport } from './boundaries/exclusive.ts'
import { type Fingerprints, fingerprints } from './bundle/fingerprint.ts'
import { findPart, forgetBase, isNamed, saveBase, writeManifest } from './bundle/manifest.ts'
import { type BuildIssue, spellNames } from './bundle/name-case.ts'
import { findMissingDistricts } from './bundle/no-such-district.ts'
import { findOverridden } from './bundle/overridden.ts'
import { writeAddressPart, writePlacesPart } from './bundle/places-part.ts'
import { loadReference } from './bundle/reference-tables.ts'
import { writeRowPart } from './bundle/row-part.ts'
import { summarizeRows } from './bundle/source-rows.ts'
import { type CheckReport, ChecksFailed, type RefusedSource, refuseSources, runChecks } from './check/checks.ts'
import { type BuildProgress, ENDORSEMENTS_SQL, runSql } from './sql/run-sql.ts'
import { sealWarehouse, withSpareMemory } from './warehouse/seal.ts'

/** Steps after the boundaries, in the order of their numbers. */
const ROWS_SQL = [
  '12_ballot',
  '20_contest_district',
  '25_no_such_district',
  '30_contest_extent',
  '40_district',
  '41_district_body',
  '42_area',
  '45_contest_gap',
  '50_election_body',
  '54_choice_name',
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
  '98_missing',
  '99_missing_kind',
] as const

export interface ElectionReport {
  slug: string
  date: string
  contests: number
  choices: number
  lines_held: number
  lines_of_another_plan: number
  lines_not_held: number
}

/** Counts of the holders of an office in a state. */
export interface OfficeholderReport {
  state: string
  office: string
  holders: number
  /** Holders whose seat has a district record, drawn or not. */
  in_a_district: number
  /** Holders whose seat's boundaries are drawn. */
  lines_held: number
}

/** An endorser's picks in a contest that allows fewer, combined from several feeds. None of them is served. */
export interface OverfullPosition {
  endorser_slug: string
  contest_key: string
  picks: number
}

/** A kind of data that no location can be queried for in some of the states with data. */
export interface MissingData {
  /** `street addresses`, `city boundaries` */
  what: string
  states: string[]
  /** The other states. */
  available: string[]
}

export interface BuildReport {
  bundle: string
  parts: Parts
  /** Number of checks that passed. */
  checks: number
  elections: ElectionReport[]
  officeholders: OfficeholderReport[]
  overfull_positions: OverfullPosition[]
  separations: SeparationReport[]
  /** Kinds of locations and layers of boundaries that some states lack. */
  missing: MissingData[]
  /** Issues that the build found in source rows, in addition to those of ingest. */
  issues: BuildIssue[]
  /** Sources whose latest rows failed a check. */
  refused: RefusedSource[]
}

export interface BuildOptions {
  paths: Paths
  threads?: number
  onProgress?: BuildProgress
}

/**
 * Compiles the bundle from the ingested rows. A source whose rows fail a check gets its last good rows back, or is left out
 * if it has none. @throws ChecksFailed if no source is at fault; nothing is written then.
 */
export async function build({ paths, threads, onProgress = () => {} }: BuildOptions): Promise<BuildReport> {
  const warehouse = await openWarehouse(paths.work, threads ? { threads } : {})
  try {
    if ((await warehouse.sourceReads()).length === 0)
      throw new Error(`${paths.work} contains no rows; run: hustings ingest`)
    await forgetBase(warehouse)
    await loadReference(warehouse)
    await runSql(warehouse, '00_macro')
    const accepted = findAccepted(paths)
    const refused: RefusedSource[] = []
    const refusals: BuildIssue[] = []
    let tables = await fillTables(warehouse, onProgress)
    while (tables.failed.length > 0) {
      const more = await refuseSources(warehouse, tables.failed, { accepted, earlier: refused })
      const reads = await warehouse.sourceReads()
      if (more.sources.length === 0 || reads.length === 0) throw new ChecksFailed(tables.failed)
      refused.push(...more.sources)
      refusals.push(...more.issues)
      onProgress('checks', `refused the rows of ${more.sources.map(({ source_id }) => source_id).join(', ')}`)
      tables = await fillTables(warehouse, onProgress)
    }
    const { prints, issues, passed: checks } = tables
    onProgress('checks', `${checks} passed`)
    const reads = await warehouse.sourceReads()
    const parts = await sealParts(warehouse, paths, prints, onProgress)
    const manifest = writeManifest(paths, toManifestParts(parts), reads, await summarizeRows(warehouse))
    markAccepted(paths, reads)
    await deleteCopies(warehouse)
    await sealWarehouse(warehouse, paths.warehouse, manifest.bundle)
    await saveBase(warehouse, { fingerprints: prints, parts: manifest.parts })
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
    const missing = await warehouse.all<MissingData>('SELECT * FROM out.missing')
    const { bundle } = manifest
    const rows = { elections, officeholders, overfull_positions, separations, missing }
    return { bundle, parts, checks, ...rows, issues: [...refusals, ...issues], refused }
  } finally {
    await warehouse.close()
  }
}

interface Tables extends CheckReport {
  prints: Fingerprints
  issues: BuildIssue[]
}

/** Fills out.* from the current rows of all sources. */
async function fillTables(warehouse: Warehouse, onProgress: BuildProgress): Promise<Tables> {
  const prints = await fingerprints(warehouse, await warehouse.sourceReads())
  await buildBoundaries(warehouse, prints.lines, onProgress)
  onProgress('rows', 'districts, contests and where each is voted')
  const spelled = await spellNames(warehouse)
  for (const name of ROWS_SQL) await runSql(warehouse, name)
  const issues = [...spelled, ...(await findMissingDistricts(warehouse)), ...(await findOverridden(warehouse))]
  return { prints, issues, ...(await runChecks(warehouse)) }
}

// Seals each part whose fingerprint no kept manifest has; reuses the others.

interface PartReport {
  sha256: string
  bytes: number
  /** An earlier bundle names the same bytes. */
  reused: boolean
}

type Sealed = PartReport & Manifest['parts'][PartName]
/** `addresses` is present if the sources contain addresses. */
export type Parts = { [Name in PartName]: Sealed } & { addresses?: Sealed }

async function sealParts(
  warehouse: Warehouse,
  paths: Paths,
  prints: Fingerprints,
  onProgress: BuildProgress,
): Promise<Parts> {
  const seal = async (name: PartName | 'addresses'): Promise<Sealed> => {
    const fingerprint = prints[name]
    const known = findPart(paths, name, fingerprint)
    const { sha256, bytes } = known ?? (await writePart(name))
    const reused = known !== undefined || isNamed(paths, name, sha256)
    onProgress(name, reused ? 'unchanged' : `${(bytes / 1e6).toFixed(1)} MB`)
    return { sha256, bytes, fingerprint, reused }
  }
  const writePart = (name: PartName | 'addresses'): Promise<{ sha256: string; bytes: number }> => {
    switch (name) {
      case 'places':
        return withSpareMemory(warehouse, () => writePlacesPart(warehouse, paths.parts))
      case 'addresses':
        return writeAddressPart(warehouse, paths.parts)
      default:
        return writeRowPart(warehouse, paths.parts, name)
    }
  }
  const [places, ballots, endorsements, officeholders] = [
    await seal('places'),
    await seal('ballots'),
    await seal('endorsements'),
    await seal('officeholders'),
  ]
  const addresses = prints.addresses === '' ? {} : { addresses: await seal('addresses') }
  return { places, ballots, endorsements, officeholders, ...addresses }
}

/** The manifest's list of parts, in its order. */
function toManifestParts(parts: Parts): Manifest['parts'] {
  const entry = ({ sha256, bytes, fingerprint }: Sealed): Manifest['parts'][PartName] => ({
    sha256,
    bytes,
    fingerprint,
  })
  const [places, ballots, endorsements, officeholders] = [
    entry(parts.places),
    entry(parts.ballots),
    entry(parts.endorsements),
    entry(parts.officeholders),
  ]
  const addresses = parts.addresses ? { addresses: entry(parts.addresses) } : {}
  return { places, ballots, endorsements, officeholders, ...addresses }
}
