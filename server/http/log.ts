// The log: one line per request with the route's template, never the query. Of a request's internal error it logs only the stack frames.

import cluster from 'node:cluster'
import { openSync } from 'node:fs'
import { pino } from 'pino'
import sonicBoom from 'sonic-boom'
import type { ErrorCode } from '../../data/schema/vocabulary.ts'
import type { RefusedBy } from '../limits/meter.ts'

// Writing lines to a file or to stderr, in batches, without delaying a response. Lines wait in the buffer while they cannot be written.
// Lines that exceed the buffer are dropped and counted; the next line that is written gives the number of lost lines.
// `pino.destination` is not used: at the process's exit it would write the buffered lines, and on a full disk wait without end.

declare module 'sonic-boom' {
  interface SonicBoom {
    /** With `contentMode: 'buffer'`: twice as fast as a string, whose batch is measured again with each line. */
    write(bytes: Buffer): boolean
  }
}

/** Each write wakes a thread of the pool, which costs as much as a few responses. */
const GATHERED_BYTES = 65_536
const FLUSH_MS = 500
const WAITING_BYTES_MAX = 1 << 20
const STDERR = 2
/** Largest atomic write to a pipe (PIPE_BUF): workers that share one stderr do not break each other's lines. */
const PIPE_BYTES = 4096

/** @param file lines are appended to it; null is stderr. Throws an Error if it cannot be opened. */
export function createLines(file: string | null) {
  const batch = file === null && cluster.isWorker ? PIPE_BYTES : GATHERED_BYTES
  let lost = 0
  let closed: Promise<void> | undefined
  const stream = new sonicBoom.SonicBoom({
    dest: file === null ? STDERR : open(file),
    contentMode: 'buffer',
    minLength: batch - 1,
    maxWrite: batch,
    maxLength: WAITING_BYTES_MAX,
    periodicFlush: FLUSH_MS,
    // A pipe with a slow reader is tried again until the end.
    retryEAGAIN: () => closed === undefined,
  })
  stream.on('drop', () => {
    lost += 1
  })
  stream.on('drain', () => {
    if (lost > 0) stream.write(Buffer.from(`{"level":40,"lost_lines":${lost}}\n`))
    lost = 0
  })
  // The next write or flush tries the same lines again.
  stream.on('error', () => {
    if (closed) stream.destroy()
  })
  const end = (): Promise<void> =>
    new Promise((resolve) => {
      stream.once('close', resolve).once('error', resolve)
      stream.once('drain', () => stream.end())
      stream.flush()
    })
  return {
    /** @param line with its line end */
    write(line: string) {
      if (!closed) stream.write(Buffer.from(line))
    },
    /** Tries once to write the buffered lines, and closes. */
    close: () => {
      closed ??= end()
      return closed
    },
  }
}

function open(file: string): number {
  try {
    return openSync(file, 'a')
  } catch (fault) {
    throw new Error(`the log file ${file} cannot be opened (${fault instanceof Error ? fault.message : String(fault)})`)
  }
}

// The lines of the log.

export interface RequestLine {
  /** Milliseconds since 1970. */
  time: number
  request_id: string
  /** Null if the request could not be parsed. */
  method: string | null
  /** The path template; null if no route matched. */
  route: string | null
  status: number
  /** Milliseconds; the log rounds them to microseconds. */
  duration: number
  /** Id of the account that the request was counted for; null if it was counted for a network, or not at all. */
  account: number | null
  /** Code of the error in the reply; null for a page and for a reply without an error. */
  error: ErrorCode | null
  /** The limit that refused the request; null if none did. */
  refused: RefusedBy | null
}

export type Log = ReturnType<typeof createLog>

/** Lines are written within a second, or dropped: a full disk stops no response. @param file null is stderr */
export function createLog(level: string, file: string | null) {
  const lines = createLines(file)
  const logger = pino({ level, base: null }, lines)
  const told = logger.isLevelEnabled('info')
  return {
    request: (line: RequestLine): void => {
      if (told) lines.write(toText(line))
    },
    /** An internal error of a request: logs only its stack frames, because the message may quote the request. */
    fault: (request_id: string, fault: unknown): void =>
      logger.error({ request_id, fault: nameOf(fault), at: framesOf(fault) }),
    /** An error of the server itself: logs its message. */
    trouble: (fault: unknown): void => logger.error(fault instanceof Error ? fault.message : String(fault)),
    close: () => lines.close(),
  }
}

/** The same format as pino's, built by hand for speed, because every request writes it. No value needs escaping: a method is a token. */
function toText(line: RequestLine): string {
  const { time, request_id, status, account } = line
  const duration = Math.round(line.duration * 1000) / 1000
  const [method, route, error, refused] = [line.method, line.route, line.error, line.refused].map(quote)
  return `{"level":30,"time":${time},"request_id":"${request_id}","method":${method},"route":${route},"status":${status},"duration":${duration},"account":${account},"error":${error},"refused":${refused}}\n`
}

function quote(text: string | null): string {
  return text === null ? 'null' : `"${text}"`
}

function nameOf(fault: unknown): string {
  return fault instanceof Error ? fault.name : typeof fault
}

function framesOf(fault: unknown): string[] {
  if (!(fault instanceof Error)) return []
  return (fault.stack ?? '')
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .map((line) => line.trim())
}
