// The lines of a county's results that name a candidate or an answer. Counties differ in what else they list: tallies of several kinds, and
// every name that a voter wrote.

import { PA_COUNTY_PARTIES } from '../../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../../data/schema/vocabulary.ts'
import { readCsv } from '../../../read/csv.ts'
import { slug } from '../../../read/identity.ts'
import type { FetchedFile, Sink } from '../../../read/source.ts'
import type { At, ListedChoice } from '../../listed.ts'

const COLUMNS = ['county', 'office', 'district', 'party', 'candidate', 'votes'] as const

export interface PaLine {
  at: At
  /** `Forest` */
  county: string
  office: string
  district: string
  /** Undefined for a tally or a written name: the line shows only that the contest exists. */
  choice?: { name: string; answer?: MeasureAnswer; party: string | null; party_label: string | null }
  /** A candidate of whom the file gives the party alone. */
  nameless?: true
}

const TALLY =
  /^(?:write-?ins?(?: totals?)?|write-in ?\d*|s?scatter(?:ed|s)? ?\d*|unassigned write-ins?|(?:over|under) ?votes?|ballots cast.*|registered voters|invalid|total|not assigned|no candidate filed)$/i
const WRITTEN_PARTIES: readonly string[] = ['WRITE-IN', 'WI', 'NON', 'NONPARTISAN', 'TOTAL']
/** Beside a name. */
const NO_PARTY: readonly string[] = ['NF', 'NOA', 'NP']
const NO_CONTEST = /^(?:registered voters|ballots cast.*)$/i

/** Most names that voters wrote got hardly a vote. */
const WRITTEN_VOTES_MAX = 10
/** Of the leader's votes: a printed name gets more. */
const WRITTEN_SHARE = 0.02

interface PrintedLine {
  line: PaLine
  name: string
  /** Of the column, or beside the name. */
  party: string
  votes: number
}

export function readLines(file: FetchedFile, sink: Sink): PaLine[] {
  const records = [...readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)].filter(
    ({ record }) => !NO_CONTEST.test(record.office.trim()),
  )
  const printed = records.map(
    ({ line, record }): PrintedLine => ({
      line: {
        at: { file: file.name, line },
        county: record.county.trim().replace(/ County$/i, ''),
        office: record.office.trim(),
        district: record.district.trim(),
      },
      ...splitParty(record.candidate.trim().replace(/\s+/g, ' '), record.party.trim()),
      votes: Number(record.votes.replace(/\D/g, '')),
    }),
  )
  const written = findWritten(printed)
  const lines = printed.map((one) => readLine(one, written))
  if (written.size > 0) reportWritten(file, written.size, sink)
  return lines
}

function readLine(one: PrintedLine, written: ReadonlySet<PrintedLine>): PaLine {
  const { line, name, party } = one
  const answer = answerOf(one)
  if (answer)
    return { ...line, choice: { name: answer === 'yes' ? 'Yes' : 'No', answer, party: null, party_label: null } }
  if (isTally(one) || written.has(one)) return line
  const parties = partiesOf(party)
  if (isCode(name)) return { ...line, nameless: true }
  const label = parties ? parties.join(' / ') : party === '' ? null : party
  return { ...line, choice: { name, party: parties?.[0] ?? null, party_label: label } }
}

/** Some counties print the judge in place of the answer, and the answer in place of the party. */
function answerOf({ name, party }: PrintedLine): MeasureAnswer | undefined {
  const said = [name, party].find((text) => /^(?:yes|no)$/i.test(text))
  return said === undefined ? undefined : said.toLowerCase() === 'yes' ? 'yes' : 'no'
}

function isTally({ name }: PrintedLine): boolean {
  return name === '' || TALLY.test(name)
}

/**
 * The names that voters wrote. Some counties mark them. In a county that gives parties, those without one are written if most of them have
 * hardly a vote; else, a county does not give the parties of all, and those far behind the leader are.
 */
function findWritten(printed: readonly PrintedLine[]): Set<PrintedLine> {
  const named = printed.filter((one) => !isTally(one) && !answerOf(one) && !isCode(one.name))
  const marked = named.filter(({ party }) => WRITTEN_PARTIES.includes(party.toUpperCase()))
  if (!named.some(({ party }) => partiesOf(party) !== undefined)) return new Set(marked)
  const plain = named.filter(({ party }) => party === '')
  const votes = plain.map((one) => one.votes).sort((a, b) => a - b)
  const are_listed = (votes[Math.floor(votes.length / 2)] ?? 0) <= WRITTEN_VOTES_MAX
  const leaders = new Map<string, number>()
  for (const { line, votes } of named) leaders.set(contestOf(line), Math.max(votes, leaders.get(contestOf(line)) ?? 0))
  const isFarBehind = ({ line, votes }: PrintedLine) => votes < WRITTEN_SHARE * (leaders.get(contestOf(line)) ?? 0)
  return new Set([...marked, ...plain.filter((one) => are_listed || isFarBehind(one))])
}

function contestOf({ office, district }: PaLine): string {
  return JSON.stringify([office, district])
}

