// Restores the case of candidates' names that a source prints in capitals.

import {
  CONSONANT_WORDS,
  MAC_SURNAMES,
  NAME_ENDINGS,
  PARTICLES,
  PLAIN_MAC_NAMES,
} from '../../data/reference/candidate-names.ts'
import type { Issue } from '../../data/store/source-read.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

// Restore the case of one name: as held names write its words, else by rule. Pure.

interface CasedName {
  name: string
  /** Words whose case is a guess, as printed. */
  doubtful: readonly string[]
}

/** A candidate's or officeholder's name that a source gives in mixed case. */
export interface HeldName {
  name: string
  state: string
  /** An officeholder's: the source writes the person's own signs, which returns leave out. */
  is_holder?: boolean
}

/** Spellings of words in held names. */
interface Spellings {
  /** The only officeholder of this state whose name has the same letters: `Mariannette Miller-Meeks` for `MARIANNETTE MILLERMEEKS`. */
  ofHolder(printed: HeldName): string | undefined
  /** Spellings by the same person in this state, by word in capitals. */
  ofPerson(held: HeldName): ReadonlyMap<string, string>
  /** Number of held names per spelling of a word; or of several particles (`DE LA`), with or without the following word. */
  ofWords(words: string): ReadonlyMap<string, number>
}

interface Word {
  text: string
  before: string
  after: string
}

/** Minimum number of agreeing held names, if the form is not the plain one. */
const AGREEING_MIN = 2
/** Minimum share of held names that must agree on a word. */
const AGREEING_SHARE = 0.9

/** A publisher's capitals: of most letters, or of a word that is no nickname and too long for initials. */
export function isInCapitals(name: string): boolean {
  const plain = withoutNicknames(name)
  return isMostlyCapitals(name) || /(?<!\p{L})\p{Lu}(?:\p{Lu}{3,}|\p{Ll}+\p{Lu}{3,})(?!\p{L})/u.test(plain)
}

/** `ANN LEE`, `ANN McLEE` */
function isMostlyCapitals(name: string): boolean {
  const plain = withoutNicknames(name)
  const capitals = plain.match(/\p{Lu}/gu)?.length ?? 0
  return /\p{Lu}{2}/u.test(plain) && capitals > (plain.match(/\p{Ll}/gu)?.length ?? 0)
}

