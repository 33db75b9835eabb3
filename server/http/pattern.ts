/** `/v1/contests/{id}` → a pattern that takes exactly this spelling, with the segment as a named group. */
export function toPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}
