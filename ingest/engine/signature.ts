// The signature of a source: one hash over everything that its rows depend on. An equal signature means equal rows.

import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { StateCode } from '../../data/schema/vocabulary.ts'
import { hashTree } from '../../data/store/code-hash.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { KeptFile } from '../fetch/fetch.ts'
import { hash } from '../fetch/kept-bytes.ts'
import type { Source } from './source.ts'

/** Covers the bytes, the registry entry, the code and the selected states. `addAsked` adds the rows used of other sources. */
export function signSource(
  { read: _, ...entry }: Source,
  asked: { files: readonly KeptFile[]; states: ReadonlySet<StateCode>; code: string },
): string {
  const files = asked.files.map(({ name, sha256 }) => [name, sha256])
  const states = entry.states.filter((state) => asked.states.has(state)).sort()
  const sorted = Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1))
  return hash(Buffer.from(JSON.stringify([asked.code, sorted, files, states])))
}

/** The signature of a source with independent files, from the signatures of its files. */
export function joinSignatures(files: readonly { name: string; signature: string }[]): string {
  const lines = files.map(({ name, signature }) => `${name} ${ownSignature(signature)}`)
  return hash(Buffer.from(lines.sort().join('\n')))
}

/** Which rows of other sources a reader asked for. */
export interface UsedDependencies {
  divisions: boolean
  ballots: boolean
  endorsers: boolean
}

/**
 * @param asked for each kind, one entry (id and signature) per source that gave rows; false if the reader did not ask for the kind
 */
export function addAsked(
  signature: string,
  asked: { [What in keyof UsedDependencies]: readonly string[] | false },
): string {
  const add = (what: keyof UsedDependencies): string => {
    const signatures = asked[what]
    return signatures === false ? '' : `+${what}:${hash(Buffer.from([...signatures].sort().join('\n')))}`
  }
  return signature + add('divisions') + add('ballots') + add('endorsers')
}

/** The signature without the parts that `addAsked` added. */
export function ownSignature(signature: string): string {
  return signature.split('+', 1)[0] ?? signature
}

/** The kinds of rows that the reader of this signature asked for. */
export function askedOf(signature: string): UsedDependencies {
  const has = (what: keyof UsedDependencies): boolean => signature.includes(`+${what}:`)
  return { divisions: has('divisions'), ballots: has('ballots'), endorsers: has('endorsers') }
}

/** Covers the libraries and the code and tables that a reader can reach. Build code is not included. */
export function hashCode(): string {
  const ingest = dirname(dirname(fileURLToPath(import.meta.url)))
  const data = join(ingest, '..', 'data')
  const rooms = ['core', 'geometry', 'reference', 'schema', 'street'].map((room) => join(data, room))
  const folders = [ingest, ...rooms, projectFile('data', 'reference')]
  const lines = folders.map((folder) => hashTree(folder))
  return hash(Buffer.from([...lines, hash(readFileSync(projectFile('package-lock.json')))].join('\n')))
}
