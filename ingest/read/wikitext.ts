// The syntax of wikitext, as far as lists of people need it: comments, templates with their parameters, references, links and headings. Every
// function takes time in proportion to its text, however the braces are nested. Texts keep their line ends, so that lines can be counted.

/** Comments, and the marks of <nowiki>, become nothing but their line ends. */
export function stripComments(text: string): string {
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<!--', at)
    if (start < 0) break
    const end = text.indexOf('-->', start + 4)
    const stop = end < 0 ? text.length : end + 3
    parts.push(text.slice(at, start), lineEnds(text.slice(start, stop)))
    at = stop
  }
  parts.push(text.slice(at))
  return parts.join('')
}

function lineEnds(text: string): string {
  return text.replace(/[^\n]+/g, '')
}

export interface Span {
  /** Of the first brace. */
  start: number
  /** After the last brace. */
  end: number
}

/** Every closed template, outer ones after those inside them. An opening without an end, or an end without an opening, is plain text. */
export function findTemplates(text: string): Span[] {
  const found: Span[] = []
  const open: number[] = []
  for (let at = 0; at + 1 < text.length; at++) {
    if (text[at] === '{' && text[at + 1] === '{') open.push(at++)
    else if (text[at] === '}' && text[at + 1] === '}') {
      const start = open.pop()
      if (start !== undefined) found.push({ start, end: at + 2 })
      at++
    }
  }
  return found
}

export interface Parameter {
  /** In lower case; the number of one without a name, from 1. */
  name: string
  value: string
  /** Of the value in the text. */
  start: number
}

export interface Template {
  /** In lower case, with spaces. */
  name: string
  parameters: readonly Parameter[]
}

/** Parameters are split at a bar outside of templates and links. */
export function parseTemplate(text: string, { start, end }: Span): Template {
  const parts = splitAtBars(text, start + 2, end - 2)
  const [first, ...rest] = parts
  let number = 0
  return {
    name: (first ? text.slice(first.start, first.end) : '')
      .replaceAll('_', ' ')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase(),
    parameters: rest.map((part) => {
      const whole = text.slice(part.start, part.end)
      const equals = findEquals(whole)
      if (equals < 0) return { name: String(++number), value: whole, start: part.start }
      const name = whole.slice(0, equals).trim().toLowerCase()
      return { name, value: whole.slice(equals + 1), start: part.start + equals + 1 }
    }),
  }
}

/** The sign between name and value: no brace, bracket or tag comes before it. */
function findEquals(text: string): number {
  const equals = text.indexOf('=')
  return equals < 0 || /[{}[\]<>\n]/.test(text.slice(0, equals).trim()) ? -1 : equals
}

function splitAtBars(text: string, start: number, end: number): Span[] {
  const parts: Span[] = []
  let [depth, from] = [0, start]
  for (let at = start; at < end; at++) {
    const two = text.slice(at, at + 2)
    if (two === '{{' || two === '[[') [depth, at] = [depth + 1, at + 1]
    else if (two === '}}' || two === ']]') [depth, at] = [Math.max(0, depth - 1), at + 1]
    else if (text[at] === '|' && depth === 0) {
      parts.push({ start: from, end: at })
      from = at + 1
    }
  }
  return [...parts, { start: from, end }]
}

// References.

export interface Reference {
  /** Null if it has none. */
  name: string | null
  /** Null for a re-use of a named reference: `<ref name="a"/>`. */
  body: string | null
}

const [MARK, MARKED] = ['\u0002', '\u0003']

/** The references in order, and the text with a mark in place of each one, which `findReferences` reads. Line ends stay. */
export function takeReferences(text: string): { text: string; references: Reference[] } {
  const references: Reference[] = []
  const parts: string[] = []
  let at = 0
  for (;;) {
    const start = findTag(text, at)
    if (start < 0) break
    const close = text.indexOf('>', start)
    if (close < 0) break
    const tag = text.slice(start + 4, close)
    const name = nameIn(tag)
    const isEmpty = tag.endsWith('/')
    const end = isEmpty ? close + 1 : text.indexOf('</ref', close)
    const stop = isEmpty ? close + 1 : end < 0 ? text.length : text.indexOf('>', end) + 1 || text.length
    references.push({ name, body: isEmpty ? null : text.slice(close + 1, end < 0 ? text.length : end) })
    const mark = `${MARK}${references.length - 1}${MARKED}`
    parts.push(withoutMarks(text.slice(at, start)), mark, lineEnds(text.slice(start, stop)))
    at = stop
  }
  parts.push(withoutMarks(text.slice(at)))
  return { text: parts.join(''), references }
}

