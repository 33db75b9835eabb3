// The archive's files: one a UTC day, a line an event with the hash of the one before it, in the event's own bytes.

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
import type { Paths } from '../../data/store/paths.ts'
import { makePrivateFolder } from '../../data/store/private-folder.ts'
import { flush } from '../../data/store/replace-file.ts'
import type { ChainedEvent } from '../../data/store/state/state.ts'

/** What the chain is made of. */
export type Link = Pick<ChainedEvent, 'chain_before' | 'body'>

interface ArchiveLine {
  /** Such as `2028-03-01.ndjson:12`. */
  where: string
  text: string
}

type EventPaths = Pick<Paths, 'events' | 'root'>

const TAIL_BYTES = 65_536
const LINE_END = 0x0a

export function toLine({ chain_before, body }: Link): string {
  return `{"chain_before":"${chain_before}","event":${body}}`
}

/** Undefined where the line is none of the archive. */
export function parseLine(text: string): Link | undefined {
  const [, chain_before, body] = /^\{"chain_before":"([0-9a-f]{64})","event":(\{.*\})\}$/s.exec(text) ?? []
  return chain_before === undefined || body === undefined ? undefined : { chain_before, body }
}

/** In order. @param from the first day, YYYY-MM-DD */
export function listArchive(paths: EventPaths, from = ''): string[] {
  if (!statSync(paths.events, { throwIfNoEntry: false })) return []
  return readdirSync(paths.events)
    .filter((name) => /^\d{4}-\d{2}-\d{2}\.ndjson$/.test(name) && name >= from)
    .sort()
    .map((name) => join(paths.events, name))
}

/** Whole lines alone: one that has no end is being written, or was when its writer was killed. */
export async function* readArchive(files: readonly string[]): AsyncGenerator<ArchiveLine> {
  for (const file of files) {
    const whole = wholeBytes(file)
    if (whole === 0) continue
    let [line, rest] = [0, Buffer.alloc(0)]
    // By the byte: a body may hold characters that other readers of lines take for a line's end.
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

/** The last line that is whole. */
export function findLastLine(file: string): string | undefined {
  const end = wholeBytes(file) - 1
  if (end < 0) return undefined
  const begin = findLineEnd(file, end) + 1
  return read(file, begin, end).toString()
}

/** Cuts off a line that its writer did not finish; its event is still in the state. */
export function mendEnd(file: string): void {
  truncateSync(file, wholeBytes(file))
  flush(file)
}

/** On the disk when it returns. @param day YYYY-MM-DD */
export function appendLines(paths: EventPaths, day: string, lines: readonly string[]): void {
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

/** Bytes up to and with the last line's end. */
function wholeBytes(file: string): number {
  return findLineEnd(file, statSync(file).size) + 1
}

/** Where the last line end before a position stands; -1: nowhere. */
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
