// The files of `watch`: which have settled with a change since they were last read, which are still changing, and when to check them again.

import { type FSWatcher, readFileSync, watch } from 'node:fs'
import { type FileHandle, open, realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { hash } from '../../../ingest/fetch/kept-bytes.ts'
import { readGzip } from '../../../ingest/read/zip.ts'

/** @setting Milliseconds between two scans of all files: a network file system does not report the writes of other machines. */
export const WATCH_ROUND_MS = 2000
/** @setting Milliseconds for which `watch` collects file-system events before it checks the files. */
const WATCH_GATHER_MS = 50
/** @setting Milliseconds without a change of size, times or inode after which a file is at rest. */
export const WATCH_QUIET_MS = 200
/** @setting Additional milliseconds that `watch` waits for a file that looks truncated: its writer may have paused. */
export const WATCH_PATIENCE_MS = 3000

export interface Judged {
  /** At rest, and changed since they were last read. */
  changed: readonly string[]
  /** Not at rest yet, or apparently truncated. */
  restless: readonly string[]
  /** Clock times at which to check again: when the first restless file may be at rest, and the latest time. */
  dues: readonly number[]
}

export interface WatchedFiles {
  /** Adds paths, and forgets those that are not among these once their absence is settled. */
  follow(paths: readonly string[]): void
  /** Checks every file in the file system. */
  judge(): Promise<Judged>
  /** Reads changed files again; undefined if one has changed since it was judged. */
  take(paths: readonly string[]): Promise<ReadonlyMap<string, Content> | undefined>
  /** Records these contents as the last ones read. */
  settle(contents: ReadonlyMap<string, Content>): void
  /** Clock time of the file's last change. */
  since(path: string): number
  /** The file's state when it was last read; undefined if it never was. */
  taken(path: string): TakenFile | undefined
}

interface WatchedFile {
  stamp: string
  since: number
  verdict: { stamp: string; sha256: string | null; finished: boolean } | undefined
  taken: TakenFile | undefined
}

/** @param clock monotonic milliseconds */
export function openFiles(paths: readonly string[], clock: () => number): WatchedFiles {
  const files = new Map(paths.map((path): [string, WatchedFile] => [path, newWatchedFile()]))
  const get = (path: string): WatchedFile => {
    const seen = files.get(path)
    if (!seen) throw new Error(`${path} is not watched`)
    return seen
  }
  return {
    follow(current) {
      for (const path of current) if (!files.has(path)) files.set(path, newWatchedFile())
      for (const [path, { taken }] of files)
        if ((taken?.sha256 ?? null) === null && !current.includes(path)) files.delete(path)
    },
    async judge() {
      const judged = { changed: [] as string[], restless: [] as string[], dues: [] as number[] }
      await Promise.all([...files].map(([path, seen]) => look(path, seen, clock)))
      for (const [path, seen] of files) {
        const due = await judgeFile(path, seen, clock)
        if (due === 'settled') continue
        if (due === 'changed') judged.changed.push(path)
        else {
          judged.restless.push(path)
          judged.dues.push(due)
        }
      }
      return judged
    },
    async take(chosen) {
      const contents = new Map<string, Content>()
      for (const path of chosen) {
        const seen = get(path)
        const content = await readContent(path, seen.stamp)
        if (!content || content.sha256 !== seen.verdict?.sha256) {
          seen.verdict = undefined
          seen.since = clock()
          return undefined
        }
        contents.set(path, content)
      }
      return contents
    },
    settle(contents) {
      for (const [path, content] of contents) get(path).taken = toTaken(content)
    },
    since: (path) => get(path).since,
    taken: (path) => get(path).taken,
  }
}

function newWatchedFile(): WatchedFile {
  return { stamp: '', since: Number.NEGATIVE_INFINITY, verdict: undefined, taken: undefined }
}

async function look(path: string, seen: WatchedFile, clock: () => number): Promise<void> {
  const stamp = await stampOf(path)
  if (stamp === seen.stamp) return
  seen.stamp = stamp
  seen.since = clock()
}

/** @returns when to check again, if the file is restless */
async function judgeFile(
  path: string,
  seen: WatchedFile,
  clock: () => number,
): Promise<'settled' | 'changed' | number> {
  const quiet = seen.since + WATCH_QUIET_MS
  if (seen.verdict?.stamp !== seen.stamp) {
    if (clock() < quiet) return quiet
    const content = await readContent(path, seen.stamp)
    if (!content) {
      await look(path, seen, clock)
      return clock() + WATCH_QUIET_MS
    }
    const finished = await looksFinished(basename(path), content, seen.taken)
    seen.verdict = { stamp: seen.stamp, sha256: content.sha256, finished }
  }
  const { sha256, finished } = seen.verdict
  if (seen.taken && seen.taken.sha256 === sha256) return 'settled'
  return finished || clock() >= quiet + WATCH_PATIENCE_MS ? 'changed' : quiet + WATCH_PATIENCE_MS
}

// Whether a file is at rest and looks finished: an editor writes in several steps, and some pause.
// chokidar's `awaitWriteFinish` is not used: it does not look at the content, so that a half-written file whose writer pauses longer than
// its threshold would be read. test/cli/watch-files.long.test.ts checks this.

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

/**
 * Reads files at rest: a changed one as it was taken, and another one only in the state that was last read, because it may be changing right
 * now. Throws an error with the system's code.
 */
export function openAtRest(
  contents: ReadonlyMap<string, Content>,
  taken: WatchedFiles['taken'],
): (path: string) => Uint8Array {
  return (path) => {
    const content = contents.get(path)
    const bytes = content ? content.bytes : readFileSync(path)
    if (!bytes) throw Object.assign(new Error(`${path} cannot be read`), { code: content?.fault ?? 'ENOENT' })
    if (!content && hash(bytes) !== taken(path)?.sha256)
      throw Object.assign(new Error(`${path} is being written`), { code: 'EBUSY' })
    return bytes
  }
}

export function toTaken({ bytes, sha256 }: Content): TakenFile {
  const all = bytes ?? new Uint8Array()
  return { sha256, size: all.length, lastLine: lastLineOf(all), endsLine: endsLine(all) }
}

/** A string that changes with the file; links followed. */
async function stampOf(path: string): Promise<string> {
  try {
    return toStamp(await stat(path, { bigint: true }))
  } catch (error) {
    return codeOf(error)
  }
}

/** Undefined if the file did not match `stamp` before or after its bytes were read. */
async function readContent(path: string, stamp: string): Promise<Content | undefined> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    if (toStamp(await file.stat({ bigint: true })) !== stamp) return undefined
    const bytes = await file.readFile()
    if ((await stampOf(path)) !== stamp) return undefined
    return { bytes, sha256: hash(bytes) }
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

// When to check the files again: on the kernel's events for their folders, and in slow rounds for file systems without events.
// chokidar 5 is not used: after a watched folder is replaced, or its link names another folder, it sends no more events, so that every
// later edit waits for the slow round. test/cli/watch-hints.long.test.ts checks this.

interface Hints {
  /** Waits until a file may have changed, the time has passed, or `stop` is aborted. */
  next(milliseconds: number): Promise<void>
  /** Replaces the paths. */
  follow(paths: readonly string[]): void
  /** Ends the wait. */
  wake(): void
  close(): void
}

/** @param first `*` as the name of a file stands for each file of the folder @param stop ends a wait at once */
export async function openHints(first: readonly string[], stop: AbortSignal): Promise<Hints> {
  let paths = first
  const watchers = new Map<string, FSWatcher>()
  let hinted = false
  let wake: (() => void) | undefined
  const hint = (): void => {
    hinted = true
    wake?.()
  }

  /** Watches the folders that exist now, links followed, and drops those that are gone. */
  const follow = async (): Promise<void> => {
    const found = await findFolders(paths)
    for (const [key, watcher] of watchers)
      if (!found.has(key)) {
        watcher.close()
        watchers.delete(key)
      }
    for (const [key, { folder, names }] of found) {
      if (watchers.has(key)) continue
      const watcher = watchFolder(folder, (name) =>
        name === null || names.has('*') || names.has(name) ? hint() : undefined,
      )
      if (!watcher) continue
      // The next round retries.
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(key)
      })
      watchers.set(key, watcher)
    }
  }

  let followed = performance.now()
  await follow()
  return {
    async next(milliseconds) {
      if (performance.now() - followed >= WATCH_ROUND_MS) {
        await follow()
        followed = performance.now()
      }
      await pause(WATCH_GATHER_MS, stop, () => {})
      if (!hinted)
        await pause(Math.min(milliseconds, WATCH_ROUND_MS) - WATCH_GATHER_MS, stop, (resolve) => {
          wake = resolve
        })
      wake = undefined
      hinted = false
    },
    follow(current) {
      if (current.join('\n') === paths.join('\n')) return
      paths = current
      followed = Number.NEGATIVE_INFINITY
    },
    wake: hint,
    close() {
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

function pause(milliseconds: number, stop: AbortSignal, begin: (resolve: () => void) => void): Promise<void> {
  if (stop.aborted || milliseconds <= 0) return Promise.resolve()
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    stop.addEventListener('abort', end)
    begin(end)
  })
}

function watchFolder(folder: string, see: (name: string | null) => void): FSWatcher | undefined {
  try {
    return watch(folder, (_, name) => see(name))
  } catch {
    // Too many watches, or a file system without them: the slow round finds the changes.
    return undefined
  }
}

/** The folders to watch as they are now: that of each file's name and, for a link, that of its target. */
async function findFolders(paths: readonly string[]): Promise<Map<string, { folder: string; names: Set<string> }>> {
  const found = new Map<string, { folder: string; names: Set<string> }>()
  for (const path of paths)
    for (const place of new Set([path, await realpath(path).catch(() => path)])) {
      const folder = await realpath(dirname(place)).catch(() => undefined)
      const known = folder === undefined ? undefined : await stat(folder).catch(() => undefined)
      if (folder === undefined || !known) continue
      const key = `${known.dev} ${known.ino} ${folder}`
      const { names } = found.get(key) ?? { names: new Set() }
      found.set(key, { folder, names: names.add(basename(place)) })
    }
  return found
}
