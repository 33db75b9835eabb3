// One request: sends it, waits for the answer, and repeats what may be repeated.

import type { ErrorCode } from './schema.ts'

/** @setting Times that the client repeats a request that failed for now. */
export const RETRIES_DEFAULT = 3
/** @setting Milliseconds that the server has for an answer: more than `wait` of /v1/events and than an area waits in its queue. */
export const TIMEOUT_MS_DEFAULT = 60_000
/** @setting Longest Retry-After that the client waits for, in seconds: more than the minute of a plan, less than its day. */
export const RETRY_AFTER_SECONDS_MAX = 90
/** @setting Milliseconds before the first repetition, where the server states none. Each further one waits twice as long. */
export const RETRY_WAIT_MS = 500
/** @setting Longest wait of a request or a stream before it tries again, in milliseconds, where the server states none. */
export const RETRY_WAIT_MS_MAX = 30_000

export interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `/v1/contests/4503599627370497`; never with the query, because errors name it. */
  path: string
  /** With its question mark; empty without a query. */
  search: string
  headers?: Readonly<Record<string, string>>
  body?: unknown
}

/** A request that will be sent again. */
export interface Retry {
  /** Without its query. */
  path: string
  error: HustingsError
  wait_ms: number
}

export interface Connection {
  /** Without a slash at its end; empty for the origin of a web page. */
  url: string
  key: string | undefined
  fetch: typeof fetch
  retries: number
  timeoutMs: number
  retryAfterMax: number
  onRetry: ((retry: Retry) => void) | undefined
}

