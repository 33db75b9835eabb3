// One line per request: the route's template, never the query; and faults of the server's own, without their messages' data.

import cluster from 'node:cluster'
import { close, openSync, write } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'

// Lines to a file or to stderr, gathered and written together, and never in the way of an answer: what the disk does not
// take, and what waits beyond the bound, is dropped and counted; the next line that gets through says how many are missing.

/** Each write wakes a thread of the pool, at the price of a few answers. */
const GATHERED_CHARACTERS = 65_536
const FLUSH_MS = 500
const WAITING_CHARACTERS_MAX = 1 << 20
/** A pipe whose reader is slow is tried again after so long. */
const RETRY_MS = 50
const STDERR = 2
/** What a pipe takes whole, so that of several workers on one stderr none breaks another's line (PIPE_BUF). */
const PIPE_BYTES = 4096

const writeTo = promisify(write)
const closeFile = promisify(close)

interface Lines {
  /** @param text whole lines */
  write(text: string): void
  /** Writes what waits, once, and closes. */
  close(): Promise<void>
}

/** @param file lines are added to its end; null is stderr. Throws a sentence where it cannot be opened. */
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
      // A line that is longer than that goes by itself.
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

interface RequestLine {
  /** Milliseconds since 1970. */
  time: number
  request_id: string
  /** Null where there was no reading it. */
  method: string | null
  /** The path template; null where no route matched. */
  route: string | null
  status: number
  /** Milliseconds. */
  duration: number
}

export interface Log {
  request(line: RequestLine): void
  /** Of a request: only where in the code, since a message may quote what was asked. */
  fault(requestId: string, fault: unknown): void
  /** Of the server itself: whole. */
  trouble(fault: unknown): void
  close(): Promise<void>
}

/** Lines are written within a second, or dropped: a full disk stops no answer. @param file null is stderr */
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

/** As pino writes it; by hand, because it is the line of every request. No value of it needs escaping: a method is a token. */
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
