// One line per request: the route's template, never the query; and faults of the server's own, without their messages' data.

import { pino } from 'pino'
import { createLines } from './lines.ts'

export interface RequestLine {
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
