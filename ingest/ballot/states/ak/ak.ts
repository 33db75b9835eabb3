// Alaska: pages with a section for each office. All candidates stand in one primary.

import { type HtmlElement, htmlElements, htmlTables, htmlText, readHtml } from '../../../read/html.ts'
import {
  type FetchedFile,
  FileGone,
  FileRefused,
  SourceError,
  type Transcript,
  unexpected,
} from '../../../read/source.ts'
import { readTranscript } from '../../../read/transcript.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'
import { leaveOutWriteIn } from '../../no-candidate.ts'
import { plainParty } from '../../printed-name.ts'

const AK_COURT = /\bCOURT\b/

export const ak: ListReader = {
  file({ url, mirror }, { election }) {
    const number = Number(/-(\d+)\.html$/.exec(mirror)?.[1])
    const title = `${election.date?.slice(0, 4)} ${election.type === 'general' ? 'General' : 'Primary'} Election`
    return {
      ...(number === 1 ? { url: url.replace(/&frm-page-\d+=1$/, '') } : { optional: true }),
      recognise: (file) => recogniseAkPage(file, title, number),
      transcript: akTranscript,
    }
  },
  *lines(file, sink, files) {
    for (const line of readTranscript(file, akTranscript, sink)) {
      requirePages(Number(line.record.pages), file.name, files)
      yield line
    }
  },
  /** The table matches the heading, of a primary's table the first column; of a judge, `<heading>: <name>`. Every page repeats the judges. */
  *candidacies(read, { sink }) {
    for (const { office: _, rank, record, ...candidacy } of read) {
      const { at, election, name } = candidacy
      const { office = '', registration = '', mark } = record
      if (mark !== '') leaveOutWriteIn(record.name ?? '', at, sink)
      else if (AK_COURT.test(office)) {
        const contest = `${office}: ${name}`
        if (hasEnded(record, at)) {
          const message = 'the judge does not stand for retention; the line is left out'
          sink.issue({ ...at, field: 'status', code: 'retention-ended', value: name, message, severity: 'ignored' })
          continue
        }
        yield { at, election, contest, name: 'Yes', answer: 'yes' }
        yield { at, election, contest, name: 'No', answer: 'no' }
      } else
        yield {
          ...candidacy,
          contest: office,
          party: partyOfRegistration(registration),
          party_label: registration === '' ? null : registration,
          withdrawn: hasEnded(record, at),
        }
    }
  },
}

/** A page that is not there would leave its offices out. @param last page that a page names */
function requirePages(last: number, file: string, files: readonly Pick<FetchedFile, 'name'>[]): void {
  for (let number = 1; number <= last; number++)
    if (!files.some(({ name }) => name.endsWith(`-${number}.html`)))
      throw new SourceError(`the list has ${last} pages, and page ${number} was not read`, { file })
}

/** `Registered Republican` → `Republican`. Nonpartisan and undeclared candidates have no party. Running mates have the first one's. */
function partyOfRegistration(registration: string): string | null {
  const [first = ''] = registration.split('/', 1)
  const [, party] = /^Registered (.+)$/.exec(first.trim()) ?? []
  return party === undefined ? null : plainParty(party)
}

/** Throws SourceError for an unknown status. */
function hasEnded({ status = '' }: ListedCandidacy['record'], at: ListedCandidacy['at']): boolean {
  if (/^(withdr|remov|disqual|deceas|reject|denied)/i.test(status)) return true
  if (/^certified$/i.test(status)) return false
  throw unexpected(
    'the status',
    status,
    'Certified, Withdrawn, Removed, Disqualified, Deceased, Rejected or Denied',
    at,
  )
}

// A page of candidates. It has a section for each office, and after a primary one table without headings; columns of addresses
// and contacts are not read.

const COLUMNS = ['office', 'name', 'registration', 'status', 'mark', 'pages'] as const
type AkLine = Record<(typeof COLUMNS)[number], string>

const NAME_COLUMN = 'Candidate Name on Ballot'

