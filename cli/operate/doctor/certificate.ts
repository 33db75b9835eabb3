// The check of the certificate of HUSTINGS_PUBLIC_URL: when it expires, as a client sees it.

import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { publicUrl } from '../../../data/store/environment.ts'
import { firstLine, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

/** @setting Days before the certificate expires from which doctor warns. */
const CERTIFICATE_WARNING_DAYS = 14
/** @setting Milliseconds that doctor waits for the certificate. */
const CERTIFICATE_WAIT_MS = 5000

const DAY_MS = 86_400_000
const HTTPS_PORT = 443

interface SeenCertificate {
  expires: Date
  /** Why a client does not trust it. Undefined if it does. */
  distrusted: string | undefined
}

/** Nothing without HUSTINGS_PUBLIC_URL. */
export async function* checkCertificate(now: Date): AsyncGenerator<Finding> {
  const check = 'certificate'
  let url: URL | undefined
  try {
    url = publicUrl()
  } catch (error) {
    yield { check, status: 'fail', found: firstLine(error), next: 'unset HUSTINGS_PUBLIC_URL   (or correct it)' }
    return
  }
  if (!url) return
  const next = `openssl s_client -connect ${url.hostname}:${url.port || HTTPS_PORT} -servername ${url.hostname}`
  try {
    yield judgeCertificate(await look(url), { host: url.host, now, next })
  } catch (error) {
    yield { check, status: 'warn', found: `${url.host} cannot be asked: ${firstLine(error)}`, next }
  }
}

export function judgeCertificate(
  seen: SeenCertificate,
  { host, now, next }: { host: string; now: Date; next: string },
): Finding {
  const check = 'certificate'
  const day = seen.expires.toISOString().slice(0, 10)
  const days = Math.floor((seen.expires.getTime() - now.getTime()) / DAY_MS)
  if (seen.expires <= now)
    return { check, status: 'fail', found: `that of ${host} expired on ${day}: no client connects`, next }
  const found = `that of ${host} expires on ${day}, in ${formatNumberOf(days, 'day')}`
  if (seen.distrusted !== undefined)
    return { check, status: 'warn', found: `${found}; this machine does not trust it: ${seen.distrusted}`, next }
  return days < CERTIFICATE_WARNING_DAYS ? { check, status: 'warn', found, next } : { check, status: 'ok', found }
}

/** Sends no request. An expired or unknown certificate is read too, which is the purpose. */
function look(url: URL): Promise<SeenCertificate> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: Number(url.port || HTTPS_PORT),
      rejectUnauthorized: false,
      ...(isIP(host) ? {} : { servername: host }),
    })
    socket.setTimeout(CERTIFICATE_WAIT_MS, () => socket.destroy(new Error('no answer in time')))
    socket.once('error', reject)
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate()
      const { authorized, authorizationError } = socket
      socket.destroy()
      resolve({ expires: new Date(valid_to), distrusted: authorized ? undefined : String(authorizationError) })
    })
  })
}
