// Retention of judges: the judge whom the text of an office names, and what the names of judges correct in a file.

import { z } from 'zod'
import { groupBy } from '../../../data/core/group-by.ts'
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
const COURT_WORD = /^(?:SUPREME|DISTRICT|COURT|CIRCUIT|SUPERIOR|COUNTY|MUNICIPAL|COLORADO)\b/
const NAME = /^[A-Z][A-Z.,'"() -]+$/
/** Words of the longest name. */
const NAME_WORDS_MAX = 6

/**
 * Forms of a text, in the order in which they are tried: the questions come first, as they contain the words of the others. The groups of a
 * pattern are the judge, the court, and the text after a question; `court` is the text without the judge.
 */
const formRow = z
  .strictObject({
    pattern: z.string().transform((pattern) => new RegExp(pattern)),
    court: z.string(),
    example: z.string(),
  })
  .refine(({ pattern, example }) => pattern.test(example), 'expected an example that the pattern matches')
const FORMS = readOwnTable(formRow, 'ingest', 'ballot', 'medsl', 'retentions.csv')

/**
 * @param text of an office whose choices are yes and no
 * @returns undefined for a measure
 */
export function readRetention(text: string): Retention | undefined {
  const words = plain(text)
  const judges = isCourt(words) && !MEASURE.test(words)
  if (!RETENTION.test(words) && !judges && !/^(?:JUDGE|JUSTICE) [A-Z]/.test(words)) return undefined
  for (const { pattern, court } of FORMS) {
    const { judge: said = '', court: named = '', after = '' } = pattern.exec(words)?.groups ?? {}
    const judge = trimMarks(said, ' ,?')
    if (NAME.test(judge) && !COURT_WORD.test(judge) && judge.split(' ').length <= NAME_WORDS_MAX)
      return { office: trimMarks(court.replace('$court', () => withAfter(named, after))), judge: inReadingOrder(judge) }
  }
  return { office: words, judge: '' }
}

/** The text after a question names the court too: `? FIFTH JUDICIAL DISTRICT`. It may only repeat it. */
function withAfter(court: string, after: string): string {
  const parts = ['JUDICIAL DISTRICT', 'DIVISION'].filter((part) => after.includes(part))
  const repeats = parts.length > 0 && parts.every((part) => court.includes(part))
  if (repeats || after.trim() === '') return court
  // `DISTRICT COURT JUDGE DIVISION 3? EIGHTH JUDICIAL DISTRICT`: the division is the last part.
  const [, bare = '', division = ''] = /^(.*?)(,? DIVISION \w+)?$/.exec(court.trim()) ?? []
  return `${bare} ${after}${division}`.replace(/\s+/g, ' ')
}

/**
 * Finds the judge of each text. `SECOND DISTRICT COURT LEE` and `ANN LEE JUDICIAL RETENTION` are one question, if no other full name of
 * the file has that surname; two texts that both name a court are two.
 */
export function indexJudges(texts: readonly string[]): FindJudge {
  const named = [...new Set(texts)].flatMap((text) => readRetention(text) ?? [])
  const bySurname = groupBy(named, ({ judge }) => surnameOf(judge))
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

// Finds the courts whose district numbers a file has wrong, and the questions that are contests elsewhere.

type FindJudge = (text: string) => Retention | undefined

/**
 * The courts of which one number stands for two separate sets of counties, or one county is in two numbers. Their numbers are no ids: a
 * judge's voters are those of the counties that ask about the judge.
 */
export function misnumberedCourts(blocks: readonly Block[], find: FindJudge): ReadonlySet<string> {
  const asked = blocks.flatMap(({ office, district, about, county }) => {
    const found = find(office)
    if (!found || !/^\d/.test(district)) return []
    return [{ court: found.office, number: district, judge: slug(about || found.judge), county }]
  })
  const judges = [...groupBy(asked, ({ court, number, judge }) => JSON.stringify([court, number, judge])).values()]
  const isMisnumbered = (own: typeof asked): boolean =>
    judges.some((others) => {
      if (own === others || own[0]?.court !== others[0]?.court) return false
      const shared = own.some(({ county }) => others.some((other) => other.county === county))
      return own[0]?.number === others[0]?.number ? !shared : shared
    })
  return new Set(judges.filter(isMisnumbered).flatMap(([first]) => first?.court ?? []))
}

/** `JUDGE OF THE SUPREME COURT RETENTION ANN LEE` with `YES` is the line of a candidate, where other counties list the person as one. */
export function withoutFalseQuestions(blocks: readonly Block[], find: FindJudge): Block[] {
  const keyOf = (office: string, district: string, id: string): string => JSON.stringify([office, district, id])
  const candidates = new Set(
    blocks.flatMap(({ office, district, persons }) => [...persons.keys()].map((id) => keyOf(office, district, id))),
  )
  return blocks.map((block) => {
    if (block.persons.size > 0 || block.answers.size === 0 || !/ RETENTION\b/.test(block.office)) return block
    const { judge: name, office: named } = find(block.office) ?? { judge: '', office: '' }
    const office = named.replace(/ RETENTION$/, '')
    const id = slug(name)
    if (name === '' || !candidates.has(keyOf(office, block.district, id))) return block
    const person = { name, at: block.at, votes: 0, lines: 0, precincts: [], parties: [] }
    return { ...block, office, persons: new Map([[id, person]]), answers: new Map() }
  })
}
