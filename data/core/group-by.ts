/** In the order of the items. Node.js 20 has no Map.groupBy. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}

/** The distinct values of each key, in the order of the pairs. */
export function valuesByKey<Key, Value>(pairs: Iterable<readonly [Key, Value]>): Map<Key, Set<Value>> {
  const values = new Map<Key, Set<Value>>()
  for (const [key, value] of pairs) values.set(key, (values.get(key) ?? new Set()).add(value))
  return values
}

export function sumBy<Item>(items: Iterable<Item>, numberOf: (item: Item) => number): number {
  let sum = 0
  for (const item of items) sum += numberOf(item)
  return sum
}
