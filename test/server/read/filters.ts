// Drawn filters of a list, for comparison with brute force.

import fc from 'fast-check'

type Filters = readonly (readonly [name: string, values: readonly string[]])[]

/** Up to four parameters with up to four of their values; of the single ones, one. */
export function anyFilters(
  values: Readonly<Record<string, readonly string[]>>,
  single: readonly string[] = [],
): fc.Arbitrary<Filters> {
  const filter = fc.constantFrom(...Object.keys(values)).chain((name) => {
    const some = fc.constantFrom(...(values[name] ?? []))
    return fc.tuple(fc.constant(name), fc.uniqueArray(some, { minLength: 1, maxLength: single.includes(name) ? 1 : 4 }))
  })
  return fc.uniqueArray(filter, { maxLength: 4, selector: ([name]) => name })
}

export function queryOf(filters: Filters): string {
  return filters.map(([name, values]) => `${name}=${values.join(',')}`).join('&')
}
