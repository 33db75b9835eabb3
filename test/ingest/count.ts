/** How many items have each key. */
export function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string = String): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const item of items) counts[keyOf(item)] = (counts[keyOf(item)] ?? 0) + 1
  return counts
}
