// Michigan's page of candidates of one election: a heading an office, and a row a candidate. Its layout is the one of 2026, as other
// projects have read it.

import { encoder } from '../../read/code-table.ts'
import { type HtmlElement, htmlCells, htmlElements, htmlText, readHtml } from '../../read/html.ts'
import {
  type FetchedFile,
  FileGone,
  FileRefused,
  type Sink,
  type Source,
  SourceError,
  type SourceReader,
  type Transcript,
  type YearlySource,
} from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { generalElection, longDate, primaryElection } from '../election-days.ts'
import { plainParty } from '../feed/party.ts'
import type { ListedElection } from '../listed.ts'
import { matesInReadingOrder } from '../reading-order.ts'
import { MI_OFFICES } from './office.ts'

const PAGE = 'https://mi-boe.entellitrak.com/etk-mi-boe-prod/page.request.do?page=page.miboePublicReport'
const TYPES = { primary: 'PRI', general: 'GEN' } as const
type MiElectionType = keyof typeof TYPES

function miListing(year: number, type: MiElectionType): Source {
  const election = type === 'general' ? generalElection('MI', year) : primaryElection('MI', year)
  const url = `${PAGE}&electionYear=${year}&electionType=${TYPES[type]}`
  return {
    id: `mi-listing-${year}-${type}`,
    publisher: 'Michigan Bureau of Elections',
    url,
    licence: 'Public record',
    vintage: String(year),
    published_on: `${year}-01-01`,
    living: true,
    awaited: true,
    seen: false,
    states: ['MI'],
    files: [
      {
        url,
        mirror: `ballots/mi_sos/${year}/mi-listing-${year}-${type}.html`,
        recognise: (file) => recognisePage(file, election),
        transcript,
        statedOn,
      },
    ],
    personal: [],
    family: 'public',
    // Divisions of district courts are left out.
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readListing(election),
  }
}

export const miYearly: YearlySource = {
  first: 2022,
  of: (year) => (year % 2 === 0 ? [miListing(year, 'primary'), miListing(year, 'general')] : []),
}

/** Before the primary, the general election's list is unofficial and lacks the parties' nominees. */
function recognisePage(file: Pick<FetchedFile, 'name' | 'bytes'>, { date, words }: ListedElection): void {
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `721 Candidates as of Fri Sep 04 10:20:30 EDT 2026` → `2026-09-04`. */
function parseDay(text: string): string | undefined {
  const [, month = '', day, year] =
    /\d Candidates as of [A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d\d) (?:[\d:]+ [A-Z]{2,5} )?(\d{4})/.exec(text) ?? []
  const at = MONTHS.indexOf(month)
  return at < 0 ? undefined : `${year}-${String(at + 1).padStart(2, '0')}-${day}`
}

function statedOn(file: FetchedFile): string | undefined {
  for (const { record } of readTranscript(file, transcript, { issue: () => {} })) return record.as_of || undefined
  return undefined
}

const layout: CandidacyLayout = { state: 'MI', offices: MI_OFFICES }
const encodeStatus = encoder({ field: 'Status', known: { '': false, DISQ: true, WITHD: true } })

function readListing(election: ListedElection): SourceReader<'divisions'> {
  return (files, context, sink) => {
    for (const file of files) writeCandidacies(layout, candidacies(file, election, sink), { files, context, sink })
  }
}

function* candidacies(file: FetchedFile, election: ListedElection, sink: Sink): Generator<Candidacy> {
  for (const { line, record } of readTranscript(file, transcript, sink)) {
    const at = { file: file.name, line }
    const [, positions] = /\((\d+)\) Position/.exec(record.office) ?? []
    const [, years] = /(?<!\d)(\d+) Year Term/.exec(record.office) ?? []
    // The county with which candidates of a district file contains all of it.
    const [, filed = ''] = record.office.split(' Files In ')
    const county = filed.endsWith(' County') ? filed.slice(0, -' County'.length) : undefined
    const partial = /Partial Term/i.test(record.office)
    const isCourt = /\b(?:Judge|Justice) of\b/i.test(record.office)
    const party = isCourt ? null : plainParty(record.party)
    yield {
      ...{ at, election, contest: record.office, name: matesInReadingOrder(record.name), party },
      party_label: isCourt || record.party === '' ? null : record.party,
      withdrawn: encodeStatus(record.status, at, sink) ?? false,
      unexpired: partial,
      ...(county !== undefined && { counties: [county] }),
      ...(party !== null && election.type === 'primary' ? { party_contest: party } : {}),
      ...(positions ? { votes_allowed: Number(positions) } : {}),
      ...(years && !partial ? { details: { term: `${years} years` } } : {}),
    }
  }
}
