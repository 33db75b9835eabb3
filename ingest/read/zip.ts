// Unpacks zip and gzip files within limits. Names and sizes in a zip are untrusted, so each is checked.

import { crc32, createGunzip, createInflateRaw } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type FetchedFile, SourceError } from './source.ts'

/** @setting Largest unpacked size of a compressed file, in bytes. */
export const INFLATED_BYTES_MAX = 1024 * 1024 * 1024

/** Throws SourceError for an entry name that points outside the archive's folder or has unprintable characters. */
export function refuseName(file: string, name: string): void {
  const leaves = name.startsWith('/') || name.split('/').includes('..')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern must find control characters in names
  if (leaves || /[\\\u0000-\u001f\u007f-\u009f]/.test(name))
    throw new SourceError(`holds a file called ${JSON.stringify(name.slice(0, 100))}, expected a plain relative path`, {
      file,
    })
}

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

/**
 * The bytes of the one file with such an extension in a zip: a publisher may zip a feed as others gzip it. Files of the packing program
 * (`__MACOSX/…`, names that begin with a dot) do not count. Throws SourceError as `zipFiles` does, and for no such file or several.
 * @param extensions without the dot, in lower case
 */
export async function readMember(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
  extensions: readonly string[],
): Promise<Uint8Array> {
  const found: { name: string; bytes: Uint8Array }[] = []
  const others: string[] = []
  for await (const entry of zipFiles(file)) {
    if (/(?:^|\/)(?:__MACOSX\/|\.)/.test(entry.name)) continue
    if (extensions.some((extension) => entry.name.toLowerCase().endsWith(`.${extension}`))) found.push(entry)
    else others.push(entry.name)
  }
  const [only, ...more] = found
  if (only && more.length === 0) return only.bytes
  const held = only ? found.map(({ name }) => name) : others
  const shown = held.slice(0, 3).map((name) => JSON.stringify(name.slice(0, 60)))
  const got = held.length > 3 ? `${shown.join(', ')} and ${held.length - 3} more` : shown.join(', ') || 'no file'
  const flat = !only && extensions.includes('xml') && others.some((name) => /\.(?:txt|csv)$/i.test(name))
  const instead = flat
    ? '; flat files are not read: use the XML form of the feed'
    : others.includes('xl/workbook.xml')
      ? '; it is a workbook: of a list, write format: xlsx'
      : ''
  throw new SourceError(
    `is a zip that holds ${got}, expected one ${extensions.map((one) => `.${one}`).join(' or ')} file${instead}`,
    { file: file.name },
  )
}

const ENTRIES_MAX = 10_000
/** Magic numbers of the record after the directory: its end, plain or ZIP64, or its digital signature. */
const AFTER_DIRECTORY: ReadonlySet<number> = new Set([0x06054b50, 0x06064b50, 0x05054b50])

/** The entries of `zipFiles`, by name. Throws as `zipFiles` does. */
export async function readZip(file: FetchedFile): Promise<Map<string, Uint8Array>> {
  const contents = new Map<string, Uint8Array>()
  for await (const { name, bytes } of zipFiles(file)) contents.set(name, bytes)
  return contents
}

/**
 * Yields the entries one at a time, without folders. Throws SourceError for an invalid or truncated zip, names that are repeated,
 * have control characters or point outside the folder, a directory with a wrong number of entries, overlapping entries, encryption,
 * wrong sizes or checksums, and more than 1 GiB or (over 16 MiB) 100 times the packed size when unpacked.
 */
