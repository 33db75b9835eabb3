// The wikitext of an article on an election → the entries of its endorsements boxes, each with its heading path, candidate and category.

import { z } from 'zod'
import { parseDayInWords } from '../../read/field-value.ts'
import { readJson } from '../../read/json.ts'
import { type FetchedFile, FileGone, SourceError } from '../../read/source.ts'
import {
  findLinks,
  findReferences,
  findTemplates,
  type Link,
  parseHeadingLine,
  parseTemplate,
  type Reference,
  type Span,
  stripComments,
  takeReferences,
  toPlainText,
  withoutReferences,
} from '../../read/wikitext.ts'
import { trimMarks } from './endorser.ts'

export interface PageEntry {
  /** 1-based, in the wikitext. */
  line: number
  /** The headings above the box, outer ones first. */
  path: readonly string[]
  /** As the box names it, with its brackets. */
  candidate: string
  /** The category line above the entry; empty if none. */
  category: string
  /** Without references and markup. */
  text: string
  /** The link with which the entry begins. */
  link: Pick<Link, 'target' | 'label'> | null
  /** The bodies of its references, re-used ones resolved in the whole page. */
  references: readonly string[]
}

interface PageContent {
  entries: readonly PageEntry[]
  boxes: number
  /** Entries below another one: members of the endorser, or conditions. */
  nested: number
}

/** Takes time in proportion to the text, but for sorting its boxes. */
export function readPage(wikitext: string): PageContent {
  const { text, references } = takeReferences(stripComments(wikitext))
  const bodies = resolveReferences(references)
  const lines = openLines(text)
  const boxes = findBoxes(text)
  const entries: PageEntry[] = []
  let nested = 0
  const take = (list: string, start: number, box: Pick<PageEntry, 'path' | 'candidate'>): void => {
    const found = readList(list, lines.numberAt(start), box, bodies)
    entries.push(...found.entries)
    nested += found.nested
  }
  for (const { span, candidate, lists } of boxes)
    for (const { value, start } of lists) take(value, start, { path: lines.pathAt(span.start), candidate })
  for (const { start, end, path, candidate } of findPlainSections(text, boxes))
    take(text.slice(start, end), start, { path, candidate })
  return { entries: entries.sort((a, b) => a.line - b.line), boxes: boxes.length, nested }
}

/** By place in the page; a re-use has the body of its name. */
function resolveReferences(references: readonly Reference[]): string[] {
  const named = new Map<string, string>()
  for (const { name, body } of references) if (name !== null && body !== null && !named.has(name)) named.set(name, body)
  return references.map(({ name, body }) => body ?? named.get(name ?? '') ?? '')
}

// Lines and headings.

interface Heading {
  start: number
  end: number
  level: number
  title: string
  path: readonly string[]
}

function openLines(text: string) {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  const headings = findHeadings(text)
  return {
    numberAt: (offset: number): number => countUpTo(starts, offset),
    pathAt: (offset: number): readonly string[] =>
      headings[
        countUpTo(
          headings.map(({ start }) => start),
          offset,
        ) - 1
      ]?.path ?? [],
  }
}

/** How many of the ascending numbers are not above the limit. */
function countUpTo(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ascending[middle] ?? 0) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

function findHeadings(text: string): Heading[] {
  const headings: Heading[] = []
  const open: { level: number; title: string }[] = []
  let start = 0
  for (const line of text.split('\n')) {
    const heading = parseHeadingLine(line)
    if (heading) {
      const title = toPlainText(heading.title).trim()
      while ((open.at(-1)?.level ?? 0) >= heading.level) open.pop()
      open.push({ level: heading.level, title })
      headings.push({
        start,
        end: start + line.length,
        level: heading.level,
        title,
        path: open.map((one) => one.title),
      })
    }
    start += line.length + 1
  }
  return headings
}

// Boxes, and sections without one.

interface Box {
  span: Span
  candidate: string
  lists: readonly { value: string; start: number }[]
}

