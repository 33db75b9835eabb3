// Names of sources for readers: the publisher, the host and the file.

import { fill } from '../sentence.ts'
import type { Words } from './words/words.ts'

/** Who published a file, and when. */
export interface FileSource {
  publisher: string
  /** YYYY-MM-DD */
  published_on: string
}

/** By the address of a source's file. */
export type Publishers = ReadonlyMap<string, FileSource>

/** Each address with its publisher and host, and with the name of the file where several have the same. */
export function nameSources(
  words: Words,
  urls: readonly string[],
  publishers: Publishers | undefined,
): [url: string, name: string][] {
  const short = urls.map((url) => nameSource(words, url, publishers))
  return urls.map((url, at) => {
    const name = short[at] ?? ''
    const isShared = short.filter((other) => other === name).length > 1
    return [url, isShared ? `${name}, ${fileOf(url) ?? urls.indexOf(url) + 1}` : name]
  })
}

/** Who published these files, each once; the host of a file whose publisher is not known. */
export function namePublishers(
  words: Words,
  urls: readonly string[],
  publishers: Publishers | undefined,
): readonly string[] {
  const named = urls.map((url) => {
    const source = publishers?.get(url)
    return source === undefined ? hostOf(url) : sayPublisher(words, source.publisher)
  })
  return [...new Set(named)]
}

export function nameSource(words: Words, url: string, publishers: Publishers | undefined): string {
  const source = publishers?.get(url)
  return source === undefined ? hostOf(url) : `${sayPublisher(words, source.publisher)} (${hostOf(url)})`
}

/** A name that a reader understands: `Open Lab, from data of the Board`, `the project “open-lab”`, `Ann Poe (data set “2026-races”)`. A data set has a digit and a hyphen: `Texas` is no data set. */
export function sayPublisher(words: Words, publisher: string): string {
  const [name = '', ...from] = publisher.split(', from ')
  const comma = name.lastIndexOf(', ')
  const last = name.slice(comma + 2)
  if (from.length === 0 && comma > 0 && /^[\w-]+$/.test(last) && /\d/.test(last) && last.includes('-'))
    return fill(words.sourceDataSet, { who: name.slice(0, comma), name: last })
  const who = /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name) ? fill(words.sourceProject, { name }) : name
  return from.length === 0 ? who : fill(words.sourceFrom, { who, from: from.join(', from ').replace(/^the /, '') })
}

/** Of a bucket that has the name of its publisher's site, that name. */
function hostOf(url: string): string {
  const { host, pathname } = new URL(url)
  if (host === 'raw.githubusercontent.com' || host === 'github.com') return 'GitHub'
  const bucket = host === 's3.amazonaws.com' ? pathname.split('/')[1] : undefined
  return bucket?.includes('.') ? bucket : host.replace(/^www\./, '')
}

function fileOf(url: string): string | undefined {
  const file = new URL(url).pathname.split('/').at(-1)
  return file === '' ? undefined : file?.replaceAll('%20', ' ')
}
