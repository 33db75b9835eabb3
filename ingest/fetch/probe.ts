// Asks addresses whether their files are there, without fetching them.

import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { SourceError } from '../read/source.ts'
import { clientHeaders, hideSecrets, openFollowing, REQUESTS_AT_ONCE, REQUESTS_PER_HOST, sayFault } from './download.ts'

/** @setting Milliseconds for one request of `sources check`, which asks for no file. */
const PROBE_TIMEOUT_MS = 4000
/** @setting The same, while no host has answered and as many as are asked at a time were not reachable: the machine is probably offline. */
const PROBE_OFFLINE_MS = 1000

export interface ProbeRequest {
  address: string
  /** How messages call the file. */
  name: string
  contact: string | undefined
  allowPrivate: boolean
  /** Milliseconds before the next request to the host. */
  pause: number
  /** Secrets. */
  headers: Readonly<Record<string, string>>
}

export type Probe =
  | { kind: 'answered'; status: number; bytes: number | null; modified: Date | null; isPage: boolean }
  /** No address of its name, no connection, or no answer in time. */
  | { kind: 'unreachable'; error: string }
  /** The address, or one that it leads to, is not requested. */
  | { kind: 'refused'; error: string }

/**
 * At most 2 requests per host and 8 in all; the first one of a host is alone. After a host was not reachable, its other addresses are not
 * requested. While no host has answered and several were not reachable, the others get less time.
 * @returns in the order of the requests
 */
export function probeAll(requests: readonly ProbeRequest[]): Promise<Probe[]> {
  const atOnce = pLimit(REQUESTS_AT_ONCE)
  const said = { answered: 0, unreachable: 0 }
  const probe = async (request: ProbeRequest): Promise<Probe> => {
    // Requests that began together end together: all of them count.
    if (said.answered === 0 && said.unreachable > 0) await sleep(TOGETHER_MS)
    const isOffline = said.answered === 0 && said.unreachable >= REQUESTS_AT_ONCE
    const found = await probeAddress(request, isOffline ? PROBE_OFFLINE_MS : PROBE_TIMEOUT_MS)
    said[found.kind === 'unreachable' ? 'unreachable' : 'answered']++
    return found
  }
  const hosts = new Map<string, { limit: ReturnType<typeof pLimit>; first: Promise<Probe>; down?: Probe }>()
  return Promise.all(
    requests.map(async (request) => {
      const { host: name } = new URL(request.address)
      const known = hosts.get(name)
      const host = known ?? { limit: pLimit(REQUESTS_PER_HOST), first: atOnce(() => probe(request)) }
      hosts.set(name, host)
      const first = await host.first
      if (!known || first.kind === 'unreachable') return first
      return host.limit(async () => {
        const found = host.down ?? (await atOnce(() => probe(request)))
        if (found.kind === 'unreachable') host.down = found
        else await sleep(request.pause)
        return found
      })
    }),
  )
}

const TOGETHER_MS = 50

/** HEAD, and a GET of one byte for a publisher that does not answer HEAD well. */
async function probeAddress(request: ProbeRequest, timeout: number): Promise<Probe> {
  const head = await ask(request, 'HEAD', timeout)
  if (head.kind !== 'answered' || (head.status >= 200 && head.status < 300)) return head
  return head.status === 404 || head.status === 410 ? head : ask(request, 'GET', timeout)
}

async function ask(request: ProbeRequest, method: 'HEAD' | 'GET', timeout: number): Promise<Probe> {
  const { address, name, contact, allowPrivate, headers: secrets } = request
  const signal = AbortSignal.timeout(timeout)
  const headers = {
    ...clientHeaders(contact),
    'accept-encoding': 'identity',
    ...(method === 'GET' && { range: 'bytes=0-0' }),
  }
  try {
    const response = await Promise.race([
      openFollowing(address, headers, {
        name,
        allowPrivate,
        signal,
        headers: secrets,
        ...(method === 'HEAD' && { method }),
      }),
      rejectAt(signal),
    ])
    // A publisher without ranges sends the whole file: the connection is cut instead.
    response.body.on('error', () => undefined)
    response.body.destroy()
    const said = (header: string): string | undefined => [response.headers[header]].flat()[0]
    const length =
      /\/(\d+)$/.exec(said('content-range') ?? '')?.[1] ??
      (response.statusCode === 206 ? undefined : said('content-length'))
    const modified = Date.parse(said('last-modified') ?? '')
    return {
      kind: 'answered',
      status: response.statusCode,
      bytes: length === undefined ? null : Number(length),
      modified: Number.isNaN(modified) ? null : new Date(modified),
      isPage: /^text\/html/i.test(said('content-type') ?? '') && !/\.html?$/.test(name),
    }
  } catch (fault) {
    if (fault instanceof SourceError) return { kind: 'refused', error: fault.reason }
    const error = signal.aborted ? `no answer in ${timeout / 1000} s` : sayFault(fault).replace(FETCHED, '')
    return { kind: 'unreachable', error: hideSecrets(error, { headers: secrets }) }
  }
}

/** The beginning of the sentence for a download. */
const FETCHED = /^could not be fetched: /

function rejectAt(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
