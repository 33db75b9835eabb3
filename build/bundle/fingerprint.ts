// Computes each part's fingerprint: a hash of its sources, the code and tables that make it, and the libraries.

import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { CoreTable } from '../../data/core/rows.ts'
import { PART_NAMES } from '../../data/schema/manifest.ts'
import { hashTree } from '../../data/store/code-hash.ts'
import { BALLOT_TABLES, digestFeedBallots } from '../../data/store/feed-ballot-digest.ts'
import { sqliteVersion } from '../../data/store/part.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { SourceRead } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

export const fingerprintsShape = z.record(z.enum([...PART_NAMES, 'addresses', 'lines']), z.string())
/**
 * For each part ('' for addresses if there are none), for the drawn boundaries and for their overlaps, on which several parts
 * depend.
 */
export type Fingerprints = z.infer<typeof fingerprintsShape>

const BOUNDARY_TABLES = ['division', 'shape', 'zip', 'zip_county', 'municipality'] as const
const ADDRESS_TABLES = ['address_point', 'street_range'] as const

/**
 * @param base of an earlier build; its places fingerprint is reused if the ballots are the same
 * @param feeds hashes of the ballots that feeds create, if already known
 */
export async function fingerprints(
  warehouse: Warehouse,
  reads: readonly SourceRead[],
  base?: Fingerprints,
  feeds?: ReadonlyMap<string, string>,
): Promise<Fingerprints> {
  const of = async (tables: readonly CoreTable[]): Promise<string> =>
    digest(signatures(reads, await sourcesOf(warehouse, tables)))
  const code = codeFingerprint()
  const lines = digest(['lines', code, await of(BOUNDARY_TABLES)])
  // Feeds that create contests count as ballot sources by these rows only: their endorsements may change freely.
  const ofFeeds = feeds ?? (await digestFeedBallots(warehouse))
  const listings = reads.map((read) => ({ ...read, signature: ofFeeds.get(read.source_id) ?? read.signature }))
  const listed = digest(signatures(listings, await sourcesOf(warehouse, BALLOT_TABLES)))
  // Officeholders' names decide the case of candidates' names.
  const people = await of(['officeholder'])
  const ballots = digest(['ballots', lines, listed, people])
  // The places part also holds undrawn divisions that contests name, but no other ballot data.
  const places = base?.ballots === ballots ? base.places : digest(['places', lines, await undrawnDivisions(warehouse)])
  const addresses = await of(ADDRESS_TABLES)
  return {
    lines,
    places,
    ballots,
    // Also includes the Postal Service's city names of ZIP codes.
    addresses: addresses === digest([]) ? '' : digest(['addresses', code, addresses, await of(['zip'])]),
    endorsements: digest(['endorsements', ballots, await of(['endorser', 'endorsement', 'stance', 'evidence'])]),
    officeholders: digest(['officeholders', places, people]),
  }
}

/** Fingerprint of the changes since an endorsements part was made. @param base that part's hash */
export function fingerprintChanges({ endorsements }: Fingerprints, base: string): string {
  return digest(['changes', base, endorsements])
}

/** Hash of the inputs common to all parts: compiled build and ingest code, SQL, DDL, reference tables, lockfile, SQLite. */
export function codeFingerprint(): string {
  return digest([
    hashTree(),
    // Compiled code has no .sql files beside it.
    hashTree(projectFile('build')),
    hashTree(projectFile('data', 'store', 'ddl')),
    hashTree(projectFile('data', 'reference')),
    sqliteVersion(),
  ])
}

/** Sources with rows in any of these tables. */
async function sourcesOf(warehouse: Warehouse, tables: readonly CoreTable[]): Promise<Set<string>> {
  const union = tables.map((table) => `SELECT DISTINCT source_id FROM core.${table}`).join(' UNION ')
  return new Set((await warehouse.all<{ source_id: string }>(union)).map((row) => row.source_id))
}

async function undrawnDivisions(warehouse: Warehouse): Promise<string> {
  const [row] = await warehouse.all<{ divisions: string | null }>(`
    SELECT sha256(string_agg(division, chr(10) ORDER BY division)) AS divisions
    FROM (
      SELECT DISTINCT to_json([
        contest.ocd_id, contest.state, contest.district_type, contest.district_level, contest.district_name,
        CAST(election.date AS VARCHAR), election.type, CAST(ends_with(contest.contest_key, '/unexpired') AS VARCHAR), county.county_ocd_id
      ])::VARCHAR AS division
      FROM core.contest AS contest
      JOIN (SELECT DISTINCT election_key, date, type FROM core.election) AS election USING (election_key)
      LEFT JOIN core.contest_county AS county USING (contest_key)
    )`)
  return row?.divisions ?? ''
}

function signatures(reads: readonly SourceRead[], sources: ReadonlySet<string>): string[] {
  return reads
    .filter((read) => sources.has(read.source_id))
    .map((read) => `${read.source_id} ${read.signature} ${read.published_on}`)
    .sort()
}

function digest(lines: readonly string[]): string {
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
