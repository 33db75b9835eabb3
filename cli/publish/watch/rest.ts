// Tells whether a file is at rest and looks finished: an editor writes in several steps, and some pause.
// chokidar's `awaitWriteFinish` is not used: it does not look at the content, so that a half-written file whose writer pauses longer than
// its threshold would be read. test/cli/watch-half.long.test.ts checks this.

import { createHash } from 'node:crypto'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { readGzip } from '../../../ingest/read/zip.ts'

/** The content of a file when it was last read. */
export interface Content {
  /** Null if the file was missing or could not be read. */
  bytes: Uint8Array | null
  sha256: string | null
  /** The system's error code, such as ENOENT. */
  fault?: string
}

/** The end of a file, to tell a shortened file from one that is being rewritten. */
export interface TakenFile {
  sha256: string | null
  size: number
  lastLine: string
  /** Whether its last line has a line end. */
  endsLine: boolean
}

export function toTaken({ bytes, sha256 }: Content): TakenFile {
  const all = bytes ?? new Uint8Array()
  return { sha256, size: all.length, lastLine: lastLineOf(all), endsLine: endsLine(all) }
}

/** A string that changes with the file; links followed. */
export async function stampOf(path: string): Promise<string> {
  try {
    return toStamp(await stat(path, { bigint: true }))
  } catch (error) {
    return codeOf(error)
  }
}

/** Undefined if the file did not match `stamp` before or after its bytes were read. */
export async function readContent(path: string, stamp: string): Promise<Content | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    if (toStamp(await file.stat({ bigint: true })) !== stamp) return undefined
    const bytes = await file.readFile()
    if ((await stampOf(path)) !== stamp) return undefined
    return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
  } catch (error) {
    const fault = codeOf(error)
    return fault === stamp || (await stampOf(path)) === stamp ? { bytes: null, sha256: null, fault } : undefined
  } finally {
    await file?.close()
  }
}

/**
 * False if more of the file seems to come: it is missing or empty; JSON does not parse; a CSV lacks its last line end, unless it ended
 * with the same line and without a line end before; or a CSV is shorter than before and ends differently, as when its writer rewrites
 * it and pauses at a line end.
 */
export async function looksFinished(
  name: string,
  { bytes }: Pick<Content, 'bytes'>,
  before: TakenFile | undefined,
): Promise<boolean> {
  if (!bytes || bytes.length === 0) return false
  if (/\.gz$/i.test(name)) {
    const unpacked = await unpack(name, bytes)
    return unpacked !== undefined && looksFinished(name.slice(0, -3), { bytes: unpacked }, undefined)
  }
  if (/\.json$/i.test(name)) return parses(bytes)
  if (!/\.(csv|tsv|txt)$/i.test(name)) return true
  const endsAsBefore = before !== undefined && lastLineOf(bytes) === before.lastLine
  // Many published files never have a line end after their last line.
  if (!endsLine(bytes)) return endsAsBefore && !before.endsLine
  return before === undefined || bytes.length >= before.size || endsAsBefore
}

const [LF, CR] = [10, 13]

function endsLine(bytes: Uint8Array): boolean {
  return bytes.at(-1) === LF || bytes.at(-1) === CR
}

function lastLineOf(bytes: Uint8Array): string {
  const end = bytes.findLastIndex((byte) => byte !== LF && byte !== CR) + 1
  const begin = bytes.subarray(0, end).findLastIndex((byte) => byte === LF || byte === CR) + 1
  return Buffer.from(bytes.subarray(begin, end)).toString('latin1')
}

function parses(bytes: Uint8Array): boolean {
  try {
    JSON.parse(
      Buffer.from(bytes)
        .toString('utf8')
        .replace(/^\ufeff/, ''),
    )
    return true
  } catch {
    return false
  }
}

async function unpack(name: string, bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    return await readGzip({ name, bytes })
  } catch {
    return undefined
  }
}

interface Stat {
  dev: bigint
  ino: bigint
  size: bigint
  mtimeNs: bigint
  ctimeNs: bigint
}

function toStamp({ dev, ino, size, mtimeNs, ctimeNs }: Stat): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ')
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
