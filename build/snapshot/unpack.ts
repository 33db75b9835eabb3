// Reads a snapshot file that may come from anybody. It accepts only the bytes that packSnapshot would have written for these entries: every
// header, every hash and every byte between them. So there is no `..`, no link, no duplicate and no entry that SHA256SUMS does not name.

import { createHash } from 'node:crypto'
import { closeSync, fstatSync, mkdirSync, openSync, readFileSync, readSync, statSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { Manifest } from '../../data/schema/manifest.ts'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { listParts } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { checkPart, compareRows, type DifferingTable, type PartKind } from '../../data/store/part.ts'
import type { Paths } from '../../data/store/paths.ts'
import {
  ABOUT,
  hashInName,
  isEntryName,
  manifestEntry,
  partEntry,
  SNAPSHOT_FORMAT,
  type SnapshotAbout,
  SUMS,
  snapshotAbout,
  sourceEntry,
} from './contents.ts'
import {
  describeHeader,
  isTarHeader,
  paddingOf,
  TAR_BLOCK,
  TAR_END_BYTES,
  TAR_ENTRY_BYTES_MAX,
  tarHeader,
} from './tar.ts'

/** The list of a nation's sources, parts and exports is far smaller. */
const SUMS_BYTES_MAX = 16 << 20
/** snapshot.json and the manifest are read into memory. */
const TEXT_BYTES_MAX = 64 << 20

interface UnpackOptions {
  file: string
  /** An empty folder. The accepted entries are written into it as their names say. */
  into: string
  /** Which entries to write. All are checked. */
  takes: (name: string) => boolean
  /** The id that the file must have. */
  expect?: string
}

export interface Unpacked {
  id: string
  about: SnapshotAbout
  /** As the manifest of any bundle format names them. */
  sources: readonly NamedSource[]
  entries: readonly string[]
  bytes: number
}

const namedSource = z.looseObject({
  id: z.string(),
  vintage: z.string(),
  published_on: z.string(),
  selected_states: z.array(z.enum(STATE_CODES)).optional(),
  files: z.array(z.looseObject({ name: z.string().optional(), url: z.string(), sha256: z.string() })),
})
type NamedSource = z.infer<typeof namedSource>
/** The members that every bundle format has. */
const anyManifest = z.looseObject({
  parts: z.record(z.string(), z.looseObject({ sha256: z.string() })),
  sources: z.array(namedSource),
})

/** A snapshot file that is not as packSnapshot writes it. The sentence names the file and the entry. */
export class SnapshotFault extends Error {}

/** The id of a file, from its first entry alone: nothing else is checked. Throws SnapshotFault. */
export function readSnapshotId(file: string): string {
  return withReader(file, (reader) => readSums(reader).id)
}

/** Throws SnapshotFault. What was written before is then of no use: the caller deletes `into`. */
export function unpackSnapshot({ file, into, takes, expect }: UnpackOptions): Unpacked {
  return withReader(file, (reader) => {
    const { id, entries } = readSums(reader)
    if (expect !== undefined && id !== expect)
      throw new SnapshotFault(`${file}: its id is ${id}, expected ${expect}: it is another snapshot`)
    for (const [name, sha256] of entries) copyEntry(reader, { name, sha256, into, taken: takes(name) || isText(name) })
    requireEnd(reader)
    const names = [...entries.keys()]
    const about = readAbout(file, into, names)
    return { id, about, sources: readSources(file, into, about.bundle, names), entries: names, bytes: reader.size }
  })
}

/** The description of a snapshot that was unpacked into a folder. */
export function readUnpackedAbout(folder: string): SnapshotAbout {
  return parse(snapshotAbout, readJson(folder, folder, ABOUT), join(folder, ABOUT))
}

function isText(name: string): boolean {
  return name === ABOUT || name.startsWith('bundles/')
}

interface Reader {
  file: string
  size: number
  /** Position in the file. */
  at: number
  /** The next bytes. They are valid until the next call. */
  next(bytes: number): Buffer
}

function withReader<Result>(file: string, use: (reader: Reader) => Result): Result {
  const descriptor = openSync(file, 'r')
  try {
    const { size } = fstatSync(descriptor)
    let buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    return use({
      file,
      size,
      at: 0,
      next(bytes) {
        if (this.at + bytes > size)
          throw new SnapshotFault(
            `${file}: it ends after ${size} bytes, expected at least ${this.at + bytes}: it is cut`,
          )
        if (buffer.length < bytes) buffer = Buffer.allocUnsafe(bytes)
        for (let read = 0; read < bytes; ) {
          const got = readSync(descriptor, buffer, read, bytes - read, this.at + read)
          if (got === 0) throw new SnapshotFault(`${file}: it became shorter while it was read`)
          read += got
        }
        this.at += bytes
        return buffer.subarray(0, bytes)
      },
    })
  } finally {
    closeSync(descriptor)
  }
}

const CHUNK_BYTES = 1 << 20

/** Hashes by name, in the order of the file. */
function readSums(reader: Reader): { id: string; entries: ReadonlyMap<string, string> } {
  const { file } = reader
  const bytes = readHeader(reader, SUMS)
  if (bytes > SUMS_BYTES_MAX)
    throw new SnapshotFault(`${file}: ${SUMS} has ${bytes} bytes, expected at most ${SUMS_BYTES_MAX}`)
  const text = reader.next(bytes).toString('latin1')
  requireZeros(reader, paddingOf(bytes), SUMS)
  const entries = new Map<string, string>()
  let last = ''
  for (const [index, line] of text.split('\n').slice(0, -1).entries()) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? []
    const where = `${file}: ${SUMS} line ${index + 1}`
    if (!isEntryName(name))
      throw new SnapshotFault(
        `${where}: got ${JSON.stringify(line.slice(0, 200))}, expected the hash and name of an entry of a snapshot`,
      )
    if (name <= last) throw new SnapshotFault(`${where}: got ${name} after ${last}, expected each name once, in order`)
    if ((hashInName(name) ?? sha256) !== sha256)
      throw new SnapshotFault(`${where}: got the hash ${sha256} for ${name}, expected the hash in its name`)
    entries.set(name, sha256)
    last = name
  }
  if (!text.endsWith('\n')) throw new SnapshotFault(`${file}: ${SUMS} does not end with a line break`)
  return { id: createHash('sha256').update(text, 'latin1').digest('hex'), entries }
}

