// What `hustings size` reckons with. test/bench/capacity.ts measures these costs.

export interface Cost {
  what: string
  value: number
  unit: string
  source: string
}

export const COSTS = {
  read_cpu: { what: 'answer that many ask for', value: 1, unit: 'µs of a core', source: '' },
} satisfies Record<string, Cost>
