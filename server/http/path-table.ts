/** `/v1/contests/{id}` → a pattern that matches exactly this path, with the segment as a named group. */
export function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

export interface FoundPath<Value> {
  /** As written in the table: `/v1/contests/{id}`. */
  path: string
  value: Value
  /** The named segment, decoded; as sent if it is malformed. */
  params: Readonly<Record<string, string>>
}

const NO_PARAMS = {}

/** Finds a path by one look-up of the whole path or of all but its last segment; a path with another name, by its pattern. */
export function createPathTable<Value>(
  table: ReadonlyMap<string, Value>,
): (pathname: string) => FoundPath<Value> | undefined {
  const exact = new Map<string, FoundPath<Value>>()
  const named = new Map<string, { path: string; value: Value; name: string }>()
  const nested: { path: string; value: Value; pattern: RegExp }[] = []
  for (const [path, value] of table) {
    const [, folder, name] = NAMED_LAST.exec(path) ?? []
    if (folder !== undefined && name !== undefined) named.set(folder, { path, value, name })
    else if (path.includes('{')) nested.push({ path, value, pattern: toPattern(path) })
    else exact.set(path, { path, value, params: NO_PARAMS })
  }
  return (pathname) => {
    const whole = exact.get(pathname)
    if (whole) return whole
    const end = pathname.lastIndexOf('/') + 1
    const last = named.get(pathname.slice(0, end))
    if (last && end < pathname.length)
      return { path: last.path, value: last.value, params: { [last.name]: decode(pathname.slice(end)) } }
    for (const { path, value, pattern } of nested) {
      const segments = pattern.exec(pathname)?.groups
      if (segments) return { path, value, params: decoded(segments) }
    }
    return undefined
  }
}

/** A path whose only name is its whole last segment. */
const NAMED_LAST = /^([^{]*\/)\{(\w+)\}$/

function decoded(segments: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(segments).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
