// Blanks personal data in any fetched file. Archives are rewritten, so that no personal data stays inside them.

import { crc32 } from 'node:zlib'
import { pack } from 'tar-stream'
import { SourceError } from '../read/source.ts'
import { tarFiles } from '../read/tar.ts'
import { zipFiles } from '../read/zip.ts'
import { blank, findKind } from './blank.ts'
import type { Blanked } from './blank-columns.ts'

type NamedBytes = { name: string; bytes: Uint8Array }

/** 1980-01-01, the earliest time in a zip. With a fixed time, archives of the same files have the same bytes. */
const TAR_TIME = new Date(Date.UTC(1980, 0, 1))
const ZIP_DATE = (0 << 9) | (1 << 5) | 1

/**
 * Blanks as `blank` does, and archives too: blanks each file of a `.tar`, `.zip` or `.kmz` by its kind and writes it to a new archive.
 * Leaves out files of other kinds, folders and links, and those whose extension `members` lacks. The shapes of a shapefile stay. Unpacks one file at a time. Throws SourceError as `blank`, `readTar` and
 * `readZip` do.
 */
export async function blankFile(
  file: NamedBytes,
  personal: readonly string[],
  members?: readonly string[],
): Promise<Blanked> {
  if (personal.length === 0) return { bytes: file.bytes, found: [] }
  const name = file.name.toLowerCase()
  if (name.endsWith('.tar')) return await blankEach(file, { personal, members, archive: packTar() })
  if (/\.(?:zip|kmz)$/.test(name)) return await blankEach(file, { personal, members, archive: packZip() })
  return blank(file, personal)
}

interface Archive {
  files(file: NamedBytes, wants: (name: string) => boolean): AsyncIterable<NamedBytes>
  add(file: NamedBytes): void
  finish(): Promise<Buffer>
}

/** A column counts as found if every file has it. */
async function blankEach(
  file: NamedBytes,
  {
    personal,
    members,
    archive,
  }: { personal: readonly string[]; members: readonly string[] | undefined; archive: Archive },
): Promise<Blanked> {
  let found = personal
  const isKept = (name: string): boolean => {
    // The description of a shapefile names people who made it.
    const kind = /\.shp\.xml$/i.test(name) ? undefined : findKind(name)
    return (kind !== undefined && members?.includes(kind) !== false) || (!members && isShape(name))
  }
  for await (const { name, bytes } of archive.files(file, isKept)) {
    if (isShape(name)) {
      archive.add({ name, bytes })
      continue
    }
    const blanked = blankInside({ name, bytes }, { personal, archive: file.name })
    found = found.filter((one) => blanked.found.includes(one))
    archive.add({ name, bytes: blanked.bytes })
  }
  return { bytes: await archive.finish(), found }
}

/** Positions, their projection and the encoding of a shapefile, without a text of anybody. */
function isShape(name: string): boolean {
  return /\.(?:shp|prj|cpg)$/i.test(name)
}

/**
 * If the keys of a YAML file cannot be identified, the whole file becomes blank and its reader reports it: one malformed file of
 * thousands does not stop the source.
 */
function blankInside(
  { name, bytes }: NamedBytes,
  { personal, archive }: { personal: readonly string[]; archive: string },
): Blanked {
  try {
    return blank({ name: `${archive}/${name}`, bytes }, personal)
  } catch (error) {
    if (!(error instanceof SourceError) || !/\.ya?ml$/i.test(name)) throw error
    return { bytes: Buffer.alloc(bytes.length, '\n'), found: personal }
  }
}

function packTar(): Archive {
  const tar = pack()
  const chunks: Buffer[] = []
  const ended = new Promise<void>((resolve, reject) => {
    tar.on('data', (chunk) => chunk instanceof Uint8Array && chunks.push(Buffer.from(chunk)))
    tar.on('end', resolve)
    tar.on('error', reject)
  })
  return {
    files: tarFiles,
    add: ({ name, bytes }) => {
      tar.entry({ name, mode: 0o644, mtime: TAR_TIME }, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    },
    finish: async () => {
      tar.finalize()
      await ended
      return Buffer.concat(chunks)
    },
  }
}

/**
 * Stores without compression, because deflated bytes depend on the version of zlib. Existing zip packages write bytes that depend
 * on the time zone.
 */
function packZip(): Archive {
  const local: Uint8Array[] = []
  const central: Uint8Array[] = []
  let [offset, count] = [0, 0]
  return {
    async *files(file, wants) {
      for await (const entry of zipFiles(file)) if (wants(entry.name)) yield entry
    },
    add({ name, bytes }) {
      const encoded = Buffer.from(name)
      const shared = Buffer.alloc(26)
      shared.writeUInt16LE(20, 0)
      shared.writeUInt16LE(0x800, 2) // the name is UTF-8
      shared.writeUInt16LE(ZIP_DATE, 8)
      shared.writeUInt32LE(crc32(bytes), 10)
      shared.writeUInt32LE(bytes.length, 14)
      shared.writeUInt32LE(bytes.length, 18)
      shared.writeUInt16LE(encoded.length, 22)
      const place = Buffer.alloc(14)
      place.writeUInt32LE(offset, 10)
      local.push(Buffer.from('PK\x03\x04', 'latin1'), shared, encoded, bytes)
      central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, place, encoded)
      offset += 4 + shared.length + encoded.length + bytes.length
      count++
    },
    async finish() {
      const directory = Buffer.concat(central)
      const end = Buffer.alloc(22)
      end.write('PK\x05\x06', 0, 'latin1')
      end.writeUInt16LE(count, 8)
      end.writeUInt16LE(count, 10)
      end.writeUInt32LE(directory.length, 12)
      end.writeUInt32LE(offset, 16)
      return Buffer.concat([...local, directory, end])
    },
  }
}