/** Returns the size of the entry. Its header must be the only one for this name and size. */
function readHeader(reader: Reader, name: string): number {
  const found = Buffer.from(reader.next(TAR_BLOCK))
  if (name === SUMS && !isTarHeader(found))
    throw new SnapshotFault(`${reader.file}: it is no tar file, expected one that \`hustings snapshot create\` wrote`)
  const said = describeHeader(found)
  if (Number.isSafeInteger(said.bytes) && said.bytes >= 0 && said.bytes <= TAR_ENTRY_BYTES_MAX)
    if (found.equals(tarHeader(name, said.bytes))) return said.bytes
  const what = said.name === name ? 'a changed header' : `an entry ${JSON.stringify(said.name)}`
  const type = said.type === '0' ? '' : ` of type ${JSON.stringify(said.type)}`
  throw new SnapshotFault(
    `${reader.file}: ${name}: got ${what}${type} at byte ${reader.at - TAR_BLOCK}, expected its header as \`hustings snapshot create\` writes it`,
  )
}

function copyEntry(
  reader: Reader,
  { name, sha256, into, taken }: { name: string; sha256: string; into: string; taken: boolean },
): void {
  const bytes = readHeader(reader, name)
  if (reader.at + bytes > reader.size)
    throw new SnapshotFault(
      `${reader.file}: ${name} says that it has ${bytes} bytes, but the file has ${reader.size - reader.at} more`,
    )
  const hash = createHash('sha256')
  const target = taken ? openTarget(join(into, name)) : undefined
  try {
    for (let left = bytes; left > 0; ) {
      const chunk = reader.next(Math.min(left, CHUNK_BYTES))
      hash.update(chunk)
      if (target !== undefined) for (let done = 0; done < chunk.length; ) done += writeSync(target, chunk, done)
      left -= chunk.length
    }
  } finally {
    if (target !== undefined) closeSync(target)
  }
  const found = hash.digest('hex')
  if (found !== sha256)
    throw new SnapshotFault(`${reader.file}: ${name} is damaged: got the hash ${found}, expected ${sha256}`)
  requireZeros(reader, paddingOf(bytes), name)
}

/** Never replaces a file, and follows no link. */
function openTarget(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return openSync(path, 'wx', path.endsWith('.sqlite') ? 0o444 : 0o600)
}

function requireZeros(reader: Reader, bytes: number, name: string): void {
  const from = reader.at
  const at = reader.next(bytes).findIndex((byte) => byte !== 0)
  if (at >= 0) throw new SnapshotFault(`${reader.file}: after ${name}: byte ${from + at} is not zero`)
}

function requireEnd(reader: Reader): void {
  requireZeros(reader, TAR_END_BYTES, 'the last entry')
  if (reader.at !== reader.size)
    throw new SnapshotFault(`${reader.file}: it has ${reader.size - reader.at} bytes after its end`)
}

function readAbout(file: string, into: string, names: readonly string[]): SnapshotAbout {
  if (!names.includes(ABOUT)) throw new SnapshotFault(`${file}: ${SUMS} does not name ${ABOUT}`)
  const json = readJson(file, into, ABOUT)
  const format = z.looseObject({ format: z.number() }).safeParse(json).data?.format
  if (format !== undefined && format !== SNAPSHOT_FORMAT)
    throw new SnapshotFault(
      `${file}: the snapshot's format is ${format}, this version reads ${SNAPSHOT_FORMAT}: use a newer version of Hustings`,
    )
  return parse(snapshotAbout, json, `${file}: ${ABOUT}`)
}

