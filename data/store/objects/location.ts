// The locations of objects: HUSTINGS_PARTS, and the argument of `hustings backup` and `hustings restore`.

import { isAbsolute, resolve } from 'node:path'

export type ObjectLocation =
  /** `prefix`: without slashes at its ends; may be empty. */
  | { kind: 's3'; bucket: string; prefix: string }
  /** Read-only. `url`: without a slash at its end. */
  | { kind: 'https'; url: string }
  | { kind: 'folder'; root: string }

export type S3Location = Extract<ObjectLocation, { kind: 's3' }>

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w.-]+(?:\/[\w.-]+)*))?\/?$/
const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/

/** Undefined for a text of another form. */
export function parseS3(text: string): S3Location | undefined {
  const [, bucket, prefix = ''] = S3.exec(text) ?? []
  if (bucket === undefined || prefix.split('/').some((name) => /^\.+$/.test(name))) return undefined
  return { kind: 's3', bucket, prefix }
}

/**
 * Undefined if unset: parts are in the data folder alone. Throws a sentence.
 * @param root the data folder. @param family `sample` has its own objects, as it has its own folder
 */
export function readPartsStore(
  text: string | undefined,
  root: string,
  family: 'public' | 'sample',
): ObjectLocation | undefined {
  if (!text) return undefined
  const found = parse(text)
  if (found.kind === 'folder' && found.root === root)
    throw new Error(`the environment's HUSTINGS_PARTS: got the data folder itself, expected another folder`)
  return family === 'sample' ? inside(found, 'sample') : found
}

function parse(text: string): ObjectLocation {
  if (isAbsolute(text)) return { kind: 'folder', root: resolve(text) }
  const s3 = parseS3(text)
  if (s3) return s3
  const url = URL.parse(text)
  const isHttp = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname))
  if (url && isHttp && url.username === '' && url.password === '' && url.search === '' && url.hash === '')
    return { kind: 'https', url: url.href.endsWith('/') ? url.href.slice(0, -1) : url.href }
  throw new Error(
    `the environment's HUSTINGS_PARTS: got ${url && !isHttp ? `a URL of ${url.protocol}` : 'another text'}, expected s3://bucket/prefix (letters, digits, ".", "_", "-"), https://host/path without a password, or the absolute path of a folder`,
  )
}

function inside(location: ObjectLocation, name: string): ObjectLocation {
  switch (location.kind) {
    case 's3':
      return { ...location, prefix: location.prefix === '' ? name : `${location.prefix}/${name}` }
    case 'https':
      return { kind: 'https', url: `${location.url}/${name}` }
    case 'folder':
      return { kind: 'folder', root: resolve(location.root, name) }
    default:
      return location satisfies never
  }
}

/** For messages: it contains no credentials. */
export function nameLocation(location: ObjectLocation): string {
  switch (location.kind) {
    case 's3':
      return `s3://${location.bucket}${location.prefix === '' ? '' : `/${location.prefix}`}`
    case 'https':
      return location.url
    case 'folder':
      return location.root
    default:
      return location satisfies never
  }
}

/** Whether one of two prefixes is in the other, so that objects of both would mix. */
export function overlaps(one: S3Location, other: S3Location): boolean {
  const [a, b] = [one, other].map(({ prefix }) => (prefix === '' ? '' : `${prefix}/`))
  return one.bucket === other.bucket && a !== undefined && b !== undefined && (a.startsWith(b) || b.startsWith(a))
}
