/**
 * Merges the contest orders of the ballot styles. A contest precedes another if a style lists it first, unless another style
 * disagrees. Contests that the styles do not order keep the order of `ids`.
 */
export function orderByStyles(ids: readonly string[], styles: Iterable<readonly string[]>): string[] {
  const known = new Set(ids)
  const after = new Map<string, Set<string>>(ids.map((id) => [id, new Set()]))
  for (const style of styles) {
    const listed = style.filter((id) => known.has(id))
    for (const [index, id] of listed.entries()) {
      const next = listed[index + 1]
      if (next !== undefined && next !== id) after.get(next)?.add(id)
    }
  }
  const left = new Set(ids)
  const ordered: string[] = []
  while (left.size > 0) {
    const next = firstFree(left, after)
    left.delete(next)
    ordered.push(next)
  }
  return ordered
}

/** If contradictory styles leave no contest free, the feed's own order decides. */
function firstFree(left: ReadonlySet<string>, after: ReadonlyMap<string, ReadonlySet<string>>): string {
  for (const id of left) if (![...(after.get(id) ?? [])].some((before) => left.has(before))) return id
  const [first = ''] = left
  return first
}
