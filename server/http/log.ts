// The log: one line per request with the route's template, never the query. Of a request's internal error it logs only the stack frames.

import cluster from 'node:cluster'
import { close, openSync, write } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'

// Writing lines to a file or to stderr, in batches, without delaying a response. Lines that cannot be written, or that exceed the buffer,
// are dropped and counted; the next line that is written gives the number of lost lines.

/** Each write wakes a thread of the pool, which costs as much as a few responses. */
const GATHERED_CHARACTERS = 65_536
const FLUSH_MS = 500
const WAITING_CHARACTERS_MAX = 1 << 20
/** Pause before a pipe with a slow reader is tried again. */
const RETRY_MS = 50
const STDERR = 2
/** Largest atomic write to a pipe (PIPE_BUF): workers that share one stderr do not break each other's lines. */
const PIPE_BYTES = 4096

const writeTo = promisify(write)
const closeFile = promisify(close)

interface Lines {
  /** @param text whole lines */
  write(text: string): void
  /** Tries once to write the buffered lines, and closes. */
  close(): Promise<void>
}

/** @param file lines are appended to it; null is stderr. Throws an Error if it cannot be opened. */
export function createLines(file: string | null): Lines {
  const descriptor = file === null ? STDERR : open(file)
  let waiting = ''
  let lost = 0
  let closing = false
  let closed: Promise<void> | undefined
  let writing: Promise<void> | undefined

  const shared = file === null && cluster.isWorker
  const writeLines = async (bytes: Buffer): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      const end = shared ? bytes.lastIndexOf('\n', at + PIPE_BYTES - 1) + 1 : bytes.length
      // A longer line is written by itself.
      const piece = bytes.subarray(at, end > at ? end : bytes.indexOf('\n', at) + 1)
      await writeWhole(piece)
      at += piece.length
    }
  }
  const writeWhole = async (bytes: Buffer): Promise<void> => {
    for (let at = 0; at < bytes.length; ) {
      try {
        at += (await writeTo(descriptor, bytes, at, bytes.length - at)).bytesWritten
      } catch (fault) {
        if (closing || !isBusy(fault)) throw fault
        await wait(RETRY_MS)
      }
    }
  }
  const drain = async (): Promise<void> => {
    while (waiting !== '') {
      const [text, missing] = [waiting, lost]
      waiting = ''
      lost = 0
      const notice = missing > 0 ? `{"level":40,"lost_lines":${missing}}\n` : ''
      await writeLines(Buffer.from(notice + text)).catch(() => {
        lost += missing + countLines(text)
      })
    }
    writing = undefined
  }
  const pass = (): void => {
    if (waiting !== '') writing ??= drain()
  }
  const timer = setInterval(pass, FLUSH_MS)
  timer.unref()
  const end = async (): Promise<void> => {
    clearInterval(timer)
    closing = true
    pass()
    await writing
    if (descriptor !== STDERR) await closeFile(descriptor)
  }
  return {
    write(text) {
      if (closing) return
      if (waiting.length + text.length > WAITING_CHARACTERS_MAX) {
        lost += countLines(text)
        return
      }
      waiting += text
      if (waiting.length > GATHERED_CHARACTERS) pass()
    },
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

function isBusy(fault: unknown): boolean {
  return fault instanceof Error && 'code' in fault && fault.code === 'EAGAIN'
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

// The lines of the log.

interface RequestLine {
  /** Milliseconds since 1970. */
  time: number
  request_id: string
  /** Null if the request could not be parsed. */
  method: string | null
  /** The path template; null if no route matched. */
  route: string | null
  status: number
  /** Milliseconds. */
  duration: number
}

export interface Log {
  request(line: RequestLine): void
  /** An internal error of a request: logs only its stack frames, because the message may quote the request. */
  fault(requestId: string, fault: unknown): void
  /** An error of the server itself: logs its message. */
  trouble(fault: unknown): void
  close(): Promise<void>
}

/** Lines are written within a second, or dropped: a full disk stops no response. @param file null is stderr */
export function createLog(level: string, file: string | null): Log {
  const lines = createLines(file)
  const logger = pino({ level, base: null }, lines)
  const told = logger.isLevelEnabled('info')
  return {
    request: (line) => {
      if (told) lines.write(toText(line))
    },
    fault: (request_id, fault) => logger.error({ request_id, fault: nameOf(fault), at: framesOf(fault) }),
    trouble: (fault) => logger.error(fault instanceof Error ? fault.message : String(fault)),
    close: () => lines.close(),
  }
}

/** The same format as pino's, built by hand for speed, because every request writes it. No value needs escaping: a method is a token. */
function toText({ time, request_id, method, route, status, duration }: RequestLine): string {
  const [verb, path] = [quote(method), quote(route)]
  return `{"level":30,"time":${time},"request_id":"${request_id}","method":${verb},"route":${path},"status":${status},"duration":${duration}}\n`
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
