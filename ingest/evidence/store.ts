// The captures: a file per endorser in captures/, and the texts of pages in text/, each under its SHA-256. Writes are atomic.

import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { instant } from '../../data/schema/scalar.ts'
import { makePrivateFolder } from '../../data/store/private-folder.ts'
import { replaceFile } from '../../data/store/replace-file.ts'
import { hash } from '../fetch/kept-bytes.ts'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const page = z.object({
  /** Of its last text. */
  sha256,
  /** When this text was first fetched. */
  retrieved_at: instant,
  checked_at: instant,
  etag: z.string().nullable(),
  last_modified: z.string().nullable(),
})
export type CapturedPage = z.infer<typeof page>

const capture = z.object({
  endorsement_key: z.string(),
  source_url: z.string(),
  /** Of the last text that states the endorsement, or else of the first one. */
  sha256,
  retrieved_at: instant,
  quote: z.string().nullable(),
  quote_found: z.boolean(),
  missing_since: instant.nullable(),
})
export type Capture = z.infer<typeof capture>

export const captureFile = z.object({
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
  /** Writes a text unless it is kept. Returns its SHA-256. */
  keepText(text: string): string
  /** Undefined if the text is missing or damaged. */
  text(sha256: string): string | undefined
  /** Deletes the texts that no capture and no page names. Returns their number. */
  dropUnused(): number
}

/** The folder of the files, one per endorser. */
export function capturesFolder(folder: string): string {
  return join(folder, 'captures')
}

export function openEvidence(folder: string): EvidenceStore {
  const [captures, texts] = [capturesFolder(folder), join(folder, 'text')]
  for (const each of [folder, captures, texts]) makePrivateFolder(each)
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
    keepText(text) {
      const name = hash(Buffer.from(text))
      if (!existsSync(join(texts, name))) replaceFile(join(texts, name), text)
      return name
    },
    text(name) {
      const file = join(texts, name)
      if (!existsSync(file)) return undefined
      const bytes = readFileSync(file)
      return hash(bytes) === name ? bytes.toString('utf8') : undefined
    },
    dropUnused() {
      const endorsers = readdirSync(captures).filter((name) => name.endsWith('.json'))
      const files = endorsers.map((name) => load(name.slice(0, -'.json'.length)))
      const used = new Set(
        files.flatMap((file) => [...Object.values(file.pages), ...file.captures].map((one) => one.sha256)),
      )
      const unused = readdirSync(texts).filter((name) => !used.has(name))
      for (const name of unused) rmSync(join(texts, name))
      return unused.length
    },
  }
}
