// Wikipedia's articles on the elections of a year: their endorsements boxes, of which a transcript is kept without people whom the privacy
// rule leaves out. An article is fetched only if its revision is new.

import { STATE_CODES } from '../../../data/schema/vocabulary.ts'
import {
  type FetchedFile,
  type Sink,
  SourceError,
  type SourceFile,
  type SourceReader,
  type Transcript,
  type TranscriptLine,
  type YearlySource,
} from '../../read/source.ts'
import { readTranscript } from '../../read/transcript.ts'
import { openMatcher } from '../match.ts'
import { type MatchedPick, placePositions, toIssue } from '../position.ts'
import { findCandidate, findRaces, type RaceCandidate } from '../race.ts'
import { type BoxEntry, type Endorser, openEndorsers, REFUSALS, type Refusal, toEndorser } from './endorser.ts'
import { articleUrl, groupOf, listPages, parseCandidate, parseRound, type RacePage, UNKNOWN } from './heading.ts'
import {
  contentUrl,
  dateWithin,
  evidenceUrl,
  type PageEntry,
  readCitation,
  readPage,
  readRevision,
  revisionsUrl,
} from './page.ts'

/** The interface gives at most 50 titles at a time. */
const TITLES_MAX = 50

const COLUMNS = ['revision', 'revised', 'path', 'candidate', 'category', 'text', 'link', 'url', 'date'] as const
type Column = (typeof COLUMNS)[number]

export const wikipediaYearly: YearlySource = {
  first: 2022,
  of: (year) => [
    {
      id: `wikipedia-endorsements-${year}`,
      publisher: 'Wikipedia',
      url: 'https://en.wikipedia.org',
      licence: 'CC-BY-SA-4.0',
      vintage: String(year),
      published_on: `${year}-01-01`,
      living: true,
      awaited: true,
      states: STATE_CODES,
      files: toFiles(listPages(year)),
      inSeries: true,
      personal: [],
      family: 'public',
      needs: ['ballots'],
      read: readWikipedia(year),
    },
  ],
}

function toFiles(pages: readonly RacePage[]): SourceFile[] {
  return pages.map((page, at) => {
    const { title } = page
    const batch = Math.floor(at / TITLES_MAX) * TITLES_MAX
    const url = revisionsUrl(pages.slice(batch, batch + TITLES_MAX).map((one) => one.title))
    return {
      url: contentUrl(title),
      mirror: mirrorOf(page),
      optional: true,
      recognise: (file) => void readRevision(file, title),
      revision: { url, read: (file) => String(readRevision(file, title).id) },
      transcript: transcriptOf(page),
    }
  })
}

function mirrorOf({ title, year }: RacePage): string {
  return `endorsements/wikipedia/${year}/${title.replaceAll(' ', '_')}.json`
}

function transcriptOf(page: RacePage): Transcript<Column> {
  return { columns: COLUMNS, version: 1, read: (file, sink) => transcribe(file, page, sink) }
}

/** A line per entry that may be served; for the others their number alone. */
function* transcribe(file: FetchedFile, page: RacePage, sink: Pick<Sink, 'issue'>): Generator<TranscriptLine<Column>> {
  const { id, day, wikitext } = readRevision(file, page.title)
  if (wikitext === null) throw new SourceError('has no wikitext', { file: file.name })
  const { entries, nested } = readPage(wikitext)
  const refused = new Map<Refusal, { count: number; line: number }>()
  for (const entry of entries) {
    const endorser = parseCandidate(entry.candidate) ? toEndorser(toBoxEntry(entry, page)) : 'no-endorsement'
    if (typeof endorser === 'string') {
      const { count, line } = refused.get(endorser) ?? { count: 0, line: entry.line }
      refused.set(endorser, { count: count + 1, line })
      continue
    }
    const { url, date } = readCitation(entry.references)
    const record = {
      revision: String(id),
      revised: day,
      path: JSON.stringify(entry.path),
      candidate: entry.candidate,
      category: entry.category,
      text: entry.text,
      link: linkOf(entry) ?? '',
      url: url ?? '',
      date: date ?? '',
    }
    yield { line: entry.line, record }
  }
  for (const [code, { count, line }] of refused)
    sink.issue(ignored(file, line, code, `${count} entries ${REFUSALS[code]}`))
  if (nested > 0)
    sink.issue(ignored(file, null, 'nested', `${nested} entries stand below another one, as its members or conditions`))
}

function ignored({ name }: Pick<FetchedFile, 'name'>, line: number | null, code: string, what: string) {
  const message = `${what}; left out`
  return { file: name, line, field: 'list', code, value: null, message, severity: 'ignored' } as const
}

