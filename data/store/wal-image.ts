// The bytes of an SQLite database in WAL mode with its -wal file applied, to be opened in memory: SQLite itself opens neither on a
// read-only or full disk where no -shm file is left (better-sqlite3 has no `immutable` switch). The formats are SQLite's
// (https://www.sqlite.org/fileformat2.html, sections 1.3 and 4).

import { existsSync, readFileSync } from 'node:fs'

const MAGIC_LITTLE_ENDIAN = 0x377f0682
const MAGIC_BIG_ENDIAN = 0x377f0683
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** Of the database's header: how it is written and read; 2 is WAL, which no database in memory has, 1 a rollback journal. */
const WRITE_VERSION_AT = 18
const READ_VERSION_AT = 19

/** Nobody may write to the file meanwhile. Throws where it cannot be read. */
export function loadImage(file: string): Buffer {
  const image = applyWal(readFileSync(file), existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0))
  image[WRITE_VERSION_AT] = 1
  image[READ_VERSION_AT] = 1
  return image
}

/** All transactions that are whole: what follows the last commit, or the first frame that is not whole, is no part of the database. */
function applyWal(database: Buffer, wal: Buffer): Buffer {
  if (wal.length < WAL_HEADER_BYTES) return database
  const magic = wal.readUInt32BE(0)
  if (magic !== MAGIC_LITTLE_ENDIAN && magic !== MAGIC_BIG_ENDIAN) return database
  const pageBytes = wal.readUInt32BE(8)
  const salts = wal.subarray(16, 24)
  const add = summer(magic === MAGIC_BIG_ENDIAN)
  let sum = add([0, 0], wal.subarray(0, 24))
  if (!isSum(wal, 24, sum)) return database
  let image = database
  const pages = new Map<number, Buffer>()
  for (
    let at = WAL_HEADER_BYTES;
    at + FRAME_HEADER_BYTES + pageBytes <= wal.length;
    at += FRAME_HEADER_BYTES + pageBytes
  ) {
    const page = wal.subarray(at + FRAME_HEADER_BYTES, at + FRAME_HEADER_BYTES + pageBytes)
    sum = add(add(sum, wal.subarray(at, at + 8)), page)
    if (!wal.subarray(at + 8, at + 16).equals(salts) || !isSum(wal, at + 16, sum)) break
    pages.set(wal.readUInt32BE(at), page)
    const pagesAfterCommit = wal.readUInt32BE(at + 4)
    if (pagesAfterCommit === 0) continue
    image = resize(image, pagesAfterCommit * pageBytes)
    for (const [number, bytes] of pages) if (number <= pagesAfterCommit) bytes.copy(image, (number - 1) * pageBytes)
    pages.clear()
  }
  return image
}

type Sum = readonly [number, number]

function summer(isBigEndian: boolean): (sum: Sum, bytes: Buffer) => Sum {
  return ([first, second], bytes) => {
    let [a, b] = [first, second]
    for (let at = 0; at < bytes.length; at += 8) {
      a = (a + (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)) + b) >>> 0
      b = (b + (isBigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)) + a) >>> 0
    }
    return [a, b]
  }
}

function isSum(wal: Buffer, at: number, [a, b]: Sum): boolean {
  return wal.readUInt32BE(at) === a && wal.readUInt32BE(at + 4) === b
}

function resize(image: Buffer, bytes: number): Buffer {
  if (image.length === bytes) return image
  const resized = Buffer.alloc(bytes)
  image.copy(resized)
  return resized
}