/** @returns parsed JSON; null without a body. @throws HustingsError, or the reason of the signal */
export async function requestJson<Body>(
  connection: Connection,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<{ body: Body; headers: Headers }> {
  return repeat(connection, request, signal, async () => {
    const { controller, release } = followSignal(signal)
    const what = nameOf(request)
    const timer = setTimeout(() => controller.abort(), connection.timeoutMs)
    try {
      const response = await sendOnce(connection, request, controller.signal)
      return { body: parseBody<Body>(await response.text()), headers: response.headers }
    } catch (error) {
      signal?.throwIfAborted()
      if (controller.signal.aborted) throw noAnswer(what, `no answer within ${connection.timeoutMs / 1000} s.`)
      if (error instanceof HustingsError) throw error
      throw noAnswer(what, error instanceof SyntaxError ? 'the answer is not JSON.' : 'the connection broke.', error)
    } finally {
      clearTimeout(timer)
      release()
    }
  })
}

/** Sends a request once. @returns a success, its body not yet read. @throws HustingsError, also where the signal aborts */
export async function sendOnce(connection: Connection, request: Request, signal: AbortSignal): Promise<Response> {
  const { method, path, search, body } = request
  const headers: Record<string, string> = { ...request.headers }
  if (connection.key !== undefined) headers.Authorization = `Bearer ${connection.key}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const { fetch } = connection
  const response = await fetch(`${connection.url}${path}${search}`, {
    method,
    headers,
    signal,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw noAnswer(nameOf(request), 'the server cannot be reached.', cause)
  })
  if (response.ok) return response
  throw await toError(nameOf(request), response)
}

/** Acts until it succeeds, is refused for good, or has been repeated as often as the connection allows. */
export async function repeat<Result>(
  { retries, retryAfterMax, onRetry }: Connection,
  request: Request,
  signal: AbortSignal | undefined,
  act: () => Promise<Result>,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    signal?.throwIfAborted()
    try {
      return await act()
    } catch (error) {
      const again = request.method !== 'POST' && failures < retries && isTemporary(error)
      if (!again || (error.retry_after ?? 0) > retryAfterMax) throw error
      const wait_ms = waitAfter(error, RETRY_WAIT_MS * 2 ** failures)
      onRetry?.({ path: request.path, error, wait_ms })
      await pause(wait_ms, signal)
    }
  }
}

/** Whether the same request may succeed later. Too many requests, a missing dependency, or no answer at all. */
export function isTemporary(error: unknown): error is HustingsError {
  if (!(error instanceof HustingsError)) return false
  const { status } = error
  return status === 429 || status === 503 || (error.code === 'no_answer' && (status === null || status >= 500))
}

/**
 * Milliseconds to wait: the time that the server stated and a little more, so that clients do not all return at once; otherwise about the
 * given time.
 */
export function waitAfter(error: HustingsError | null, otherwise: number): number {
  const retry_after = error?.retry_after ?? null
  if (retry_after !== null) return Math.round(retry_after * 1000 + Math.random() * RETRY_WAIT_MS)
  return Math.round(Math.min(otherwise, RETRY_WAIT_MS_MAX) * (0.5 + Math.random() / 2))
}

/** @throws the reason of the signal */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve) => {
    const timer = setTimeout(end, ms)
    signal?.addEventListener('abort', end)
    function end(): void {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
  })
  signal?.throwIfAborted()
}

/** A controller that aborts with the caller's signal, until it is released. */
export function followSignal(signal: AbortSignal | undefined): { controller: AbortController; release(): void } {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  return { controller, release: () => signal?.removeEventListener('abort', abort) }
}

export function nameOf({ method, path }: Request): string {
  return `${method} ${path}`
}

/** Lists are joined by commas; undefined values are left out. @returns empty without a value */
export function toSearch(query: object): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value))
  return String(search) === '' ? '' : `?${search}`
}

/** The answers have the types of the server's own schemas: a test compares them over all endpoints. Null for an empty text. */
function parseBody<Body>(text: string): Body {
  return JSON.parse(text === '' ? 'null' : text)
}

/** `no_answer`: no complete answer of the server arrived. `status` is null then, or that of a proxy in between. */
export type ClientErrorCode = ErrorCode | 'no_answer'

interface ErrorFacts {
  code: ClientErrorCode
  status: number | null
  request_id: string | null
  retry_after: number | null
}

/** A refused or failed request. Its message never holds the query, which may name a place. */
export class HustingsError extends Error {
  override readonly name = 'HustingsError'
  /** Programs use it, never the message. A later server may send further codes. */
  readonly code: ClientErrorCode
  readonly status: number | null
  /** Quote it when you report a fault; null if no answer of the server arrived. */
  readonly request_id: string | null
  /** Seconds after which the server may answer; null if it stated none. */
  readonly retry_after: number | null

  constructor(message: string, { code, status, request_id, retry_after }: ErrorFacts, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.status = status
    this.request_id = request_id
    this.retry_after = retry_after
  }
}

/** @param what the request without its query, such as `GET /v1/ballot` */
export function noAnswer(what: string, problem: string, cause?: unknown): HustingsError {
  const facts = { code: 'no_answer', status: null, request_id: null, retry_after: null } as const
  return new HustingsError(`${what}: ${problem}`, facts, cause === undefined ? {} : { cause })
}

/** @param response of a status other than 2xx */
export async function toError(what: string, response: Response): Promise<HustingsError> {
  const { status, headers } = response
  const retry_after = readRetryAfter(headers)
  const body = parseJson(await response.text().catch(() => ''))
  if (isErrorBody(body)) {
    const { code, message, request_id } = body.error
    return new HustingsError(message, { code, status, request_id, retry_after })
  }
  const problem = `${what}: got status ${status} without an error of Hustings, from a proxy or from another server.`
  return new HustingsError(problem, { code: 'no_answer', status, request_id: null, retry_after })
}

interface ErrorBody {
  error: { code: ErrorCode; message: string; request_id: string }
}

/** Undefined for text that is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null || !('error' in body)) return false
  const { error } = body
  if (typeof error !== 'object' || error === null) return false
  return ['code', 'message', 'request_id'].every((name) => typeof Object(error)[name] === 'string')
}

/** In seconds. A proxy may send a date: it counts from the date of the answer, so that a wrong clock here does no harm. */
function readRetryAfter(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d+$/.test(text)) return Number(text)
  const seconds = (Date.parse(text) - Date.parse(headers.get('date') ?? '')) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}
