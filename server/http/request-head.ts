// Checks the request line and the `Host` header, independent of the path.

import type { IncomingMessage } from 'node:http'
import { URL_LENGTH_MAX } from '../constants.ts'
import { ApiError } from './errors.ts'

/** The whole URL of a request target: scheme and authority, then path and query. */
const ABSOLUTE = /^(https?):\/\/([^/?#]*)(.*)$/is

/** Path and query of a whole URL, as sent; of another target, the target itself. */
export function toOriginForm(target: string): string {
  const rest = ABSOLUTE.exec(target)?.[3]
  if (rest === undefined) return target
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** @param target as sent (RFC 9112 section 3.2) */
export function findHeadFault(
  target: string,
  { httpVersion, headers: { host }, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'headers' | 'rawHeaders'>,
): ApiError | undefined {
  const { length } = target
  if (length > URL_LENGTH_MAX)
    return new ApiError('invalid_parameter', `The URL has ${length} characters, expected at most ${URL_LENGTH_MAX}.`, {
      status: 414,
    })
  if (host === undefined)
    return httpVersion === '1.1' ? refuse('The header `Host` is missing: HTTP/1.1 requires it.') : undefined
  // `headers` keeps only the first.
  const hosts = countHosts(rawHeaders)
  if (hosts > 1) return refuse(`The header \`Host\` is given ${hosts} times, expected once.`)
  if (!target.startsWith('/') && isOfAnotherHost(target, host))
    return refuse('The URL of the request line has another host than the header `Host`.')
  return undefined
}

/** @param raw names and values in turn */
function countHosts(raw: readonly string[]): number {
  let count = 0
  for (let i = 0; i < raw.length; i += 2) if (raw[i]?.length === 4 && raw[i]?.toLowerCase() === 'host') count += 1
  return count
}

/** The scheme's own port may be left out on either side. */
function isOfAnotherHost(target: string, host: string): boolean {
  const [, scheme, authority] = ABSOLUTE.exec(target) ?? []
  if (scheme === undefined || authority === undefined) return false
  const asked = hostOf(`${scheme}://${authority}`)
  return asked === undefined || asked !== hostOf(`${scheme}://${host}`)
}

/** Undefined for a text that names no host, or more than a host. */
function hostOf(origin: string): string | undefined {
  if (!URL.canParse(origin)) return undefined
  const { host, origin: known, href } = new URL(origin)
  return href === `${known}/` ? host : undefined
}

function refuse(sentence: string): ApiError {
  return new ApiError('invalid_parameter', sentence)
}