function findBoxes(text: string): Box[] {
  return findTemplates(text)
    .filter(({ start }) => /^\{\{\s*endorsements?[ _]+box\b/i.test(text.slice(start, start + 40)))
    .sort((a, b) => a.start - b.start)
    .map((span) => {
      const { parameters } = parseTemplate(text, span)
      const named = (wanted: readonly string[]) =>
        parameters.find(({ name, value }) => wanted.includes(name) && value.trim() !== '')
      return {
        span,
        candidate: toPlainText(named(['title', 'name', 'candidate'])?.value ?? '').trim(),
        lists: parameters.filter(({ name }) => /^(?:list\d*|endorsements|content)$/.test(name)),
      }
    })
}

/** Lists in the section of a candidate below a heading of endorsements, as older articles have them. Boxes are blanked, so that nothing is read twice. */
function findPlainSections(
  text: string,
  boxes: readonly Box[],
): { start: number; end: number; path: readonly string[]; candidate: string }[] {
  const headings = findHeadings(text)
  return headings.flatMap(({ end, level, path, title }, at) => {
    const above = path.slice(0, -1)
    if (!above.some((one) => /endors/i.test(one)) || /endors/i.test(title)) return []
    const next = headings.slice(at + 1, at + 1 + SECTIONS_MAX).find((one) => one.level <= level)
    const stop = next?.start ?? text.length
    const inside = headings.slice(at + 1, at + 1 + SECTIONS_MAX).filter(({ start }) => start < stop)
    const holdsBox = boxes.some(({ span }) => span.start < stop && span.end > end)
    return holdsBox || isCategory(title) || inside.some((one) => !isCategory(one.title))
      ? []
      : [{ start: end, end: stop, path: above, candidate: title }]
  })
}

const SECTIONS_MAX = 200

/** A heading that names who endorses, not whom. */
function isCategory(title: string): boolean {
  return /\b(?:officials|senators|representatives|legislators|organi[sz]ations|unions|newspapers|individuals|parties|governors|mayors|politicians|presidents|groups|figures|media)\b/i.test(
    title,
  )
}

// The lines of a list.

function readList(
  list: string,
  first: number,
  { path, candidate }: Pick<PageEntry, 'path' | 'candidate'>,
  bodies: readonly string[],
): { entries: PageEntry[]; nested: number } {
  const entries: PageEntry[] = []
  let [category, nested] = ['', 0]
  for (const [index, line] of list.split('\n').entries()) {
    const heading = readCategory(line)
    if (heading !== undefined) {
      category = heading
      continue
    }
    const [bullets = ''] = /^[*#:]+/.exec(line.trim()) ?? []
    if (!bullets.includes('*')) continue
    if (bullets.length > 1) {
      nested++
      continue
    }
    const said = line.trim().slice(bullets.length)
    const text = toPlainText(said).trim()
    if (text === '') continue
    const references = findReferences(said).map((place) => bodies[place] ?? '')
    entries.push({ line: first + index, path, candidate, category, text, link: firstLink(said, text), references })
  }
  return { entries, nested }
}

/** A line that is bold as a whole, a term or a heading, without a link. Undefined for another line. */
function readCategory(line: string): string | undefined {
  const text = line.trim()
  if (text.includes('[[')) return undefined
  const plain = trimMarks(toPlainText(text), '*:; ', ': ')
  if (plain === '') return undefined
  if (text.startsWith(';')) return plain
  const heading = parseHeadingLine(text)
  if (heading) return toPlainText(heading.title).replace(/:\s*$/, '')
  const bare = trimMarks(withoutReferences(text), '*: \t', ': \t')
  const isBold = isWhole(bare, "'''", "'''") || isWhole(bare.toLowerCase(), '<b>', '</b>')
  return isBold ? plain : undefined
}

function isWhole(text: string, open: string, close: string): boolean {
  const ends = text.startsWith(open) && text.endsWith(close) && text.length > open.length + close.length
  return ends && !text.slice(open.length, -close.length).includes(open)
}

/** The link that the entry's words begin with. A link further on is of an office, a place or a spouse. */
function firstLink(said: string, text: string): PageEntry['link'] {
  const [link] = findLinks(said)
  if (!link) return null
  const label = toPlainText(link.label).trim()
  const before = toPlainText(said.slice(0, link.start)).trim()
  const isFirst =
    before === '' ? text.startsWith(label) : /^(?:[\w.]+ ){0,3}[\w.]+$/.test(before) && !before.includes(',')
  return isFirst ? { target: link.target, label } : null
}

// The answers of the encyclopedia's interface: the revision of each title, and the wikitext of one.

const answer = z.object({
  error: z.object({ code: z.string(), info: z.string().optional() }).optional(),
  query: z
    .object({
      normalized: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
      redirects: z.array(z.object({ from: z.string(), to: z.string() })).optional(),
      pages: z.array(
        z.object({
          title: z.string(),
          missing: z.boolean().optional(),
          revisions: z
            .array(
              z.object({
                revid: z.int(),
                timestamp: z.string(),
                slots: z.object({ main: z.object({ content: z.string() }) }).optional(),
              }),
            )
            .optional(),
        }),
      ),
    })
    .optional(),
})

type Named = Pick<FetchedFile, 'name' | 'bytes'>

interface Revision {
  id: number
  /** YYYY-MM-DD. */
  day: string
  /** Null if the answer is of revisions alone. */
  wikitext: string | null
}

/** Throws FileGone for a title without an article, SourceError for an answer that is none, e.g. because the servers are busy. */
export function readRevision({ name, bytes }: Named, title: string): Revision {
  const { error, query } = parseAnswer({ name, bytes })
  if (error || !query)
    throw new SourceError(
      `the encyclopedia answers "${error?.code ?? 'nothing'}": ${error?.info?.slice(0, 200) ?? 'no query'}`,
      { file: name },
    )
  const renamed = [...(query.normalized ?? []), ...(query.redirects ?? [])].reduce(
    (current, { from, to }) => (current === from ? to : current),
    title,
  )
  const page = query.pages.find((one) => one.title === renamed)
  const [revision] = page?.revisions ?? []
  if (!page || page.missing || !revision) throw new FileGone(`there is no article "${title}"`, { file: name })
  return { id: revision.revid, day: revision.timestamp.slice(0, 10), wikitext: revision.slots?.main.content ?? null }
}

function parseAnswer({ name, bytes }: Named): z.infer<typeof answer> {
  const parsed = answer.safeParse(readJson({ name, bytes, url: '' }))
  if (parsed.success) return parsed.data
  throw new SourceError('is no answer of the encyclopedia, expected JSON with query.pages', { file: name })
}

const API = 'https://en.wikipedia.org/w/api.php'
/** `maxlag`: the servers refuse the request while they are busy. */
const QUERY = 'action=query&prop=revisions&redirects=1&formatversion=2&format=json&maxlag=5'

/** @param titles at most 50 */
export function revisionsUrl(titles: readonly string[]): string {
  return `${API}?${QUERY}&rvprop=${encodeURIComponent('ids|timestamp')}&titles=${encodeURIComponent(titles.join('|'))}`
}

export function contentUrl(title: string): string {
  return `${API}?${QUERY}&rvslots=main&rvprop=${encodeURIComponent('ids|timestamp|content')}&titles=${encodeURIComponent(title)}`
}

export function evidenceUrl(revision: number): string {
  return `https://en.wikipedia.org/w/index.php?oldid=${revision}`
}

// The address and the day in a reference: `{{cite news |url=… |date=March 4, 2026}}`.

interface Citation {
  url: string | null
  /** YYYY-MM-DD. Null if the reference gives no day: a month alone is none. */
  date: string | null
}

/** The first reference with an address; else nothing. */
export function readCitation(references: readonly string[]): Citation {
  const found = references.map(readReference)
  return found.find(({ url }) => url !== null) ?? { url: null, date: null }
}

function readReference(body: string): Citation {
  const cites = findTemplates(body)
    .map((span) => parseTemplate(body, span))
    .filter(({ name }) => name.startsWith('cit'))
  for (const { parameters } of cites) {
    const textOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value.trim() ?? ''
    const url = toUrl(textOf('url'))
    if (url !== null) return { url, date: parseDayInWords(textOf('date')) ?? null }
  }
  const [bare = ''] = /https?:\/\/[^\s<>[\]{}|"]{3,1000}/.exec(body) ?? []
  return { url: toUrl(bare), date: null }
}

function toUrl(text: string): string | null {
  return /^https?:\/\/\S{3,1500}$/.test(text) && URL.canParse(text) ? text : null
}

/** A date of the future, after the election, or more than three years before it is no date of the endorsement. */
export function dateWithin(
  date: string | null,
  { revised, election }: { revised: string; election: string },
): string | null {
  if (date === null || date > revised || date > election) return null
  return Number(date.slice(0, 4)) < Number(election.slice(0, 4)) - 3 ? null : date
}
