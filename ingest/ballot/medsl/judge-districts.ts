// Finds the courts whose district numbers a file has wrong, and the questions that are contests elsewhere.

import { slug } from '../../read/identity.ts'
import type { Block } from './block.ts'
import type { Retention } from './retention.ts'

type FindJudge = (text: string) => Retention | undefined

/**
 * The courts of which one number stands for two separate sets of counties, or one county is in two numbers. Their numbers are no ids: a
 * judge's voters are those of the counties that ask about the judge.
 */
export function misnumberedCourts(blocks: readonly Block[], find: FindJudge): ReadonlySet<string> {
  const judges = new Map<string, { court: string; number: string; counties: Set<string> }>()
  for (const { office, district, about, county } of blocks) {
    const found = find(office)
    if (!found || !/^\d/.test(district)) continue
    const key = JSON.stringify([found.office, district, slug(about || found.judge)])
    const held = judges.get(key) ?? { court: found.office, number: district, counties: new Set<string>() }
    held.counties.add(county)
    judges.set(key, held)
  }
  const all = [...judges.values()]
  return new Set(
    all
      .filter((one) =>
        all.some((other) => {
          if (one === other || one.court !== other.court) return false
          const shared = [...one.counties].some((county) => other.counties.has(county))
          return one.number === other.number ? !shared : shared
        }),
      )
      .map(({ court }) => court),
  )
}

/** `JUDGE OF THE SUPREME COURT RETENTION ANN LEE` with `YES` is the line of a candidate, where other counties list the person as one. */
export function withoutFalseQuestions(blocks: readonly Block[], find: FindJudge): Block[] {
  const candidates = new Set(
    blocks.flatMap(({ office, district, persons }) => [...persons.keys()].map((id) => keyOf(office, district, id))),
  )
  return blocks.map((block) => {
    if (block.persons.size > 0 || block.answers.size === 0 || !/ RETENTION\b/.test(block.office)) return block
    const found = find(block.office)
    if (!found || found.judge === '') return block
    const office = found.office.replace(/ RETENTION$/, '')
    const id = slug(found.judge)
    if (!candidates.has(keyOf(office, block.district, id))) return block
    const person = { name: found.judge, at: block.at, votes: 0, lines: 0, precincts: [], parties: [] }
    return { ...block, office, persons: new Map([[id, person]]), answers: new Map() }
  })
}

function keyOf(office: string, district: string, id: string): string {
  return JSON.stringify([office, district, id])
}
