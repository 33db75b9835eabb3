// Keeps the values of secret headers out of messages and out of what is kept.

import { SourceError } from '../read/source.ts'

/** The headers of a request. Their values are secrets. */
export interface Secrets {
  headers?: Readonly<Record<string, string>> | undefined
}

/** Values of headers, and of `Bearer SECRET` the second word, as they are and as a URL writes them. */
function listSecrets({ headers = {} }: Secrets): string[] {
  const words = Object.values(headers).flatMap((value) => [value, value.split(' ').at(-1) ?? ''])
  return [...new Set(words.flatMap((word) => [word, encodeURIComponent(word)]))].filter((word) => word !== '')
}

export function hideSecrets(text: string, secrets: Secrets): string {
  return listSecrets(secrets).reduce((hidden, secret) => hidden.replaceAll(secret, '…'), text)
}

/** Short values occur in any file. */
const SECRET_LENGTH_MIN = 8

/** Whether a file has the value of a secret header, which messages about the file could then show. */
export function repeatsSecret(bytes: Uint8Array, secrets: Secrets): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  return listSecrets(secrets).some((secret) => secret.length >= SECRET_LENGTH_MIN && file.includes(secret))
}

export function refuseRepeated(from: string, name: string): SourceError {
  return new SourceError(`${from} gives a file that contains the value of a header of header_env; it is not kept`, {
    file: name,
  })
}
