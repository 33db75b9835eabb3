// The check that a file looks finished, and when real files count as settled, on a clock that the test moves.

import { appendFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  looksFinished,
  openFiles,
  type TakenFile,
  toTaken,
  WATCH_PATIENCE_MS,
  WATCH_QUIET_MS,
  type WatchedFiles,
} from '../../cli/publish/watch/files.ts'
import { freshFolder } from '../temporary.ts'

const bytesOf = (text: string): Buffer => Buffer.from(text)
const takenOf = (text: string): TakenFile => toTaken({ bytes: bytesOf(text), sha256: '' })

it.each([
  ['a.csv', 'a,b\n1,2\n', true],
  ['a.csv', 'a,b\r\n1,2\r\n', true],
  ['a.csv', 'a,b\r1,2\r', true],
  ['a.csv', 'a,b\n1,2', false],
  ['a.CSV', 'a,b\n1,', false],
  ['a.csv', '', false],
  ['a.json', '{"endorsements": []}', true],
  ['a.json', '\ufeff{}', true],
  ['a.json', '{"endorsements": [', false],
  ['a.json', '', false],
  ['a.yaml', 'a:', true],
])('looksFinished of %s with %j: %s', async (name, text, finished) => {
  expect(await looksFinished(name, { bytes: bytesOf(text) }, undefined)).toBe(finished)
})

it('looksFinished checks the contents of a packed file', async () => {
  const packed = gzipSync('a,b\n1,2\n')
  expect(await looksFinished('a.csv.gz', { bytes: packed }, undefined)).toBe(true)
  expect(await looksFinished('a.csv.gz', { bytes: packed.subarray(0, 15) }, undefined)).toBe(false)
  expect(await looksFinished('a.csv.gz', { bytes: gzipSync('a,b\n1') }, undefined)).toBe(false)
})

it('looksFinished is false for a missing file', async () => {
  expect(await looksFinished('a.csv', { bytes: null }, undefined)).toBe(false)
})

it.each([
  ['shorter, and ends otherwise', 'h\n1\n2\n3\n', 'h\n1\n2\n', false],
  ['shorter, and ends as before', 'h\n1\n2\n3\n', 'h\n1\n3\n', true],
  ['shorter by its empty last line', 'h\n1\n2\n\n', 'h\n1\n2\n', true],
  ['longer', 'h\n1\n2\n', 'h\n1\n2\n3\n', true],
  ['as long, and ends otherwise', 'h\n1\n2\n', 'h\n1\n3\n', true],
  ['one byte shorter, with other line ends', 'h\r\n1\r\n', 'h\n1\n', true],
  ['other, and ends as before without a line end', 'h\n1\n2', 'h\n3\n2', true],
  ['shorter, and ends as before without a line end', 'h\n1\n2', 'h\n2', true],
  ['other, and ends otherwise without a line end', 'h\n1\n2', 'h\n1\n3', false],
  ['other, and lacks the line end that it had', 'h\n1\n2\n', 'h\n3\n2', false],
  ['other, and cut in its last line', 'h\n1\n23', 'h\n1\n2', false],
])('looksFinished of a CSV that is %s than before', async (_, before, text, finished) => {
  expect(await looksFinished('a.csv', { bytes: bytesOf(text) }, takenOf(before))).toBe(finished)
})

describe('files', () => {
  const folder = freshFolder()
  let [one, other] = ['', '']
  let now = 0
  let files: WatchedFiles

  beforeEach(async () => {
    one = join(folder, 'one.csv')
    other = join(folder, 'other.json')
    writeFileSync(one, 'h\n1\n')
    writeFileSync(other, '{}')
    now = 1000
    files = openFiles([one, other], () => now)
  })

  async function judgeAfter(milliseconds: number) {
    now += milliseconds
    return files.judge()
  }
  async function takeAll(): Promise<void> {
    await files.judge()
    now += WATCH_QUIET_MS
    const { changed } = await files.judge()
    const contents = await files.take(changed)
    if (!contents) throw new Error('they are not as they were judged')
    files.settle(contents)
  }

  it('are at rest once they have not changed for a while, each on its own', async () => {
    expect(await files.judge()).toEqual({
      changed: [],
      restless: [one, other],
      dues: [now + WATCH_QUIET_MS, now + WATCH_QUIET_MS],
    })
    writeFileSync(other, '{ }')
    expect(await judgeAfter(WATCH_QUIET_MS - 1)).toMatchObject({ changed: [], restless: [one, other] })
    expect(await judgeAfter(1)).toMatchObject({ changed: [one], restless: [other] })
    expect(await judgeAfter(WATCH_QUIET_MS)).toEqual({ changed: [one, other], restless: [], dues: [] })
  })

  it('stay settled after they were read, until their bytes change', async () => {
    await takeAll()
    expect(await judgeAfter(0)).toEqual({ changed: [], restless: [], dues: [] })
    writeFileSync(one, 'h\n1\n')
    await judgeAfter(0)
    expect(await judgeAfter(WATCH_QUIET_MS)).toEqual({ changed: [], restless: [], dues: [] })
    appendFileSync(one, '2\n')
    await judgeAfter(0)
    expect(await judgeAfter(WATCH_QUIET_MS)).toMatchObject({ changed: [one] })
  })

  it('that look truncated wait longer, and are then read as they are', async () => {
    await takeAll()
    appendFileSync(one, '2')
    unlinkSync(other)
    await judgeAfter(0)
    const due = now + WATCH_QUIET_MS + WATCH_PATIENCE_MS
    expect(await judgeAfter(WATCH_QUIET_MS)).toEqual({ changed: [], restless: [one, other], dues: [due, due] })
    expect(await judgeAfter(WATCH_PATIENCE_MS - 1)).toMatchObject({ changed: [] })
    expect(await judgeAfter(1)).toMatchObject({ changed: [one, other] })
    const contents = await files.take([one, other])
    expect(contents?.get(one)?.bytes).toEqual(bytesOf('h\n1\n2'))
    expect(contents?.get(other)).toEqual({ bytes: null, sha256: null, fault: 'ENOENT' })
  })

  it('restart their wait with every change', async () => {
    await takeAll()
    for (let write = 0; write < 5; write++) {
      appendFileSync(one, 'x')
      expect(await judgeAfter(WATCH_QUIET_MS - 1)).toMatchObject({ changed: [] })
    }
    renameSync(one, `${one}~`)
    expect(await judgeAfter(WATCH_QUIET_MS - 1)).toMatchObject({ changed: [] })
    renameSync(`${one}~`, one)
    appendFileSync(one, '\n')
    expect(await judgeAfter(WATCH_QUIET_MS - 1)).toMatchObject({ changed: [] })
    expect(await judgeAfter(WATCH_QUIET_MS)).toMatchObject({ changed: [one] })
  })

  it('are not read if they changed after the check', async () => {
    await files.judge()
    const { changed } = await judgeAfter(WATCH_QUIET_MS)
    appendFileSync(one, 'x')
    expect(await files.take(changed)).toBeUndefined()
    expect(await files.take([other])).toBeDefined()
  })
})
