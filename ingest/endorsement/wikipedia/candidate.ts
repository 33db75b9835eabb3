// The candidate that an endorsements box names: `Ann Example (D) (withdrew)`.

export interface BoxCandidate {
  name: string
  party: string | null
}

const PARTIES: Readonly<Record<string, string>> = {
  D: 'Democratic',
  DFL: 'Democratic',
  R: 'Republican',
  L: 'Libertarian',
  G: 'Green',
  I: 'Independent',
}

/** Every bracket at the end is taken off. Undefined for a box of a stance, such as `Declined to endorse`. */
export function parseCandidate(title: string): BoxCandidate | undefined {
  let name = title
    .replace(/\[[^\][]*\]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  let party: string | null = null
  for (let found = TAIL.exec(name); found; found = TAIL.exec(name)) {
    const said = (found[1] ?? '').trim()
    party = PARTIES[said.toUpperCase()] ?? (/^[A-Z][a-z]+$/.test(said) && PARTY_NAMES.has(said) ? said : party)
    name = name.slice(0, found.index).trim()
  }
  name = name
    .replace(/^(?:endorsements? (?:for|of) )/i, '')
    .replace(/[’']s endorsements$/i, '')
    .replace(/^hide(?=[A-Z])/, '')
  return name === '' || STANCE.test(name) ? undefined : { name, party }
}

const TAIL = / ?\(([^()]*)\)$/
const PARTY_NAMES = new Set(Object.values(PARTIES))
const STANCE =
  /^(?:declined|did not endorse|no endorsement|neutral|withdrawn|rescinded|former endorsements|opposed|endorsements?$|none\b)/i
