// An SQLite file that is written to while it is read: how it is opened, made on first use, brought to its format, and read where the
// disk takes no writes.

import { closeSync, existsSync, openSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { makePrivateFolder } from './private-folder.ts'

// The bytes of an SQLite database in WAL mode with its -wal file applied, to be opened in memory: SQLite itself opens neither on a
// read-only or full disk where no -shm file is left (better-sqlite3 has no `immutable` switch). The formats are SQLite's
// (https://www.sqlite.org/fileformat2.html, sections 1.3 and 4).

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

/** Of a look that waits for nobody's transaction. */
const LOOK_MS = 2000

interface Format {
  /** What `user_version` says; a file of a later one is refused by name. */
  number: number
  /** FULL: no commit is lost on a power cut; NORMAL: the last ones may be, though none to a killed process. */
  synchronous: 'FULL' | 'NORMAL'
  /** How long a transaction waits for another's, in milliseconds; the event loop waits with it. */
  timeout: number
  /** Makes a new file, or brings an older one to this format; in one transaction. @param from 0 for a new one */
  bring(database: Database.Database, from: number): void
}

/** Readable by its owner alone. Throws where it is of a later format, and where the disk takes no writes (isUnwritable). */
export function openWalFile(file: string, { number, synchronous, timeout, bring }: Format): Database.Database {
  makePrivateFolder(dirname(file))
  // SQLite gives -wal and -shm the mode of the database file.
  closeSync(openSync(file, 'a', 0o600))
  return prepared(new Database(file, { timeout }), (database) => {
    database.pragma('journal_mode = WAL')
    database.pragma(`synchronous = ${synchronous}`)
    database
      .transaction(() => {
        const from = formatOf(database)
        if (from < number) {
          bring(database, from)
          database.pragma(`user_version = ${number}`)
        }
      })
      .immediate()
    requireFormat(database, file, number)
  })
}

/**
 * Reads a file that another process may be writing to; on a disk that takes no writes, as it is now. Throws where it is of another
 * format.
 */
export function readWalFile(file: string, number: number): Database.Database {
  return prepared(openToRead(file), (database) => requireFormat(database, file, number))
}

/** Looks without changing anything. */
export function findFormat(file: string): number {
  const database = openToRead(file)
  try {
    return formatOf(database)
  } finally {
    database.close()
  }
}

/** Whether a fault says that the disk takes no writes: it is full, mounted read-only, or this user may not write there. */
export function isUnwritable(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('code' in fault)) return false
  return /^(SQLITE_(FULL|READONLY|CANTOPEN|IOERR)(_\w+)?|EROFS|ENOSPC|EDQUOT|EACCES|EPERM)$/.test(String(fault.code))
}

/** A reader, too, needs the -shm file beside: where it cannot be made, the file is read into memory. */
function openToRead(file: string): Database.Database {
  try {
    return prepared(new Database(file, { readonly: true, timeout: LOOK_MS }), (database) => formatOf(database))
  } catch (fault) {
    if (!isUnwritable(fault) || !existsSync(file)) throw fault
    return new Database(loadImage(file), { readonly: true })
  }
}

function prepared(database: Database.Database, prepare: (database: Database.Database) => void): Database.Database {
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function requireFormat(database: Database.Database, file: string, number: number): void {
  const format = formatOf(database)
  if (format < number)
    throw new Error(
      `${file}: its format is ${format}, and it cannot be brought to format ${number} because the disk takes no writes`,
    )
  if (format !== number)
    throw new Error(
      `${file}: its format is ${format}, this version of hustings reads ${number}: run the version that wrote it`,
    )
}

function formatOf(database: Database.Database): number {
  return database.pragma('user_version', { simple: true }) as number
}
