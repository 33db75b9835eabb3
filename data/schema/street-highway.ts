// Numbered roads: each agency writes its own words for the same few classes.

import { findStateByWords } from './state-words.ts'

/** `us 1`, `i 5`, `sr 9`, `cr 12`, `fm 1960`, `tr 5`; `hwy 9` where the class is not said. */
export interface Highway {
  name: string
  /** What follows the number. */
  tail: readonly string[]
}

const ROAD = ['highway', 'hwy', 'hiway', 'hw', 'hgwy', 'route', 'rte', 'rt', 'road', 'rd']
const PLAIN = ['highway', 'hwy', 'hiway', 'hw', 'hgwy', 'route', 'rte', 'rt']
const FARM = ['fm', 'rm']

/** By its first words; those that need no word for a road after them, and those that do. */
const CLASSES: readonly {
  name: string
  words: readonly (readonly string[])[]
  roads: readonly string[]
  bare: boolean
}[] = [
  { name: 'us', words: [['us'], ['u', 's'], ['united', 'states']], roads: PLAIN, bare: true },
  { name: 'i', words: [['interstate'], ['i'], ['ih']], roads: PLAIN, bare: true },
  { name: 'cr', words: [['county'], ['co'], ['cnty'], ['cty']], roads: [...ROAD, 'trunk'], bare: false },
  { name: 'cr', words: [['cr'], ['cth'], ['csah'], ['coh']], roads: [], bare: true },
  { name: 'sr', words: [['state'], ['st']], roads: ROAD, bare: false },
  { name: 'sr', words: [['sr'], ['srt'], ['sh'], ['sth']], roads: [], bare: true },
  {
    name: 'fm',
    words: [['farm', 'to', 'market'], ['ranch', 'to', 'market'], ['ranch']],
    roads: ['road', 'rd'],
    bare: false,
  },
  { name: 'fm', words: FARM.map((word) => [word]), roads: ['road', 'rd'], bare: true },
  { name: 'tr', words: [['township'], ['twp']], roads: ['road', 'rd', 'highway', 'hwy'], bare: false },
  { name: 'hwy', words: PLAIN.map((word) => [word]), roads: [], bare: true },
]

const NUMBER = /^\d{1,5}[a-z]?$/
/** Wisconsin's county roads have letters. */
const LETTERS = /^[a-z]{1,3}$/
const KINDS_OF_LETTERS = new Set(['ct', 'dr', 'st', 'rd', 'ln', 'pl', 'ave', 'way', 'cir', 'ter', 'loop', 'trl'])

/** @param words without directions before them */
export function findHighway(words: readonly string[]): Highway | undefined {
  const [first = '', ...others] = words
  if (first === 'old') {
    const old = findHighway(others)
    return old && { ...old, name: `old ${old.name}` }
  }
  for (const { name, words: begins, roads, bare } of CLASSES)
    for (const begin of begins) {
      if (!begin.every((word, at) => words[at] === word)) continue
      const found = numberAfter(words, begin.length, { name, roads, bare })
      if (found) return found
    }
  // `CA 1`, `California Highway 1`, `NC Hwy 54`
  for (const count of [1, 2]) {
    const state = findStateByWords(words.slice(0, count).join(' '))
    const found =
      state && numberAfter(words, count, { name: 'sr', roads: PLAIN, bare: count === 1 && first.length === 2 })
    if (found) return found
  }
  return undefined
}

function numberAfter(
  words: readonly string[],
  start: number,
  { name, roads, bare }: { name: string; roads: readonly string[]; bare: boolean },
): Highway | undefined {
  let at = start
  while (at < start + 2 && roads.includes(words[at] ?? '')) at++
  if (at === start && !bare) return undefined
  const id = words[at] ?? ''
  const lettered = name === 'cr' && LETTERS.test(id) && !KINDS_OF_LETTERS.has(id) && at === words.length - 1
  return NUMBER.test(id) || lettered ? { name: `${name} ${id}`, tail: words.slice(at + 1) } : undefined
}

/** Names that someone may mean who says the class, or leaves it out. */
export function toHighwayKin(name: string): string[] {
  const [, old = '', of = '', id = ''] = /^(old )?(us|sr|hwy) (.+)$/.exec(name) ?? []
  if (of === 'hwy') return [`${old}us ${id}`, `${old}sr ${id}`]
  return of === '' ? [] : [`${old}hwy ${id}`]
}