function withoutNicknames(name: string): string {
  return name.replace(/["“”][^"“”]*["“”]|\([^()]*\)/g, ' ')
}

export function openSpellings(held: Iterable<HeldName>): Spellings {
  const words = new Map<string, Map<string, number>>()
  const persons = new Map<string, Map<string, string | null>>()
  const holders = new Map<string, string | null>()
  for (const one of held) {
    const letters = lettersKey(one)
    if (one.is_holder) holders.set(letters, holders.has(letters) && holders.get(letters) !== one.name ? null : one.name)
    const forms = toWords(one.name).map(({ text }) => withSmallRest(text))
    const key = personKey(one)
    const person = persons.get(key) ?? new Map<string, string | null>()
    if (key !== '') persons.set(key, person)
    for (const [at, form] of forms.entries()) {
      const word = toCapitals(form)
      if (/^\p{Lu}{4,}$/u.test(form)) continue
      const run = findRun(forms, at)
      if (!run) count(words, word, form)
      else if (run.start === at) {
        const phrase = forms.slice(run.start, run.end).join(' ')
        count(words, toCapitals(phrase), phrase)
        count(words, toCapitals(`${phrase} ${forms[run.end]}`), phrase)
      }
      // Two people of the same name may write it differently.
      person.set(word, person.has(word) && person.get(word) !== form ? null : form)
    }
  }
  const none: ReadonlyMap<string, number> = new Map()
  return {
    ofHolder: (one) => holders.get(lettersKey(one)) ?? undefined,
    ofPerson: (one) =>
      new Map(
        [...(persons.get(personKey(one)) ?? [])].flatMap(([word, form]) => (form === null ? [] : [[word, form]])),
      ),
    ofWords: (text) => words.get(text) ?? none,
  }
}

/** @param printed a name for which isInCapitals holds */
export function caseName(printed: HeldName, spellings: Spellings): CasedName {
  const holder = spellings.ofHolder(printed)
  if (holder !== undefined) return { name: holder, doubtful: [] }
  const words = toWords(printed.name)
  const person = spellings.ofPerson(printed)
  const doubtful: string[] = []
  const is_whole = isMostlyCapitals(printed.name)
  const cased = words.map((word, at) => {
    const { text, before, after } = word
    if (!is_whole && !isCapitalWord(text)) return before + text + after
    const found = person.get(toCapitals(text))
    const { form, sure } =
      found === undefined || text.length === 1
        ? caseWord(
            words.map((one) => one.text),
            at,
            spellings,
          )
        : { form: inLetters(text, found), sure: true }
    if (!sure) doubtful.push(text)
    return before + form + after
  })
  return { name: cased.join(''), doubtful }
}

/** In a name of which only some words are in capitals, a short one may be initials. */
function isCapitalWord(text: string): boolean {
  return (
    /^\p{Lu}{4,}$/u.test(text) ||
    withSmallRest(text) !== text ||
    (text === toCapitals(text) && NAME_ENDINGS[text] !== undefined)
  )
}

/** `McLEE` → `McLee`: a surname's second part, of which the source shows where it begins, has small letters after its first. */
function withSmallRest(text: string): string {
  const [, start, rest] = /^(\p{Lu}\p{Ll}+)(\p{Lu}{2,})$/u.exec(text) ?? []
  return start === undefined || rest === undefined ? text : start + capitalised(rest)
}

interface CasedWord {
  form: string
  sure: boolean
}

function caseWord(words: readonly string[], at: number, spellings: Spellings): CasedWord {
  const text = words[at] ?? ''
  const word = toCapitals(text)
  const isFirst = at === 0
  if (text.length === 1) return { form: text, sure: true }
  const small = withSmallRest(text)
  if (small !== text) return { form: small, sure: true }
  const ending = NAME_ENDINGS[word]
  const consonants = CONSONANT_WORDS[word]
  if (consonants !== undefined) return { form: consonants, sure: true }
  if (ending !== undefined) return isFirst ? { form: text, sure: false } : { form: ending, sure: true }
  const run = findRun(words, at)
  if (run) return caseParticle(words, { ...run, at }, spellings)
  const rule = caseByRule(text, isFirst)
  const held = findForm(spellings.ofWords(word))
  if (!held) return rule
  const isPlain = held.form === capitalised(text) || held.form === rule.form
  return { form: inLetters(text, held.form), sure: held.agrees && (isPlain || held.count >= AGREEING_MIN) }
}

/** Particles are written as in names with this surname, else as in most names. */
function caseParticle(
  words: readonly string[],
  { start, end, at }: { start: number; end: number; at: number },
  spellings: Spellings,
): CasedWord {
  const phrase = toCapitals(words.slice(start, end).join(' '))
  const surname = findForm(spellings.ofWords(`${phrase} ${toCapitals(words[end] ?? '')}`))
  const found = surname ?? findForm(spellings.ofWords(phrase))
  const form = found?.form.split(' ')[at - start] ?? capitalised(words[at] ?? '')
  return { form, sure: surname?.agrees === true && surname.count >= AGREEING_MIN }
}

/**
 * Finds the particles around this word, between a first word and a surname. @returns index of the first, and one past the
 * last
 */
function findRun(words: readonly string[], at: number): { start: number; end: number } | undefined {
  const isParticle = (place: number): boolean => PARTICLES.has(toCapitals(words[place] ?? ''))
  if (at === 0 || !isParticle(at)) return undefined
  let [start, end] = [at, at + 1]
  while (start > 1 && isParticle(start - 1)) start--
  while (end < words.length && isParticle(end)) end++
  const hasSurname = (place: number): boolean =>
    place < words.length && NAME_ENDINGS[toCapitals(words[place] ?? '')] === undefined
  // `Thao Le`: the last word is itself a surname.
  if (!hasSurname(end)) end--
  return at < end ? { start, end } : undefined
}

function caseByRule(text: string, isFirst: boolean): CasedWord {
  const word = toCapitals(text)
  const sure = (form: string): CasedWord => ({ form, sure: true })
  const guess = (form: string): CasedWord => ({ form, sure: false })
  const [, before = '', apostrophe = '', after = ''] = /^(\p{Lu}+)(['’‘`])(\p{Lu}+)$/u.exec(text) ?? []
  if (after === 'S') return sure(capitalised(before) + apostrophe + after.toLowerCase())
  if (apostrophe !== '') {
    const form = capitalised(before) + apostrophe + capitalised(after)
    return /^[DLO]$/.test(before) ? sure(form) : guess(form)
  }
  if (/^(?:[^AEIOUY]{2}|\p{Lu}J)$/u.test(word)) return sure(text)
  if (/^[^AEIOUY]{3}$/.test(word)) return guess(text)
  if (/^MC\p{Lu}{2}/u.test(word)) {
    const form = `Mc${capitalised(text.slice(2))}`
    return isFirst ? guess(form) : sure(form)
  }
  if (MAC_SURNAMES.has(word)) return guess(`Mac${capitalised(text.slice(3))}`)
  const isAmbiguous = /^(?:MAC|DE|DI|DU|LA|LE|VAN|VON)\p{Lu}{3}/u.test(word) && !PLAIN_MAC_NAMES.has(word)
  return isAmbiguous ? guess(capitalised(text)) : sure(capitalised(text))
}

/** The form of most held names; alphabetically first if tied. */
function findForm(forms: ReadonlyMap<string, number>): { form: string; count: number; agrees: boolean } | undefined {
  const [most] = [...forms].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1))
  if (!most) return undefined
  const [form, count] = most
  const all = [...forms.values()].reduce((sum, one) => sum + one, 0)
  return { form, count, agrees: count >= all * AGREEING_SHARE }
}

/** Splits into words and parts of hyphenated words, with the text around them. Joined, they give the name. */
function toWords(name: string): Word[] {
  const words: Word[] = []
  let end = 0
  for (const { 0: text, index } of name.matchAll(/\p{L}[\p{L}\p{M}]*(?:['’‘`]\p{L}[\p{L}\p{M}]*)*/gu)) {
    words.push({ before: name.slice(end, index), text, after: '' })
    end = index + text.length
  }
  const last = words.at(-1)
  if (last) last.after = name.slice(end)
  return words
}

/** Key from state and letters, without accents, signs and spaces. */
function lettersKey({ name, state }: HeldName): string {
  const letters = name.normalize('NFD').replace(/\P{L}/gu, '')
  return `${state} ${letters.toUpperCase()}`
}

/** Key from state, first word and last word; '' for a single word. Ignores nicknames and suffixes. */
function personKey({ name, state }: HeldName): string {
  const words = toWords(withoutNicknames(name))
    .map(({ text }) => toCapitals(text))
    .filter((word, at) => at === 0 || NAME_ENDINGS[word] === undefined)
  const [first, last] = [words[0], words.at(-1)]
  return words.length < 2 || first === undefined || first.length < 2 ? '' : `${state} ${first} ${last}`
}

function count(all: Map<string, Map<string, number>>, key: string, form: string): void {
  const forms = all.get(key) ?? new Map<string, number>()
  all.set(key, forms)
  forms.set(form, (forms.get(form) ?? 0) + 1)
}

function toCapitals(form: string): string {
  return form.toUpperCase().replace(/[’‘`]/g, "'")
}

/** Applies the case of a held form, keeping the printed letters and apostrophe. */
function inLetters(text: string, form: string): string {
  const letters = [...form]
  return [...text]
    .map((letter, at) =>
      letters[at] === letter ? letter : letter.toLowerCase() === letters[at] ? letters[at] : letter,
    )
    .join('')
}

function capitalised(word: string): string {
  return word.charAt(0) + word.slice(1).toLowerCase()
}

/** An issue that the build finds in a source's rows. */
export interface BuildIssue extends Issue {
  source_id: string
}

interface PrintedName extends HeldName {
  running_mate: string | null
  choice_key: string
  source_id: string
  file: string
  line: number | null
}

/**
 * Writes out.spelling: one row per choice whose name is in capitals. @returns an issue `doubtful-case` for each name whose
 * case is partly a guess
 */
export async function spellNames(warehouse: Warehouse): Promise<BuildIssue[]> {
  await warehouse.run('CREATE OR REPLACE TABLE out.spelling (choice_key VARCHAR, name VARCHAR, running_mate VARCHAR)')
  const printed = await warehouse.all<PrintedName>(`
    SELECT choice_key, choice.source_id, choice.file, choice.line, candidate_name AS name, state, (choice.details ->> 'running_mate') AS running_mate
    FROM core.choice AS choice
    JOIN (SELECT contest_key, min(state) AS state FROM core.contest GROUP BY contest_key) USING (contest_key)
    WHERE candidate_name = upper(candidate_name) OR regexp_matches(candidate_name, '[A-Z]{3}')
    ORDER BY choice.source_id, choice.file, choice.line, choice_key`)
  const inCapitals = printed.filter(({ name }) => isInCapitals(name))
  if (inCapitals.length === 0) return []
  const held = await warehouse.all<HeldName>(`
    SELECT DISTINCT candidate_name AS name, state, false AS is_holder
    FROM core.choice
    JOIN (SELECT contest_key, min(state) AS state FROM core.contest GROUP BY contest_key) USING (contest_key)
    WHERE candidate_name <> upper(candidate_name)
    UNION
    SELECT name, state, true FROM core.officeholder WHERE name <> upper(name)
    ORDER BY ALL`)
  const spellings = openSpellings(held)
  const mateOf = ({ running_mate, state }: PrintedName): string | null =>
    running_mate === null ? null : caseName({ name: running_mate, state }, spellings).name
  const cased = inCapitals.map((one) => ({
    ...one,
    ...caseName(one, spellings),
    printed: one.name,
    running_mate: mateOf(one),
  }))
  await warehouse.append(
    'out.spelling',
    // A check reports two rows of one choice.
    [...new Map(cased.map((one) => [one.choice_key, one])).values()].map(({ choice_key, name, running_mate }) => [
      ...[choice_key, name, running_mate],
    ]),
  )
  return cased.flatMap(({ source_id, file, line, name, printed, doubtful }): BuildIssue[] => {
    if (doubtful.length === 0) return []
    const words = doubtful.map((word) => `"${word}"`).join(', ')
    const message = `is served as "${name}"; the case of ${words} is a guess, because no held name shows it`
    return [{ source_id, file, line, field: null, code: 'doubtful-case', value: printed, message, severity: 'mended' }]
  })
}