function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '').replaceAll(MARKED, '')
}

/** The numbers of the references that are marked in a text. */
export function findReferences(text: string): number[] {
  return text
    .split(MARK)
    .slice(1)
    .map((part) => Number(part.split(MARKED, 1)[0]))
}

/** The text without the marks. */
export function withoutReferences(text: string): string {
  return text
    .split(MARK)
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf(MARKED) + 1)))
    .join('')
}

/** `<ref>` and `<ref name=…>`, but not `<references/>`. */
function findTag(text: string, from: number): number {
  for (let at = text.indexOf('<ref', from); at >= 0; at = text.indexOf('<ref', at + 4))
    if (/[\s>/]/.test(text[at + 4] ?? '')) return at
  return -1
}

function nameIn(tag: string): string | null {
  const [, quoted, plain] = /\bname\s*=\s*(?:["']([^"']*)["']|([^\s/"'>]+))/.exec(tag) ?? []
  return (quoted ?? plain ?? '').trim() || null
}

// Links and plain text.

/** Characters of a link; longer ones are no links to people. */
const LINK_MAX = 500

export interface Link extends Span {
  /** The title of the article, without a section; with spaces and a capital. */
  target: string
  label: string
}

/** Links to articles; files, categories and other namespaces are left out. */
export function findLinks(text: string): Link[] {
  const links: Link[] = []
  for (let start = text.indexOf('[['); start >= 0; start = text.indexOf('[[', start + 2)) {
    const within = text.slice(start, start + LINK_MAX).indexOf(']]')
    if (within < 0) continue
    const end = start + within
    const [page = '', ...label] = text.slice(start + 2, end).split('|')
    const target =
      page
        .split('#', 1)[0]
        ?.replaceAll('_', ' ')
        .replace(/^:?\s*/, '')
        .trim() ?? ''
    if (target !== '' && !/^[a-z ]{2,20}:(?! )/i.test(target))
      links.push({
        start,
        end: end + 2,
        target: target.charAt(0).toUpperCase() + target.slice(1),
        label: (label.at(-1) ?? page).trim(),
      })
  }
  return links
}

const SHOWN = new Set(['nowrap', 'small', 'nobr', 'nobold', 'abbr', 'lang', 'interlanguage link', 'ill'])
/** Districts of Congress and of legislatures: `{{ushr|AZ|3}}`. */
const DISTRICTS = new Set(['ushr', 'ussen'])

/** The words that a reader sees: links as their labels, most templates as nothing, no bold, no tags. Marks of references go. */
export function toPlainText(marked: string): string {
  const text = withoutReferences(marked)
  const spans = findTemplates(text).sort((a, b) => a.start - b.start || b.end - a.end)
  const parts: string[] = []
  let at = 0
  for (const span of spans) {
    if (span.start < at) continue
    parts.push(text.slice(at, span.start), shown(parseTemplate(text, span)))
    at = span.end
  }
  parts.push(text.slice(at))
  return parts
    .join('')
    .replace(/\[\[(?:[^[\]|]{0,300}\|)?([^[\]|]{0,300})\]\]/g, '$1')
    .replace(/'{2,5}/g, '')
    .replace(/<[^<>]{0,300}>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&ndash;/g, '–')
    .replace(/[^\S\n]+/g, ' ')
}

function shown({ name, parameters }: Template): string {
  const values = parameters.map(({ value }) => value.trim())
  if (DISTRICTS.has(name)) return values.slice(0, 2).join('-')
  return SHOWN.has(name) ? (values[name === 'lang' ? 1 : 0] ?? '').replace(/\{\{|\}\}/g, '') : ''
}

/** `=== Title ===`. Undefined for another line. */
export function parseHeadingLine(line: string): { level: number; title: string } | undefined {
  const text = line.trim()
  if (!text.startsWith('==') || !text.endsWith('==')) return undefined
  let level = 0
  while (level < 6 && text[level] === '=' && text[text.length - 1 - level] === '=' && level * 2 < text.length - 2)
    level++
  const title = text.slice(level, text.length - level).trim()
  return level < 2 || title === '' ? undefined : { level, title }
}
