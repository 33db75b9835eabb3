// References to contests and choices in a feed: what each one names, or the problem with it and the likely names.

import { placeFolded } from '../../data/schema/folded-name.ts'
import type { KnownChoice, KnownContest } from '../read/source.ts'

/** The match of a reference, or the problem with it. */
export type ResolvedReference<Known> = { found: Known; repaired?: Problem } | { problem: Problem }

export interface Problem {
  /** The issue's code: `unmatched-contest`, `ambiguous-choice`, … */
  code: string
  /** The field of the record with the problem. */
  field: string
  value: string | null
  message: string
}

/** Folded for comparison. Text without a Latin letter or digit stays unchanged. */
export function plain(text: string): string {
  return placeFolded(text) || text.normalize('NFC').trim()
}

export function isId(text: string): boolean {
  return /^[1-9]\d{0,15}$/.test(text) && String(Number(text)) === text
}

const LIKELY = '; likely: '

/** Joins the names after `; likely: `, as `a; b`. Empty for an empty list. */
export function listLikely(likely: readonly string[]): string {
  return likely.length === 0 ? '' : `${LIKELY}${likely.join('; ')}`
}

/** The likely names of a message, as listLikely joined them; null if it has none. */
export function findLikelyNames(message: string): string | null {
  const at = message.indexOf(LIKELY)
  return at < 0 ? null : message.slice(at + LIKELY.length)
}

/** Shortens text for a message. */
export function truncate(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text
}

/** Adds to a map with several values per key. */
export function addTo<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key)
  if (!values) map.set(key, [value])
  else if (!values.includes(value)) values.push(value)
}

// Finds a contest of one election by id, key, title, measure code or short title. Party and district resolve equal titles.

export interface ContestReference {
  contest: string
  party: string | null
  /** An OCD id, or a part of one in words: `cd:2`, `2`, `Wake County`. */
  district: string | null
}

export type FindContest = (reference: ContestReference) => ResolvedReference<KnownContest>

export function openContests(
  electionKey: string,
  contests: readonly KnownContest[],
  findLikely: FindLikely,
): FindContest {
  const ways = [contestKeys, titlesOf, codesOf, shortTitlesOf].map((textsOf) => {
    const byText = new Map<string, KnownContest[]>()
    for (const contest of contests) for (const text of textsOf(contest)) addTo(byText, text, contest)
    return byText
  })
  const byKey = new Map(contests.map((contest) => [contest.contest_key, contest]))
  return ({ contest: reference, party, district }) => {
    const text = plain(reference)
    // A key names exactly one contest, but folding could make two keys equal.
    const exact = byKey.get(reference)
    const named = exact ? [exact] : (ways.map((byText) => byText.get(text)).find((found) => found) ?? [])
    const fitting = named.filter((one) => fitsParty(one.party, party) && fitsDistrict(one, district))
    const [contest] = fitting
    if (contest && fitting.length === 1) return { found: contest }
    const problem = { field: 'contest', value: reference }
    if (named.length === 0) {
      const likely = findLikely(reference, contests, (one) => [one.title, one.short_title])
      const sentence =
        contests.length === 0 ? `; no contest of ${electionKey} is known` : listLikely(likely.map(describeContest))
      const message = `got a contest that ${electionKey} does not have; use its title or its id${sentence}`
      return { problem: { ...problem, code: 'unmatched-contest', message } }
    }
    if (fitting.length === 0) {
      const message =
        `${electionKey} has no such contest of ${[party, district].filter((hint) => hint !== null).join(', ')}; ` +
        `use its id, or another party or district${listLikely(named.slice(0, 3).map(describeContest))}`
      return { problem: { ...problem, code: 'unmatched-contest', message } }
    }
    const message =
      `got the title of ${fitting.length} contests of ${electionKey}; add party or district, or use an id` +
      listLikely(fitting.slice(0, 3).map(describeContest))
    return { problem: { ...problem, code: 'ambiguous-contest', message } }
  }
}

function contestKeys({ id, contest_key, election_key }: KnownContest): string[] {
  return [String(id), plain(contest_key), plain(contest_key.slice(election_key.length))]
}
function titlesOf({ title }: KnownContest): string[] {
  return [plain(title)]
}
function shortTitlesOf({ short_title }: KnownContest): string[] {
  return [plain(short_title)]
}
/** `A`, `Measure A` and `Proposition A` all name the measure with the code `A`. */
function codesOf({ measure_code }: KnownContest): string[] {
  if (measure_code === null) return []
  const [, code = ''] =
    /^(?:(?:measure|proposition|prop|question|referendum|initiative|amendment) )?(.*)$/.exec(plain(measure_code)) ?? []
  const words = ['measure', 'proposition', 'prop', 'question', 'referendum', 'initiative', 'amendment']
  return [plain(measure_code), code, ...words.map((word) => `${word} ${code}`)]
}

