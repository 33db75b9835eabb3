// The costs that `hustings size` multiplies. test/bench/capacity.ts measures them; docs/capacity.md shows them with the error of the model.

export interface Cost {
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
