// Lines of a legislature that lost their district: it is that of the same candidates' other lines.

import { type Block, joinPersons } from './block.ts'

const LEGISLATURE: ReadonlySet<string> = new Set(['US HOUSE', 'STATE HOUSE', 'STATE SENATE'])

/** A candidate stands in one district; one whom the file has in none, or in several, stays without. */
export function withLostDistricts(blocks: readonly Block[]): Block[] {
  const districts = indexDistricts(blocks)
  const placed = new Map(blocks.map((block) => [keyOf(block), block]))
  for (const block of blocks.filter(isLost))
    for (const [id, person] of block.persons) {
      const [district, ...more] = districts.get(`${block.office}|${id}`) ?? []
      if (district === undefined || more.length > 0) continue
      const moved = { ...block, district, persons: new Map([[id, person]]) }
      const held = placed.get(keyOf(moved))
      placed.set(keyOf(moved), held ? { ...held, persons: joinPersons(held.persons, moved.persons) } : moved)
      const left = placed.get(keyOf(block)) ?? block
      placed.set(keyOf(block), { ...left, persons: new Map([...left.persons].filter(([other]) => other !== id)) })
    }
  return [...placed.values()]
}

function isLost({ office, district }: Block): boolean {
  return district === '' && LEGISLATURE.has(office)
}

function indexDistricts(blocks: readonly Block[]): Map<string, Set<string>> {
  const districts = new Map<string, Set<string>>()
  for (const { office, district, persons } of blocks.filter(({ district }) => district !== ''))
    for (const id of persons.keys()) {
      const key = `${office}|${id}`
      districts.set(key, (districts.get(key) ?? new Set()).add(district))
    }
  return districts
}

function keyOf({ office, district, county, town, special, about }: Block): string {
  return JSON.stringify([office, district, county, town, special, about])
}
