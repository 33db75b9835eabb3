// Captures the announced pages of endorsements: fetches each page politely, keeps its bytes, and finds the quote that states each endorsement.

import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type Download, download, type Validators } from '../fetch/download.ts'
import { FileGone, SourceError } from '../read/source.ts'
import {
  EVIDENCE_PAGE_BYTES_MAX,
  findQuote,
  hasQuote,
  readPageText,
  type SoughtEndorsement,
  toKeptPage,
} from './page.ts'
import type { Capture, CapturedPage, CaptureFile, EvidenceStore } from './store.ts'

/** @setting Time limit of one captured page, in milliseconds, with its attempts. */
const EVIDENCE_TIMEOUT_MS = 30_000
/** @setting Attempts for one captured page: the next run asks again. */
const EVIDENCE_ATTEMPTS = 2
/** @setting Pause between two pages of one host, in milliseconds. */
const EVIDENCE_PAUSE_MS = 1000
/** @setting Hosts whose pages are captured at the same time. */
const EVIDENCE_HOSTS_AT_ONCE = 4

/** An endorsement whose page is to be captured. */
export interface AnnouncedEndorsement extends SoughtEndorsement {
  endorsement_key: string
  endorser_slug: string
  source_url: string
}

export interface CaptureOptions {
  store: EvidenceStore
  now: () => Date
  /** How a publisher can reach the operator. */
  contact?: string | undefined
  /** Accepts addresses of this machine and of private networks. */
  allowPrivate?: boolean
  limits?: { pause?: number; timeout?: number }
  onPage?: (done: number, of: number) => void
}

/** An endorsement that its page does not state, or no longer states. */
interface Doubt {
  endorsement_key: string
  source_url: string
  quote_found: boolean
  missing_since: string | null
}

export interface CaptureReport {
  pages: number
  /** Pages that were the same at the last check. */
  unchanged: number
  endorsements: number
  /** Endorsements that their page states now. */
  stated: number
  doubts: Doubt[]
  /** Pages that could not be fetched or read: nothing was changed. */
  faults: { source_url: string; why: string }[]
}

/** The result of a check of a page. `gone`: the publisher says that it does not exist. */
type Checked = { page: CapturedPage; text: string; isSame: boolean } | { gone: true } | { why: string }

/** Hosts are asked at the same time, each one page after the other. A fault of a page does not stop the others. */
export async function captureEvidence(
  endorsements: readonly AnnouncedEndorsement[],
  options: CaptureOptions,
): Promise<CaptureReport> {
  const { store, now } = options
  const slugs = [...new Set(endorsements.map(({ endorser_slug }) => endorser_slug))].sort()
  const files = new Map(slugs.map((slug) => [slug, store.load(slug)]))
  const known = new Map([...files.values()].flatMap(({ pages }) => Object.entries(pages)))
  const checked = await checkPages([...new Set(endorsements.map(({ source_url }) => source_url))], known, options)
  const at = now().toISOString()
  for (const [slug, file] of files) {
    const own = endorsements.filter(({ endorser_slug }) => endorser_slug === slug)
    store.save(slug, update(file, own, checked, at))
  }
  store.dropUnused()
  return summarize(endorsements, checked, new Map(slugs.map((slug) => [slug, store.load(slug)])))
}

async function checkPages(
  urls: readonly string[],
  known: ReadonlyMap<string, CapturedPage>,
  options: CaptureOptions,
): Promise<Map<string, Checked>> {
  const checked = new Map<string, Checked>()
  const hosts = [...new Set(urls.map(hostOf))]
  const atOnce = pLimit(EVIDENCE_HOSTS_AT_ONCE)
  await Promise.all(
    hosts.map((host) =>
      atOnce(async () => {
        const robots = openRobots(options)
        for (const url of urls.filter((one) => hostOf(one) === host)) {
          checked.set(url, await checkPage(url, known.get(url), robots, options))
          options.onPage?.(checked.size, urls.length)
          await sleep(options.limits?.pause ?? EVIDENCE_PAUSE_MS)
        }
      }),
    ),
  )
  return checked
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? ''
}

