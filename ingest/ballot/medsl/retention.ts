// Retention of judges: the judge whom the text of an office names, and what the names of judges correct in a file.

import { z } from 'zod'
import { readOwnTable } from '../../read/csv.ts'
import { slug } from '../../read/identity.ts'
import { isCourt } from '../office-rules/court.ts'
import { plain, trimMarks } from '../office-rules/office-text.ts'
import { inReadingOrder } from '../printed-name.ts'
import type { Block } from './block.ts'

interface Retention {
  /** The text without the judge. */
  office: string
  /** In capitals; '' if the text names none. */
  judge: string
}

const RETENTION = /\bRETENTION\b|\bRETAIN(?:ED)?\b/
const MEASURE = /\b(?:QUESTION|AMENDMENT|MEASURE|PROPOSITION|REFERENDUM|BONDS?|TAX|LEVY)\b/
const COURT_WORDS = '(?:SUPREME|DISTRICT|COURT|CIRCUIT|SUPERIOR|COUNTY|MUNICIPAL|COLORADO)'
const COURT_WORD = new RegExp(`^${COURT_WORDS}\\b`)
const NAME = /^[A-Z][A-Z.,'"() -]+$/
/** Words of the longest name. */
const NAME_WORDS_MAX = 6

interface Found {
  court: string
  judge: string
}

/** Only a supreme court has justices whom voters keep or not: `JUSTICE PAIGE LEE`. */
const formRow = z
  .strictObject({
    /** `{court}` stands for the first words of courts. */
    pattern: z.string().transform((pattern) => new RegExp(pattern.replace('{court}', COURT_WORDS), 's')),
    /** The text without the judge, and the judge, from the groups of the pattern. */
    court: z.string(),
    judge: z.string(),
    example: z.string(),
  })
  .refine(({ pattern, example }) => pattern.test(example), 'expected an example that the pattern matches')
const FORMS = readOwnTable(formRow, 'ingest', 'ballot', 'medsl', 'retentions.csv')

/** As each form that the words have reads them; the question first, as it contains the words of the others. */
function readForms(words: string): Found[] {
  const asked = question(words)
  const found = FORMS.filter(({ pattern }) => pattern.test(words)).map(({ pattern, court, judge }) => {
    return { court: words.replace(pattern, court), judge: words.replace(pattern, judge) }
  })
  return asked ? [asked, ...found] : found
}

/**
 * @param text of an office whose choices are yes and no
 * @returns undefined for a measure
 */
export function readRetention(text: string): Retention | undefined {
  const words = plain(text)
  const judges = isCourt(words) && !MEASURE.test(words)
  if (!RETENTION.test(words) && !judges && !/^(?:JUDGE|JUSTICE) [A-Z]/.test(words)) return undefined
  for (const found of readForms(words)) {
    const judge = trimMarks(found.judge, ' ,?')
    if (NAME.test(judge) && judge.split(' ').length <= NAME_WORDS_MAX)
      return { office: trimMarks(found.court), judge: inReadingOrder(judge) }
  }
  return { office: words, judge: '' }
}

/**
 * Finds the judge of each text. `SECOND DISTRICT COURT LEE` and `ANN LEE JUDICIAL RETENTION` are one question, if no other full name of
 * the file has that surname; two texts that both name a court are two.
 */
export function indexJudges(texts: readonly string[]): (text: string) => Retention | undefined {
  const bySurname = new Map<string, Retention[]>()
  for (const one of [...new Set(texts)].flatMap((text) => readRetention(text) ?? [])) {
    const surname = surnameOf(one.judge)
    if (surname !== '') bySurname.set(surname, [...(bySurname.get(surname) ?? []), one])
  }
  return (text) => {
    const own = readRetention(text)
    if (!own || own.judge === '') return own
    const same = bySurname.get(surnameOf(own.judge)) ?? []
    const full = same.filter(({ judge }) => judge.includes(' '))
    const courts = [...new Set(same.map(({ office }) => office).filter(namesCourt))]
    const [first] = full
    const isOne =
      first &&
      full.every(({ judge }) => slug(judge) === slug(first.judge)) &&
      full.some(({ office }) => !namesCourt(office))
    return isOne && courts.length <= 1 ? { office: courts[0] ?? own.office, judge: first.judge } : own
  }
}

/** `SECOND DISTRICT COURT`, but not `JUDICIAL RETENTION`. */
function namesCourt(office: string): boolean {
  return COURT_WORD.test(office) || /\bCOURT\b/.test(office)
}

function surnameOf(judge: string): string {
  return judge.replace(/ (?:JR|SR|II|III|IV)\.?$/, '').slice(judge.lastIndexOf(' ') + 1)
}

/** `SHALL JUDGE ANN LEE BE RETAINED AS JUDGE OF THE COURT OF APPEALS?`, `SHALL JUSTICE ANN LEE REPRESENTING …` */
function question(words: string): Found | undefined {
  const [, asked] = cut(words, 'SHALL ') ?? []
  if (asked === undefined) return undefined
  const name = asked.replace(/^THE HONORABLE /, '').replace(/^(?:JUDGE|JUSTICE) /, '')
  const representing = cut(name, ' REPRESENTING ')
  if (representing) return { court: 'SUPREME COURT', judge: representing[0] }
  const [who, rest] = cut(name, ' BE RETAINED') ?? []
  if (who === undefined || rest === undefined) return undefined
  const [judge, court] = cut(who, ' OF THE ') ?? []
  if (judge !== undefined && court !== undefined) return { court: cut(court, ' OF THE STATE')?.[0] ?? court, judge }
  const [, office = ''] = cut(rest, ' AS ') ?? []
  // The text after the question names the court too: `? FIFTH JUDICIAL DISTRICT`. It may only repeat it.
  const [title = '', after = ''] = office.replace(/^(?:A|THE) /, '').split('?')
  const parts = ['JUDICIAL DISTRICT', 'DIVISION'].filter((part) => after.includes(part))
  const repeats = parts.length > 0 && parts.every((part) => title.includes(part))
  if (repeats || after.trim() === '') return { court: trimMarks(title), judge: who }
  // `DISTRICT COURT JUDGE DIVISION 3? EIGHTH JUDICIAL DISTRICT`: the division is the last part.
  const division = /,? DIVISION \w+$/.exec(title.trim())?.[0] ?? ''
  const bare = title.trim().slice(0, title.trim().length - division.length)
  return { court: trimMarks(`${bare} ${after}${division}`.replace(/\s+/g, ' ')), judge: who }
}

function cut(text: string, separator: string): [string, string] | undefined {
  const at = text.indexOf(separator)
  return at < 0 ? undefined : [text.slice(0, at), text.slice(at + separator.length)]
}

// Finds the courts whose district numbers a file has wrong, and the questions that are contests elsewhere.

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
