// `hustings size`: what a load needs, from measured costs. test/bench/capacity.ts measures the costs and the error of the model; docs/capacity.md
// states both.

import { type Command, InvalidArgumentError, Option } from 'commander'
import { type CommonOptions, withCommonOptions } from '../options.ts'
import { entry, formatCount, printJson, printLine, printTable } from '../output.ts'

interface SizeOptions extends CommonOptions {
  requests: number
  streams: number
  ballots: number
  events: number
  states: number
  years: number
  cores: number
}

export function addSize(program: Command): void {
  withCommonOptions(
    program.command('size').description('estimate the servers, memory, disk and database that a load needs'),
  )
    .addOption(rate('--requests <n/s>', 'requests a second').makeOptionMandatory())
    .addOption(whole('--streams <n>', 'streams open at once').default(0))
    .addOption(
      whole('--ballots <percent>', 'share of the requests that are ballots or answers for one place').default(20),
    )
    .addOption(rate('--events <n/s>', 'events a second, each to every stream').default(1))
    .addOption(whole('--states <n>', 'states whose data is held').default(51))
    .addOption(whole('--years <n>', 'years of elections that are held').default(1))
    .addOption(whole('--cores <n>', 'processor cores of one server').default(8))
    .addHelpText(
      'after',
      `
The costs were measured: the last table names where. docs/capacity.md states the model and its error. Measure a server of your own before you buy.`,
    )
    .action((options: SizeOptions) => {
      const { requests, streams, events, states, years, cores } = options
      const load: Load = { requests, streams, events, states, years, ballots: Math.min(1, options.ballots / 100) }
      const needs = estimate(load, { cores: Math.max(1, cores) })
      if (options.json) printJson({ load, cores, ...needs, costs: COSTS })
      else print(needs, cores)
    })
}

function print(needs: Needs, cores: number): void {
  const { servers, busy_cores, memory, disk, egress, statements } = needs
  const busy = busy_cores.requests + busy_cores.deliveries
  const spare = servers === 1 ? 'a second one if reads must survive its loss' : 'and one more, so that one may be lost'
  printLine(entry('Servers', `${formatCount(servers)} of ${formatCount(cores)} cores, ${spare}`))
  printLine(
    entry(
      'Cores',
      `${busy.toFixed(1)} busy (requests ${busy_cores.requests.toFixed(1)}, events to streams ${busy_cores.deliveries.toFixed(1)}), at most ${BUSY_SHARE * 100} % of all`,
    ),
  )
  printLine(entry('Memory', `${gigabytes(memory)} in each server, and the bundle in the page cache`))
  printLine(entry('Disk', `${gigabytes(disk)} in each server, for two bundles`))
  printLine(entry('Egress', `${((egress * 8) / 1e9).toFixed(2)} Gbit/s in all`))
  printLine(
    entry(
      'PostgreSQL',
      servers === 1
        ? 'none: one server keeps its state in a file'
        : `${formatCount(Math.ceil(statements.idle + statements.limits))} statements a second (${formatCount(Math.ceil(statements.limits))} for limits)`,
    ),
  )
  printLine('')
  printTable({
    columns: ['cost of one', 'value', 'unit', 'source'],
    rows: Object.values(COSTS).map(({ what, value, unit, source }) => [what, formatCount(value), unit, source]),
  })
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`
}

function whole(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) => parse(text, /^\d{1,12}$/, 'a whole number'))
}

function rate(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text) =>
    parse(text, /^\d{1,12}(\.\d{1,6})?(\/s)?$/, 'a number a second, such as 10000/s'),
  )
}

function parse(text: string, pattern: RegExp, expected: string): number {
  if (!pattern.test(text)) throw new InvalidArgumentError(`Expected ${expected}.`)
  return Number(text.replace('/s', ''))
}

// The model, which is linear.

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

interface Machine {
  /** Of one server. */
  cores: number
}

interface Needs {
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
const BUSY_SHARE = 0.5
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

// The costs that the model multiplies.

interface Cost {
  what: string
  value: number
  unit: string
  /** Where it was measured. */
  source: string
}

export const COSTS = {
  read_cpu: {
    what: 'answer that many ask for',
    value: 58,
    unit: 'µs of a core',
    source: 'test/bench/capacity.ts',
  },
  ballot_cpu: {
    what: 'ballot of one place',
    value: 130,
    unit: 'µs of a core',
    source: 'test/bench/capacity.ts',
  },
  delivery_cpu: {
    what: 'event to one stream',
    value: 6.7,
    unit: 'µs of a core',
    source: 'test/bench/capacity.ts',
  },
  read_bytes: {
    what: 'answer that many ask for, without compression',
    value: 7600,
    unit: 'bytes',
    source: 'test/bench/capacity.ts',
  },
  ballot_bytes: {
    what: 'ballot, without compression',
    value: 15_500,
    unit: 'bytes',
    source: 'test/bench/capacity.ts',
  },
  event_bytes: {
    what: 'event on one stream',
    value: 960,
    unit: 'bytes',
    source: 'test/bench/capacity.ts',
  },
  stream_memory: {
    what: 'open stream',
    value: 16_500,
    unit: 'bytes of memory',
    source: 'test/bench/capacity.ts',
  },
  streams_most: {
    what: 'process of a server, at most',
    value: 10_000,
    unit: 'open streams',
    source: 'test/bench/feed.ts: the most that was measured',
  },
  worker_memory: {
    what: 'process of a server, without streams',
    value: 117_000_000,
    unit: 'bytes of memory',
    source: 'test/bench/capacity.ts',
  },
  worker_statements: {
    what: 'idle process of a server',
    value: 4.4,
    unit: 'transactions of PostgreSQL a second',
    source: 'test/bench/capacity.ts',
  },
  limit_statements: {
    what: 'server that counts requests, at most',
    value: 250,
    unit: 'statements of PostgreSQL a second',
    source: 'docs/rules.md#limits: one batch in 4 ms',
  },
  bundle_base: {
    what: 'bundle before more contests: the largest that was timed',
    value: 275_000_000,
    unit: 'bytes of disk',
    source: 'docs/operator.md',
  },
  contests: {
    what: 'state and year',
    value: 607,
    unit: 'contests',
    source: 'docs/coverage/README.md: mean of the newest general elections',
  },
  contest_bytes: {
    what: 'contest',
    value: 21_000,
    unit: 'bytes of disk',
    source: 'test/bench/capacity.ts',
  },
} as const satisfies Record<string, Cost>
