// Missouri: the printed lines of a PDF.

import { novemberElection } from '../../../../data/reference/elections.ts'
import { parseDayInWords } from '../../../read/field-value.ts'
import { type PrintedLine, readPdfLines } from '../../../read/pdf.ts'
import { type FetchedFile, type Sink, SourceError, type Transcript } from '../../../read/source.ts'
import { firstText, readTranscript } from '../../../read/transcript.ts'
import { longDate } from '../../election-days.ts'
import type { ListReader } from '../../list/built-in.ts'
import type { At } from '../../listed.ts'
import { partyOf, readable } from '../../printed-name.ts'

export const mo: ListReader = {
  file: (_, { election }) => ({
    transcript: transcriptOf(Number(election.date?.slice(0, 4))),
    statedOn: (file) => firstText(file, { columns: COLUMNS }, 'Certified'),
  }),
  lines: readLines,
}

/** The rules match `<office>/<district>`. */
function* readLines(file: FetchedFile, sink: Sink): Generator<{ line: number; record: Record<string, string> }> {
  let retentions = 0
  for (const { line, record } of readTranscript(file, { columns: COLUMNS }, sink)) {
    if (record.Section === RETENTION) {
      const where = { file: file.name, line, field: 'Section', value: RETENTION }
      const message = 'voters decide on these judges with Yes or No, which is not read from this list'
      if (retentions++ === 0) sink.issue({ ...where, code: 'retention-not-read', message, severity: 'ignored' })
      continue
    }
    const { district, name } = splitLine(record.Candidate)
    const party = readable(partyOf(record.Section) ?? '')
    yield { line, record: { contest: `${record.Office}/${district}`, name, party } }
  }
}

// The printed lines.

/** `Certified`: the day, YYYY-MM-DD. `Section`: `REPUBLICAN`. `Office`: `For State Senator`. `Candidate`: `District 2, Ann Example`. */
const COLUMNS = ['Certified', 'Section', 'Office', 'Candidate'] as const

function transcriptOf(year: number): Transcript<(typeof COLUMNS)[number]> {
  return {
    columns: COLUMNS,
    version: 2,
    async *read(file) {
      const lines = await readPdfLines(file)
      requireElection(file.name, lines, year)
      const Certified = findCertified(lines, year)
      let [Section, Office] = ['', '']
      for (const { line, text } of lines) {
        const [, section] = /^([A-Z][A-Z ]*) CANDIDATES$/.exec(text) ?? []
        if (section !== undefined || ENDS.includes(text)) [Section, Office] = [section ?? '', '']
        else if (/^For /.test(text)) Office = text
        else if (Section !== '' && Office !== '' && !isFurniture(text)) {
          if (Section !== RETENTION) requireCandidate(Office, text, { file: file.name, line })
          yield { line, record: { Certified, Section, Office, Candidate: text } }
        }
      }
    },
  }
}

/** The headings of what follows the candidates. */
const ENDS: readonly string[] = ['CERTIFICATION', 'COUNTY CLERK/ELECTION AUTHORITY CERTIFICATION', 'NOTICE OF ELECTION']

/** Lines between the candidates: an emblem, a page number, and the provision on judges. */
function isFurniture(text: string): boolean {
  return /^[A-Z ]+ PARTY EMBLEM$/.test(text) || /^\d{1,3}$/.test(text) || /^Article V, Section 25/.test(text)
}

/** Judges on whom voters decide Yes or No are not candidates. */
const RETENTION = 'JUDICIAL'

const DISTRICTS = ['For U.S. Representative', 'For State Senator', 'For State Representative']
const NO_DISTRICT = [
  ...['For U.S. Senator', 'For Governor', 'For Lieutenant Governor', 'For Secretary of State', 'For State Treasurer'],
  ...['For Attorney General', 'For State Auditor'],
]

/**
 * Throws SourceError for a line under an office that is read here and that is no candidate's: it would stand on the ballot. The message does
 * not quote it, because it may be an address.
 */
function requireCandidate(office: string, text: string, at: At): void {
  const { district, name } = splitLine(text)
  const expected = DISTRICTS.includes(office) ? /^District \d{1,3}$/ : NO_DISTRICT.includes(office) ? /^$/ : undefined
  if (expected && !(expected.test(district) && isName(name)))
    throw new SourceError(`got another line under "${office}", expected a candidate's name`, at)
}

function splitLine(text: string): { district: string; name: string } {
  const [, district = '', name = text] = /^((?:District|Circuit) \d[^,]*), ?(.+)$/.exec(text) ?? []
  return { district, name }
}

/** `Ann Example`, `Bo (Bob) O’Sample, Jr.`, `C. de la Specimen III`: two words or more, with capitals. A heading has other words. */
function isName(text: string): boolean {
  const [name = '', title, ...more] = text.split(/, ?/)
  const words = name.split(' ')
  return (
    more.length === 0 &&
    (title === undefined || /^(?:[JS]r\.?|[IVX]+|[A-Z.]{2,6})$/.test(title)) &&
    words.length > 1 &&
    words.every((word) => /^["“'‘(]*\p{Lu}[^\d:;]*$/u.test(word) || PARTICLES.includes(word)) &&
    !/\b(?:candidates?|emblems?|elections?|party|parties|certificat[a-z]+|missouri|continued)\b/i.test(name)
  )
}
const PARTICLES: readonly string[] = ['da', 'de', 'del', 'den', 'der', 'di', 'du', 'la', 'le', 'van', 'von', 'y']

function requireElection(file: string, lines: readonly PrintedLine[], year: number): void {
  const day = longDate(novemberElection(year))
  if (!lines.some(({ text }) => text.includes(day)))
    throw new SourceError(`names no general election of ${day}, expected its candidates`, { file })
}

/** The first line that is a date alone; '' if there is none. */
function findCertified(lines: readonly PrintedLine[], year: number): string {
  for (const { text } of lines) {
    const date = /^[A-Z][a-z]+ \d{1,2}, \d{4}$/.test(text) ? parseDayInWords(text) : undefined
    if (date?.startsWith(String(year))) return date
  }
  return ''
}
