// robots.txt of a site (RFC 9309): whether a program may request a path.

interface Rule {
  allows: boolean
  /** A path; `*` stands for any text, and `$` at the end for the end. */
  path: string
}

interface Group {
  agents: string[]
  rules: Rule[]
}

/** As the RFC permits: a longer file is cut. */
const ROBOTS_LENGTH_MAX = 500 * 1024
const ROBOTS_LINE = /^\s{0,100}([a-z-]{1,40})\s{0,100}:([^#]{0,2000})/i

/** @param agent the product name in lower case @param path with its query. The longest matching rule decides; of equal ones, allow. */
export function isAllowed(robots: string, agent: string, path: string): boolean {
  if (path === '/robots.txt') return true
  const groups = parseGroups(robots.slice(0, ROBOTS_LENGTH_MAX))
  const own = groups.filter(({ agents }) => agents.includes(agent))
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap((one) => one.rules)
  const [best] = rules
    .filter((rule) => rule.path !== '' && matches(decode(rule.path), decode(path)))
    .sort((a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows))
  return best?.allows ?? true
}

function parseGroups(robots: string): Group[] {
  const groups: Group[] = []
  let isNaming = false
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = ROBOTS_LINE.exec(line.replace(/^\uFEFF/, '')) ?? []
    const [name, text] = [key.toLowerCase(), value.trim()]
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(text.toLowerCase())
      isNaming = true
    } else if (name === 'allow' || name === 'disallow') {
      groups.at(-1)?.rules.push({ allows: name === 'allow', path: text })
      isNaming = false
    }
  }
  return groups
}

/** Each piece is found from left to right, so that no rule takes long. */
function matches(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const [first = '', ...pieces] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? pieces.pop() : undefined
  if (isWhole && last === undefined) return path === first
  let at = first.length
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
