// How far the feed was published, kept beside the state: its end and the end's hash. An earlier state that was put back, and a folder
// that was restored from a copy, are known by it and begin a new epoch: they would give the numbers of events that readers have already
// to other ones. `events verify` compares the log with it.

import { randomUUID } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import type { Paths } from './paths.ts'
import { flush } from './replace-file.ts'
import type { Head, ServiceStore } from './state/state.ts'

const hash = z.string().regex(/^[0-9a-f]{64}$/)
/** Where an epoch ended, as far as this folder knows. */
const end = z.object({ epoch: z.string(), seq: z.number().int().nonnegative(), hash })

const mark = z.object({
  epoch: z.string(),
  /** Of the last event that was committed in it. */
  seq: z.number().int().nonnegative(),
  /** Of that event. Marks of 0.1.0 have none. */
  hash: hash.optional(),
  /** Epochs before this one, oldest first. Marks of 0.1.0 name them alone. */
  past: z.array(z.union([end, z.string()])),
  /**
   * Inode and birth of the very file that holds this: of a copy both are others. Marks of 0.1.0 have none; null on a file system that
   * does not keep them.
   */
  file: z.object({ inode: z.string(), born: z.string() }).nullable().optional(),
})
export type Mark = z.infer<typeof mark>
type Identity = NonNullable<Mark['file']>

type MarkPaths = Pick<Paths, 'mark'>
type End = Pick<Head, 'epoch' | 'seq' | 'chain'>

/** Another process that has begun an epoch moves the mark within milliseconds. */
const OTHER_LOOKS = 20
const OTHER_LOOK_MS = 50

/**
 * After each commit of the publisher's, and never before. It does not move back, and makes no mark of this folder of another folder's:
 * requireMark is what looks at those.
 */
export function keepMark(paths: MarkPaths, head: End): void {
  const found = findMark(paths)
  if (found && !mayMove(found, head)) return
  const before = found?.mark
  if (before && before.epoch !== head.epoch) writeMark(paths, head, [...before.past, endOf(before)])
  else writeMark(paths, head, before?.past ?? [])
}

/**
 * Whoever opens the state to publish or to serve asks first. Where the state is of an earlier time than the mark, or the mark is not the
 * file that was written here, a new epoch begins.
 * @returns the warning, a sentence
 */
export async function requireMark(
  paths: MarkPaths,
  state: Pick<ServiceStore, 'head' | 'beginEpochAfter'>,
): Promise<string | undefined> {
  // Before the head: a publisher commits first and moves the mark then.
  const kept = findMark(paths)
  const head = await state.head()
  const why = head && sayRestored(kept, head)
  if (!head || why === undefined) return undefined
  // An epoch that this mark does not know may have been begun by another process, which is about to move the mark.
  const isNew = !kept || ![kept.mark.epoch, ...endedEpochs(kept.mark)].includes(head.epoch)
  if (isNew && (await isMovedMeanwhile(paths, kept))) return requireMark(paths, state)
  const { epoch, begun } = await state.beginEpochAfter(head.epoch)
  // Of processes that ask at once the first has begun it, and moves the mark: to where the head is by now.
  const now = begun && (await state.head())
  if (now && kept) keepMark(paths, now)
  else if (now) writeMark(paths, now, [{ epoch: head.epoch, seq: head.seq, hash: head.chain }])
  return `${why} Epoch ${epoch} begins: readers list /v1/endorsements again and follow from there.`
}

export interface FoundMark {
  mark: Mark
  /** It is not the file that was written: the folder, or the file alone, was copied. */
  copied: boolean
}

/** Throws a sentence where the file is no mark. */
export function findMark({ mark: file }: MarkPaths): FoundMark | undefined {
  if (!existsSync(file)) return undefined
  const descriptor = openSync(file, 'r')
  try {
    const kept = mark.parse(JSON.parse(readFileSync(descriptor, 'utf8')))
    return { mark: kept, copied: kept.file ? !isSame(kept.file, identify(descriptor)) : false }
  } catch {
    throw new Error(`${file}: it is no mark of the feed; delete it, and run: hustings events new-epoch`)
  } finally {
    closeSync(descriptor)
  }
}

/** Epochs that have ended, oldest first. */
export function endedEpochs({ past }: Pick<Mark, 'past'>): string[] {
  return past.map((one) => (typeof one === 'string' ? one : one.epoch))
}

function sayRestored(kept: FoundMark | undefined, { epoch, seq, chain }: End): string | undefined {
  const at = `it is at event ${seq} of epoch ${epoch}`
  // Before the first event nothing was read that could be lost.
  if (!kept)
    return seq === 0 ? undefined : `There is no mark of how far the feed was published beside the state: ${at}.`
  const { mark, copied } = kept
  if (isEarlier(mark, { epoch, seq, chain }))
    return `The state is of an earlier time: ${at}, and event ${mark.seq} of epoch ${mark.epoch} was published already.`
  return copied
    ? `The folder was restored from a copy, or moved to another disk: ${at}, and more may have been published.`
    : undefined
}

/** The same number with another hash is of a time in which another event was published under it. */
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
  // Some network file systems give a renamed file another inode: there a copy cannot be told.
  if (findMark(paths)?.copied) replaceMark(paths, () => ({ ...content, file: null }))
}

/** Several processes may write at once: each beside the mark under a name of its own. */
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
  flush(dirname(paths.mark))
}

function identify(descriptor: number): Identity {
  const { ino, birthtimeNs } = fstatSync(descriptor, { bigint: true })
  return { inode: String(ino), born: String(birthtimeNs) }
}

/** A file system that knows no births says 0. */
function isSame(one: Identity, other: Identity): boolean {
  if (one.inode !== other.inode) return false
  return one.born === '0' || other.born === '0' || one.born === other.born
}
