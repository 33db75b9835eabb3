// Packs a bundle, its exports and the kept bytes of its sources into one tar file. The same bundle gives the same bytes on any machine.

import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { partFiles } from '../../data/store/bundle.ts'
import { findExportFile, loadExport } from '../../data/store/exports.ts'
import { loadManifest, manifestFile } from '../../data/store/manifest.ts'
import { loadCommit, loadVersion, type Paths } from '../../data/store/paths.ts'
import { codeFingerprint } from '../bundle/fingerprint.ts'
import { refusePrivate } from '../private-sources.ts'
import {
  ABOUT,
  CITATION,
  CONFIGURED,
  exportEntry,
  manifestEntry,
  partEntry,
  SNAPSHOT_FORMAT,
  type SnapshotAbout,
  SUMS,
  sourceEntry,
} from './contents.ts'
import { paddingOf, TAR_END_BYTES, tarHeader } from './tar.ts'

interface PackOptions {
  paths: Pick<Paths, 'bundles' | 'parts' | 'exports' | 'raw'>
  bundle: string
  name: string | null
  /** YYYY-MM-DD. */
  day: string
  /** Text of sources.yaml for the configured sources of the bundle; null if it has none. */
  configured: string | null
  /** The file to write. It must not exist. */
  file: string
}

export interface PackReport {
  /** SHA-256 of SHA256SUMS, which stands for every byte of the file. */
  id: string
  bundle: string
  bytes: number
  parts: number
  sources: number
  /** Zero if the bundle is not exported. */
  exports: number
}

interface Entry {
  name: string
  sha256: string
  content: { file: string } | { text: string }
}

/**
 * The file appears whole or not at all. Throws a sentence if anything of the bundle is missing or damaged, and HasPrivateSources if it has
 * rows of a private source.
 */
export function packSnapshot(options: PackOptions): PackReport {
  const { file } = options
  const entries = listEntries(options)
  const sums = entries.map(({ sha256, name }) => `${sha256}  ${name}\n`).join('')
  const writing = `${file}.writing`
  try {
    const out = openSync(writing, 'w')
    try {
      for (const entry of [toEntry(SUMS, sums), ...entries]) writeEntry(out, entry)
      writeWhole(out, [Buffer.alloc(TAR_END_BYTES)])
      fsyncSync(out)
    } finally {
      closeSync(out)
    }
    renameSync(writing, file)
  } catch (fault) {
    rmSync(writing, { force: true })
    throw fault
  }
  const count = (folder: string): number => entries.filter(({ name }) => name.startsWith(folder)).length
  return {
    id: hashOf(sums),
    bundle: options.bundle,
    bytes: statSync(file).size,
    parts: count('parts/'),
    sources: count('raw/'),
    exports: count('exports/'),
  }
}

/** Sorted by name. */
function listEntries({ paths, bundle, name, day, configured }: PackOptions): Entry[] {
  const manifest = loadManifest(paths, bundle)
  refusePrivate(manifest.sources)
  const about: SnapshotAbout = {
    format: SNAPSHOT_FORMAT,
    bundle,
    name,
    day,
    version: loadVersion(),
    commit: loadCommit(),
    code: codeFingerprint(),
  }
  const sources = new Set(manifest.sources.flatMap(({ files }) => files.map(({ sha256 }) => sha256)))
  const entries: Entry[] = [
    toEntry(ABOUT, `${JSON.stringify(about, null, 2)}\n`),
    toEntry(CITATION, describeCitation(about)),
    ...(configured === null ? [] : [toEntry(CONFIGURED, configured)]),
    toEntry(manifestEntry(bundle), readFileSync(manifestFile(paths, bundle), 'utf8')),
    ...partFiles(manifest).map(({ sha256 }) => ({
      name: partEntry(sha256),
      sha256,
      content: { file: join(paths.parts, `${sha256}.sqlite`) },
    })),
    ...[...sources].map((sha256) => ({
      name: sourceEntry(sha256),
      sha256,
      content: { file: join(paths.raw, sha256) },
    })),
    ...listExported(paths.exports, bundle),
  ]
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The files that the bundle determines. The history of endorsements stays out: it depends on when this server published. */
function listExported(folder: string, bundle: string): Entry[] {
  const list = join(folder, bundle, SUMS)
  if (!existsSync(list)) return []
  const sums = readFileSync(list, 'utf8')
  const determined = new Set(sums.split('\n').map((line) => line.slice(66)))
  const files = loadExport(folder, bundle).filter(({ name }) => determined.has(name))
  for (const name of determined)
    if (name !== '' && !findExportFile(folder, bundle, name))
      throw new Error(`${join(folder, bundle)}: ${name} is missing; delete the folder and run: hustings export`)
  return [
    toEntry(exportEntry(bundle, SUMS), sums),
    ...files.map(({ name, path, sha256 }) => ({ name: exportEntry(bundle, name), sha256, content: { file: path } })),
  ]
}

function toEntry(name: string, text: string): Entry {
  return { name, sha256: hashOf(text), content: { text } }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

const CHUNK_BYTES = 1 << 20

function writeEntry(out: number, { name, sha256, content }: Entry): void {
  if ('text' in content) {
    const bytes = Buffer.from(content.text)
    writeWhole(out, [tarHeader(name, bytes.length), bytes, Buffer.alloc(paddingOf(bytes.length))])
    return
  }
  const { file } = content
  if (!existsSync(file)) throw new Error(`${file} is missing, but the bundle needs it`)
  const source = openSync(file, 'r')
  try {
    const { size } = statSync(file)
    writeWhole(out, [tarHeader(name, size)])
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES)
    let copied = 0
    for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
      const bytes = chunk.subarray(0, read)
      hash.update(bytes)
      writeWhole(out, [bytes])
      copied += read
    }
    const found = hash.digest('hex')
    if (found !== sha256 || copied !== size)
      throw new Error(`${file} is damaged: got the hash ${found}, expected ${sha256}`)
    writeWhole(out, [Buffer.alloc(paddingOf(size))])
  } finally {
    closeSync(source)
  }
}

/** writeSync may write less than it is given. */
function writeWhole(out: number, pieces: readonly Buffer[]): void {
  for (const piece of pieces) for (let written = 0; written < piece.length; ) written += writeSync(out, piece, written)
}

// How to cite a snapshot, in the Citation File Format 1.2.0 (https://citation-file-format.github.io).

/** YAML: a JSON text is a YAML text. */
function describeCitation({ bundle, name, day, version }: SnapshotAbout): string {
  const title = `U.S. elections, ballots and endorsements as of ${day}${name === null ? '' : ` (${name})`}`
  return `cff-version: 1.2.0
message: Cite the snapshot by its bundle id, and credit the publishers of its sources, which the manifest names.
type: dataset
title: ${JSON.stringify(title)}
authors:
  - name: ${JSON.stringify(`Hustings ${version}, from the publishers' files`)}
version: ${JSON.stringify(bundle)}
date-released: ${day}
identifiers:
  - type: other
    value: ${JSON.stringify(`sha256:${bundle}`)}
    description: "The id of the bundle: the hash of its parts. To reproduce it: hustings snapshot verify FILE --rebuild"
`
}
