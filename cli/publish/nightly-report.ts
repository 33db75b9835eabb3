// The report of a nightly run, and its comparison with the previous one.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { BuildReport, ElectionReport } from '../../build/build.ts'
import type { PublishReport } from '../../build/publish/publish.ts'
import type { AuditRecord, DataAge, RunRecord } from '../../data/schema/last-run.ts'
import type { IngestReport } from '../../ingest/engine/report.ts'
import type { StaleSource } from './stale.ts'

export interface NightlyReport {
  seconds: number
  ingest: IngestReport
  /** Rows held after the run, by table. */
  rows: Record<string, number>
  build: BuildReport
  publish: PublishReport
  /** Compared with the last nightly; null for the first. */
  changed: ElectionChange[] | null
  /** The run before this one. */
  last_run: RunRecord | null
  /** How old each kind of data is. */
  data: DataAge[]
  /** Sources whose rows in service may be old. */
  stale: StaleSource[]
  /** Of this publication; null with --no-audit, for the sample, and if the audit did not end. */
  audit: AuditRecord | null
  /** The file of this report. */
  report: string
}

/** Changes of an election's counts. A new election counts all its rows; a removed one counts them below zero. */
export interface ElectionChange {
  slug: string
  contests: number
  choices: number
}

type Counts = Pick<ElectionReport, 'slug' | 'contests' | 'choices'>

const lastReport = z.object({
  build: z.object({
    elections: z.array(z.object({ slug: z.string(), contests: z.number(), choices: z.number() })),
  }),
})

/** The newest readable nightly report; runs that only ingested have none. */
export function findLastNightly(reports: string): z.infer<typeof lastReport> | undefined {
  if (!statSync(reports, { throwIfNoEntry: false })) return undefined
  for (const folder of readdirSync(reports).sort().reverse()) {
    const file = join(reports, folder, 'nightly.json')
    if (!statSync(file, { throwIfNoEntry: false })) continue
    const parsed = lastReport.safeParse(parseJson(readFileSync(file, 'utf8')))
    if (parsed.success) return parsed.data
  }
  return undefined
}

export function compareElections(
  before: readonly Counts[] | undefined,
  after: readonly Counts[],
): ElectionChange[] | null {
  if (!before) return null
  const changes = new Map<string, ElectionChange>()
  const add = ({ slug, contests, choices }: Counts, sign: 1 | -1): void => {
    const known = changes.get(slug) ?? { slug, contests: 0, choices: 0 }
    changes.set(slug, { slug, contests: known.contests + sign * contests, choices: known.choices + sign * choices })
  }
  for (const election of after) add(election, 1)
  for (const election of before) add(election, -1)
  return [...changes.values()]
    .filter(({ contests, choices }) => contests !== 0 || choices !== 0)
    .sort((a, b) => (a.slug < b.slug ? -1 : 1))
}

/** Ignores a report that a crash has truncated. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
