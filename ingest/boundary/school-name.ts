// School districts by name: boundary files without ids say "Carteret County Schools" where the project says "carteret county public schools".

import { folded } from '../../data/schema/fold.ts'

export interface Named {
  name: string
}

const LONG_FORMS: Readonly<Record<string, string>> = {
  co: 'county',
  comm: 'community',
  cons: 'consolidated',
  csd: 'community school district',
  dist: 'district',
  ind: 'independent',
  sch: 'schools',
  sd: 'school district',
  st: 'saint',
  twp: 'township',
}
/** What every school district may or may not call itself; "city", "county", "area" and the like tell districts apart. */
const GENERIC = new Set(['district', 'of', 'public', 'school', 'schools', 'system', 'the'])

/** Abbreviations written out, punctuation as spaces. */
export function toSchoolWords(name: string): string {
  const words = folded(name)
    .replace(/['’]/g, '')
    .split(/[^a-z0-9]+/)
  return words.flatMap((word) => (word === '' ? [] : [LONG_FORMS[word] ?? word])).join(' ')
}

/** Without the words that every district may have. */
export function toSchoolCore(name: string): string {
  const words = toSchoolWords(name).split(' ')
  return words.filter((word) => !GENERIC.has(word)).join(' ')
}

/**
 * Pairs each drawn name with the division of the same words; then, among what is left, with the one of the same core. A
 * name that two on either side share pairs with none: a wrong district is worse than a minted one.
 */
export function matchSchools<Division extends Named>(
  names: readonly string[],
  divisions: readonly Division[],
): Map<string, Division> {
  const matches = new Map<string, Division>()
  for (const toKey of [toSchoolWords, toSchoolCore]) {
    const taken = new Set(matches.values())
    const free = groupBy(
      divisions.filter((division) => !taken.has(division)),
      ({ name }) => toKey(name),
    )
    const open = groupBy(
      names.filter((name) => !matches.has(name)),
      toKey,
    )
    for (const [key, [name, ...otherNames]] of open) {
      const [division, ...otherDivisions] = free.get(key) ?? []
      if (key !== '' && name !== undefined && division && otherNames.length + otherDivisions.length === 0)
        matches.set(name, division)
    }
  }
  return matches
}

/** The divisions that share most words with a name, best first, at most three. */
export function findLikely<Division extends Named>(name: string, divisions: readonly Division[]): Division[] {
  const words = new Set(toSchoolCore(name).split(' '))
  const scored = divisions.map((division) => {
    const others = new Set(toSchoolCore(division.name).split(' '))
    const shared = [...words].filter((word) => word !== 'county' && others.has(word)).length
    return { division, score: (2 * shared) / (words.size + others.size) }
  })
  return scored
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || (a.division.name < b.division.name ? -1 : 1))
    .slice(0, 3)
    .map(({ division }) => division)
}

function groupBy<Item>(items: readonly Item[], toKey: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
