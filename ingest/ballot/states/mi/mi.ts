// Michigan's candidates of general elections: the releases of 2012 and 2014, and the page of each election since then.

import { groupBy } from '../../../../data/core/group-by.ts'
import { MI_PARTIES } from '../../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../../data/schema/vocabulary.ts'
import { readCsv } from '../../../read/csv.ts'
import { encoder, parseDayInWords } from '../../../read/field-value.ts'
import { type HtmlElement, htmlCells, htmlElements, htmlText, readHtml } from '../../../read/html.ts'
import {
  type FetchedFile,
  FileGone,
  FileRefused,
  type ReadContext,
  type Sink,
  SourceError,
  type Transcript,
} from '../../../read/source.ts'
import { firstText, readTranscript } from '../../../read/transcript.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { longDate } from '../../election-days.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { ListForm } from '../../list/candidate-list.ts'
import type { ListedElection } from '../../listed.ts'
import { loadOffices } from '../../office-table.ts'
import { plainParty } from '../../printed-name.ts'

// The releases, tab-delimited without a header: candidates, and a file of offices for their codes. The publisher lists declared write-ins
// among the candidates without a mark.

const NAME_COLUMNS = ['year', 'type', 'office', 'district', 'status', 'id', 'last', 'first', 'middle', 'party'] as const
const OFFICE_COLUMNS = ['year', 'type', 'office', 'district', 'status', 'description'] as const
/** A file gives only the year of the election. */
const GENERAL_ELECTIONS: Readonly<Record<string, string>> = { 2012: '2012-11-06', 2014: '2014-11-04' }

const encodeParty = encoder({ field: 'party', known: MI_PARTIES })

/** The table matches `<office code>/<district>/<description>`. */
const releaseLayout: CandidacyLayout = { state: 'MI', offices: loadOffices('MI', {}, 'releases.csv') }

function readMi(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const [names, offices] = files
  if (names && offices)
    writeCandidacies(releaseLayout, nominees(releaseCandidacies(names, readOffices(offices, sink), sink), sink), {
      files,
      context,
      sink,
    })
}

/** A party nominates one candidate for a seat: of two, one is a write-in. Candidates of no party may be write-ins too. */
function* nominees(all: Iterable<Candidacy>, sink: Sink): Generator<Candidacy> {
  const contests = groupBy(all, ({ contest }) => contest)
  for (const contest of contests.values()) {
    const parties = contest.map(({ party }) => party)
    const second = contest.find(
      ({ party, votes_allowed }, at) =>
        votes_allowed === 1 && party && party !== NO_PARTY && parties.indexOf(party) < at,
    )
    if (second) {
      const { at, name: value } = second
      const message =
        'the file has two candidates of one party for one seat and does not mark the write-in; the contest is left out'
      sink.issue({ ...at, field: null, code: 'two-nominees', value, message, severity: 'refused' })
    } else if (!parties.includes(NO_PARTY)) yield* contest
    else for (const one of contest) yield { ...one, details: { ...one.details, may_include_write_ins: true } }
  }
}

const NO_PARTY = 'No Party Affiliation'

/** Maps office, district and status to the description. */
function readOffices(file: FetchedFile, sink: Sink): Map<string, string> {
  const descriptions = new Map<string, string>()
  for (const { record } of readCsv(file, { ...SHAPE, columns: OFFICE_COLUMNS }, sink))
    descriptions.set(keyOf(record), record.description.trim())
  return descriptions
}

/** Each line ends with a tab, which adds an empty field to the readme's layout. */
const SHAPE = { header: false, allowExtra: true, delimiter: '\t', quotes: false } as const

function* releaseCandidacies(
  file: FetchedFile,
  descriptions: ReadonlyMap<string, string>,
  sink: Sink,
): Generator<Candidacy> {
  for (const { line, record } of readCsv(file, { ...SHAPE, columns: NAME_COLUMNS }, sink)) {
    const at = { file: file.name, line }
    if (record.office.trim() === POLL_BOOK) continue
    const description = descriptions.get(keyOf(record))
    if (description === undefined)
      throw new SourceError(`got office ${keyOf(record)}, expected one that the file of offices describes`, at)
    const { positions, term } = readHeading(description)
    const measure = record.office.trim() === MEASURES
    const name = [record.first, record.middle, record.last].map((part) => part.trim()).filter(Boolean)
    const party = encodeParty(record.party, at, sink) ?? null
    yield {
      at,
      election: electionOf(record, at),
      contest: `${record.office.trim()}/${Number(record.district) / 100}/${description}`,
      name: measure ? (answerOf(name, at) === 'yes' ? 'Yes' : 'No') : name.join(' '),
      ...(measure ? { answer: answerOf(name, at) } : {}),
      party: measure || record.office.trim() === JUSTICES ? null : party,
      unexpired: /PARTIAL TERM/.test(description),
      ...positions,
      ...(term && { details: { term } }),
      discriminator: record.id.trim(),
    }
  }
}

/** `(2) Positions`, `6 Year Term`. */
function readHeading(text: string): { positions: Pick<Candidacy, 'votes_allowed'>; term: string | undefined } {
  const [, positions] = /\((\d+)\) POSITION/i.exec(text) ?? []
  const [, years] = /(?<!\d)(\d+) YEAR TERM/i.exec(text) ?? []
  return { positions: positions ? { votes_allowed: Number(positions) } : {}, term: years && `${years} years` }
}

/** Office codes from the readme: total votes cast, and offices without a party. */
const [POLL_BOOK, JUSTICES, MEASURES] = ['0', '13', '90']

