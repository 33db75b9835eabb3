// A metric with its samples, in the form of prom-client's JSON, and the histogram behind it. Counting is a plain addition, because every
// request counts.

import { statSync } from 'node:fs'
import { DEGRADED_CODES } from '../../data/schema/health.ts'
import { type AuditRecord, isStale, type LastRun, type RunRecord } from '../../data/schema/last-run.ts'
import { RUN_OUTCOMES } from '../../data/schema/vocabulary.ts'
import { partsOf } from '../../data/store/bundle.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { Feed } from '../feed/feed.ts'
import type { Streams } from '../feed/stream.ts'
import type { Log, RequestLine } from '../http/log.ts'
import type { ReplyCache } from '../http/reply-body.ts'
import { readCacheUse } from '../read/bundle-cache.ts'
import type { FetchCounts } from '../serving/fetch.ts'
import { findReadiness, type Health, listDegraded } from '../serving/health.ts'

export interface Sample {
  labels: Readonly<Record<string, string | number>>
  value: number
  /** Of a histogram's samples. */
  metricName?: string | undefined
}

export interface Metric {
  name: string
  help: string
  type: 'counter' | 'gauge' | 'histogram'
  /** How the samples of several processes become one. */
  aggregator: Aggregator
  values: readonly Sample[]
}

export type Aggregator = 'sum' | 'max' | 'min'

/** @param values one number, or samples with labels */
export function counter(
  name: string,
  help: string,
  values: number | readonly Sample[],
  aggregator: Aggregator = 'sum',
): Metric {
  return { name, help, type: 'counter', aggregator, values: toSamples(values) }
}

/** @param values one number, or samples with labels; null for a number that is not known */
export function gauge(
  name: string,
  help: string,
  values: number | null | readonly Sample[],
  aggregator: Aggregator = 'max',
): Metric {
  return { name, help, type: 'gauge', aggregator, values: values === null ? [] : toSamples(values) }
}

function toSamples(values: number | readonly Sample[]): readonly Sample[] {
  return typeof values === 'number' ? [{ labels: {}, value: values }] : values
}

export type Histogram = ReturnType<typeof createHistogram>

/** @param bounds rising */
export function createHistogram(bounds: readonly number[]) {
  const counts = [...bounds, Number.POSITIVE_INFINITY].map(() => 0)
  let sum = 0
  return {
    observe(value: number) {
      let at = 0
      while (value > (bounds[at] ?? Number.POSITIVE_INFINITY)) at += 1
      counts[at] = (counts[at] ?? 0) + 1
      sum += value
    },
    samples(name: string, labels: Sample['labels'] = {}): Sample[] {
      let total = 0
      const buckets = counts.map((count, at) => {
        total += count
        return { metricName: `${name}_bucket`, labels: { ...labels, le: bounds[at] ?? '+Inf' }, value: total }
      })
      return [
        ...buckets,
        { metricName: `${name}_sum`, labels, value: sum },
        { metricName: `${name}_count`, labels, value: total },
      ]
    },
  }
}

/** @param histograms samples of one histogram, or of several with labels */
export function histogram(name: string, help: string, values: readonly Sample[]): Metric {
  return { name, help, type: 'histogram', aggregator: 'sum', values }
}

// The numbers of one process: its requests, its streams, the bundle that it serves.

/** Seconds. */
const DELAYS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

interface Watched extends Health {
  feed: Pick<Feed, 'follow' | 'released'>
  streams: Pick<Streams, 'count'>
  cache: Pick<ReplyCache, 'use'>
  tally: Pick<RequestTally, 'metrics'>
  /** Published bundles that this process refused to serve. */
  refusedBundles(): number
  /** Undefined if bundles are on this disk alone. */
  fetches?: (() => FetchCounts) | undefined
  /** Milliseconds since 1970. */
  now(): number
}

