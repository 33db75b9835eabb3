// The captures: a file per endorser in captures/, and the kept bytes of pages in pages/, each under its SHA-256. Writes are atomic. An
// earlier version kept texts of pages in text/; they are read until the page is captured again.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { instant } from '../../data/schema/scalar.ts'
import { makePrivateFolder, replaceFile } from '../../data/store/files.ts'
import { hash } from '../fetch/kept-bytes.ts'
import { type FetchedFile, type Source, SourceError, type SourceReader, writtenSource } from '../read/source.ts'
import { decodeText } from '../read/text.ts'
import { readPageText } from './page.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const page = z.object({
  /** Of the kept bytes: the first ones with its last text. */
  sha256,
  /** When these bytes were first fetched. */
  retrieved_at: instant,
  checked_at: instant,
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
})
export type CapturedPage = z.infer<typeof page>

const capture = z.object({
  endorsement_key: z.string(),
  source_url: z.string(),
  /** Of the last kept bytes that state the endorsement, or else of the first ones. */
  sha256,
  retrieved_at: instant,
  quote: z.string().nullable(),
  quote_found: z.boolean(),
  missing_since: instant.nullable(),
})
export type Capture = z.infer<typeof capture>

const captureFile = z.object({
  version: z.literal(1),
  /** By URL. */
  pages: z.record(z.string(), page),
  /** By endorsement key, in its order. */
  captures: z.array(capture),
})
export type CaptureFile = z.infer<typeof captureFile>

export interface EvidenceStore {
  /** Empty if there is none. Throws a sentence for a file that cannot be read. */
  load(endorser: string): CaptureFile
  save(endorser: string, file: CaptureFile): void
  /** Deletes the captures of an endorser. True if there were any. */
  remove(endorser: string): boolean
  /** Writes the kept bytes of a page unless they are there. Returns their SHA-256. */
  keepPage(bytes: Uint8Array): string
  /** Whether the bytes are kept, not only a text of an earlier version. */
  hasPage(sha256: string): boolean
  /** The text of a page. Undefined if its bytes are missing or damaged. */
  text(sha256: string): string | undefined
  /** Deletes the pages that no capture and no address names. Returns their number. */
  dropUnused(): number
}

/** The folder of the files, one per endorser. */
export function capturesFolder(folder: string): string {
  return join(folder, 'captures')
}

export function openEvidence(folder: string): EvidenceStore {
  const [captures, pages, texts] = [capturesFolder(folder), join(folder, 'pages'), join(folder, 'text')]
  for (const each of [folder, captures, pages]) makePrivateFolder(each)
  const fileOf = (endorser: string): string => join(captures, `${endorser}.json`)
  const load = (endorser: string): CaptureFile => {
    const file = fileOf(endorser)
    if (!existsSync(file)) return { version: 1, pages: {}, captures: [] }
    try {
      return captureFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    } catch {
      throw new Error(`${file} is damaged, expected captures as hustings writes them; remove it to capture again`)
    }
  }
  return {
    load,
    save(endorser, { pages, captures }) {
      const sorted = Object.fromEntries(Object.entries(pages).sort(([a], [b]) => (a < b ? -1 : 1)))
      const inOrder = captures.toSorted((a, b) => (a.endorsement_key < b.endorsement_key ? -1 : 1))
      const text = `${JSON.stringify({ version: 1, pages: sorted, captures: inOrder }, null, 1)}\n`
      replaceFile(fileOf(endorser), text)
    },
    remove(endorser) {
      const isThere = existsSync(fileOf(endorser))
      if (isThere) rmSync(fileOf(endorser))
      return isThere
    },
    keepPage(bytes) {
      const name = hash(bytes)
      if (!existsSync(join(pages, name))) replaceFile(join(pages, name), bytes)
      return name
    },
    hasPage: (name) => existsSync(join(pages, name)),
    text(name) {
      const page = loadBytes(join(pages, name), name)
      if (page) return readPageText({ name: `${name}.html`, bytes: page })
      return loadBytes(join(texts, name), name)?.toString('utf8')
    },
    dropUnused() {
      const endorsers = readdirSync(captures).filter((name) => name.endsWith('.json'))
      const files = endorsers.map((name) => load(name.slice(0, -'.json'.length)))
      const used = new Set(
        files.flatMap((file) => [...Object.values(file.pages), ...file.captures].map((one) => one.sha256)),
      )
      const unused = [pages, texts].flatMap((kept) =>
        existsSync(kept) ? readdirSync(kept).flatMap((name) => (used.has(name) ? [] : [join(kept, name)])) : [],
      )
      for (const file of unused) rmSync(file)
      return unused.length
    },
  }
}

