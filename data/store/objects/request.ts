// Requests to object storage: with a time limit for the answer and for each pause of its body, and repeated after a passing fault.

import { setTimeout as wait } from 'node:timers/promises'
import { StoreFault } from './store.ts'

/** @setting Milliseconds within which object storage must answer a request; a piece is on its way for a minute at 2 Mbit/s. */
const OBJECT_ANSWER_MS = 120_000
/** @setting Milliseconds without a byte after which the fetch of an object is given up. */
const OBJECT_PAUSE_MS = 30_000
/** @setting Times that a request to object storage is sent, if it fails in a way that may pass. */
export const OBJECT_ATTEMPTS = 4
/** @setting Milliseconds before a request to object storage is sent again; they double with each attempt. */
export const OBJECT_RETRY_MS = 200

export interface Answer {
  status: number
  headers: Headers
  /** Throws StoreFault if the bytes stop. */
  body(): AsyncIterable<Uint8Array>
  text(): Promise<string>
  /** Frees the connection of an answer whose body is not read. */
  drop(): Promise<void>
}

export interface RequestOptions {
  /** Makes one attempt. */
  send(signal: AbortSignal): Promise<Response>
  /** For messages. */
  store: string
  what: string
  /** Ends the request and its body. */
  stop?: AbortSignal | undefined
}

/** Throws StoreFault if there is no answer. */
export async function request({ send, store, what, stop }: RequestOptions): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const limit = createLimit(stop)
    let why: string
    try {
      limit.within(OBJECT_ANSWER_MS)
      const response = await send(limit.signal)
      if (!isPassing(response.status) || attempt === OBJECT_ATTEMPTS) return toAnswer(response, limit, store, what)
      why = `status ${response.status}`
      await response.body?.cancel()
    } catch (fault) {
      why = limit.isOver() ? `no answer within ${OBJECT_ANSWER_MS / 1000} s` : sayFault(fault)
    } finally {
      limit.end()
    }
    if (attempt === OBJECT_ATTEMPTS || stop?.aborted) throw new StoreFault(store, what, why)
    await wait(OBJECT_RETRY_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2))
  }
}

function isPassing(status: number): boolean {
  return status === 429 || status === 409 || status >= 500
}

interface Limit {
  signal: AbortSignal
  isOver(): boolean
  /** Aborts after these milliseconds, instead of those given before. */
  within(milliseconds: number): void
  end(): void
}

function createLimit(stop: AbortSignal | undefined): Limit {
  const controller = new AbortController()
  let timer: NodeJS.Timeout | undefined
  return {
    signal: stop ? AbortSignal.any([stop, controller.signal]) : controller.signal,
    isOver: () => controller.signal.aborted,
    within(milliseconds) {
      clearTimeout(timer)
      timer = setTimeout(() => controller.abort(), milliseconds)
    },
    end: () => clearTimeout(timer),
  }
}

function toAnswer(response: Response, limit: Limit, store: string, what: string): Answer {
  async function* body(): AsyncGenerator<Uint8Array> {
    try {
      limit.within(OBJECT_PAUSE_MS)
      for await (const chunk of response.body ?? []) {
        limit.end()
        yield chunk
        limit.within(OBJECT_PAUSE_MS)
      }
    } catch (fault) {
      const why = limit.isOver() ? `no bytes for ${OBJECT_PAUSE_MS / 1000} s` : sayFault(fault)
      throw new StoreFault(store, what, why)
    } finally {
      limit.end()
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    body,
    async text() {
      const chunks: Uint8Array[] = []
      for await (const chunk of body()) chunks.push(chunk)
      return Buffer.concat(chunks).toString('utf8')
    },
    async drop() {
      await response.body?.cancel()
    },
  }
}

/** The code of a failed connection. The message of fetch says nothing, and names no host. */
function sayFault(fault: unknown): string {
  const cause = fault instanceof Error && fault.cause instanceof Error ? fault.cause : fault
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? `the connection failed (${String(cause.code)})` : cause.message
}
