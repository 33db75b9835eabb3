// Follows /v1/stream: reconnects by itself and resumes by Last-Event-ID, so that no event is lost or repeated.

import {
  type Connection,
  followSignal,
  type HustingsError,
  isTemporary,
  nameOf,
  noAnswer,
  pause,
  type Request,
  repeat,
  sendOnce,
  waitAfter,
} from './request.ts'
import type { Event, ReconnectReason } from './schema.ts'

/** @setting Milliseconds without a byte after which a stream counts as lost: three keep-alive comments of the server. */
export const STREAM_SILENT_MS = 60_000
/** @setting Milliseconds before a stream connects again, until the server says its own number. */
export const STREAM_RECONNECT_MS = 3000

/** The changes of endorsements, as they happen. It ends only by `break`, by the signal, or by an error that no retry can mend. */
export interface Stream extends AsyncIterable<Event> {
  /**
   * The position after the event that the loop has taken last, or after changes that the filter skipped. Store it when you have acted on
   * the event, and send it as `cursor` after a restart of your program. Null before the first connection.
   */
  readonly cursor: string | null
}

/** A connection that has ended. The stream goes on after the wait. */
export interface Reconnect {
  /** Why the server ended it; `lost` where it did not say, or cannot be reached. */
  reason: ReconnectReason | 'lost'
  error: HustingsError | null
  wait_ms: number
}

export interface StreamOptions {
  signal?: AbortSignal
  /** For a log. */
  onReconnect?: (reconnect: Reconnect) => void
}

/** @param search of the query */
export function createStream(
  connection: Connection,
  { search, cursor }: { search: string; cursor: string | null },
  { signal, onReconnect }: StreamOptions,
): Stream {
  let position = cursor
  let retryMs = STREAM_RECONNECT_MS

  async function* follow(): AsyncGenerator<Event> {
    let failures = 0
    let connected = false
    for (;;) {
      let reason: Reconnect['reason'] = 'lost'
      let error: HustingsError | null = null
      const request: Request = {
        method: 'GET',
        path: '/v1/stream',
        search,
        headers: { Accept: 'text/event-stream', ...(position !== null && { 'Last-Event-ID': position }) },
      }
      let open: OpenStream | undefined
      try {
        const connect = () => openConnection(connection, request, signal)
        // A wrong address is an error of the first connection, not something to wait for.
        open = connected ? await connect() : await repeat(connection, request, signal, connect)
        connected = true
        const parser = createFrameParser()
        for await (const text of readTexts(open, nameOf(request))) {
          for (const message of parser.feed(text)) {
            failures = 0
            if (message.id !== '') position = message.id
            if (message.event === 'endorsement') yield parseEvent(message)
            if (message.event === 'reconnect') reason = parseReason(message)
          }
          retryMs = parser.retry() ?? retryMs
        }
      } catch (fault) {
        signal?.throwIfAborted()
        if (!connected || !isTemporary(fault)) throw fault
        error = fault
      } finally {
        open?.close()
      }
      // After an announced end all clients return at once: each waits for another part of the time.
      const announced = reason !== 'lost' && error === null
      const wait_ms = announced ? Math.round(Math.random() * retryMs) : waitAfter(error, retryMs * 2 ** failures)
      failures += 1
      onReconnect?.({ reason, error, wait_ms })
      await pause(wait_ms, signal)
    }
  }

  return {
    get cursor() {
      return position
    },
    [Symbol.asyncIterator]: follow,
  }
}

interface OpenStream {
  body: ReadableStream<Uint8Array>
  close(): void
}

/** The time for an answer counts to its head alone: the body has no end. */
async function openConnection(
  connection: Connection,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<OpenStream> {
  const { controller, release } = followSignal(signal)
  const close = (): void => {
    release()
    controller.abort()
  }
  const timer = setTimeout(close, connection.timeoutMs)
  try {
    const { body } = await sendOnce(connection, request, controller.signal)
    if (body === null) throw noAnswer(nameOf(request), 'the answer has no body.')
    return { body, close }
  } catch (fault) {
    close()
    throw fault
  } finally {
    clearTimeout(timer)
  }
}

/** The text of a stream in pieces. @throws HustingsError if the connection breaks, or is silent for too long */
async function* readTexts({ body, close }: OpenStream, what: string): AsyncGenerator<string> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  for (;;) {
    // Counted only while the reader waits: a program that works on an event is not a silent server.
    const timer = setTimeout(close, STREAM_SILENT_MS)
    const { done, value } = await reader
      .read()
      .catch((cause: unknown) => {
        throw noAnswer(what, 'the connection broke.', cause)
      })
      .finally(() => clearTimeout(timer))
    if (done) return
    yield decoder.decode(value, { stream: true })
  }
}

function parseEvent({ data }: Message): Event {
  return JSON.parse(data)
}

function parseReason({ data }: Message): ReconnectReason {
  return JSON.parse(data).reason
}

// Parses the text of a stream of Server-Sent Events (WHATWG HTML, section 9.2.6), in pieces of any size.

export interface Message {
  /** `message` where the stream names none. */
  event: string
  data: string
  /** The id that the stream stated last; empty before the first. */
  id: string
}

interface FrameParser {
  /** @returns the messages that this piece completes */
  feed(text: string): Message[]
  /** Milliseconds that the stream asks for before a reconnection; null if it has not. */
  retry(): number | null
}

export function createFrameParser(): FrameParser {
  let rest = ''
  let [event, id]: [string, string] = ['', '']
  let data: string[] = []
  let retry: number | null = null

  const readLine = (line: string): Message | undefined => {
    if (line === '') {
      const message = data.length === 0 ? undefined : { event: event || 'message', data: data.join('\n'), id }
      event = ''
      data = []
      return message
    }
    const [, field = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? []
    if (field === 'event') event = value
    else if (field === 'data') data.push(value)
    else if (field === 'id' && !value.includes('\0')) id = value
    else if (field === 'retry' && /^\d+$/.test(value)) retry = Number(value)
    return undefined
  }

  return {
    feed(text) {
      // A carriage return at the end may be half of a line break.
      const held = /\r$/.test(text) ? 1 : 0
      const whole = rest + text
      const lines = whole.slice(0, whole.length - held).split(/\r\n|\n|\r/)
      rest = (lines.pop() ?? '') + whole.slice(whole.length - held)
      return lines.flatMap((line) => readLine(line) ?? [])
    },
    retry: () => retry,
  }
}