function reportWritten(file: FetchedFile, count: number, sink: Sink): void {
  const message = `${count} lines name people whom voters wrote; no ballot prints them, and the lines are left out`
  const said = { field: 'candidate', code: 'write-in-candidate', value: null, message, severity: 'ignored' } as const
  sink.issue({ file: file.name, line: null, ...said })
}

/** Some counties print the party with the name: `D/R KAREN LEE`, `KAREN LEE NOA`. */
function splitParty(name: string, party: string): { name: string; party: string } {
  const words = name.split(' ')
  const [first = '', last = ''] = [words[0], words.at(-1)]
  if (words.length < 3) return { name, party }
  const isParty = (word: string) => (party === '' ? isCode(word) : isCode(word) && isSame(word, party))
  if (isParty(first)) return { name: words.slice(1).join(' '), party: party || first }
  if (party === '' && isCode(last)) return { name: words.slice(0, -1).join(' '), party: last }
  return { name, party }
}

function isCode(word: string): boolean {
  return PA_COUNTY_PARTIES[word] !== undefined || NO_PARTY.includes(word)
}

function isSame(code: string, party: string): boolean {
  return partiesOf(code)?.join() === partiesOf(party)?.join()
}

/** `DEM/REP` → Democratic, Republican; undefined for an unknown one. */
function partiesOf(printed: string): readonly string[] | undefined {
  const code = printed.trim().toUpperCase()
  const whole = PA_COUNTY_PARTIES[code]
  if (whole) return whole
  const parts = code.split('/').map((part) => PA_COUNTY_PARTIES[part.trim()])
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}

// The choices of a contest, from the lines of one county or of several, which spell and cut off names in their own ways.

/** Yes and no of a question. */
export function answersOf(lines: readonly PaLine[]): ListedChoice[] {
  return (['yes', 'no'] as const).flatMap((answer) => {
    const line = lines.find(({ choice }) => choice?.answer === answer)
    return line?.choice ? [toChoice(line, line.choice.name)] : []
  })
}

/** Every county of a district lists all of its candidates, so a name of one county alone is another spelling of a name of the others. */
export function candidatesOf(lines: readonly PaLine[]): ListedChoice[] {
  const people: { line: PaLine; name: string; files: Set<string> }[] = []
  for (const line of lines) {
    const { choice, at } = line
    if (!choice || choice.answer !== undefined || slug(choice.name) === '') continue
    const same =
      people.find(({ name }) => slug(name) === slug(choice.name)) ??
      people.find(({ name, files }) => !files.has(at.file) && isAlike(name, choice.name))
    if (!same) people.push({ line, name: choice.name, files: new Set([at.file]) })
    else {
      same.files.add(at.file)
      // Some counties give no parties.
      if (same.line.choice?.party_label === null) same.line = line
      if (choice.name.length > same.name.length) same.name = choice.name
    }
  }
  return people.map(({ line, name }) => toChoice(line, name))
}

/** `BENJAMIN SCOTT` is cut off; `Tina Andrews` and `Christina Tina Andrews` share a surname. */
function isAlike(a: string, b: string): boolean {
  const [one, other] = [slug(a), slug(b)]
  return one.startsWith(`${other}-`) || other.startsWith(`${one}-`) || surnameOf(a) === surnameOf(b)
}

function surnameOf(name: string): string {
  const words = slug(name).replace(/-(?:jr|sr|ii|iii|iv)$/, '')
  return words.slice(words.lastIndexOf('-') + 1)
}

/** Of a contest of the whole state: the surname tells candidates apart, and most counties' spelling is served. */
export function statewideCandidates(
  lines: readonly PaLine[],
  counties: number,
  sink: Pick<Sink, 'issue'>,
): ListedChoice[] {
  const surnames = new Map<string, PaLine[]>()
  for (const line of lines) {
    const surname = surnameOf(line.choice?.name ?? '')
    if (surname !== '') surnames.set(surname, [...(surnames.get(surname) ?? []), line])
  }
  return [...surnames.values()].flatMap((same) => {
    const spellings = new Map<string, number>()
    for (const { choice } of same) spellings.set(choice?.name ?? '', (spellings.get(choice?.name ?? '') ?? 0) + 1)
    const [most] = [...spellings].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    const best = same.find(({ choice }) => choice?.name === most?.[0])
    if (!best?.choice) return []
    const { name } = best.choice
    if (same.length * 2 < counties) {
      const message = `stands in ${same.length} of ${counties} counties in a contest of the whole state; the name is left out`
      const said = { field: 'candidate', code: 'name-of-few-counties', value: name, message } as const
      sink.issue({ ...best.at, ...said, severity: 'refused' })
      return []
    }
    const { party = null, party_label = null } = same.find(({ choice }) => choice?.party)?.choice ?? {}
    return [{ ...toChoice(best, name), party, party_label }]
  })
}

function toChoice({ at, choice }: PaLine, label: string): ListedChoice {
  const { name: _, ...rest } = choice ?? {}
  return { at, label, ...rest }
}