function toBoxEntry(
  entry: Pick<PageEntry, 'category' | 'text'> & Parameters<typeof linkOf>[0],
  page: RacePage,
): BoxEntry {
  const group = entry.category === '' ? UNKNOWN : groupOf(entry.category)
  return { text: entry.text, group, state: page.state, year: page.year, link: linkOf(entry) }
}

/** The article of the endorser. That of a union is not the article of its local, whose name goes on after the link. */
function linkOf({ link, text }: Pick<PageEntry, 'link' | 'text'>): string | null {
  if (!link) return null
  const [named = ''] = text.split(/,|\s[–—-]\s|\s\(/, 1)
  return named.length > link.label.length &&
    /\b(?:local|chapter|council|district|county|pac|fund)\b/i.test(named.slice(link.label.length))
    ? null
    : link.target
}

interface Stated {
  at: { file: string; line: number }
  page: RacePage
  endorser: Endorser
  record: Record<Column, string>
}

function readWikipedia(year: number): SourceReader<'ballots'> {
  const pages = new Map(listPages(year).map((page) => [mirrorOf(page), page]))
  return (files, { states, ballots, source }, sink) => {
    const stated = files.flatMap((file) => {
      const page = pages.get(file.name)
      if (!page) throw new SourceError(`is no article of ${source.id}`, { file: file.name })
      return states.has(page.state) ? [...readEntries(file, page, sink)] : []
    })
    const endorsers = openEndorsers()
    for (const { endorser, page } of stated) endorsers.add(endorser, page.state)
    const matcher = openMatcher(ballots)
    const picks: MatchedPick[] = []
    const unmatched = new Map<string, { one: Stated; count: number; problem: Parameters<typeof toIssue>[1] }>()
    for (const one of stated) {
      const found = findStated(one, ballots, matcher)
      const endorser_slug = endorsers.slugOf(one.endorser)
      if ('found' in found && endorser_slug !== undefined) picks.push(toPick(one, endorser_slug, found.found))
      else {
        const problem = 'problem' in found ? found.problem : AMBIGUOUS
        const key = JSON.stringify([one.at.file, one.record.path, one.record.candidate, problem.code])
        const { count } = unmatched.get(key) ?? { count: 0 }
        unmatched.set(key, { one: unmatched.get(key)?.one ?? one, count: count + 1, problem })
      }
    }
    for (const { one, count, problem } of unmatched.values())
      sink.issue(toIssue(one, { ...problem, message: `${problem.message} (${count} entries)` }, 'ignored'))
    const placed = placePositions(picks)
    const used = new Map(placed.endorsements.map(({ row, at }) => [row.endorser_slug, at] as const).reverse())
    for (const { row, at } of endorsers.rows(used)) sink.row('endorser', row, at)
    for (const { row, at } of placed.endorsements) sink.row('endorsement', row, at)
    for (const issue of placed.issues) sink.issue(issue)
  }
}

const AMBIGUOUS = {
  code: 'ambiguous-endorser',
  field: 'list',
  value: null,
  message: 'members of Congress of two states have the name of the endorser; left out',
}

function* readEntries(file: FetchedFile, page: RacePage, sink: Sink): Generator<Stated> {
  for (const { line, record } of readTranscript(file, { columns: COLUMNS }, sink)) {
    const link = record.link === '' ? null : { target: record.link, label: '' }
    const endorser = toEndorser({ ...toBoxEntry({ ...record, link: null }, page), link: link?.target ?? null })
    if (typeof endorser !== 'string') yield { at: { file: file.name, line }, page, endorser, record }
  }
}

function findStated(
  { page, record }: Stated,
  ballots: Parameters<typeof findRaces>[0],
  matcher: ReturnType<typeof openMatcher>,
) {
  const candidate = parseCandidate(record.candidate) ?? { name: record.candidate, party: null }
  const round = parseRound(record.path, page)
  if (!round) {
    const message = 'the headings above the box name a round without a ballot, such as a convention; left out'
    return { problem: { code: 'no-ballot', field: 'path', value: record.candidate, message } }
  }
  return findCandidate(findRaces(ballots, { ...page, ...round }), candidate, matcher)
}

function toPick({ at, page, record }: Stated, endorser_slug: string, { contest, choice }: RaceCandidate): MatchedPick {
  const election = contest.contest_key.slice(3, 13)
  const said = { rank: null, statement: null, statement_es: null, source_url: record.url || articleUrl(page.title) }
  const published_on = dateWithin(record.date || null, { revised: record.revised, election })
  return {
    at,
    endorser_slug,
    contest,
    choice,
    ...said,
    published_on,
    evidence_url: evidenceUrl(Number(record.revision)),
  }
}