/** Undefined if the file is missing or damaged. */
function loadBytes(file: string, sha256: string): Buffer | undefined {
  const bytes = existsSync(file) ? readFileSync(file) : undefined
  return bytes && hash(bytes) === sha256 ? bytes : undefined
}

// The source of captured evidence: a file per endorser, which `hustings evidence capture` writes.

export const EVIDENCE_SOURCE = 'evidence'
const EVIDENCE_PAGE = 'https://www.rfc-editor.org/rfc/rfc9110'

/** @param folder of the files @param names of the files in it, sorted */
export function evidenceSource(folder: string, names: readonly string[], family: Source['family']): Source {
  const publisher = 'Pages of the endorsers, captured by this service'
  return {
    ...writtenSource({ id: EVIDENCE_SOURCE, publisher, url: EVIDENCE_PAGE }, { folder, names, family }),
    read: readEvidence,
  }
}

const readEvidence: SourceReader<never> = async (files, _context, sink) => {
  for (const file of files) readCaptures(file, sink)
}

/** An issue for each endorsement that its page does not state, or no longer states. A file speaks for the endorser in its name alone. */
function readCaptures(file: FetchedFile, sink: Parameters<typeof readEvidence>[2]): void {
  const slug = basename(file.name, '.json')
  const { captures } = parseCaptures(file)
  const seen = new Set<string>()
  for (const { endorsement_key, source_url, sha256, retrieved_at, quote, quote_found, missing_since } of captures) {
    const at = { file: file.name, line: null }
    const isOwn = endorsement_key.startsWith(`${slug}/`) && !seen.has(endorsement_key)
    seen.add(endorsement_key)
    if (!isOwn) {
      const message = `got another endorsement, expected each endorsement of ${slug} once`
      sink.issue({
        ...at,
        field: 'endorsement_key',
        code: 'foreign-evidence',
        value: endorsement_key,
        message,
        severity: 'refused',
      })
      continue
    }
    sink.row('evidence', { endorsement_key, source_url, sha256, retrieved_at, quote, quote_found, missing_since }, at)
    const message = sayDoubt({ source_url, quote_found, missing_since })
    if (message === undefined) continue
    const code = missing_since === null ? 'not-on-page' : 'no-longer-on-page'
    sink.issue({ ...at, field: 'source_url', code, value: endorsement_key, message, severity: 'ignored' })
  }
}

/** A sentence for a person; undefined if the page states the endorsement. */
function sayDoubt({
  source_url,
  quote_found,
  missing_since,
}: {
  source_url: string
  quote_found: boolean
  missing_since: string | null
}): string | undefined {
  if (missing_since !== null)
    return `${source_url} no longer states the endorsement, since ${missing_since.slice(0, 10)}; the record stays: a person must decide`
  return quote_found
    ? undefined
    : `${source_url} has neither the statement nor a sentence that names endorser and choice`
}

function parseCaptures(file: FetchedFile) {
  try {
    return captureFile.parse(JSON.parse(decodeText(file)))
  } catch {
    throw new SourceError('got another text, expected captures as hustings evidence capture writes them', {
      file: file.name,
    })
  }
}
