// The feed mark, a file beside the state: the last published event and its hash. It reveals an older state or a folder that was restored
// from a copy. Both begin a new epoch, because they would reuse numbers of events that readers already have. `events verify` compares
// the log with it.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { MINUTE } from '../schema/scalar.ts'
import { flush } from './files.ts'
import type { Paths } from './paths.ts'
import type { Head } from './state/publications.ts'
import type { ServiceStore } from './state/state.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** The end of an epoch, as far as this folder knows. */
const end = z.object({ epoch: z.string(), seq: z.number().int().nonnegative(), hash })

const mark = z.object({
  epoch: z.string(),
  /** Number of the last event committed in it. */
  seq: z.number().int().nonnegative(),
  /** Hash of that event. Marks of 0.1.0 have none. */
  hash: hash.optional(),
  /** Earlier epochs, oldest first. Marks of 0.1.0 have only their names. */
  past: z.array(z.union([end, z.string()])),
  /**
   * Inode and birth time of this file itself: a copy has others. Marks of 0.1.0 have none; null on a file system without them.
   */
  file: z.object({ inode: z.string(), born: z.string() }).nullable().optional(),
})
export type Mark = z.infer<typeof mark>
type Identity = NonNullable<Mark['file']>

/** A database is not restored with the folder: then a missing or copied mark says nothing, and only one that is ahead does. */
type MarkPaths = Pick<Paths, 'mark' | 'stateServer'>
type End = Pick<Head, 'epoch' | 'seq' | 'chain'>

/** Retries: another process that has begun an epoch moves the mark within milliseconds. */
const OTHER_LOOKS = 20
const OTHER_LOOK_MS = 50
/** The age after which nobody writes a temporary file any more. */
const LEFT_OVER_MS = 10 * MINUTE

/**
 * Call it after each commit of the publisher, never before. It never moves the mark back, and does not adopt the mark of another
 * folder: requireMark checks those.
 */
export function keepMark(paths: MarkPaths, head: End): void {
  const found = findMark(paths)
  if (found && !mayMove(found, head)) return
  const before = found?.mark
  if (before && before.epoch !== head.epoch) writeMark(paths, head, [...before.past, endOf(before)])
  else writeMark(paths, head, before?.past ?? [])
}

/**
 * Call it before publishing or serving. If the state is older than the mark, or the mark is not the file that was written here, it
 * begins a new epoch.
 * @returns the warning, a sentence
 */
export async function requireMark(
  paths: MarkPaths,
  state: Pick<ServiceStore, 'head' | 'beginEpochAfter'>,
): Promise<string | undefined> {
  // Read before the head: a publisher commits first and then moves the mark.
  const kept = findMark(paths)
  const head = await state.head()
  const isBeside = paths.stateServer === undefined
  const why = head && sayRestored(kept, head, isBeside)
  if (head && !kept && !isBeside) keepMark(paths, head)
  if (!head || why === undefined) return undefined
  // An epoch unknown to this mark may be new from another process, which is about to move the mark.
  const isNew = !kept || ![kept.mark.epoch, ...endedEpochs(kept.mark)].includes(head.epoch)
  if (isNew && (await isMovedMeanwhile(paths, kept))) return requireMark(paths, state)
  const { epoch, begun } = await state.beginEpochAfter(head.epoch)
  // If several processes check at once, the first begins the epoch and moves the mark to the current head.
  const now = begun && (await state.head())
  if (now && kept) keepMark(paths, now)
  else if (now) writeMark(paths, now, [{ epoch: head.epoch, seq: head.seq, hash: head.chain }])
  return `${why} Epoch ${epoch} begins: clients list /v1/endorsements again and follow the feed from there.`
}

/**
 * Gives a restored folder a mark of its own, in place of the copied one.
 * @param before the mark in the backup @param head the end of the feed in the backup @param now the end from which the feed continues
 */
export function renewMark(paths: MarkPaths, before: Mark | undefined, head: End, now: End): void {
  const past =
    before === undefined || before.epoch === head.epoch ? (before?.past ?? []) : [...before.past, endOf(before)]
  const ended = { epoch: head.epoch, seq: head.seq, hash: head.chain }
  writeMark(paths, now, now.epoch === head.epoch ? past : [...past, ended])
}

export interface FoundMark {
  mark: Mark
  /** True if it is not the file that was written: the folder, or only the file, was copied. */
  copied: boolean
}

