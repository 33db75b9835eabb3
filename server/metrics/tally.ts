// Counts the requests that have ended, by route and status, with their durations, and those that a limit refused.

import type { Log, RequestLine } from '../http/log.ts'
import { counter, createHistogram, type Histogram, histogram, type Metric } from './metric.ts'

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

export interface RequestTally {
  /** The log, whose every line of a request is counted too. */
  counting(log: Log): Log
  metrics(): Metric[]
}

interface RouteCount {
  statuses: Map<number, number>
  durations: Histogram
}

export function createRequestTally(): RequestTally {
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
    counting: (log) => ({
      ...log,
      request(line) {
        count(line)
        log.request(line)
      },
    }),
    metrics() {
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
