// Reads the plain files of a tar within limits. Names and sizes in a tar are untrusted: nothing is written to disk.

import { extract } from 'tar-stream'
import { type FetchedFile, SourceError } from './source.ts'
import { refuseName } from './zip.ts'

const ENTRIES_MAX = 200_000
/** Largest requested file. */
const FILE_BYTES_MAX = 16 * 1024 * 1024
/** Largest total of the requested files. */
const TOTAL_BYTES_MAX = 512 * 1024 * 1024

/** The files of `tarFiles` by name, in archive order. Throws as `tarFiles` does. */
export async function readTar(file: FetchedFile, wants: (name: string) => boolean): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for await (const { name, bytes } of tarFiles(file, wants)) contents.set(name, bytes)
  return contents
}

/**
 * Yields the files that `wants` selects, one at a time, in archive order. Skips folders, links and devices. Throws SourceError for
 * an invalid or truncated tar, names that are repeated or point outside the folder, over 200,000 entries, a selected file over 16
 * MiB, and over 512 MiB of them in all.
 */
export async function* tarFiles(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  wants: (name: string) => boolean,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  if (file.bytes.length === 0 || file.bytes.length % BLOCK !== 0)
    throw new SourceError(
      `has ${file.bytes.length} bytes, expected whole tar blocks of ${BLOCK}; the file may be truncated`,
      {
        file: file.name,
      },
    )
  try {
    yield* readEntries(file, wants)
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be read as a tar: ${cause}`, { file: file.name })
  }
}
const BLOCK = 512

/** The commit of which `git archive` packed a tar. */
export interface Commit {
  /** 40 hexadecimal digits. */
  id: string
  /** Its UTC day, YYYY-MM-DD. */
  day: string
}

/** `git archive` writes the commit's id as the comment of the global header, and its time as that of each file. */
export function findCommit(bytes: Uint8Array): Commit | undefined {
  const textOf = (start: number, length: number): string =>
    Buffer.from(bytes.subarray(start, start + length)).toString('latin1')
  const [GLOBAL, TYPE, TIME] = ['g', 156, 136]
  if (textOf(TYPE, 1) !== GLOBAL) return undefined
  const id = /^52 comment=([0-9a-f]{40})\n/.exec(textOf(BLOCK, 52))?.[1]
  const seconds = Number.parseInt(textOf(2 * BLOCK + TIME, 11), 8)
  if (id === undefined || Number.isNaN(seconds)) return undefined
  return { id, day: new Date(seconds * 1000).toISOString().slice(0, 10) }
}

async function* readEntries(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  wants: (name: string) => boolean,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const names = new Set<string>()
  const archive = extract()
  archive.end(file.bytes)
  let [entries, total] = [0, 0]
  for await (const entry of archive) {
    const { name, type, size = 0 } = entry.header
    entries++
    if (entries > ENTRIES_MAX)
      throw new SourceError(`holds more than ${ENTRIES_MAX} entries, expected no more`, { file: file.name })
    if (type !== 'file' || !wants(name)) {
      entry.resume()
      continue
    }
    refuseName(file.name, name)
    if (names.has(name))
      throw new SourceError(`holds two files called "${name.slice(0, 100)}", expected one`, { file: file.name })
    total += size
    if (size > FILE_BYTES_MAX || total > TOTAL_BYTES_MAX)
      throw new SourceError(
        `"${name.slice(0, 100)}" has ${size} bytes (${total} with earlier files), expected at most ${FILE_BYTES_MAX} and ${TOTAL_BYTES_MAX}`,
        { file: file.name },
      )
    const chunks: Uint8Array[] = []
    for await (const chunk of entry) if (chunk instanceof Uint8Array) chunks.push(chunk)
    names.add(name)
    yield { name, bytes: Buffer.concat(chunks) }
  }
  if (entries === 0) throw new SourceError('holds no entry, expected a tar with files', { file: file.name })
  if (file.bytes.subarray(-BLOCK).some((byte) => byte !== 0))
    throw new SourceError('does not end with the empty block of a tar; the file may be truncated', { file: file.name })
}