/** Throws a sentence if the file is not a mark. */
export function findMark({ mark: file, stateServer }: MarkPaths): FoundMark | undefined {
  if (!existsSync(file)) return undefined
  const descriptor = openSync(file, 'r')
  try {
    const kept = mark.parse(JSON.parse(readFileSync(descriptor, 'utf8')))
    return {
      mark: kept,
      copied: stateServer === undefined && kept.file ? !isSame(kept.file, identify(descriptor)) : false,
    }
  } catch {
    throw new Error(`${file}: it is not a feed mark; delete it, then run: hustings events new-epoch`)
  } finally {
    closeSync(descriptor)
  }
}

/** Epochs that have ended, oldest first. */
export function endedEpochs({ past }: Pick<Mark, 'past'>): string[] {
  return past.map((one) => (typeof one === 'string' ? one : one.epoch))
}

function sayRestored(kept: FoundMark | undefined, { epoch, seq, chain }: End, isBeside: boolean): string | undefined {
  const at = `it is at event ${seq} of epoch ${epoch}`
  // Before the first event, readers can have lost nothing.
  if (!kept) return seq === 0 || !isBeside ? undefined : `The feed mark beside the state is missing: ${at}.`
  const { mark, copied } = kept
  if (isEarlier(mark, { epoch, seq, chain }))
    return `The state is older than the feed: ${at}, but event ${mark.seq} of epoch ${mark.epoch} was already published.`
  return copied
    ? `The folder was restored from a copy, or moved to another disk: ${at}, and more may have been published.`
    : undefined
}

/** If the number is the same but the hash differs, another event was published with that number. */
function isEarlier(kept: Mark, { epoch, seq, chain }: End): boolean {
  if (endedEpochs(kept).includes(epoch)) return true
  if (kept.epoch !== epoch) return false
  return seq < kept.seq || (seq === kept.seq && kept.hash !== undefined && kept.hash !== chain)
}

function mayMove({ mark, copied }: FoundMark, head: End): boolean {
  if (isEarlier(mark, head)) return false
  if (mark.epoch !== head.epoch) return true
  return !copied && (mark.seq !== head.seq || mark.hash === undefined || mark.file === undefined)
}

async function isMovedMeanwhile(paths: MarkPaths, kept: FoundMark | undefined): Promise<boolean> {
  const before = JSON.stringify(kept)
  for (let look = 0; look < OTHER_LOOKS; look++) {
    if (JSON.stringify(findMark(paths)) !== before) return true
    await delay(OTHER_LOOK_MS)
  }
  return false
}

function endOf({ epoch, seq, hash }: Mark): Mark['past'][number] {
  return hash === undefined ? epoch : { epoch, seq, hash }
}

function writeMark(paths: MarkPaths, { epoch, seq, chain }: End, past: Mark['past']): void {
  const content = { epoch, seq, hash: chain, past }
  replaceMark(paths, (file) => ({ ...content, file }))
  // Some network file systems give a renamed file another inode. There, a copy cannot be detected.
  if (findMark(paths)?.copied) replaceMark(paths, () => ({ ...content, file: null }))
}

/** Several processes may write at once: each writes its own temporary file beside the mark. */
function replaceMark(paths: MarkPaths, contentIn: (file: Identity) => Mark): void {
  const beside = `${paths.mark}.${randomUUID()}`
  try {
    const descriptor = openSync(beside, 'wx', 0o600)
    try {
      writeSync(descriptor, `${JSON.stringify(contentIn(identify(descriptor)))}\n`)
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
    renameSync(beside, paths.mark)
  } catch (fault) {
    rmSync(beside, { force: true })
    throw fault
  }
  removeLeftOver(paths.mark)
  flush(dirname(paths.mark))
}

/** Temporary files of processes that were killed. One not much older than the mark may still become it. */
function removeLeftOver(file: string): void {
  const start = `${basename(file)}.`
  const now = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0
  const isOurs = (name: string): boolean => name.startsWith(start) && /^[0-9a-f-]{36}$/.test(name.slice(start.length))
  for (const name of readdirSync(dirname(file)).filter(isOurs)) {
    const beside = join(dirname(file), name)
    const written = statSync(beside, { throwIfNoEntry: false })?.mtimeMs ?? now
    if (now - written > LEFT_OVER_MS) rmSync(beside, { force: true })
  }
}

function identify(descriptor: number): Identity {
  const { ino, birthtimeNs } = fstatSync(descriptor, { bigint: true })
  return { inode: String(ino), born: String(birthtimeNs) }
}

/** A file system without birth times reports 0. */
function isSame(one: Identity, other: Identity): boolean {
  if (one.inode !== other.inode) return false
  return one.born === '0' || other.born === '0' || one.born === other.born
}
