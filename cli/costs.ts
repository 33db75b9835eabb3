// What `hustings size` reckons with. test/bench/capacity.ts measures these costs.

export interface Cost {
  what: string
  value: number
  unit: string
  source: string
}

export const COSTS = {
  read_cpu: { what: 'answer that many ask for', value: 1, unit: 'µs of a core', source: '' },
  ballot_cpu: { what: '', value: 1, unit: '', source: '' },
  stream_cpu: { what: '', value: 1, unit: '', source: '' },
  delivery_cpu: { what: '', value: 1, unit: '', source: '' },
  bundle_base: { what: '', value: 1, unit: '', source: '' },
  contests: { what: '', value: 1, unit: '', source: '' },
  contest_bytes: { what: '', value: 1, unit: '', source: '' },
  worker_memory: { what: '', value: 1, unit: '', source: '' },
  stream_memory: { what: '', value: 1, unit: '', source: '' },
  read_bytes: { what: '', value: 1, unit: '', source: '' },
  ballot_bytes: { what: '', value: 1, unit: '', source: '' },
  event_bytes: { what: '', value: 1, unit: '', source: '' },
  stream_bytes: { what: '', value: 1, unit: '', source: '' },
  worker_statements: { what: '', value: 1, unit: '', source: '' },
  limit_statements: { what: '', value: 1, unit: '', source: '' },
} satisfies Record<string, Cost>
