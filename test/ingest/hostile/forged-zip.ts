// Zip files with forged directories.

import { makeZip } from '../read/zip-bytes.ts'

const END = 22

/** Another count of entries, or another place of the directory, in the record at the end. */
export function forgeZip(zip: Buffer, { count, directory }: { count?: number; directory?: number }): Buffer {
  const bytes = Buffer.from(zip)
  const end = bytes.length - END
  if (count !== undefined) {
    bytes.writeUInt16LE(count, end + 8)
    bytes.writeUInt16LE(count, end + 10)
  }
  if (directory !== undefined) bytes.writeUInt32LE(directory, end + 16)
  return bytes
}

/** So many entries of zeros, each with a name of its own, all over the bytes of one. */
export function overlappingZip(entries: number, size: number): Buffer {
  const one = makeZip([{ name: '00000000', content: Buffer.alloc(size) }])
  const end = one.subarray(-END)
  const at = end.readUInt32LE(16)
  const record = one.subarray(at, -END)
  const directory = Array.from({ length: entries }, (_, nth) => {
    const copy = Buffer.from(record)
    copy.write(String(nth).padStart(8, '0'), 46)
    return copy
  })
  const forged = forgeZip(Buffer.concat([one.subarray(0, at), ...directory, end]), { count: entries })
  forged.writeUInt32LE(record.length * entries, forged.length - END + 12)
  return forged
}
