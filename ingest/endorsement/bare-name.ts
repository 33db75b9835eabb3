// A candidate's name without what one listing prints and another leaves out.

import { placeFolded } from '../../data/schema/fold.ts'

const HONORIFICS = new Set(['dr', 'hon', 'miss', 'mr', 'mrs', 'ms', 'mx', 'prof', 'rep', 'rev', 'sen', 'sr', 'sra'])
const GENERATIONS = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v'])
const DEGREES = new Set(['dds', 'edd', 'esq', 'jd', 'md', 'phd'])

export interface BareName {
  /** Folded, without honorifics, nicknames, generation and degrees. */
  name: string
  /** `jr`, `sr`, `ii`, …; null where none is said. */
  generation: string | null
}

/** Of `Ms. Jane "Janey" Doe, Jr.`: `jane doe`, generation `jr`. */
export function bareName(text: string): BareName {
  const words = placeFolded(text.replace(/["“”][^"“”]*["“”]|\([^()]*\)/g, ' ')).split(' ')
  while (words.length > 1 && HONORIFICS.has(words[0] ?? '')) words.shift()
  let generation: string | null = null
  for (let last = words.at(-1) ?? ''; words.length > 1; last = words.at(-1) ?? '') {
    if (GENERATIONS.has(last) && generation === null && words.length > 2) generation = last
    else if (!DEGREES.has(last)) break
    words.pop()
  }
  return { name: words.join(' '), generation }
}

/** Whether both may be one person: two different generations never are. */
export function isSameName(one: BareName, other: BareName): boolean {
  const sameGeneration = one.generation === null || other.generation === null || one.generation === other.generation
  return one.name !== '' && one.name === other.name && sameGeneration
}
