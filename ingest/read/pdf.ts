// Reads the text of a PDF as printed lines, top to bottom. A scanned page is a picture and has no text.

import { constants, createInflate } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'
import { type FetchedFile, SourceError } from './source.ts'

export interface PrintedLine {
  /** 1-based, over all pages. */
  line: number
  /** 1-based. */
  page: number
  text: string
}

/** A piece of text with its place in points; y counts upwards. */
interface Piece {
  text: string
  x: number
  end: number
  y: number
  height: number
}

const BYTES_MAX = 100 * 1024 * 1024
const PAGES_MAX = 5_000
const PIECES_MAX = 1_000_000
/** Unpacked size of one stream. A page of a list has some 100 KB. */
const STREAM_BYTES_MAX = 32 * 1024 * 1024
/** Unpacked size of all streams, each with 16 KiB more, which limits their number. A certified list of 100 pages has under 32 MiB. */
const STREAMS_BYTES_MAX = 256 * 1024 * 1024

/**
 * Throws SourceError for a file that is no PDF, is damaged or has a password, for a PDF without text, for over 5,000 pages, for a stream
 * of over 32 MiB, and for streams of over 256 MiB together.
 */
export async function readPdfLines(file: Pick<FetchedFile, 'name' | 'bytes'>): Promise<PrintedLine[]> {
  const { name, bytes } = file
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-'))
    throw new SourceError('does not begin as a PDF does, with %PDF-', { file: name })
  if (bytes.length > BYTES_MAX)
    throw new SourceError(`has ${bytes.length} bytes, expected at most ${BYTES_MAX}`, { file: name })
  await refuseLargeStreams(name, bytes)
  try {
    const lines = await readPages(name, bytes)
    if (lines.length === 0) throw new SourceError('has no text, expected a PDF that is not a scan', { file: name })
    return lines
  } catch (error) {
    if (error instanceof SourceError) throw error
    // The library's own message may quote the file.
    throw new SourceError(`cannot be read as a PDF (${error instanceof Error ? error.name : 'unknown error'})`, {
      file: name,
    })
  }
}

/** Runs before the library, which unpacks a stream whole. Other work goes on meanwhile. */
async function refuseLargeStreams(name: string, bytes: Uint8Array): Promise<void> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let total = 0
  for (let at = file.indexOf('stream'); at >= 0; at = file.indexOf('stream', at + 6)) {
    const begins = at + 6 + (file[at + 6] === CR ? 2 : 1)
    if (file[begins] === undefined || !isZlib(file, begins)) continue
    const size = await unpackedSize(file.subarray(begins))
    if (size > STREAM_BYTES_MAX)
      throw new SourceError(`has a stream of more than ${STREAM_BYTES_MAX} bytes, expected no more`, { file: name })
    total += size + constants.Z_DEFAULT_CHUNK
    if (total > STREAMS_BYTES_MAX)
      throw new SourceError(`has streams of more than ${STREAMS_BYTES_MAX} bytes together, expected no more`, {
        file: name,
      })
  }
}

/** Bytes, no further than just above the limit of one stream. Of a damaged stream, what comes before the damage, less up to one chunk. */
function unpackedSize(packed: Uint8Array): Promise<number> {
  return new Promise((resolve) => {
    let size = 0
    const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH })
    inflate.on('data', (chunk: Uint8Array) => {
      size += chunk.length
      if (size > STREAM_BYTES_MAX) inflate.destroy()
    })
    inflate.on('error', () => undefined)
    inflate.on('close', () => resolve(size))
    inflate.end(packed)
  })
}

const CR = 13

/** RFC 1950: the first two bytes are a multiple of 31, and name the method 8. */
function isZlib(file: Buffer, at: number): boolean {
  const [first = 0, second = 0] = file.subarray(at, at + 2)
  return (first & 15) === 8 && (first * 256 + second) % 31 === 0
}

async function readPages(name: string, bytes: Uint8Array): Promise<PrintedLine[]> {
  // The library takes the bytes for itself. No font is needed for text.
  const settings = { isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0 }
  const document = await getDocumentProxy(Uint8Array.from(bytes), settings)
  try {
    if (document.numPages > PAGES_MAX)
      throw new SourceError(`has ${document.numPages} pages, expected at most ${PAGES_MAX}`, { file: name })
    const lines: PrintedLine[] = []
    let count = 0
    for (let page = 1; page <= document.numPages; page++) {
      const { items }: { items: readonly PdfItem[] } = await (await document.getPage(page)).getTextContent()
      count += items.length
      if (count > PIECES_MAX)
        throw new SourceError(`has more than ${PIECES_MAX} pieces of text, expected no more`, { file: name })
      const pieces = items.flatMap(toPiece)
      for (const row of toRows(pieces)) lines.push({ line: lines.length + 1, page, text: join(row) })
    }
    return lines
  } finally {
    await document.destroy()
  }
}

/** A piece of text, or a mark without text. */
interface PdfItem {
  str?: string
  /** A matrix; the last two numbers are the place. */
  transform?: readonly number[]
  width?: number
  height?: number
}

function toPiece({ str = '', transform = [], width = 0, height = 0 }: PdfItem): Piece[] {
  const [, , , , x = 0, y = 0] = transform
  return str.trim() === '' ? [] : [{ text: str, x, end: x + width, y, height }]
}

/** Pieces are in one row if their baselines differ by less than a third of the type. */
function toRows(pieces: readonly Piece[]): Piece[][] {
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const first = rows.at(-1)?.[0]
    if (first && first.y - piece.y <= Math.max(1.5, piece.height / 3)) rows.at(-1)?.push(piece)
    else rows.push([piece])
  }
  return rows
}

/** A gap wider than a fifth of the type is a space. */
function join(row: readonly Piece[]): string {
  let [text, end] = ['', Number.NEGATIVE_INFINITY]
  for (const piece of row.toSorted((a, b) => a.x - b.x)) {
    if (text !== '' && piece.x - end > piece.height / 5) text += ' '
    text += piece.text
    end = Math.max(end, piece.end)
  }
  return text.replace(/\s+/g, ' ').trim()
}
