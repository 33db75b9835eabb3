// Objects in an S3-compatible store. Every request carries the SHA-256 of its bytes, so that the store refuses other ones; an object of
// several pieces is written with one request for each.

import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import type { S3Environment } from '../environment.ts'
import { nameLocation, type S3Location } from './location.ts'
import { type Answer, request } from './request.ts'
import { type ObjectContent, type ObjectStore, type StoredObject, StoreFault } from './store.ts'

/** @setting Bytes of a request that stores an object. A larger object is stored in pieces of this size: at most 10,000 of them, which S3 allows. */
export const OBJECT_PIECE_BYTES = 16 * 1024 * 1024

interface Sent {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE'
  key?: string
  query?: Readonly<Record<string, string>>
  headers?: Readonly<Record<string, string>>
  body?: Uint8Array
}

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const EMPTY = new Uint8Array()
/** Writes only where no object is. */
const ABSENT = { 'if-none-match': '*' } as const

/** @param stop ends every request and stream */
export function openS3(location: S3Location, environment: S3Environment, stop?: AbortSignal): ObjectStore {
  const name = nameLocation(location)
  const root = toRoot(location, environment)
  const { accessKeyId, secretAccessKey, sessionToken, region } = environment
  const toKey = (key: string): string => (location.prefix === '' ? key : `${location.prefix}/${key}`)

  const send = ({ method, key, query = {}, headers = {}, body = EMPTY }: Sent): Promise<Answer> => {
    const url = new URL(key === undefined ? root : `${root}${root.endsWith('/') ? '' : '/'}${toKey(key)}`)
    for (const [parameter, value] of Object.entries(query)) url.searchParams.set(parameter, value)
    return request({
      async send(signal) {
        // Signed for each attempt: a signature carries its time.
        const signed = await new AwsV4Signer({
          method,
          url: url.href,
          service: 's3',
          region,
          accessKeyId,
          secretAccessKey,
          ...(sessionToken !== undefined && { sessionToken }),
          headers: { ...headers, 'x-amz-content-sha256': hashOf(body).toString('hex') },
        }).sign()
        const bytes = body.length === 0 ? {} : { body: new Uint8Array(body) }
        return fetch(signed.url, { method, headers: signed.headers, redirect: 'manual', signal, ...bytes })
      },
      store: name,
      what: `${method} ${key ?? query.prefix ?? ''}`,
      stop,
    })
  }
  /** Throws StoreFault with the store's code for another status. */
  const expect = async (sent: Sent, ...statuses: readonly number[]): Promise<Answer> => {
    const answer = await send(sent)
    if (statuses.includes(answer.status)) return answer
    const code = sent.method === 'HEAD' ? undefined : readElement(await answer.text(), 'Code')
    if (sent.method === 'HEAD') await answer.drop()
    const what = `${sent.method} ${sent.key ?? sent.query?.prefix ?? ''}`
    throw new StoreFault(name, what, explain(answer.status, code))
  }
  const head = async (key: string): Promise<{ bytes: number; checksum: string | null } | undefined> => {
    const answer = await expect({ method: 'HEAD', key, headers: { 'x-amz-checksum-mode': 'ENABLED' } }, 200, 404)
    await answer.drop()
    if (answer.status === 404) return undefined
    const bytes = Number(answer.headers.get('content-length') ?? Number.NaN)
    return { bytes, checksum: answer.headers.get('x-amz-checksum-sha256') }
  }
  const size = async (key: string): Promise<number | undefined> => (await head(key))?.bytes

  /** @returns the checksum that the store must name; undefined if another writer was first */
  const putWhole = async (key: string, content: ObjectContent): Promise<string | undefined> => {
    const [body = EMPTY] = [...content.pieces(OBJECT_PIECE_BYTES)]
    const checksum = hashOf(body).toString('base64')
    const headers = { ...ABSENT, 'x-amz-checksum-sha256': checksum }
    const answer = await expect({ method: 'PUT', key, headers, body }, 200, 412)
    await answer.drop()
    return answer.status === 200 ? checksum : undefined
  }
  const putPieces = async (key: string, content: ObjectContent): Promise<string | undefined> => {
    const begin = { 'x-amz-checksum-algorithm': 'SHA256' }
    const begun = await expect({ method: 'POST', key, query: { uploads: '' }, headers: begin }, 200)
    const uploadId = readElement(await begun.text(), 'UploadId')
    if (uploadId === undefined) throw new StoreFault(name, key, 'got no UploadId')
    try {
      const hashes: Buffer[] = []
      const parts: string[] = []
      for (const body of content.pieces(OBJECT_PIECE_BYTES)) {
        const hash = hashOf(body)
        const checksum = hash.toString('base64')
        const partNumber = String(hashes.push(hash))
        const headers = { 'x-amz-checksum-sha256': checksum }
        const answer = await expect({ method: 'PUT', key, query: { partNumber, uploadId }, headers, body }, 200)
        await answer.drop()
        parts.push(
          `<Part><PartNumber>${partNumber}</PartNumber><ETag>${answer.headers.get('etag') ?? ''}</ETag><ChecksumSHA256>${checksum}</ChecksumSHA256></Part>`,
        )
      }
      const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
      // 404: an attempt without an answer has completed it. The caller looks at the object in any case.
      const end = await expect({ method: 'POST', key, query: { uploadId }, headers: ABSENT, body }, 200, 404, 412)
      const text = await end.text()
      // The store may answer 200 and fail afterwards.
      const code = end.status === 200 && text.includes('<Error>') ? readElement(text, 'Code') : undefined
      if (code !== undefined) throw new StoreFault(name, key, code)
      return end.status === 412 ? undefined : hashOf(Buffer.concat(hashes)).toString('base64')
    } catch (fault) {
      // Unfinished pieces take space. The store's own rule for them is the second line of defense (docs/operator.md).
      await send({ method: 'DELETE', key, query: { uploadId } }).catch(() => undefined)
      throw fault
    }
  }

  return {
    name,
    size,
    async get(key) {
      const answer = await expect({ method: 'GET', key }, 200, 404)
      if (answer.status === 200) return answer.body()
      await answer.drop()
      return undefined
    },
    async list(folder) {
      const objects: StoredObject[] = []
      for (let token: string | undefined; ; ) {
        const query = { 'list-type': '2', 'encoding-type': 'url', prefix: toKey(folder) }
        const page = token === undefined ? query : { ...query, 'continuation-token': token }
        const text = await (await expect({ method: 'GET', query: page }, 200)).text()
        objects.push(...readListing(text, toKey('')))
        token = readElement(text, 'NextContinuationToken')
        if (token === undefined) return objects
      }
    },
    async put(key, content) {
      const before = await size(key)
      if (before !== undefined) return { created: false, bytes: before }
      const isSmall = content.bytes <= OBJECT_PIECE_BYTES
      const checksum = await (isSmall ? putWhole : putPieces)(key, content)
      const found = await head(key)
      if (!found) throw new StoreFault(name, key, 'it is missing after it was stored')
      if (checksum === undefined) return { created: false, bytes: found.bytes }
      // Of pieces: the hash of their hashes and, at AWS, their number.
      const named = found.checksum?.replace(/-\d+$/, '')
      if (found.bytes === content.bytes && (named === undefined || named === checksum))
        return { created: true, bytes: found.bytes }
      await expect({ method: 'DELETE', key }, 200, 204, 404)
      throw new StoreFault(
        name,
        key,
        `the store kept other bytes, which were deleted: got ${found.bytes} bytes with the checksum ${found.checksum}, expected ${content.bytes} with ${checksum}`,
      )
    },
    async remove(key) {
      await (await expect({ method: 'DELETE', key }, 200, 204, 404)).drop()
    },
  }
}