async function checkPage(
  url: string,
  before: CapturedPage | undefined,
  robots: (url: string) => Promise<boolean>,
  options: CaptureOptions,
): Promise<Checked> {
  const { store, now } = options
  // Of a page of an earlier version only the text is kept: it is requested again.
  const kept = before && store.hasPage(before.sha256) ? store.text(before.sha256) : undefined
  try {
    if (!/^https?:$/.test(new URL(url).protocol)) return { why: 'is no http or https URL' }
    if (!(await robots(url))) return { why: "the site's robots.txt does not permit it" }
    const got = await get(url, kept === undefined ? undefined : before, options)
    const checked_at = now().toISOString()
    if (!got) {
      if (!before || kept === undefined) return { why: 'answered 304 to a request without a condition' }
      return { page: { ...before, checked_at }, text: kept, isSame: true }
    }
    const bytes = toKeptPage({ name: nameOf(url), bytes: got.bytes })
    const text = readPageText({ name: nameOf(url), bytes })
    // Many pages change their markup with each request. The first bytes with a text stay.
    const isSame = before !== undefined && text === kept
    const { sha256, retrieved_at } = isSame ? before : { sha256: store.keepPage(bytes), retrieved_at: checked_at }
    const { etag, last_modified } = got
    return { page: { sha256, retrieved_at, checked_at, etag, last_modified }, text, isSame }
  } catch (fault) {
    if (fault instanceof FileGone) return { gone: true }
    if (fault instanceof SourceError) return { why: fault.reason }
    throw fault
  }
}

function get(url: string, before: Validators | undefined, options: CaptureOptions): Promise<Download | undefined> {
  const { contact, allowPrivate, limits = {} } = options
  return download(url, {
    name: nameOf(url),
    contact,
    allowPrivate,
    before,
    limits: {
      timeout: limits.timeout ?? EVIDENCE_TIMEOUT_MS,
      attempts: EVIDENCE_ATTEMPTS,
      bytes: EVIDENCE_PAGE_BYTES_MAX,
    },
  })
}

/** A web page, by its name. */
function nameOf(url: string): string {
  return `${new URL(url).host}.html`
}

/** As the product of the User-Agent. */
const AGENT = 'hustings'

/** Requests the robots.txt of each origin once. A site without one permits everything; where it cannot be fetched, nothing is permitted. */
function openRobots(options: CaptureOptions): (url: string) => Promise<boolean> {
  const texts = new Map<string, Promise<string>>()
  return async (url) => {
    const { origin, pathname, search } = new URL(url)
    const text = texts.get(origin) ?? loadRobots(origin, options)
    texts.set(origin, text)
    return isAllowed(await text, AGENT, pathname + search)
  }
}

async function loadRobots(origin: string, options: CaptureOptions): Promise<string> {
  try {
    const got = await get(`${origin}/robots.txt`, undefined, options)
    return Buffer.from(got?.bytes ?? []).toString('utf8')
  } catch (fault) {
    if (fault instanceof FileGone) return ''
    throw fault
  }
}

// The captures of one endorser.

function update(
  { pages, captures }: CaptureFile,
  endorsements: readonly AnnouncedEndorsement[],
  checked: ReadonlyMap<string, Checked>,
  at: string,
): CaptureFile {
  const before = new Map(captures.map((capture) => [capture.endorsement_key, capture]))
  const now = endorsements.flatMap((endorsement): Capture[] => {
    const last = before.get(endorsement.endorsement_key)
    const own = last?.source_url === endorsement.source_url ? last : undefined
    const capture = toCapture(endorsement, own, checked.get(endorsement.source_url), at)
    return capture ? [capture] : []
  })
  const asked = new Set(endorsements.map(({ endorsement_key }) => endorsement_key))
  const others = captures.filter(({ endorsement_key }) => !asked.has(endorsement_key))
  const seen = [...checked].flatMap(([url, one]) =>
    'page' in one && endorsements.some(({ source_url }) => source_url === url) ? [[url, one.page] as const] : [],
  )
  return { version: 1, pages: { ...pages, ...Object.fromEntries(seen) }, captures: [...others, ...now] }
}

/** A capture that states the endorsement stays when the page no longer does. Undefined if nothing was ever captured. */
function toCapture(
  endorsement: AnnouncedEndorsement,
  last: Capture | undefined,
  checked: Checked | undefined,
  at: string,
): Capture | undefined {
  if (!checked || 'why' in checked) return last
  if ('gone' in checked) return last && toMissing(last, at)
  const { page, text } = checked
  const { sha256, retrieved_at } = page
  const { endorsement_key, source_url } = endorsement
  const found = findQuote(text, endorsement)
  const quote = found ?? (last?.quote && hasQuote(text, last.quote) ? last.quote : undefined)
  if (quote !== undefined)
    return { endorsement_key, source_url, sha256, retrieved_at, quote, quote_found: true, missing_since: null }
  if (last?.quote_found) return toMissing(last, at)
  return { endorsement_key, source_url, sha256, retrieved_at, quote: null, quote_found: false, missing_since: null }
}

