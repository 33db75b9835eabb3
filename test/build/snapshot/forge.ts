// Writes snapshot files that packSnapshot never would: the hashes are right, the content is as the test wants it.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { SUMS } from '../../../build/snapshot/contents.ts'
import { paddingOf, TAR_END_BYTES, tarHeader } from '../../../build/snapshot/tar.ts'

export type Entries = ReadonlyMap<string, Buffer>

export interface ForgeOptions {
  /** Changes the header of an entry. */
  header?: (name: string, header: Buffer) => Buffer
  /** Changes the text of SHA256SUMS. */
  sums?: (text: string) => string
}

export const hashOf = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** The files of an unpacked snapshot. */
export function loadEntries(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
  const files = names.filter((name) => statSync(name).isFile())
  return new Map(files.map((file) => [relative(folder, file), readFileSync(file)]))
}

/** @param entries all but SHA256SUMS, in any order */
export function forge(file: string, entries: Entries, { header, sums }: ForgeOptions = {}): void {
  const sorted = [...entries].sort(([a], [b]) => (a < b ? -1 : 1))
  const text = sorted.map(([name, bytes]) => `${hashOf(bytes)}  ${name}\n`).join('')
  const all: [string, Buffer][] = [[SUMS, Buffer.from(sums ? sums(text) : text)], ...sorted]
  const pieces = all.flatMap(([name, bytes]) => {
    const own = tarHeader(name, bytes.length)
    return [header ? header(name, own) : own, bytes, Buffer.alloc(paddingOf(bytes.length))]
  })
  writeFileSync(file, Buffer.concat([...pieces, Buffer.alloc(TAR_END_BYTES)]))
}

/** Gives a header the checksum of its bytes. */
export function sign(header: Buffer): Buffer {
  const signed = Buffer.from(header)
  signed.fill(' ', 148, 156)
  const sum = signed.reduce((total, byte) => total + byte, 0)
  signed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1')
  return signed
}
