// A source that answers, but whose content has not changed for longer than its kind of data should take, is stale: its publisher may have
// moved the file, or stopped. Judged at the end of a run, by the run's clock, from the database that its build sealed.

import { createHash } from 'node:crypto'
import type { LastRun, SourceRecord } from '../../data/schema/last-run.ts'
import { DATA_KINDS, type DataKind } from '../../data/schema/vocabulary.ts'
import { environmentValue } from '../../data/store/environment.ts'
import { findLastRun, writeLastRun } from '../../data/store/last-run.ts'
import type { Paths } from '../../data/store/paths.ts'
import { DESK_SOURCE, type SourceRead } from '../../data/store/source-read.ts'
import { EVIDENCE_SOURCE } from '../../ingest/evidence/store.ts'
import type { Source } from '../../ingest/read/source.ts'

interface Rhythm {
  /** Days for which the content may stay the same; null if it may for ever. */
  days: number | null
  /** The days count only if an election of the source is at most this many days ahead; null if they always count. */
  before_election: number | null
  /** Whether files that their publisher never replaces count too. An edition of boundaries is final; a list of officeholders is not. */
  fixed_files: boolean
}

type Rhythms = Readonly<Record<DataKind, Rhythm>>

/**
 * Lists of candidates change until they are certified, and endorsements until the election; members of a legislature change every few weeks;
 * boundaries every two years; addresses every quarter. HUSTINGS_STALE_DAYS overrides `days`, and docs/operator.md lists them.
 */
export const RHYTHMS: Rhythms = {
  ballots: { days: 14, before_election: 60, fixed_files: true },
  endorsements: { days: 28, before_election: 60, fixed_files: true },
  officeholders: { days: 60, before_election: null, fixed_files: true },
  lines: { days: 1000, before_election: null, fixed_files: false },
  addresses: { days: 400, before_election: null, fixed_files: false },
}

const STALE_DAYS_MAX = 9999

/** With the days of HUSTINGS_STALE_DAYS, such as `officeholders=90,ballots=off`. Throws a sentence for an invalid value. */
export function loadRhythms(): Rhythms {
  const rhythms: Record<DataKind, Rhythm> = { ...RHYTHMS }
  for (const part of (environmentValue('HUSTINGS_STALE_DAYS') ?? '').split(',').filter((text) => text.trim() !== '')) {
    const [name, text = ''] = part.trim().split('=')
    const kind = DATA_KINDS.find((one) => one === name)
    const days = text === 'off' ? null : Number(text)
    if (!kind || !(days === null || (/^\d{1,4}$/.test(text) && days >= 1)))
      throw new Error(
        `the environment's HUSTINGS_STALE_DAYS: got "${part}", expected a kind of data (${DATA_KINDS.join(', ')}), = and a whole number of days from 1 to ${STALE_DAYS_MAX}, or off`,
      )
    rhythms[kind] = { ...rhythms[kind], days }
  }
  return rhythms
}

/** A source as it was read. */
interface Content {
  kind: DataKind
  /** Whether its publisher replaces the files. */
  isLiving: boolean
  /** The first coming election whose content it should have; null if there is none. */
  election_on: string | null
  /** Day since which its bytes are the same, YYYY-MM-DD. */
  since: string
}

const DAY_MS = 86_400_000
const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS

/** @param today YYYY-MM-DD */
export function judgeContent(
  { kind, isLiving, election_on, since }: Content,
  today: string,
  rhythms: Rhythms = RHYTHMS,
): SourceRecord['stale'] {
  const { days, before_election, fixed_files } = rhythms[kind]
  if (days === null || !(isLiving || fixed_files) || daysBetween(since, today) <= days) return undefined
  if (before_election === null) return { since, days }
  const isNear = election_on !== null && daysBetween(today, election_on) <= before_election
  return isNear ? { since, days, election_on } : undefined
}

/** `its content has not changed since 2026-08-05; a change was expected within 60 days` */
export function sayStale({ since, days, election_on }: NonNullable<SourceRecord['stale']>): string {
  const before = election_on === undefined ? '' : `, before the election of ${election_on}`
  return `its content has not changed since ${since}; a change was expected within ${days} days${before}`
}

// The record of what the sources held.