/** @returns a function that collects the numbers at that moment */
export function watchProcess(watched: Watched): () => Promise<Metric[]> {
  const { feed, streams, cache, tally, bundles, refusedBundles, fetches, now } = watched
  const delays = createHistogram(DELAYS)
  feed.follow((events) => {
    const last = events.at(-1)
    // The streams are written to within this turn.
    if (last) setImmediate(() => delays.observe(Math.max(0, now() - Date.parse(last.occurred_at)) / 1000))
  })
  return async () => {
    const { hits, misses, bytes } = cache.use()
    const lease = bundles.lease()
    lease?.release()
    const ready = await findReadiness(watched).then(
      () => 1,
      () => 0,
    )
    const begun = new Set(listDegraded(watched).map(({ code }) => code))
    const delay = 'hustings_publish_to_stream_seconds'
    return [
      ...tally.metrics(),
      gauge('hustings_ready', '1 if every process answers data requests.', ready, 'min'),
      gauge(
        'hustings_degraded',
        '1 while the service is degraded for the reason.',
        DEGRADED_CODES.map((reason) => ({ labels: { reason }, value: begun.has(reason) ? 1 : 0 })),
      ),
      gauge('hustings_streams_open', 'Open streams of events.', streams.count(), 'sum'),
      counter(
        'hustings_events_released_total',
        'Sequence number of the last event that the feed has released.',
        feed.released()?.seq ?? 0,
        'max',
      ),
      histogram(
        delay,
        'Seconds from the publication of events until the streams are written to, once for each batch of events.',
        delays.samples(delay),
      ),
      gauge(
        'hustings_publication_served',
        'Number of the publication in service; of several processes, the oldest.',
        lease?.published.publication ?? null,
        'min',
      ),
      gauge(
        'hustings_bundle_served',
        'Number of processes that serve the bundle.',
        lease ? [{ labels: { bundle: lease.bundle.id }, value: 1 }] : null,
        'sum',
      ),
      counter(
        'hustings_bundles_refused_total',
        'Published bundles that could not be opened; the log names each.',
        refusedBundles(),
        'max',
      ),
      ...(fetches ? fetchMetrics(fetches()) : []),
      counter('hustings_cache_lookups_total', 'Answers looked for in the cache, by result.', [
        { labels: { result: 'hit' }, value: hits },
        { labels: { result: 'miss' }, value: misses },
      ]),
      gauge('hustings_cache_bytes', 'Bytes of answers in the cache.', bytes, 'sum'),
      ...bundleCacheMetrics(lease ? [lease.bundle, ...partsOf(lease.bundle)] : []),
    ]
  }
}

/** @param sources the bundle in service and its parts */
function bundleCacheMetrics(sources: readonly object[]): Metric[] {
  const use = readCacheUse(sources)
  return [
    counter(
      'hustings_bundle_cache_lookups_total',
      'Values of bundles looked for in memory, by kind and result.',
      use.flatMap(({ kind, hits, misses }) => [
        { labels: { kind, result: 'hit' }, value: hits },
        { labels: { kind, result: 'miss' }, value: misses },
      ]),
    ),
    gauge(
      'hustings_bundle_cache_bytes',
      'Bytes, about, of the values in memory of the bundle in service, by kind.',
      use.map(({ kind, bytes }) => ({ labels: { kind }, value: bytes })),
      'sum',
    ),
  ]
}

function fetchMetrics({ bytes, ...results }: FetchCounts): Metric[] {
  return [
    counter(
      'hustings_part_fetches_total',
      'Parts fetched from object storage, by result; refused: its bytes are not those of its name.',
      Object.entries(results).map(([result, value]) => ({ labels: { result }, value })),
    ),
    counter('hustings_part_fetched_bytes_total', 'Bytes fetched from object storage.', bytes),
  ]
}

// Counts the requests that have ended, by route and status, with their durations, and those that a limit refused.

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

type RequestTally = ReturnType<typeof createRequestTally>

interface RouteCount {
  statuses: Map<number, number>
  durations: Histogram
}

export function createRequestTally() {
  const counts = new Map<string, RouteCount>()
  /** By the route of the log line, so that a known route costs one look. */
  const byRoute = new Map<string | null, RouteCount>()
  const refusals = new Map<string, number>()

  const openRoute = (route: string | null): RouteCount => {
    const name = nameRoute(route)
    const count = counts.get(name) ?? { statuses: new Map(), durations: createHistogram(DURATIONS) }
    counts.set(name, count)
    byRoute.set(route, count)
    return count
  }
  const count = ({ route, status, duration, refused }: RequestLine): void => {
    const { statuses, durations } = byRoute.get(route) ?? openRoute(route)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    durations.observe(duration / 1000)
    if (status !== 429) return
    const reason = refused ?? 'other'
    refusals.set(reason, (refusals.get(reason) ?? 0) + 1)
  }
  return {
    /** The log, whose every line of a request is counted too. */
    counting: (log: Log): Log => ({
      ...log,
      request(line) {
        count(line)
        log.request(line)
      },
    }),
    metrics(): Metric[] {
      const routes = [...counts]
      const ended = routes.flatMap(([route, { statuses }]) =>
        [...statuses].map(([status, value]) => ({ labels: { route, status }, value })),
      )
      const name = 'hustings_request_duration_seconds'
      const durations = routes.flatMap(([route, count]) => count.durations.samples(name, { route }))
      const refused = [...refusals].map(([reason, value]) => ({ labels: { reason }, value }))
      return [
        counter('hustings_requests_total', 'Requests that have ended, by route template and status.', ended),
        histogram(name, 'Seconds from the first byte of a request to the end of its reply.', durations),
        counter('hustings_requests_refused_total', 'Requests refused by a limit, by reason.', refused),
      ]
    },
  }
}

/** Folders whose paths are many and tell the operator nothing: each counts as one route. */
const FOLDERS = [
  { below: '/assets/', name: '/assets/{file}' },
  { below: '/docs/', name: '/docs/{page}' },
]

function nameRoute(route: string | null): string {
  if (route === null) return 'none'
  return FOLDERS.find(({ below }) => route.startsWith(below))?.name ?? route
}