/** The bucket's URL: its own host at AWS; a path elsewhere, and for names that no certificate of AWS covers. */
function toRoot({ bucket }: S3Location, { endpoint, region }: S3Environment): string {
  if (endpoint !== undefined) return `${endpoint.href}${endpoint.href.endsWith('/') ? '' : '/'}${bucket}`
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com/`
}

function explain(status: number, code: string | undefined): string {
  const got = `got the status ${status}${code === undefined ? '' : ` (${code})`}`
  if (status === 301 || status === 307) return `${got}: the bucket is in another region than AWS_REGION`
  return status === 403 ? `${got}: these credentials may not do this, or are wrong` : got
}

function* readListing(text: string, root: string): Generator<StoredObject> {
  for (const object of text.split('<Contents>').slice(1)) {
    const key = decodeURIComponent(readElement(object, 'Key') ?? '')
    const written = Date.parse(readElement(object, 'LastModified') ?? '')
    const bytes = Number(readElement(object, 'Size') ?? Number.NaN)
    // An object without a date is new: nothing deletes it.
    if (key.startsWith(root))
      yield { key: key.slice(root.length), bytes, written: Number.isNaN(written) ? Number.POSITIVE_INFINITY : written }
  }
}

/** The text of the first element of this name. */
function readElement(text: string, name: string): string | undefined {
  const [, after] = text.split(`<${name}>`, 2)
  if (after === undefined) return undefined
  const end = after.indexOf(`</${name}>`)
  if (end < 0) return undefined
  const found = after.slice(0, end)
  return found.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}
