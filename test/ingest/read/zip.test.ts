import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { readGzip, readZip } from '../../../ingest/read/zip.ts'
import { deflatedZeros, makeZip } from './zip-bytes.ts'

const file = (bytes: Uint8Array) => ({ name: 'lines.zip', bytes, url: 'https://example.org/lines.zip' })
const rejects = async (bytes: Uint8Array, message: RegExp): Promise<void> => {
  const reading = readZip(file(bytes))
  await expect(reading).rejects.toThrow(SourceError)
  await expect(reading).rejects.toThrow(message)
  await expect(reading).rejects.toThrow(/^lines\.zip/)
}
const good = makeZip([
  { name: 'a.txt', content: 'first' },
  { name: 'folder/', content: '' },
  { name: 'folder/b.txt', content: 'second' },
  { name: 'stored.txt', content: 'third', packed: Buffer.from('third'), method: 0 },
  { name: 'empty.txt', content: '' },
])

describe('readZip', () => {
  it('gives the entries, packed and stored', async () => {
    const entries = await readZip(file(good))
    expect([...entries].map(([name, bytes]) => [name, Buffer.from(bytes).toString()])).toEqual([
      ['a.txt', 'first'],
      ['folder/b.txt', 'second'],
      ['stored.txt', 'third'],
      ['empty.txt', ''],
    ])
  })

  it('refuses a file that is truncated anywhere', async () => {
    for (let length = 0; length < good.length; length++)
      await expect(readZip(file(good.subarray(0, length))), `cut at ${length}`).rejects.toThrow(SourceError)
  })

  it('never gives other contents when a byte is flipped', async () => {
    const truth = new Set(['first', 'second', 'third', ''])
    let read = 0
    for (let at = 0; at < good.length; at++) {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ 0x11
      try {
        const entries = await readZip(file(bytes))
        for (const content of entries.values()) expect(truth).toContain(Buffer.from(content).toString())
        read++
      } catch (error) {
        expect(error).toBeInstanceOf(SourceError)
      }
    }
    expect(read).toBeLessThan(good.length)
  })

  it.each([
    ['../evil.txt', /invalid relative path/],
    ['a/../../evil.txt', /invalid relative path/],
    ['/etc/passwd', /absolute path/],
    ['C:\\evil.txt', /absolute path/],
    ['..\\evil.txt', /invalid relative path/],
  ])('refuses the name %s', async (name, message) => {
    await rejects(makeZip([{ name, content: 'x' }]), message)
  })

  it('refuses a duplicate name', async () => {
    const zip = makeZip([
      { name: 'a.txt', content: 'one' },
      { name: 'a.txt', content: 'two' },
    ])
    await rejects(zip, /two entries called "a\.txt"/)
  })

  it.each([
    ['no zip at all', Buffer.from('<!doctype html><title>404</title>'), /cannot be read as a zip/],
    ['another method', makeZip([{ name: 'a', content: 'x', method: 12 }]), /method 12, expected 0 \(stored\) or 8/],
    ['encryption', makeZip([{ name: 'a', content: 'x', flags: 1 }]), /is encrypted/],
    ['a wrong checksum', makeZip([{ name: 'a', content: 'x', crc: 1 }]), /do not match the checksum in the zip/],
    ['a size too small', makeZip([{ name: 'a', content: 'four', size: 3 }]), /more than 3 bytes/],
    ['a size too large', makeZip([{ name: 'a', content: 'four', size: 5 }]), /has 4 bytes, but the zip declares 5/],
    ['nested garbage', makeZip([{ name: 'a', packed: Buffer.from('not deflate'), size: 9 }]), /cannot be unpacked/],
  ])('refuses %s', async (_, bytes, message) => rejects(bytes, message))

  it('refuses 60,000 entries', async () => {
    await rejects(
      makeZip(Array.from({ length: 60_000 }, (_, i) => ({ name: `${i}` }))),
      /60000 entries, expected at most/,
    )
  })
})

// Of gigabytes in test/ingest/hostile, in a process of little memory.
const zeros = deflatedZeros(200)

it.each([
  ['declared honestly', 200 * 1024 * 1024, /declare at least 209715200 unpacked bytes, expected at most 2\d{7}/],
  ['declared as 1,000 bytes', 1000, /unpacks to more than 1000 bytes/],
  ['declared as 20 MB', 20e6, /unpacks to more than 100 times its size|more than 20000000 bytes/],
])('a bomb %s is refused', (_, size, message) => rejects(makeZip([{ name: 'zeros', packed: zeros, size }]), message))

it('a bomb of many entries together is refused', async () => {
  const one = deflatedZeros(15)
  const zip = makeZip(Array.from({ length: 100 }, (_, i) => ({ name: `${i}`, packed: one, size: 15 * 1024 * 1024 })))
  await rejects(zip, /declare at least 157286400 unpacked bytes, expected at most 15\d{7}/)
})

it('a bomb of gzip is refused', async () => {
  const bytes = Buffer.concat([gzipSync('').subarray(0, 10), zeros, Buffer.alloc(8)])
  await expect(readGzip({ name: 'a.csv.gz', bytes })).rejects.toThrow(/^a\.csv\.gz: unpacks to more than 100 times/)
})

it('readGzip unpacks one member and several', async () => {
  const bytes = Buffer.concat([gzipSync('one '), gzipSync('two')])
  expect(Buffer.from(await readGzip({ name: 'a.gz', bytes })).toString()).toBe('one two')
})

it('readGzip refuses an invalid gzip, and one that is truncated anywhere', async () => {
  await expect(readGzip({ name: 'a.gz', bytes: Buffer.from('plain') })).rejects.toThrow('a.gz: is not a gzip file')
  const whole = gzipSync('county,contest\nwake,mayor\n')
  for (let length = 0; length < whole.length; length++)
    await expect(readGzip({ name: 'a.gz', bytes: whole.subarray(0, length) }), `${length}`).rejects.toThrow(SourceError)
})

it('readGzip refuses a flipped byte in the data', async () => {
  const bytes = gzipSync('county,contest\nwake,mayor\n')
  bytes[15] = (bytes[15] ?? 0) ^ 0x20
  await expect(readGzip({ name: 'a.gz', bytes })).rejects.toThrow(SourceError)
})
