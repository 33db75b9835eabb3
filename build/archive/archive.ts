// Moves old events from the feed to the archive: one file per UTC day, one line per event, with the event's own bytes and the previous
// event's hash. Each event is written to its day's file before the state deletes it, so that a crash neither loses nor repeats one.

import {
  closeSync,
  createReadStream,
  fsyncSync,
  openSync,
  readdirSync,
  readSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { chainHash } from '../../data/schema/event.ts'
import { DAY } from '../../data/schema/scalar.ts'
import { flush, makePrivateFolder } from '../../data/store/files.ts'
import type { Paths } from '../../data/store/paths.ts'
import type { ChainedEvent } from '../../data/store/state/events.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'

/** Events per batch. A publication waits for at most one batch. */
const BATCH = 1000

interface PruneOptions {
  paths: Pick<Paths, 'events' | 'root'>
  state: ServiceStore
  now: Date
  /** Days that events stay in the feed. */
  retentionDays: number
}

/** Moves events older than the window to the archive; one process at a time. @returns number of events moved */
export async function pruneEvents({ paths, state, now, retentionDays }: PruneOptions): Promise<number> {
  const oldest = new Date(now.getTime() - retentionDays * DAY).toISOString()
  let [pruned, archived]: [number, ReadonlySet<string> | undefined] = [0, undefined]
  for (;;) {
    const events = await state.eventsBefore(oldest, BATCH)
    const [first, last] = [events.at(0), events.at(-1)]
    if (!first || !last) return pruned
    archived ??= await findArchived(paths, first)
    appendEvents(paths, events, archived)
    await state.dropEvents(last.seq)
    pruned += events.length
  }
}

/**
 * Hashes of events that are both in the archive and in the state: the process was killed after it wrote them, or an older
 * state was restored.
 */
async function findArchived(paths: PruneOptions['paths'], first: ChainedEvent): Promise<ReadonlySet<string>> {
  const newest = listArchive(paths).at(-1)
  if (newest === undefined) return new Set()
  mendEnd(newest)
  const end = parseLine(findLastLine(newest) ?? '')
  if (end && chainHash(end.chain_before, end.body) === first.chain_before) return new Set()
  const hashes = new Set<string>()
  for await (const { text } of readArchive(listArchive(paths, dayOf(first)))) {
    const link = parseLine(text)
    if (link) hashes.add(chainHash(link.chain_before, link.body))
  }
  return hashes
}

function appendEvents(
  paths: PruneOptions['paths'],
  events: readonly ChainedEvent[],
  archived: ReadonlySet<string>,
): void {
  const days = new Map<string, string[]>()
  for (const event of events) {
    if (archived.size > 0 && archived.has(chainHash(event.chain_before, event.body))) continue
    const lines = days.get(dayOf(event)) ?? []
    lines.push(toLine(event))
    days.set(dayOf(event), lines)
  }
  for (const [day, lines] of days) appendLines(paths, day, lines)
}

/** The event's UTC day, YYYY-MM-DD. */
function dayOf({ occurred_at }: ChainedEvent): string {
  return occurred_at.slice(0, 10)
}

// The archive's files.

/** The fields of an event that form the hash chain. */
export type Link = Pick<ChainedEvent, 'chain_before' | 'body'>

interface ArchiveLine {
  /** Location, such as `2028-03-01.ndjson:12`. */
  where: string
  text: string
}

type EventPaths = Pick<Paths, 'events' | 'root'>

const TAIL_BYTES = 65_536
const LINE_END = 0x0a

function toLine({ chain_before, body }: Link): string {
  return `{"chain_before":"${chain_before}","event":${body}}`
}

/** Returns undefined if the line is not an archive line. */
export function parseLine(text: string): Link | undefined {
  const [, chain_before, body] = /^\{"chain_before":"([0-9a-f]{64})","event":(\{.*\})\}$/s.exec(text) ?? []
  return chain_before === undefined || body === undefined ? undefined : { chain_before, body }
}

/** In order. @param from the first day to include, YYYY-MM-DD */
export function listArchive(paths: EventPaths, from = ''): string[] {
  if (!statSync(paths.events, { throwIfNoEntry: false })) return []
  return readdirSync(paths.events)
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.ndjson$/.test(name) && name >= from)
    .sort()
    .map((name) => join(paths.events, name))
}

/** Yields whole lines only. A line without an end is being written, or its writer was killed. */
export async function* readArchive(files: readonly string[]): AsyncGenerator<ArchiveLine> {
  for (const file of files) {
    const whole = wholeBytes(file)
    if (whole === 0) continue
    let [line, rest] = [0, Buffer.alloc(0)]
    // Split on the newline byte: a body may contain characters that other line readers treat as line ends.
    for await (const chunk of createReadStream(file, { end: whole - 1 })) {
      rest = Buffer.concat([rest, chunk])
      let begin = 0
      for (let end = rest.indexOf(LINE_END); end >= 0; end = rest.indexOf(LINE_END, begin)) {
        yield { where: `${basename(file)}:${++line}`, text: rest.toString('utf8', begin, end) }
        begin = end + 1
      }
      rest = rest.subarray(begin)
    }
  }
}

/** Returns the last whole line. */
function findLastLine(file: string): string | undefined {
  const end = wholeBytes(file) - 1
  if (end < 0) return undefined
  const begin = findLineEnd(file, end) + 1
  return read(file, begin, end).toString()
}

/** Cuts off an unfinished line. Its event is still in the state. */
function mendEnd(file: string): void {
  truncateSync(file, wholeBytes(file))
  flush(file)
}

/** The lines are flushed to disk on return. @param day YYYY-MM-DD */
function appendLines(paths: EventPaths, day: string, lines: readonly string[]): void {
  const fresh = makePrivateFolder(paths.events)
  const descriptor = openSync(join(paths.events, `${day}.ndjson`), 'a')
  try {
    const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
    for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  flush(paths.events)
  if (fresh) flush(paths.root)
}

/** Number of bytes up to and including the last line end. */
function wholeBytes(file: string): number {
  return findLineEnd(file, statSync(file).size) + 1
}

/** Position of the last line end before `before`; -1 if there is none. */
function findLineEnd(file: string, before: number): number {
  for (let end = before; end > 0; ) {
    const begin = Math.max(0, end - TAIL_BYTES)
    const found = read(file, begin, end).lastIndexOf(LINE_END)
    if (found >= 0) return begin + found
    end = begin
  }
  return -1
}

function read(file: string, begin: number, end: number): Buffer {
  const bytes = Buffer.alloc(end - begin)
  const descriptor = openSync(file, 'r')
  try {
    readSync(descriptor, bytes, 0, bytes.length, begin)
  } finally {
    closeSync(descriptor)
  }
  return bytes
}
