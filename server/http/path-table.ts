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

/** Finds a path by one look-up of the whole path or of all but its last segment; a path whose folder has a name too, by its pattern. */
export function createPathTable<Value>(
  table: ReadonlyMap<string, Value>,
): (pathname: string) => FoundPath<Value> | undefined {
  const exact = new Map<string, FoundPath<Value>>()
  const named = new Map<string, { path: string; value: Value; pattern: RegExp }>()
  const nested: { path: string; value: Value; pattern: RegExp }[] = []
  for (const [path, value] of table)
    if (folderOf(path).includes('{')) nested.push({ path, value, pattern: toPattern(path) })
    else if (path.includes('{')) named.set(folderOf(path), { path, value, pattern: toPattern(path) })
    else exact.set(path, { path, value, params: NO_PARAMS })
  return (pathname) => {
    const whole = exact.get(pathname)
    if (whole) return whole
    const { path, value, pattern } =
      named.get(folderOf(pathname)) ?? nested.find((one) => one.pattern.test(pathname)) ?? {}
    const segments = pattern?.exec(pathname)?.groups
    if (path === undefined || value === undefined || !segments) return undefined
    return { path, value, params: pathname.includes('%') ? decoded(segments) : segments }
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1)
}

function decoded(segments: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(segments).map(([name, text]) => [name, decode(text)]))
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
