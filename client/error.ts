import type { ErrorCode } from './schema.ts'

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
