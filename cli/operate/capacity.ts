// How much a load needs. The model is linear: docs/capacity.md states it, and test/bench/capacity.ts measures its costs and its error.

import { COSTS } from './costs.ts'

export interface Load {
  /** A second. */
  requests: number
  /** Share of the requests that are ballots or other answers computed for one place, 0 to 1. The others are answers that many ask for. */
  ballots: number
  /** Open at once. */
  streams: number
  /** Events a second, each to every stream. */
  events: number
  states: number
  years: number
}

export interface Machine {
  /** Of one server. */
  cores: number
}

export interface Needs {
  /** Without a spare one. */
  servers: number
  /** Busy on average, in all servers. */
  busy_cores: { requests: number; deliveries: number }
  /** Of each server, in bytes. */
  memory: number
  /** Of each server, in bytes: two bundles, because the next one is there before the present one goes. */
  disk: number
  /** In all, in bytes a second. */
  egress: number
  /** Of PostgreSQL, a second. One server needs none. */
  statements: { idle: number; limits: number }
}

/** Share of its cores that a server may have busy: the rest takes bursts, and the load of a server that is lost. */
export const BUSY_SHARE = 0.5
const MILLION = 1e6

export function estimate(load: Load, { cores }: Machine): Needs {
  const { requests, ballots, streams, events, states, years } = load
  const cost = (name: keyof typeof COSTS): number => COSTS[name].value
  const busy_cores = {
    requests: (requests * ((1 - ballots) * cost('read_cpu') + ballots * cost('ballot_cpu'))) / MILLION,
    deliveries: (streams * events * cost('delivery_cpu')) / MILLION,
  }
  const busy = busy_cores.requests + busy_cores.deliveries
  // More streams in one process were never measured.
  const processes = Math.max(busy / BUSY_SHARE, streams / cost('streams_most'))
  const servers = Math.max(1, Math.ceil(processes / cores))
  const bundle = cost('bundle_base') + states * years * cost('contests') * cost('contest_bytes')
  return {
    servers,
    busy_cores,
    memory: cores * cost('worker_memory') + (streams / servers) * cost('stream_memory'),
    disk: 2 * bundle,
    egress:
      requests * ((1 - ballots) * cost('read_bytes') + ballots * cost('ballot_bytes')) +
      streams * events * cost('event_bytes'),
    statements: {
      idle: servers === 1 ? 0 : servers * cores * cost('worker_statements'),
      limits: servers === 1 ? 0 : Math.min(requests, servers * cost('limit_statements')),
    },
  }
}
