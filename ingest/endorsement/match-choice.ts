// Finds a choice of one contest by id, key, label, candidate's name, Yes or No.

import { placeFolded } from '../../data/schema/folded-name.ts'
import type { KnownChoice, KnownContest } from '../read/source.ts'
import type { FindLikely } from './likely.ts'
import { fitsParty } from './match-contest.ts'
import { addTo, listLikely, plain, type ResolvedReference, truncate } from './reference.ts'

// Reduces a candidate's name to the parts that all listings print.

const HONORIFICS = new Set(['dr', 'hon', 'miss', 'mr', 'mrs', 'ms', 'mx', 'prof', 'rep', 'rev', 'sen', 'sr', 'sra'])
const GENERATIONS = new Set(['jr', 'sr', 'ii', 'iii', 'iv', 'v'])
const DEGREES = new Set(['dds', 'edd', 'esq', 'jd', 'md', 'phd'])

interface BareName {
  /** Folded, without honorifics, nicknames, generation and degrees. */
  name: string
  /** `jr`, `sr`, `ii`, …; null if the name has none. */
  generation: string | null
}

/** `Ms. Jane "Janey" Doe, Jr.` gives `jane doe`, generation `jr`. */
function bareName(text: string): BareName {
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

/** True if both may be one person. Two different generations never are. */
function isSameName(one: BareName, other: BareName): boolean {
  const sameGeneration = one.generation === null || other.generation === null || one.generation === other.generation
  return one.name !== '' && one.name === other.name && sameGeneration
}

export type FindChoice = (reference: string, party: string | null) => ResolvedReference<KnownChoice>

const ANSWERS: ReadonlyMap<string, 'yes' | 'no'> = new Map([
  ['yes', 'yes'],
  ['si', 'yes'],
  ['no', 'no'],
])

/** @param party distinguishes two choices of one name */
export function openChoices({ contest_key, title, choices }: KnownContest, findLikely: FindLikely): FindChoice {
  const ways = [keysOf, namesOf].map((textsOf) => {
    const byText = new Map<string, KnownChoice[]>()
    for (const choice of choices) for (const text of textsOf(choice, contest_key)) addTo(byText, text, choice)
    return byText
  })
  const bare = choices.flatMap((choice) =>
    [choice.label, choice.candidate_name].flatMap((name) => (name === null ? [] : [{ choice, name: bareName(name) }])),
  )
  return (reference, party) => {
    const text = plain(reference)
    const exact = choices.find(({ choice_key }) => choice_key === reference)
    const named = exact ? [exact] : (ways.map((byText) => byText.get(text)).find((found) => found) ?? [])
    const said = bareName(reference)
    const alike = bare.filter(({ name }) => isSameName(name, said)).map(({ choice }) => choice)
    const all = named.length > 0 ? named : [...new Set(alike)]
    const fitting = all.length > 1 ? all.filter((choice) => fitsParty(choice.party, party)) : all
    const [choice] = fitting
    const problem = { field: 'choice', value: reference }
    if (choice && fitting.length === 1) {
      if (named.length > 0) return { found: choice }
      const message = `matched "${truncate(choice.label, 100)}" ignoring honorific, nickname or suffix; no other choice of the contest fits`
      return { found: choice, mended: { ...problem, code: 'mended-name', message } }
    }
    const where = `"${truncate(title, 100)}"`
    if (all.length > 1) {
      const message = `got a name that ${all.length} choices of ${where} have; add party, or use an id${listLikely(all.slice(0, 3).map(describe))}`
      return { problem: { ...problem, code: 'ambiguous-choice', message } }
    }
    const likely = findLikely(reference, choices, (one) => [one.label])
    const shown = likely.length > 0 ? likely : choices.slice(0, choices.length <= 3 ? 3 : 0)
    const instead = choices.length === 0 ? '; none of its choices is known' : listLikely(shown.map(describe))
    const message = `got a choice that ${where} does not have; use its label as on the ballot, or its id${instead}`
    return { problem: { ...problem, code: 'unmatched-choice', message } }
  }
}

function keysOf({ id, choice_key }: KnownChoice, contest_key: string): string[] {
  return [String(id), plain(choice_key), plain(choice_key.slice(contest_key.length))]
}

function namesOf({ label, candidate_name, measure_answer }: KnownChoice): string[] {
  const answers = [...ANSWERS].filter(([, answer]) => answer === measure_answer).map(([word]) => word)
  return [plain(label), ...(candidate_name === null ? [] : [plain(candidate_name)]), ...answers]
}

function describe({ label, party, id }: KnownChoice): string {
  return `"${truncate(label, 60)}" (${party === null ? '' : `${party}, `}id ${id})`
}
