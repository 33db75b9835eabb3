// Opens an SQLite file that is written and read at the same time: creates it on first use, migrates its format, and reads it if the disk
// accepts no writes.

import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { anotherFormat } from './ddl.ts'
import { makePrivateFolder } from './files.ts'
import { Database } from './sqlite.ts'

// The bytes of an SQLite database in WAL mode with its -wal file applied, to open in memory: SQLite itself opens neither on a
// read-only or full disk without a -shm file (better-sqlite3 has no `immutable` option). The formats are SQLite's
// (https://www.sqlite.org/fileformat2.html, sections 1.3 and 4).

const MAGIC_LITTLE_ENDIAN = 0x377f0682
const MAGIC_BIG_ENDIAN = 0x377f0683
const WAL_HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
/** Offset in the database's header of the write and read versions: 2 is WAL, which no in-memory database has, 1 a rollback journal. */
const WRITE_VERSION_AT = 18
const READ_VERSION_AT = 19

/** No process may write to the file meanwhile. Throws if it cannot be read. */
export function loadImage(file: string): Buffer {
  const image = applyWal(readFileSync(file), existsSync(`${file}-wal`) ? readFileSync(`${file}-wal`) : Buffer.alloc(0))
  if (image.length > READ_VERSION_AT) {
    image[WRITE_VERSION_AT] = 1
    image[READ_VERSION_AT] = 1
  }
  return image
}

/** Attempts to read a file while another process writes to it. */
const LOOKS = 20

/** The database as one image with its log, also while another process writes. Creates and changes no file beside it, as SQLite would. */
export function loadSteadyImage(file: string): Buffer {
  for (let look = 0; look < LOOKS; look++) {
    const before = stampOf(file)
    const image = loadImage(file)
    if (stampOf(file) === before) return image
  }
  throw new Error(`${file}: it changed at each of ${LOOKS} readings; try again later`)
}

/** Differs after every write to the file or to its log. */
function stampOf(file: string): string {
  return [file, `${file}-wal`]
    .map((name) => {
      const stats = statSync(name, { bigint: true, throwIfNoEntry: false })
      return stats ? `${stats.ino} ${stats.size} ${stats.mtimeNs}` : ''
    })
    .join(' ')
}

/** Offset in the database's header of `user_version`. */
const FORMAT_AT = 60

/** The format of an image of loadImage; 0 for an empty file. */
export function formatOfImage(image: Buffer): number {
  return image.length < FORMAT_AT + 4 ? 0 : image.readUInt32BE(FORMAT_AT)
}

/**
 * Applies all complete transactions: frames after the last commit, or from the first incomplete frame on, do not belong to the database.
 */
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

/** Milliseconds that a read may wait for a transaction. */
const LOOK_MS = 2000

interface Format {
  /** The value of `user_version`. A file with a later one is refused, with its number. */
  number: number
  /** FULL: a power cut loses no commit. NORMAL: a power cut may lose the last commits; a killed process loses none. */
  synchronous: 'FULL' | 'NORMAL'
  /** Milliseconds that a transaction waits for another one; it blocks the event loop. */
  timeout: number
  /** Creates a new file or migrates an older one, in one transaction. @param from the present format; 0 for a new file */
  bring(database: Database, from: number): void
}

/** Readable only by its owner. Throws for a later format, and if the disk accepts no writes (isUnwritable). */
export function openWalFile(file: string, { number, synchronous, timeout, bring }: Format): Database {
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
 * Reads a file that another process may be writing to; on a disk that accepts no writes, reads its present content. Throws for another
 * format.
 */
export function readWalFile(file: string, number: number): Database {
  return prepared(openToRead(file), (database) => requireFormat(database, file, number))
}

/** Changes nothing. */
export function findFormat(file: string): number {
  const database = openToRead(file)
  try {
    return formatOf(database)
  } finally {
    database.close()
  }
}

/** All pages in one step: a backup in several steps begins again whenever another process has written in between. */
const ALL_PAGES = 0x7fffffff

/**
 * Copies the database as it is at one moment into a new file, readable only by its owner, while other processes read and write. Throws if
 * the copy is not a sound database.
 */
export async function copyDatabase(database: Database, file: string): Promise<void> {
  closeSync(openSync(file, 'w', 0o600))
  await database.backup(file, { progress: () => ALL_PAGES })
  const copy = new Database(file)
  try {
    const fault = String(copy.prepare('PRAGMA quick_check(1)').pluck().get())
    if (fault !== 'ok') throw new Error(`${database.name} is damaged: ${fault.split('\n', 1)[0]}`)
  } finally {
    copy.close()
  }
}

/** Whether an error means that the disk accepts no writes: it is full, mounted read-only, or closed to this user. */
export function isUnwritable(fault: unknown): boolean {
  if (!(fault instanceof Error) || !('code' in fault)) return false
  return /^(SQLITE_(FULL|READONLY|CANTOPEN|IOERR)(_\w+)?|EROFS|ENOSPC|EDQUOT|EACCES|EPERM)$/.test(String(fault.code))
}

/** A reader also needs the -shm file. If that cannot be created, the file is read into memory. */
function openToRead(file: string): Database {
  try {
    return prepared(new Database(file, { readonly: true, timeout: LOOK_MS }), (database) => formatOf(database))
  } catch (fault) {
    if (!isUnwritable(fault) || !existsSync(file)) throw fault
    return new Database(loadImage(file), { readonly: true })
  }
}

function prepared(database: Database, prepare: (database: Database) => void): Database {
  try {
    prepare(database)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

function requireFormat(database: Database, file: string, number: number): void {
  const format = formatOf(database)
  if (format < number)
    throw new Error(
      `${file}: its format is ${format}, and it cannot be migrated to format ${number} because the disk accepts no writes`,
    )
  if (format !== number) throw anotherFormat(file, format, number)
}

function formatOf(database: Database): number {
  return database.pragma('user_version', { simple: true }) as number
}

// Opens a SQLite database of a publisher from bytes in memory, for reading alone.

export interface SqliteBytes {
  all<Row>(sql: string): Row[]
  /** One row at a time. */
  each<Row>(sql: string): IterableIterator<Row>
  close(): void
}

/** Throws for bytes that are not a database, and at the first query for a damaged one. */
export function openSqliteBytes(bytes: Uint8Array): SqliteBytes {
  const database = new Database(withoutWal(bytes), { readonly: true })
  // The schema is the publisher's: its views and triggers may call nothing.
  database.pragma('trusted_schema = OFF')
  database.pragma('query_only = ON')
  return {
    all: <Row>(sql: string) => database.prepare<[], Row>(sql).all(),
    each: <Row>(sql: string) => database.prepare<[], Row>(sql).iterate(),
    close: () => database.close(),
  }
}

/** The versions of the format for writing and reading: 2 is with a write-ahead log, which bytes in memory cannot have. */
const VERSIONS_AT = 18

/** A database without its log is whole as its last checkpoint left it. */
function withoutWal(bytes: Uint8Array): Buffer {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer[VERSIONS_AT] !== 2) return buffer
  const copy = Buffer.from(buffer)
  copy.fill(1, VERSIONS_AT, VERSIONS_AT + 2)
  return copy
}