// The numbers of the data folder, which are the same for every process: the newest publication, the last run, the sources, the logs of the
// databases.

export interface WatchedFolder {
  paths: Pick<Paths, 'state' | 'usage'>
  state: Pick<ServiceStore, 'head'>
  lastRun(): LastRun | null
}

export async function collectFolder({ paths, state, lastRun }: WatchedFolder): Promise<Metric[]> {
  // The other numbers stay readable while the state is not.
  const head = await state.head().catch(() => undefined)
  const record = lastRun()
  return [
    gauge('hustings_publication_newest', 'Number of the newest publication.', head?.publication ?? null),
    counter(
      'hustings_events_published_total',
      'Sequence number of the last published event; it begins again with a new epoch of the feed.',
      head ? head.seq : [],
      'max',
    ),
    gauge('hustings_wal_bytes', 'Size of the write-ahead log of a database.', [
      { labels: { database: 'state' }, value: sizeOf(`${paths.state}-wal`) },
      { labels: { database: 'usage' }, value: sizeOf(`${paths.usage}-wal`) },
    ]),
    ...sourceMetrics(record),
    gauge(
      'hustings_unpublished_nights',
      'Days on which a nightly began since the last publication; 0 after one.',
      record ? (record.unpublished?.nights ?? 0) : null,
    ),
    ...(record?.run ? runMetrics(record.run) : []),
    ...(record?.audit ? auditMetrics(record.audit) : []),
  ]
}

function sourceMetrics(record: LastRun | null): Metric[] {
  const sources = Object.entries(record?.sources ?? {})
  const samples = (find: (source: LastRun['sources'][string]) => number | null): Sample[] =>
    sources.flatMap(([source, about]) => {
      const value = find(about)
      return value === null ? [] : [{ labels: { source, kind: about.kind }, value }]
    })
  return [
    gauge(
      'hustings_source_checked_timestamp_seconds',
      'When the source was last read, or found unchanged.',
      samples(({ checked_at }) => toSeconds(checked_at)),
    ),
    gauge(
      'hustings_source_published_timestamp_seconds',
      "The publisher's date of the rows in service.",
      samples(({ published_on }) => toSeconds(published_on)),
    ),
    gauge(
      'hustings_source_failed_nights',
      'Days in a row on which the source failed; 0 after a good reading.',
      samples(({ failed_nights }) => failed_nights),
    ),
    gauge(
      'hustings_source_held_back',
      '1 while the guard holds the source back, because it lost too many rows at once.',
      samples(({ held_back }) => (held_back ? 1 : 0)),
    ),
    gauge(
      'hustings_source_stale',
      '1 while the source answers, but its content has not changed for longer than expected.',
      samples((source) => (isStale(source) ? 1 : 0)),
    ),
  ]
}

function runMetrics({ command, began_at, ended_at, outcome, steps = [] }: RunRecord): Metric[] {
  const ended = toSeconds(ended_at)
  return [
    gauge('hustings_run_began_timestamp_seconds', 'When the last run began.', [
      { labels: { command }, value: toSeconds(began_at) ?? 0 },
    ]),
    gauge(
      'hustings_run_ended_timestamp_seconds',
      'When the last run ended; absent while it runs.',
      ended === null ? null : [{ labels: { command }, value: ended }],
    ),
    gauge(
      'hustings_run_outcome',
      '1 for the outcome of the last run.',
      RUN_OUTCOMES.map((one) => ({ labels: { command, outcome: one }, value: one === outcome ? 1 : 0 })),
    ),
    gauge(
      'hustings_run_step_seconds',
      'Seconds that each step of the last run took.',
      steps.map(({ step, seconds }) => ({ labels: { command, step }, value: seconds })),
    ),
    gauge(
      'hustings_run_step_failed',
      '1 for the step in which the last run failed.',
      steps.map(({ step, failed }) => ({ labels: { command, step }, value: failed ? 1 : 0 })),
    ),
  ]
}

function auditMetrics({ at, questions }: AuditRecord): Metric[] {
  const samples = (find: (question: AuditRecord['questions'][number]) => number): Sample[] =>
    questions.map((question) => ({ labels: { question: question.id }, value: find(question) }))
  return [
    gauge('hustings_audit_timestamp_seconds', 'When the last audit ended.', toSeconds(at)),
    gauge(
      'hustings_audit_asked',
      'Answers that the question was asked for in the last audit.',
      samples(({ asked }) => asked),
    ),
    gauge(
      'hustings_audit_failed',
      'Wrong answers outside the known gaps in the last audit.',
      samples(({ failed }) => failed),
    ),
    gauge(
      'hustings_audit_broken',
      '1 for a question that fails and held in an earlier publication.',
      samples(({ broken }) => (broken === null ? 0 : 1)),
    ),
  ]
}

function toSeconds(instant: string | null): number | null {
  return instant === null ? null : Date.parse(instant) / 1000
}

/** 0 for a file that is not there. */
function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