const akTranscript: Transcript<(typeof COLUMNS)[number]> = {
  columns: COLUMNS,
  version: 1,
  *read(file) {
    const page = readHtml(file)
    const pages = String(findLastPage(page))
    for (const { line, ...found } of listCandidates(page, file.name)) yield { line, record: { ...found, pages } }
  },
}

/**
 * Throws FileRefused for a page that is not the Division's, FileGone for one of another election, one without candidates, and one after
 * the last page of the list.
 * @param title `2026 General Election`
 * @param number of the page, from 1
 */
function recogniseAkPage(file: Pick<FetchedFile, 'name' | 'bytes'>, title: string, number: number): void {
  const page = readHtml(file)
  const at = { file: file.name }
  if (!/Division of Elections/i.test(htmlText(page)))
    throw new FileRefused("is another page, expected the Division of Elections' candidates", at)
  if (!htmlElements(page, 'h1', 'h2', 'h3').some((heading) => htmlText(heading) === title))
    throw new FileGone(`is not the page of the ${title}`, at)
  // The page that is shown has no link to itself.
  if (number > findLastPage(page) + 1) throw new FileGone(`is page ${number} of a shorter list`, at)
  if (listCandidates(page, file.name).length === 0) throw new FileGone('lists no candidate yet', at)
}

/** The highest number of a page that has a link; 0 if there is one page. */
function findLastPage(page: HtmlElement): number {
  const numbers = htmlElements(page, 'a').map(({ attributes }) => {
    const [, number = '0'] = /[?&]frm-page-\d+=(\d{1,4})(?:&|$)/.exec(attributes.href ?? '') ?? []
    return Number(number)
  })
  return Math.max(0, ...numbers)
}

type ListedLine = Omit<AkLine, 'pages'> & { line: number }

function listCandidates(page: HtmlElement, name: string): ListedLine[] {
  return htmlTables(page).flatMap(({ heading, columns, rows }) => {
    if (columns.includes(NAME_COLUMN))
      return rows.map(({ line, cells }) => {
        const cell = cells.length === columns.length ? cells[columns.indexOf(NAME_COLUMN)] : undefined
        if (!cell)
          throw new SourceError(`got ${cells.length} cells under ${columns.length} headings`, { file: name, line })
        return { line, office: heading, ...readCell(cell, { file: name, line }) }
      })
    return rows.flatMap(({ line, cells }) => readFlat(cells, line) ?? [])
  })
}

/** `<strong>Sample, Ann</strong> <small>(Registered Green) (Certified)</small> <span>Certified Write-In</span>`; a judge has a status alone. */
function readCell(cell: HtmlElement, at: { file: string; line: number }): Omit<ListedLine, 'office' | 'line'> {
  const [strong] = htmlElements(cell, 'strong')
  const [small] = htmlElements(cell, 'small')
  const groups = [...(small ? htmlText(small) : '').matchAll(/\(([^()]*)\)/g)].map(([, group = '']) => group.trim())
  const status = groups.at(-1)
  if (!strong || status === undefined || groups.length > 2)
    throw new SourceError(`got ${groups.length} brackets after a name, expected a registration and a status`, at)
  const marks = htmlElements(cell, 'span').map(htmlText).filter(Boolean)
  const [mark = ''] = marks.filter((text) => /write-?in/i.test(text))
  return { name: htmlText(strong), registration: groups.length === 2 ? (groups[0] ?? '') : '', status, mark }
}

/** A row of five cells: `STATE SENATOR | A`, `Sample, Ann | Undeclared | Certified | No`, and three that are not read. */
function readFlat(cells: readonly HtmlElement[], line: number): ListedLine | undefined {
  const [where, who] = cells.slice(0, 2).map((cell) =>
    htmlText(cell)
      .split('|')
      .map((part) => part.trim()),
  )
  if (cells.length !== 5 || where?.length !== 2 || who?.length !== 4 || !/^(Yes|No)$/.test(who[3] ?? ''))
    return undefined
  const [office = '', district = ''] = where
  const [name = '', registration = '', status = ''] = who
  return { line, office: district === 'All' ? office : `${office} ${district}`, name, registration, status, mark: '' }
}