function toMissing(last: Capture, at: string): Capture {
  return { ...last, missing_since: last.missing_since ?? at }
}

function summarize(
  endorsements: readonly AnnouncedEndorsement[],
  checked: ReadonlyMap<string, Checked>,
  files: ReadonlyMap<string, CaptureFile>,
): CaptureReport {
  const captures = new Map(
    [...files.values()].flatMap((file) => file.captures.map((capture) => [capture.endorsement_key, capture])),
  )
  const own = endorsements.flatMap(({ endorsement_key }) => captures.get(endorsement_key) ?? [])
  const isStated = ({ quote_found, missing_since }: Capture): boolean => quote_found && missing_since === null
  const pages = [...checked.values()]
  return {
    pages: checked.size,
    unchanged: pages.filter((one) => 'page' in one && one.isSame).length,
    endorsements: endorsements.length,
    stated: own.filter(isStated).length,
    doubts: own
      .filter((capture) => !isStated(capture))
      .map(({ endorsement_key, source_url, quote_found, missing_since }) => ({
        endorsement_key,
        source_url,
        quote_found,
        missing_since,
      })),
    faults: [...checked].flatMap(([source_url, one]) => {
      if ('why' in one) return [{ source_url, why: one.why }]
      // Of a page that was never captured, nothing else tells.
      const isKnown = own.some((capture) => capture.source_url === source_url)
      return 'gone' in one && !isKnown ? [{ source_url, why: 'does not exist' }] : []
    }),
  }
}

// robots.txt of a site (RFC 9309): whether a program may request a path.

interface Rule {
  allows: boolean
  /** A path; `*` stands for any text, and `$` at the end for the end. */
  path: string
}

interface Group {
  agents: string[]
  rules: Rule[]
}

/** As the RFC permits: a longer file is cut. */
const ROBOTS_LENGTH_MAX = 500 * 1024
const ROBOTS_LINE = /^\s{0,100}([a-z-]{1,40})\s{0,100}:([^#]{0,2000})/i

/** @param agent the product name in lower case @param path with its query. The longest matching rule decides; of equal ones, allow. */
export function isAllowed(robots: string, agent: string, path: string): boolean {
  if (path === '/robots.txt') return true
  const groups = parseGroups(robots.slice(0, ROBOTS_LENGTH_MAX))
  const own = groups.filter(({ agents }) => agents.includes(agent))
  const rules = (own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))).flatMap((one) => one.rules)
  const [best] = rules
    .filter((rule) => rule.path !== '' && matches(decode(rule.path), decode(path)))
    .sort((a, b) => b.path.length - a.path.length || Number(b.allows) - Number(a.allows))
  return best?.allows ?? true
}

function parseGroups(robots: string): Group[] {
  const groups: Group[] = []
  let isNaming = false
  for (const line of robots.split(/\r\n|\r|\n/)) {
    const [, key = '', value = ''] = ROBOTS_LINE.exec(line.replace(/^\uFEFF/, '')) ?? []
    const [name, text] = [key.toLowerCase(), value.trim()]
    if (name === 'user-agent') {
      if (!isNaming) groups.push({ agents: [], rules: [] })
      groups.at(-1)?.agents.push(text.toLowerCase())
      isNaming = true
    } else if (name === 'allow' || name === 'disallow') {
      groups.at(-1)?.rules.push({ allows: name === 'allow', path: text })
      isNaming = false
    }
  }
  return groups
}

/** Each piece is found from left to right, so that no rule takes long. */
function matches(rule: string, path: string): boolean {
  const isWhole = rule.endsWith('$')
  const [first = '', ...pieces] = (isWhole ? rule.slice(0, -1) : rule).split('*')
  if (!path.startsWith(first)) return false
  const last = isWhole ? pieces.pop() : undefined
  if (isWhole && last === undefined) return path === first
  let at = first.length
  for (const piece of pieces) {
    const found = path.indexOf(piece, at)
    if (found < 0) return false
    at = found + piece.length
  }
  return last === undefined || (path.length - last.length >= at && path.endsWith(last))
}

function decode(path: string): string {
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}
