// Counts each account's requests: in usage.sqlite, which one owner writes before it answers and others read for charts; or over several
// servers.

import { existsSync } from 'node:fs'
import { readDdl } from './ddl.ts'
import type { Paths } from './paths.ts'
import { Database } from './sqlite.ts'
import {
  copyDatabase,
  findFormat,
  formatOfImage,
  isUnwritable,
  loadSteadyImage,
  openWalFile,
  readWalFile,
} from './wal-file.ts'

/** @setting Minutes of usage that are stored. */
export const USAGE_MINUTES_KEPT = 1440
/** @setting Days of usage that are stored. */
export const USAGE_DAYS_KEPT = 400

/** @setting Milliseconds for which a transaction on usage.sqlite waits for another one. */
const USAGE_BUSY_TIMEOUT_MS = 2_000

export interface UsageCount {
  account_id: number
  /** Whole minutes and days since 1970. */
  minute: number
  day: number
  /** Requests of this minute and this day so far. */
  minute_requests: number
  day_requests: number
}

/** Requests by minute and by day, oldest first, without empty minutes and days. */
interface History {
  minutes: { minute: number; requests: number }[]
  days: { day: number; requests: number }[]
}

/** For charts. */
export interface UsageHistory {
  history(account_id: number, from: { minute: number; day: number }): History | Promise<History>
}

export interface Usage extends UsageHistory {
  history(account_id: number, from: { minute: number; day: number }): History
  /** The latest minute and day of each account, up to these. */
  latest(last?: { minute: number; day: number }): UsageCount[]
  /** Number of accounts with minutes or days after these, and the latest such minute. */
  ahead(last: { minute: number; day: number }): { accounts: number; minute: number }
  /** Writes these counts in one transaction. When it returns, they are in the file and survive this process. */
  write(counts: readonly UsageCount[]): void
  /** Deletes minutes and days before these. */
  prune(before: { minute: number; day: number }): void
  /** Writes the counts of this moment into a new file. */
  copyTo(file: string): Promise<void>
  close(): void
}

/** Raised with each change of ddl/usage.sql. Another format is refused, with its number. */
const USAGE_FORMAT = 1

/** The format of the usage file, and the format that this version reads and writes. Changes nothing, also beside the file. */
export function readUsageFormat(paths: Pick<Paths, 'usage'>): { found: number; expected: number } {
  return { found: formatOfImage(loadSteadyImage(paths.usage)), expected: USAGE_FORMAT }
}

const LATEST = `SELECT d.account_id, COALESCE(m.minute, 0) AS minute, d.day,
    COALESCE(m.requests, 0) AS minute_requests, d.requests AS day_requests
  FROM usage_day AS d
  LEFT JOIN usage_minute AS m
    ON m.account_id = d.account_id
    AND m.minute = (SELECT MAX(minute) FROM usage_minute WHERE account_id = d.account_id AND minute <= @minute)
  WHERE d.day = (SELECT MAX(day) FROM usage_day WHERE account_id = d.account_id AND day <= @day)
  ORDER BY d.account_id`

const AHEAD = `SELECT COUNT(DISTINCT account_id) AS accounts, COALESCE(MAX(minute), 0) AS minute
  FROM (
    SELECT account_id, minute FROM usage_minute WHERE minute > @minute
    UNION ALL
    SELECT account_id, day * 1440 FROM usage_day WHERE day > @day
  )`

// A count never falls within its minute or day: if two owners overlap for a moment, neither grants again what the other has used.
const WRITE_MINUTE = `INSERT INTO usage_minute (account_id, minute, requests)
  VALUES (@account_id, @minute, @minute_requests)
  ON CONFLICT (account_id, minute) DO UPDATE SET requests = MAX(requests, excluded.requests)`
const WRITE_DAY = `INSERT INTO usage_day (account_id, day, requests)
  VALUES (@account_id, @day, @day_requests)
  ON CONFLICT (account_id, day) DO UPDATE SET requests = MAX(requests, excluded.requests)`

/**
 * Opens the usage file, and creates it (readable only by its owner) on first use. On a disk that accepts no writes, it can be read, and
 * each write throws until the disk accepts writes again. Throws for another format.
 * @param options readonly: for charts; throws if there is no usage file yet, unless `optional`
 */
export function openUsage(
  paths: Pick<Paths, 'usage'>,
  { readonly = false, optional = false }: { readonly?: boolean; optional?: boolean } = {},
): Usage {
  let file = readonly ? openToRead(paths.usage, optional) : openFile(paths.usage)
  /** The file, open for writing. Throws while the disk accepts no writes. */
  const toWrite = (): UsageFile => {
    if (file.isWritable || readonly) return file
    const next = prepareFile(openToWrite(paths.usage), true)
    file.database.close()
    file = next
    return file
  }
  return {
    latest: (last = { minute: Number.MAX_SAFE_INTEGER, day: Number.MAX_SAFE_INTEGER }) => file.latest.all(last),
    ahead: (last) => file.ahead.get(last) ?? { accounts: 0, minute: 0 },
    write: (counts) => toWrite().write.immediate(counts),
    history: (account_id, { minute, day }) => ({
      minutes: file.minutes.all({ account_id, minute }),
      days: file.days.all({ account_id, day }),
    }),
    prune: (before) => toWrite().prune.immediate(before),
    copyTo: (to) => copyDatabase(file.database, to),
    close: () => {
      file.database.close()
    },
  }
}

