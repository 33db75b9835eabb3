// Archives and what lies in them: zip, gzip, tar, zipped shapefiles.

import { randomBytes } from 'node:crypto'
import { crc32, gzipSync } from 'node:zlib'
import { makeDbf, makeShp } from '../read/shapefile-bytes.ts'
import { makeTar } from '../read/tar-bytes.ts'
import { deflatedZeros, makeZip } from '../read/zip-bytes.ts'
import { casesOf, type HostileCase } from './case.ts'
import { forgeZip, overlappingZip } from './forged-zip.ts'

const MEGABYTE = 2 ** 20
const UTF8_NAME = 0x800
const named = (name: string): Buffer => makeZip([{ name, content: 'x', flags: UTF8_NAME }])
const zeros = (megabytes: number) => ({
  packed: deflatedZeros(megabytes),
  size: megabytes * MEGABYTE,
  crc: crc32(Buffer.alloc(megabytes * MEGABYTE)),
})
const three = makeZip(['a', 'b', 'c'].map((name) => ({ name, content: name })))
const inner = makeZip([{ name: 'wards.shp', content: 'x' }])

const zip: HostileCase[] = casesOf(
  'zip',
  // biome-ignore format: a case a line
  [
    ['10 GB in 11 MB', () => makeZip([{ name: 'a', packed: deflatedZeros(10 * 1024), size: 1000 }]), /^lists\.zip\/a: unpacks to more than 1000 bytes/],
    ['60 entries of 15 MB in one megabyte', () => makeZip(Array.from({ length: 60 }, (_, nth) => ({ name: `${nth}`, ...zeros(15) }))), /^lists\.zip: its entries declare at least 94371840 unpacked bytes/],
    ['ten thousand entries of nothing', () => makeZip(Array.from({ length: 10_000 }, (_, nth) => ({ name: `${nth}` }))), 10_000],
    ['63 entries over the same bytes', () => overlappingZip(63, 100_000), /^lists\.zip: its entry "00000001" overlaps another entry/],
    ['63 entries of 15 MB over the same bytes', () => overlappingZip(63, 15 * MEGABYTE), /^lists\.zip: its entries declare/],
    ['a zip in a zip, which stays one', () => makeZip([{ name: 'inner.zip', content: inner }]), 1],
    ['fewer entries told than there are', () => forgeZip(three, { count: 2 }), /^lists\.zip: its directory does not end after the stated 2 entries/],
    ['no entry told', () => forgeZip(three, { count: 0 }), /^lists\.zip: its directory does not end after the stated 0 entries/],
    ['more entries told than there are', () => forgeZip(three, { count: 4 }), /^lists\.zip: cannot be read as a zip/],
    ['a directory that begins elsewhere', () => forgeZip(three, { directory: 7 }), /^lists\.zip: cannot be read as a zip/],
    ['a directory beyond the end', () => forgeZip(three, { directory: 1e9 }), /^lists\.zip: cannot be read as a zip/],
    ['two zips, one after the other', () => Buffer.concat([three, inner]), /^lists\.zip: /],
    ['a zip behind a program', () => Buffer.concat([Buffer.alloc(5000, 'MZ'), three]), /^lists\.zip: cannot be read as a zip/],
    ['garbage behind a zip', () => Buffer.concat([three, Buffer.from('garbage')]), /^lists\.zip: cannot be read as a zip/],
    ['sizes that follow the data', () => makeZip([{ name: 'a', content: 'first', flags: 8 }, { name: 'b', content: 'second', flags: 8 }]), 2],
    ['a name that leads up', () => named('../../etc/cron.d/a'), /invalid relative path/],
    ['a name that writes over a terminal', () => named('a\u001b[2Jb'), /^lists\.zip: holds a file called "a\\u001b\[2Jb", expected a plain/],
    ['a name with a NUL', () => named('list.csv\0.exe'), /^lists\.zip: holds a file called/],
    ['a name of 60,000 letters twice', () => makeZip([0, 1].map(() => ({ name: 'x'.repeat(60_000), content: 'x' }))), /^lists\.zip: holds two entries called "x{100}"/],
  ],
)
const gzip: HostileCase[] = casesOf(
  'gzip',
  // biome-ignore format: a case a line
  [
    ['10 GB in 11 MB', () => Buffer.concat([gzipSync('').subarray(0, 10), deflatedZeros(10 * 1024), Buffer.alloc(8)]), /^list\.csv\.gz: unpacks to more than 100 times/],
    ['10 GB behind a sound member', () => Buffer.concat([gzipSync('name\n'), gzipSync('').subarray(0, 10), deflatedZeros(10 * 1024), Buffer.alloc(8)]), /^list\.csv\.gz: unpacks to more than 100 times/],
    ['half a million empty members', () => Buffer.concat(Array.from({ length: 500_000 }, () => EMPTY)), 0],
    ['a gzip in a gzip, which stays one', () => gzipSync(gzipSync('name\n')), gzipSync('name\n').length],
    ['zeros, then another member', () => Buffer.concat([gzipSync('name\n'), Buffer.alloc(3), gzipSync('Ann\n')]), /^list\.csv\.gz: its compressed data ends after 25 of/],
    ['a wrong length', () => Buffer.concat([gzipSync('name\n').subarray(0, -4), Buffer.of(9, 0, 0, 0)]), /^list\.csv\.gz: cannot be unpacked/],
    ['a cut by one byte', () => gzipSync(randomBytes(MEGABYTE)).subarray(0, -1), /^list\.csv\.gz: cannot be unpacked/],
  ],
)
const EMPTY = gzipSync('')
const tar: HostileCase[] = casesOf(
  'tar',
  // biome-ignore format: a case a line
  [
    ['a name that leads up', () => makeTar({ '../a.yml': 'x' }), /^people\.tar: holds a file called "\.\.\/a\.yml"/],
    ['a name that writes over a terminal', () => makeTar({ 'a\u001b[2J.yml': 'x' }), /^people\.tar: holds a file called "a\\u001b/],
    ['a name of 5 MB', () => makeTar({ ['x'.repeat(5 * MEGABYTE)]: 'x' }), /^people\.tar: cannot be read as a tar/],
    ['a cut between two files', async () => (await makeTar({ a: 'x', b: 'y' })).subarray(0, 1024), /^people\.tar: does not end with the empty block/],
    ['a size beyond the file', async () => sized(await makeTar({ a: 'x' }), '77777777777'), /^people\.tar: /],
    ['a size that is no number', async () => sized(await makeTar({ a: 'x' }), 'many-bytes-'), /^people\.tar: /],
    ['zeros', () => Buffer.alloc(10 * MEGABYTE), /^people\.tar: holds no entry/],
  ],
)
const shapes = (shp: Uint8Array, dbf: Uint8Array): Buffer =>
  makeZip([
    { name: 'a.shp', content: shp },
    { name: 'a.dbf', content: dbf },
  ])
const square = makeShp([[[[0, 0], [0, 1], [1, 1], [0, 0]]]]) // biome-ignore format: four corners
const shapefile: HostileCase[] = casesOf(
  'shapefile',
  // biome-ignore format: a case a line
  [
    ['a zip in a zip', () => makeZip([{ name: 'inner.zip', content: inner }]), /^wards\.zip: has 0 \.shp files, expected one; it holds inner\.zip/],
    ['a thousand names of 60,000 letters', () => makeZip(Array.from({ length: 1000 }, (_, nth) => ({ name: `${nth}${'x'.repeat(60_000)}` }))), /^wards\.zip: has 0 \.shp .{1,1500} and 980 more$/],
    ['a kind of shape that there is not', () => shapes(changed(square, 108, 99), makeDbf(['a'])), /^wards\.zip/],
    ['a record of four bytes that says polygon', () => shapes(changed(makeShp([null]), 108, 5), makeDbf(['a'])), /^wards\.zip\/a\.shp: is damaged in record 1/],
    ['a million parts told', () => shapes(changed(square, 146, 15), makeDbf(['a'])), /^wards\.zip\/a\.shp: is damaged in record 1/],
    ['four billion records told', () => shapes(square, changed(makeDbf(['a']), 7, 255)), /^wards\.zip\/a\.dbf: has \d+ bytes, expected \d+ by its header/],
  ],
)

function sized(tarred: Buffer, size: string): Buffer {
  const bytes = Buffer.from(tarred)
  bytes.write(size, 124)
  bytes.fill(' ', 148, 156)
  const sum = bytes.subarray(0, 512).reduce((total, byte) => total + byte, 0)
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return bytes
}

function changed(file: Buffer, at: number, byte: number): Buffer {
  const bytes = Buffer.from(file)
  bytes[at] = byte
  return bytes
}

export const cases: readonly HostileCase[] = [...zip, ...gzip, ...tar, ...shapefile]