export async function* zipFiles(
  file: Pick<FetchedFile, 'name' | 'bytes'>,
): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const buffer = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  try {
    yield* readEntries(file.name, buffer)
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be read as a zip: ${cause}`, { file: file.name })
  }
}

async function* readEntries(name: string, buffer: Buffer): AsyncGenerator<{ name: string; bytes: Uint8Array }> {
  const zip = await fromBufferPromise(buffer)
  const entries = await listEntries(name, zip)
  // yauzl reads as many entries as the end record states. Its types call the position of the next entry a boolean.
  const next = Number(zip.readEntryCursor)
  if (next + 4 > buffer.length || !AFTER_DIRECTORY.has(buffer.readUInt32LE(next)))
    throw new SourceError(`its directory does not end after the stated ${zip.entryCount} entries`, {
      file: name,
    })
  const places = await placeEntries(name, zip, entries)
  const most = unpackedMax(buffer.length)
  let room = most
  for (const { entry, start, end } of places) {
    const bytes = await readEntry(`${name}/${entry.fileName}`, { entry, packed: buffer.subarray(start, end), room })
    room -= bytes.length
    yield { name: entry.fileName, bytes }
  }
}

async function listEntries(name: string, zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX)
    throw new SourceError(`holds ${zip.entryCount} entries, expected at most ${ENTRIES_MAX}`, { file: name })
  const entries = new Map<string, Entry>()
  const most = unpackedMax(zip.fileSize)
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    refuseName(name, entry.fileName)
    if (entries.has(entry.fileName))
      throw new SourceError(`holds two entries called "${entry.fileName.slice(0, 100)}", expected one`, { file: name })
    declared += entry.uncompressedSize
    if (declared > most)
      throw new SourceError(`its entries declare at least ${declared} unpacked bytes, expected at most ${most}`, {
        file: name,
      })
    entries.set(entry.fileName, entry)
  }
  return [...entries.values()]
}

interface Placed {
  entry: Entry
  /** The start of its packed bytes. */
  start: number
  end: number
}

/** In directory order. Throws for overlapping entries, which make a small file large and which no program writes. */
async function placeEntries(name: string, zip: ZipFile, entries: readonly Entry[]): Promise<Placed[]> {
  const places: Placed[] = []
  for (const entry of entries) {
    const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
    places.push({ entry, start, end: start + entry.compressedSize })
  }
  let before = 0
  for (const { entry, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (entry.relativeOffsetOfLocalHeader < before)
      throw new SourceError(`its entry "${entry.fileName.slice(0, 100)}" overlaps another entry`, { file: name })
    before = end
  }
  return places
}

async function readEntry(
  name: string,
  { entry, packed, room }: { entry: Entry; packed: Buffer; room: number },
): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new SourceError('is encrypted, expected plain data', { file: name })
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new SourceError(`uses compression method ${entry.compressionMethod}, expected 0 (stored) or 8 (deflate)`, {
      file: name,
    })
  const limit = Math.min(room, entry.uncompressedSize)
  const bytes = entry.compressionMethod === 0 ? packed : await inflate({ name, bytes: packed, format: 'raw', limit })
  if (bytes.length !== entry.uncompressedSize)
    throw new SourceError(`has ${bytes.length} bytes, but the zip declares ${entry.uncompressedSize}`, {
      file: name,
    })
  if (crc32(bytes) !== entry.crc32)
    throw new SourceError('its bytes do not match the checksum in the zip: it is damaged', { file: name })
  return bytes
}

// Inflates deflate data with a limit on the output. The limit applies during inflation, so a decompression bomb never fills memory.

/** Text and coordinates compress to about a tenth, zeros to a thousandth. Small files may have any ratio. */
const RATIO_MAX = 100
const RATIO_FREE_BYTES = 16 * 1024 * 1024

/** The limit for all entries together of an archive of `bytes` bytes. */
function unpackedMax(bytes: number): number {
  return Math.min(INFLATED_BYTES_MAX, Math.max(RATIO_FREE_BYTES, RATIO_MAX * bytes))
}

interface Inflatable {
  /** The file name for messages. */
  name: string
  bytes: Uint8Array
  format: 'gzip' | 'raw'
  /** Default: INFLATED_BYTES_MAX. */
  limit?: number
}

/**
 * Throws SourceError above the limit, above 100 output bytes per input byte (after 16 MiB), for invalid or truncated data, and for
 * trailing data.
 */
async function inflate({ name, bytes, format, limit = INFLATED_BYTES_MAX }: Inflatable): Promise<Buffer> {
  const engine = format === 'gzip' ? createGunzip() : createInflateRaw()
  const chunks: Buffer[] = []
  let length = 0
  engine.end(bytes)
  try {
    for await (const chunk of engine) {
      if (!Buffer.isBuffer(chunk)) continue
      length += chunk.length
      if (length > limit) throw new SourceError(`unpacks to more than ${limit} bytes, expected no more`, { file: name })
      if (length > RATIO_FREE_BYTES && length > RATIO_MAX * engine.bytesWritten)
        throw new SourceError(
          `unpacks to more than ${RATIO_MAX} times its size (${length} bytes from ${engine.bytesWritten} so far), ` +
            'expected less',
          { file: name },
        )
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be unpacked: ${cause}; the file may be truncated`, { file: name })
  } finally {
    engine.destroy()
  }
  // Tapes and tar leave zeros after a gzip member.
  const after = bytes.subarray(engine.bytesWritten)
  if (format === 'raw' ? after.length > 0 : after.some((byte) => byte !== 0))
    throw new SourceError(
      `its compressed data ends after ${engine.bytesWritten} of ${bytes.length} bytes, expected all of them`,
      { file: name },
    )
  return Buffer.concat(chunks, length)
}

// Unpacks a gzip file. The fetcher calls it, so readers never see `.gz`.

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b
}

/** Throws SourceError for a file that is not gzip, is truncated, or unpacks to more than the limit. */
export async function readGzip(file: { name: string; bytes: Uint8Array }): Promise<Uint8Array> {
  if (!isGzip(file.bytes)) throw new SourceError('is not a gzip file, although its name says so', { file: file.name })
  return inflate({ ...file, format: 'gzip' })
}
