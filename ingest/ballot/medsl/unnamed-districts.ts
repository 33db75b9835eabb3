// Boards elected by districts that the file does not name: people who stand in the same precincts are one contest, others another.

import { countChanges } from '../../../data/schema/edit-distance.ts'
import { type ReadBlock, SPANNING, textOf } from './join.ts'
import { inAnyOrder, SPELLING_CHANGES_MAX } from './persons.ts'
import { isBoard } from './seats.ts'

/** Share of the precincts of the person with more: people of two districts have less in common, the precincts that the line between them cuts. */
const SAME_SHARE = 0.4
/** Share of the precincts of the person with fewer: someone with few votes has none in many precincts of the contest. */
const WITHIN_SHARE = 0.9
/** With fewer votes, a person's precincts say nothing. */
const VOTES_MIN = 25

export function splitDistricts(groups: readonly ReadBlock[][]): ReadBlock[][] {
  return joinShared(groups).flatMap(split)
}

/** Blocks of one text that share a person, over any number of counties, are those of one body. */
function joinShared(groups: readonly ReadBlock[][]): ReadBlock[][] {
  const joined = new Set<ReadBlock[]>()
  const known = new Map<string, ReadBlock[]>()
  for (const group of groups) {
    const held = new Set(keysOf(group).flatMap((key) => known.get(key) ?? []))
    const whole = held.size === 0 ? group : [...held, ...group]
    for (const key of keysOf(whole)) {
      joined.delete(known.get(key) ?? group)
      known.set(key, whole)
    }
    joined.add(whole)
  }
  return [...joined]
}

function keysOf(group: readonly ReadBlock[]): string[] {
  return group.flatMap(({ block, reading: { office, scope } }) =>
    scope === 'county' && SPANNING.has(office.level) && !isQuestion(office)
      ? [...block.persons.keys()].map((id) => JSON.stringify([textOf(block), id]))
      : [],
  )
}

function isQuestion({ measure_code, retention }: ReadBlock['reading']['office']): boolean {
  return measure_code !== undefined || retention === true
}

/** One group for each district, as far as the precincts leave no doubt. */
function split(group: ReadBlock[]): ReadBlock[][] {
  if (group.some(({ reading: { office } }) => isQuestion(office) || !isBoard(office))) return [group]
  const ids = [...new Set(group.flatMap(({ block }) => [...block.persons.keys()]))]
  if (ids.length < 2 || ids.some((id) => votesOf(group, id) < VOTES_MIN)) return [group]
  const isSame = comparePrecincts(group)
  let districts: string[][] = []
  for (const id of ids) {
    const own = districts.filter((others) => others.some((other) => isSame(id, other)))
    districts = [...districts.filter((others) => !own.includes(others)), [...own.flat(), id]]
  }
  return districts.length < 2 ? [group] : districts.map((district) => withPeople(group, new Set(district)))
}

function votesOf(group: readonly ReadBlock[], id: string): number {
  return group.reduce((sum, { block }) => sum + (block.persons.get(id)?.votes ?? 0), 0)
}

/** Whether two people may stand in one district. */
function comparePrecincts(group: readonly ReadBlock[]): (first: string, second: string) => boolean {
  const counties = group.map(
    ({ block }) => new Map([...block.persons].map(([id, person]) => [id, new Set(person.precincts)])),
  )
  const sizeOf = (id: string): number => counties.reduce((sum, county) => sum + (county.get(id)?.size ?? 0), 0)
  return (first, second) => {
    if (inAnyOrder(first) === inAnyOrder(second) || countChanges(first, second) <= SPELLING_CHANGES_MAX) return true
    let shared = 0
    for (const county of counties)
      for (const precinct of county.get(first) ?? []) if (county.get(second)?.has(precinct)) shared++
    const sizes = [sizeOf(first), sizeOf(second)]
    return shared >= SAME_SHARE * Math.max(...sizes) || shared >= WITHIN_SHARE * Math.min(...sizes)
  }
}

function withPeople(group: readonly ReadBlock[], ids: ReadonlySet<string>): ReadBlock[] {
  return group.flatMap((one) => {
    const persons = new Map([...one.block.persons].filter(([id]) => ids.has(id)))
    return persons.size === 0 ? [] : [{ ...one, block: { ...one.block, persons } }]
  })
}
