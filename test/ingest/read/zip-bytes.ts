// Makes zip files byte by byte, so that they can be forged.

import { constants, crc32, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  name: string
  /** Deflated by the maker, unless `packed` gives the bytes as they stand. */
  content?: Uint8Array | string
  packed?: Uint8Array
  /** The values in the headers; by default, those of `content`. */
  size?: number
  crc?: number
  method?: number
  flags?: number
}

export function makeZip(entries: readonly ZipEntry[]): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '')
    const packed = entry.packed ?? deflateRawSync(content)
    const size = entry.size ?? content.length
    const name = Buffer.from(entry.name)
    const zip64 = size > 0xffffffff
    const extra = Buffer.alloc(zip64 ? 12 : 0)
    if (zip64) {
      extra.writeUInt16LE(1, 0)
      extra.writeUInt16LE(8, 2)
      extra.writeBigUInt64LE(BigInt(size), 4)
    }
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(entry.flags ?? 0, 2)
    shared.writeUInt16LE(entry.method ?? 8, 4)
    shared.writeUInt32LE(entry.crc ?? crc32(content), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(zip64 ? 0xffffffff : size, 18)
    shared.writeUInt16LE(name.length, 22)
    shared.writeUInt16LE(extra.length, 24)
    const header = Buffer.concat([Buffer.from('PK\x03\x04'), shared, name, extra, packed])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, tail, name, extra]))
    local.push(header)
    offset += header.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 0, 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}

const MEGABYTE = 1024 * 1024

/** A raw deflate stream of so many megabytes of zeros, at about a thousandth of their size. */
export function deflatedZeros(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(MEGABYTE), { level: 9, finishFlush: constants.Z_FULL_FLUSH })
  return Buffer.concat([...Array.from({ length: megabytes }, () => block), deflateRawSync(Buffer.alloc(0))])
}
