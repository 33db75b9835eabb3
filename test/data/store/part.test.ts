// Sealed parts on the disk: one name for the same rows, and a damaged file is replaced.

import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashFile } from '../../../data/store/files.ts'
import { writePart } from '../../../data/store/part.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hustings-part-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = () => writePart(folder, 'officeholders', () => {})
const fileOf = (sha256: string) => join(folder, `${sha256}.sqlite`)

test('the same rows keep the existing file', () => {
  const { sha256, bytes } = write()
  const { ino, size } = statSync(fileOf(sha256))
  expect(size).toBe(bytes)
  expect(write()).toEqual({ sha256, bytes })
  expect(statSync(fileOf(sha256)).ino).toBe(ino)
})

test('a damaged file of that name is replaced', () => {
  const { sha256, bytes } = write()
  const whole = readFileSync(fileOf(sha256))
  chmodSync(fileOf(sha256), 0o644)
  truncateSync(fileOf(sha256), bytes - 4096)
  expect(hashFile(fileOf(sha256))).not.toBe(sha256)
  expect(write()).toEqual({ sha256, bytes })
  expect(readFileSync(fileOf(sha256)).equals(whole)).toBe(true)
  expect(statSync(fileOf(sha256)).mode & 0o222).toBe(0)
})
