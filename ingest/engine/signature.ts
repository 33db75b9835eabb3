// The identity of a read of a source: its signature, one hash over everything that its rows depend on, and its edition. An equal signature
// means equal rows.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { hashTree, TABLE_FILES } from '../../data/store/code-hash.ts'
import { CODE_ROOT, projectFile } from '../../data/store/paths.ts'
import { hash, type KeptFile } from '../fetch/kept-bytes.ts'
import type { Source } from '../read/source.ts'

/** Covers the bytes, the registry entry, the code and the selected states. `addNeeded` adds the rows that the source needs. */
export function signSource(
  { read: _, follow: __, ...entry }: Source,
  read: { files: readonly KeptFile[]; states: ReadonlySet<StateCode>; code: string },
): string {
  const files = read.files.map(({ name, sha256 }) => [name, sha256])
  const states = entry.states.filter((state) => read.states.has(state)).sort()
  // The place of a file changes nothing that is served.
  const declared = { ...entry, files: entry.files.map(({ location: _, ...file }) => file) }
  const sorted = Object.entries(declared).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash(Buffer.from(JSON.stringify([read.code, sorted, files, states])))
}

/** The signature of a source with independent files, from the signatures of its files. */
export function joinSignatures(files: readonly { name: string; signature: string }[]): string {
  const lines = files.map(({ name, signature }) => `${name} ${ownSignature(signature)}`)
  return hash(Buffer.from(lines.sort().join('\n')))
}

/** @param needed for each kind of row that the source needs, in order: the ids and hashes of the sources that give such rows */
export function addNeeded(signature: string, needed: readonly string[]): string {
  return needed.length === 0 ? signature : `${signature}+${hash(Buffer.from(JSON.stringify(needed)))}`
}

/** The signature without the part that `addNeeded` added. */
export function ownSignature(signature: string): string {
  return signature.split('+', 1)[0] ?? signature
}

/** Covers the libraries and the code and tables that a reader can reach. Build code is not included. */
export function hashCode(): string {
  const data = join(CODE_ROOT, 'data')
  const rooms = ['core', 'geometry', 'interchange', 'reference', 'schema', 'street'].map((room) => join(data, room))
  const folders = [join(CODE_ROOT, 'ingest'), ...rooms, projectFile('data', 'reference')]
  const lines = [...folders.map((folder) => hashTree(folder)), hashTree(projectFile('ingest'), TABLE_FILES)]
  return hash(Buffer.from([...lines, hash(readFileSync(projectFile('package-lock.json')))].join('\n')))
}

// The edition of a source: the date of the files that were fetched, where the publisher replaces or adds them.

/**
 * The source with the one file that was read, if its files are editions, and with the date of its newest file. Unchanged if its files do
 * not change, and for files of a mirror, which the entry dates; an awaited file of a mirror has the day on which it was first retrieved.
 * @param isKept the entry has the recorded date already, because earlier bytes are read again
 */
export function toEdition(
  entry: Source,
  files: readonly Pick<KeptFile, 'url' | 'published_on' | 'retrieved_at' | 'commit'>[],
  isKept = false,
): Source {
  const source = entry.editions ? chooseEdition(entry, files) : entry
  if (!source.living || isKept) return source
  const [published_on] = files
    .flatMap((file) => file.published_on ?? (source.awaited ? file.retrieved_at.slice(0, 10) : []))
    .sort()
    .reverse()
  if (published_on === undefined) return source
  const commit = files.find((file) => file.commit !== undefined)?.commit?.slice(0, COMMIT_LENGTH)
  return { ...source, published_on, ...(!source.awaited && { vintage: commit ?? published_on }) }
}

/** Digits that tell one commit of a repository from the others. */
const COMMIT_LENGTH = 12

function chooseEdition(source: Source, files: readonly Pick<KeptFile, 'url'>[]): Source {
  const chosen = source.files.filter(({ url }) => files.some((file) => file.url === url))
  return { ...source, files: chosen, vintage: chosen[0]?.vintage ?? source.vintage }
}