/** Records the content of each source that answered, and which are stale. Only a run that has sealed a warehouse can. */
export async function recordContent(
  paths: Paths,
  { findSource, kindOf }: { findSource(id: string): Source | undefined; kindOf(source: Pick<Source, 'id'>): DataKind },
  now: Date,
): Promise<void> {
  const record = findLastRun(paths)
  if (!record) return
  const today = now.toISOString().slice(0, 10)
  const { reads, elections } = await loadReads(paths, today)
  const rhythms = loadRhythms()
  const sources: LastRun['sources'] = {}
  for (const [id, { stale: before, ...known }] of Object.entries(record.sources)) {
    const read = reads.get(id)
    const source = findSource(id)
    sources[id] = before ? { ...known, stale: before } : known
    if (!read || !source || known.error !== null || isWritten(id)) continue
    const isLiving = source.living === true
    const content = toContent(read, isLiving, known.content, today)
    const kind = kindOf(source)
    const { own = null, of_states = null } = elections.get(id) ?? {}
    // A feed that is not of one year should speak of every election of its states.
    const election_on = kind === 'endorsements' && isLiving && !isOfYear(source) ? of_states : own
    const stale = judgeContent({ kind, isLiving, election_on, since: content.since }, today, rhythms)
    sources[id] = { ...known, content, ...(stale && { stale }) }
  }
  writeLastRun(paths, { ...record, sources })
}

/** Its files are written by this service: their bytes change when a person here acts. */
const isWritten = (id: string): boolean => id === DESK_SOURCE || id === EVIDENCE_SOURCE

const isOfYear = ({ vintage }: Pick<Source, 'vintage'>): boolean => /^\d{4}$/.test(vintage)

/** The first reading of a file that its publisher replaces counts from the publisher's date; that of another, from the day on which it was read. */
function toContent(
  { files, published_on }: SourceRead,
  isLiving: boolean,
  before: SourceRecord['content'],
  today: string,
): NonNullable<SourceRecord['content']> {
  const hash = createHash('sha256')
  for (const sha256 of files.map((file) => file.sha256).sort()) hash.update(sha256)
  const sha256 = hash.digest('hex')
  if (before?.sha256 === sha256) return before
  const isDated = before === undefined && isLiving && published_on > UNDATED && published_on < today
  return { sha256, since: isDated ? published_on : today }
}

/** The date of a configured source whose files state none. */
const UNDATED = '1970-01-01'

interface ComingElections {
  /** The first election, from the day on, of the source's own rows. */
  own: string | null
  /** The first one of a state in which it has endorsements. */
  of_states: string | null
}

async function loadReads(paths: Pick<Paths, 'warehouse'>, today: string) {
  const { openWarehouse } = await import('../../data/store/warehouse.ts')
  const warehouse = await openWarehouse(paths.warehouse, { readonly: true })
  try {
    const coming = await warehouse.all<{ source_id: string } & ComingElections>(COMING, { today })
    const reads = await warehouse.sourceReads()
    return {
      reads: new Map(reads.map((read) => [read.source_id, read])),
      elections: new Map(coming.map(({ source_id, ...days }) => [source_id, days])),
    }
  } finally {
    await warehouse.close()
  }
}

const COMING = `WITH coming AS (
  SELECT DISTINCT election_key, state, date, source_id
  FROM core.election
  WHERE date >= CAST($today AS DATE)
), of_state AS (
  SELECT state, min(date) AS date
  FROM coming
  GROUP BY state
), endorsed AS (
  SELECT DISTINCT endorsement.source_id, contest.election_key
  FROM core.endorsement
  JOIN core.contest USING (contest_key)
), days AS (
  SELECT source_id, date AS own, NULL AS of_states
  FROM coming
  UNION ALL
  SELECT endorsed.source_id, coming.date, NULL
  FROM endorsed
  JOIN coming USING (election_key)
  UNION ALL
  SELECT endorsed.source_id, NULL, of_state.date
  FROM endorsed
  JOIN core.election USING (election_key)
  JOIN of_state USING (state)
)
SELECT source_id, CAST(min(own) AS VARCHAR) AS own, CAST(min(of_states) AS VARCHAR) AS of_states
FROM days
GROUP BY source_id
ORDER BY source_id`