type UsageFile = ReturnType<typeof prepareFile>

function prepareFile(database: Database, isWritable: boolean) {
  const [writeMinute, writeDay] = [database.prepare<UsageCount>(WRITE_MINUTE), database.prepare<UsageCount>(WRITE_DAY)]
  return {
    database,
    isWritable,
    latest: database.prepare<{ minute: number; day: number }, UsageCount>(LATEST),
    ahead: database.prepare<{ minute: number; day: number }, { accounts: number; minute: number }>(AHEAD),
    minutes: database.prepare<{ account_id: number; minute: number }, { minute: number; requests: number }>(
      'SELECT minute, requests FROM usage_minute WHERE account_id = @account_id AND minute >= @minute ORDER BY minute',
    ),
    days: database.prepare<{ account_id: number; day: number }, { day: number; requests: number }>(
      'SELECT day, requests FROM usage_day WHERE account_id = @account_id AND day >= @day ORDER BY day',
    ),
    write: database.transaction((counts: readonly UsageCount[]) => {
      for (const count of counts) {
        writeMinute.run(count)
        writeDay.run(count)
      }
    }),
    prune: database.transaction((before: { minute: number; day: number }) => {
      database.prepare('DELETE FROM usage_minute WHERE minute < @minute').run(before)
      database.prepare('DELETE FROM usage_day WHERE day < @day').run(before)
    }),
  }
}

function openToRead(file: string, optional: boolean): UsageFile {
  if (!existsSync(file) && !optional)
    throw new Error(`${file} does not exist yet: the server creates it; run: hustings serve`)
  return prepareFile(readOrBegin(file), false)
}

function openFile(file: string): UsageFile {
  try {
    return prepareFile(openToWrite(file), true)
  } catch (fault) {
    if (!isUnwritable(fault)) throw fault
    return prepareFile(readOrBegin(file), false)
  }
}

/** Reads the existing file, or begins an empty one in memory. */
function readOrBegin(file: string): Database {
  if (existsSync(file) && findFormat(file) > 0) return readWalFile(file, USAGE_FORMAT)
  const database = new Database(':memory:')
  database.exec(readDdl('usage.sql'))
  return database
}

function openToWrite(file: string): Database {
  const bring = (database: Database): void => void database.exec(readDdl('usage.sql'))
  // A killed process loses nothing, because the system has each commit. A power cut may lose at most the last seconds of counts.
  return openWalFile(file, { number: USAGE_FORMAT, synchronous: 'NORMAL', timeout: USAGE_BUSY_TIMEOUT_MS, bring })
}

// Counts the requests of accounts over several servers. One statement counts a batch, so that no more than the limit passes.

/** The most that one server's batch wants for one account. */
export interface UsageWish {
  account_id: number
  requests: number
  bytes: number
  /** Streams to open. */
  streams: number
  /** Streams of the account that are open at this server. */
  streams_open: number
  /** The requests and bytes that an earlier batch counted in this minute and did not use. */
  back: { minute: number; requests: number; bytes: number }
  per_minute: number
  /** Null: no daily cap. */
  per_day: number | null
  bytes_max: number
  streams_max: number
}

/** The counts of one account with what this batch was granted. */
export interface UsageGrant extends UsageCount {
  day_bytes: number
  /** Of `requests`, those that the minute and the day had room for. */
  requests: number
  /** All the bytes, or none. */
  bytes: number
  /** Open streams at other servers. */
  streams_elsewhere: number
  /** Milliseconds since 1970 on the clock that counts. */
  now: number
}

/** Requests that passed while the shared counts were away. */
export interface UncountedUsage {
  account_id: number
  minute: number
  requests: number
  bytes: number
}

export interface SharedUsage extends UsageHistory {
  /** One statement. Either all of the batch is counted or, if it throws StateUnavailable, perhaps none. @returns a grant for each wish */
  take(server: string, wishes: readonly UsageWish[]): Promise<UsageGrant[]>
  /** Adds what has passed, also above the limit. */
  add(uncounted: readonly UncountedUsage[]): Promise<void>
  /** Tells the other servers that this one lives. @returns how many servers were seen within STATE_AWAY_MS, with this one */
  renew(server: string): Promise<number>
  /** The server has ended, and its streams with it. */
  leave(server: string): Promise<void>
  /** Deletes minutes and days before these. */
  prune(before: { minute: number; day: number }): Promise<void>
  /** The latest minute and day of each account. */
  latest(): Promise<UsageCount[]>
  close(): Promise<void>
}