/** Also checks that the file has exactly the manifest, the parts and the sources that belong together. */
function readSources(file: string, into: string, bundle: string, names: readonly string[]): readonly NamedSource[] {
  const entry = manifestEntry(bundle)
  if (!names.includes(entry)) throw new SnapshotFault(`${file}: ${SUMS} does not name ${entry}`)
  const { parts, sources } = parse(anyManifest, readJson(file, into, entry), `${file}: ${entry}`)
  const packed = new Set(names)
  const own = new Set([
    entry,
    ...Object.values(parts).map(({ sha256 }) => partEntry(sha256)),
    ...sources.flatMap(({ files }) => files.map(({ sha256 }) => sourceEntry(sha256))),
  ])
  const missing = [...own].find((name) => !packed.has(name))
  if (missing !== undefined)
    throw new SnapshotFault(`${file}: ${SUMS} does not name ${missing}, which the manifest names`)
  const foreign = names.find((name) => name.includes('/') && !own.has(name) && !name.startsWith(`exports/${bundle}/`))
  if (foreign !== undefined)
    throw new SnapshotFault(`${file}: it contains ${foreign}, which is not of the bundle ${bundle}`)
  return sources
}

function readJson(file: string, into: string, name: string): unknown {
  const path = join(into, name)
  const { size } = statSync(path)
  if (size > TEXT_BYTES_MAX)
    throw new SnapshotFault(`${file}: ${name} has ${size} bytes, expected at most ${TEXT_BYTES_MAX}`)
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    throw new SnapshotFault(`${file}: ${name} is not JSON`)
  }
}

function parse<Shape extends z.ZodType>(shape: Shape, json: unknown, where: string): z.infer<Shape> {
  const read = shape.safeParse(json)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new SnapshotFault(`${where}: ${issue?.path.join('.') || 'the whole'}: ${issue?.message}`)
}

// Checks that an unpacked bundle may be opened, and compares it with one that was rebuilt from the same sources.

type BundlePaths = Pick<Paths, 'bundles' | 'parts'>

/**
 * Throws SnapshotFault unless this version can open the bundle: its manifest's format and id, each part's tables and pages.
 * @param file how messages call the snapshot
 */
export function checkBundle(paths: BundlePaths, bundle: string, file: string): Manifest {
  let manifest: Manifest
  try {
    manifest = loadManifest(paths, bundle)
  } catch (fault) {
    throw new SnapshotFault(
      `this version cannot open the bundle of ${file}: ${sentenceOf(fault)}; run: hustings snapshot rebuild FILE --output OTHER_FILE`,
    )
  }
  for (const [kind, { sha256 }] of listParts(manifest))
    try {
      checkPart(join(paths.parts, `${sha256}.sqlite`), kind, partEntry(sha256))
    } catch (fault) {
      throw new SnapshotFault(`${file}: ${sentenceOf(fault)}`)
    }
  return manifest
}

function sentenceOf(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}

/** How a rebuilt part compares with the packed one. */
export interface PartComparison {
  part: PartKind
  equal: 'bytes' | 'rows' | 'no'
  /** Set if the rows differ. */
  differing?: readonly DifferingTable[]
}

/** Compares the changes part together with its base: a rebuild folds both into one. */
export function compareParts(
  packed: { paths: BundlePaths; manifest: Manifest },
  rebuilt: { paths: BundlePaths; manifest: Manifest },
): PartComparison[] {
  const { changes } = packed.manifest.parts
  const second = new Map(listParts(rebuilt.manifest))
  const missing = [...second.keys()].filter((kind) => packed.manifest.parts[kind] === undefined)
  const fileOf = ({ paths }: { paths: BundlePaths }, { sha256 }: { sha256: string }): string =>
    join(paths.parts, `${sha256}.sqlite`)
  const compared = listParts(packed.manifest)
    .filter(([kind]) => kind !== 'changes')
    .map(([part, { sha256 }]): PartComparison => {
      const other = second.get(part)
      if (!other) return { part, equal: 'no' }
      const own =
        part === 'endorsements' && changes ? { file: fileOf(packed, changes), sha256: changes.sha256 } : undefined
      if (other.sha256 === sha256 && !own) return { part, equal: 'bytes' }
      const first = { file: fileOf(packed, { sha256 }), sha256, changes: own }
      const differing = compareRows(first, { file: fileOf(rebuilt, other) })
      return differing.length === 0 ? { part, equal: 'rows' } : { part, equal: 'no', differing }
    })
  return [...compared, ...missing.map((part): PartComparison => ({ part, equal: 'no' }))]
}