/** `Dem` and `Democratic Party` are Democratic. A contest without a party fits any. */
export function fitsParty(party: string | null, hint: string | null): boolean {
  if (party === null || hint === null) return true
  const [known, said] = [party, hint].map((text) => plain(text).replace(/ party$/, ''))
  if (known === undefined || said === undefined) return false
  return known === said || (said.length >= 3 && known.startsWith(said))
}

function fitsDistrict({ ocd_id }: KnownContest, hint: string | null): boolean {
  if (hint === null || hint === ocd_id) return true
  const said = plain(hint)
  return ocd_id
    .split('/')
    .slice(2)
    .map((segment) => segment.split(':').map((part) => plain(part.replaceAll('_', ' '))))
    .some(([type, value = '']) => [value, `${type} ${value}`, `${value} ${type}`, `district ${value}`].includes(said))
}

function describeContest({ title, party, ocd_id, id }: KnownContest): string {
  const where = ocd_id.slice(ocd_id.lastIndexOf('/') + 1)
  return `"${truncate(title, 60)}" (${[party, truncate(where, 40), `id ${id}`].filter((part) => part !== null).join(', ')})`
}

// Finds a choice of one contest by id, key, label, candidate's name, Yes or No.

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
  const ways = [choiceKeys, namesOf].map((textsOf) => {
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
      return { found: choice, repaired: { ...problem, code: 'mended-name', message } }
    }
    const where = `"${truncate(title, 100)}"`
    if (all.length > 1) {
      const message = `got a name that ${all.length} choices of ${where} have; add party, or use an id${listLikely(all.slice(0, 3).map(describeChoice))}`
      return { problem: { ...problem, code: 'ambiguous-choice', message } }
    }
    const likely = findLikely(reference, choices, (one) => [one.label])
    const shown = likely.length > 0 ? likely : choices.slice(0, choices.length <= 3 ? 3 : 0)
    const instead = choices.length === 0 ? '; none of its choices is known' : listLikely(shown.map(describeChoice))
    const message = `got a choice that ${where} does not have; use its label as on the ballot, or its id${instead}`
    return { problem: { ...problem, code: 'unmatched-choice', message } }
  }
}

function choiceKeys({ id, choice_key }: KnownChoice, contest_key: string): string[] {
  return [String(id), plain(choice_key), plain(choice_key.slice(contest_key.length))]
}

function namesOf({ label, candidate_name, measure_answer }: KnownChoice): string[] {
  const answers = [...ANSWERS].filter(([, answer]) => answer === measure_answer).map(([word]) => word)
  return [plain(label), ...(candidate_name === null ? [] : [plain(candidate_name)]), ...answers]
}

function describeChoice({ label, party, id }: KnownChoice): string {
  return `"${truncate(label, 60)}" (${party === null ? '' : `${party}, `}id ${id})`
}

// Suggests likely names for a reference that matches nothing. Used only in issue messages, never to match.

const LIKELY_MAX = 3
/** Names with a smaller share of common letter pairs count as unrelated. */
const LIKENESS_MIN = 0.35
/** Limits the comparisons in a file with only wrong names. */
const COMPARED_MAX = 1000

export type FindLikely = <Item>(
  text: string,
  items: readonly Item[],
  textsOf: (item: Item) => readonly string[],
) => readonly Item[]

/**
 * At most three names, most similar first, by Dice's coefficient of letter pairs. Always empty after 1,000 calls, and after `items_max`
 * compared items: for a caller who cannot wait.
 */
export function openLikely(items_max = Number.POSITIVE_INFINITY): FindLikely {
  const known = new Map<string, ReadonlySet<string>>()
  const pairsOf = (text: string): ReadonlySet<string> => {
    const pairs = known.get(text) ?? letterPairs(text)
    known.set(text, pairs)
    return pairs
  }
  let [asked, compared] = [0, 0]
  return (text, items, textsOf) => {
    asked++
    compared += items.length
    if (asked > COMPARED_MAX || compared > items_max) return []
    const pairs = letterPairs(text.slice(0, 300))
    return items
      .map((item) => ({ item, likeness: Math.max(...textsOf(item).map((known) => likeness(pairs, pairsOf(known)))) }))
      .filter((scored) => scored.likeness >= LIKENESS_MIN)
      .sort((a, b) => b.likeness - a.likeness)
      .slice(0, LIKELY_MAX)
      .map(({ item }) => item)
  }
}

function letterPairs(text: string): ReadonlySet<string> {
  const letters = ` ${placeFolded(text)} `
  const pairs = new Set<string>()
  for (let i = 0; i + 1 < letters.length; i++) pairs.add(letters.slice(i, i + 2))
  return pairs
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const pair of one) if (other.has(pair)) common++
  return (2 * common) / (one.size + other.size)
}