function answerOf(name: readonly string[], at: { file: string; line: number }): MeasureAnswer {
  const [answer] = name
  if (name.length === 1 && answer === 'YES') return 'yes'
  if (name.length === 1 && answer === 'NO') return 'no'
  throw new SourceError(
    `got the name "${name.join(' ').slice(0, 60)}" for a choice of a proposal, expected YES or NO`,
    at,
  )
}

function electionOf(
  { year, type }: { year: string; type: string },
  at: { file: string; line: number },
): ListedElection {
  const date = GENERAL_ELECTIONS[year]
  if (date === undefined || type !== 'GEN')
    throw new SourceError(`got ${year} ${type}, expected a general election of ${Object.keys(GENERAL_ELECTIONS)}`, at)
  return { state: 'MI', date, type: 'general', words: 'General Election' }
}

function keyOf({ office, district, status }: { office: string; district: string; status: string }): string {
  return [office, district, status].map((part) => part.trim()).join('/')
}

/** Source: the OpenElections project's copy of the Bureau's release. */
export const releases: ListReader = { read: readMi }

// The page of one election: a heading an office, and a row a candidate.

/** Before the primary, the general election's list is unofficial and lacks the parties' nominees. */
function recognisePage(file: Pick<FetchedFile, 'name' | 'bytes'>, { date = '', type }: ListForm['election']): void {
  const words = type === 'general' ? 'General Election' : 'Primary Election'
  const page = readHtml(file)
  const text = htmlText(page)
  const at = { file: file.name }
  if (!/Michigan Department of State/.test(text) || !/official Candidate Listing/i.test(text))
    throw new FileRefused('is another page, expected the Candidate Listing of the Michigan Department of State', at)
  if (!text.includes(words) || !text.includes(longDate(date)))
    throw new FileGone(`is not the listing of the ${words} of ${longDate(date)}`, at)
  if (/Unofficial Candidate Listing/.test(text))
    throw new FileGone('is unofficial; the official listing is to come', at)
  if (listRows(page).length === 0) throw new FileGone('lists no candidate yet', at)
}

const COLUMNS = ['office', 'status', 'party', 'name', 'as_of'] as const

/** The page has no contact data; its script and layout change more often than its rows. */
const transcript: Transcript<(typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  version: 1,
  *read(file) {
    const page = readHtml(file)
    const as_of = parseDay(htmlText(page)) ?? ''
    for (const { line, office, cells } of listRows(page)) {
      const name = cells.at(-1)
      const [first = '', second] = cells.slice(0, -1)
      if (name === undefined || cells.length > 3)
        throw new SourceError(`got ${cells.length} cells before a filing date, expected status, party and name`, {
          file: file.name,
          line,
        })
      const marked = second !== undefined || isStatus(first)
      const [status, party] = marked ? [first, second ?? ''] : ['', first]
      yield { line, record: { office, status, party, name, as_of } }
    }
  },
}

/** Before the name, a row has a party or a judge's `INCUMBENT`, or neither, and before that a status, if any. */
function isStatus(text: string): boolean {
  return /^[A-Z]{3,6}$/.test(text)
}

interface ListingRow {
  line: number
  office: string
  /** The texts before the filing date, without empty ones: the last is the name. */
  cells: string[]
}

/** The rows of candidates: those with a filing date, after a row with the heading of an office. */
function listRows(page: HtmlElement): ListingRow[] {
  let office: string | undefined
  return htmlElements(page, 'tr').flatMap((row): ListingRow[] => {
    // The page is laid out with tables.
    if (htmlElements(row, 'table').length > 0) return []
    if (htmlElements(row, 'a').some(({ attributes }) => attributes.id !== undefined)) {
      office = htmlText(row)
      return []
    }
    const texts = htmlCells(row).map(htmlText)
    const filed = texts.findIndex((text) => /^\d\d\/\d\d\/\d{4}$/.test(text))
    if (filed < 0 || office === undefined) return []
    return [{ line: row.line, office, cells: texts.slice(0, filed).filter((text) => text !== '') }]
  })
}

/** `721 Candidates as of Fri Sep 04 10:20:30 EDT 2026` → `2026-09-04`. */
function parseDay(text: string): string | undefined {
  const [, month, day, year] =
    /\d Candidates as of [A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (?:[\d:]+ [A-Z]{2,5} )?(\d{4})/.exec(text) ?? []
  return parseDayInWords(`${month} ${day}, ${year}`)
}

/** The table matches the heading: the office, and then the term, the number of positions and the office of filing. */
export const listing: ListReader = {
  file: (_, { election }) => ({
    recognise: (file) => recognisePage(file, election),
    transcript,
    statedOn: (file) => firstText(file, transcript, 'as_of'),
  }),
  lines: (file, sink) => readTranscript(file, transcript, sink),
  candidacies: (read) =>
    read.map(({ record: { office: heading = '', party: printed = '' }, ...candidacy }) => {
      const { positions, term } = readHeading(heading)
      // The county with which candidates of a district file contains all of it.
      const [, filed = ''] = heading.split(' Files In ')
      const county = filed.endsWith(' County') ? filed.slice(0, -' County'.length) : undefined
      const isCourt = /\b(?:Judge|Justice) of\b/i.test(heading)
      const party = isCourt ? null : plainParty(printed)
      return {
        ...candidacy,
        party,
        party_label: isCourt || printed === '' ? null : printed,
        ...(county !== undefined && { counties: [county] }),
        ...(party !== null && candidacy.election.type === 'primary' && { party_contest: party }),
        ...positions,
        ...(term && !candidacy.unexpired && { details: { term } }),
      }
    }),
}
