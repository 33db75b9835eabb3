// A zip file's entries, unpacked within bounds. Names and sizes in a zip are claims: each is checked.

import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { type FetchedFile, SourceError } from '../source.ts'
import { INFLATED_BYTES_MAX, inflate } from './inflate.ts'

const ENTRIES_MAX = 10_000

/**
 * Entries by name, folders left out. Throws SourceError for what is no whole zip, names that leave the folder or stand
 * twice, encryption, sizes or checksums that lie, and more than 1 GiB or 100 times the packed size.
 */
export async function readZip(file: FetchedFile): Promise<Map<string, Uint8Array>> {
  const buffer = Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength)
  try {
    return await readEntries(file.name, buffer)
  } catch (error) {
    if (error instanceof SourceError) throw error
    const cause = error instanceof Error ? error.message : String(error)
    throw new SourceError(`cannot be read as a zip: ${cause}`, { file: file.name })
  }
}

async function readEntries(name: string, buffer: Buffer): Promise<Map<string, Uint8Array>> {
  const zip = await fromBufferPromise(buffer)
  const contents = new Map<string, Uint8Array>()
  let room = INFLATED_BYTES_MAX
  for (const entry of await listEntries(name, zip)) {
    const bytes = await readEntry(`${name}/${entry.fileName}`, { zip, entry, buffer, room })
    room -= bytes.length
    contents.set(entry.fileName, bytes)
  }
  return contents
}

async function listEntries(name: string, zip: ZipFile): Promise<Entry[]> {
  if (zip.entryCount > ENTRIES_MAX)
    throw new SourceError(`holds ${zip.entryCount} entries, expected at most ${ENTRIES_MAX}`, { file: name })
  const entries = new Map<string, Entry>()
  let declared = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.fileName.endsWith('/')) continue
    if (entries.has(entry.fileName))
      throw new SourceError(`holds two entries called "${entry.fileName}", expected one`, { file: name })
    declared += entry.uncompressedSize
    if (declared > INFLATED_BYTES_MAX)
      throw new SourceError(
        `its entries declare ${declared} bytes or more, unpacked; expected at most ${INFLATED_BYTES_MAX}`,
        { file: name },
      )
    entries.set(entry.fileName, entry)
  }
  return [...entries.values()]
}

async function readEntry(
  name: string,
  { zip, entry, buffer, room }: { zip: ZipFile; entry: Entry; buffer: Buffer; room: number },
): Promise<Uint8Array> {
  if (entry.isEncrypted()) throw new SourceError('is encrypted, expected plain data', { file: name })
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8)
    throw new SourceError(`is packed by method ${entry.compressionMethod}, expected 0 (stored) or 8 (deflate)`, {
      file: name,
    })
  const { fileDataStart } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  const packed = buffer.subarray(fileDataStart, fileDataStart + entry.compressedSize)
  const limit = Math.min(room, entry.uncompressedSize)
  const bytes = entry.compressionMethod === 0 ? packed : await inflate({ name, bytes: packed, format: 'raw', limit })
  if (bytes.length !== entry.uncompressedSize)
    throw new SourceError(`holds ${bytes.length} bytes, and the zip declares ${entry.uncompressedSize}`, {
      file: name,
    })
  if (crc32(bytes) !== entry.crc32)
    throw new SourceError('its bytes do not have the checksum that the zip gives: it is damaged', { file: name })
  return bytes
}
