// Files that are half written, invalid or missing: nothing of them is published, and the message names the place of the error.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { compiled } from '../compiled.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'
import { hustings } from './hustings.ts'
import { shareFolder } from './temporary.ts'
import { type Ledger, openLedger, startWatch, type Watching } from './watching.ts'

/** Longer than the wait for a file that looks complete, shorter than the wait for one that looks truncated. */
const PAUSE_MS = 1200

const folder = shareFolder()
let mirror: Mirror
let watching: Watching
let ledger: Ledger
let csv: string
let json: string
let nth = 0

beforeAll(async () => {
  mirror = sampleMirror()
  csv = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  json = join(mirror.folder, 'data', 'sample', 'endorsements.json')
  expect(await hustings(folder, 'nightly', '--sample', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
  ledger = await openLedger(pathsIn(join(folder, 'sample')))
  watching = await startWatch(folder, mirror.folder)
})
afterAll(async () => {
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
  mirror.remove()
})

/** Changes one statement. */
function edited(file: string): string {
  nth += 1
  const text = readFileSync(file, 'utf8')
  return file === csv
    ? text.replace(/She kept [^,]* promise/, `She kept ${nth} promise`)
    : text.replace(/"statement": "[^"]*"/, `"statement": "Said ${nth} times."`)
}

async function writeSlowly(file: string, text: string, pauseAt: number, milliseconds = PAUSE_MS): Promise<void> {
  const words = [compiled('test', 'cli', 'slow-writer.ts'), file]
  const writer = spawn(process.execPath, [...words, String(pauseAt), String(milliseconds)], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  writer.stdin?.end(text)
  expect(await once(writer, 'close')).toEqual([0, null])
}

const ONE = { published: true, created: 0, updated: 1, deleted: 0, fault: null }

describe('a writer that pauses', () => {
  const middleOf = (text: string): number => Buffer.byteLength(text.slice(0, text.length / 2))

  it('in the midst of a line', async () => {
    const text = edited(csv)
    const before = watching.changes.length
    await writeSlowly(csv, text, middleOf(text))
    expect(watching.changes).toHaveLength(before)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it("at a line's end", async () => {
    const text = edited(csv)
    const lines = text.split('\n')
    const half = `${lines.slice(0, lines.length / 2).join('\n')}\n`
    await writeSlowly(csv, text, Buffer.byteLength(half))
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('before the first byte', async () => {
    await writeSlowly(csv, edited(csv), 0)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('in the midst of JSON', async () => {
    const text = edited(json)
    await writeSlowly(json, text, middleOf(text))
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('and leaves a CSV without its last line break: it is read once no more bytes come', async () => {
    writeFileSync(csv, edited(csv).trimEnd())
    const change = await watching.next()
    expect(change).toMatchObject(ONE)
    expect(change.seconds).toBeGreaterThan(3)
    appendFileSync(csv, '\n')
    expect(await watching.next()).toMatchObject({ published: false, fault: null })
    expect(await ledger.settle()).toHaveLength(1)
  })
})

describe('a file with faults', () => {
  it('of format is reported with its line; its rows stay until it is repaired and published', async () => {
    const text = edited(json)
    writeFileSync(json, text.replace('"choice"', '"choice'))
    const { sources, ...change } = await watching.next()
    expect(change).toMatchObject({ published: false, publication: null, fault: null })
    expect(sources).toMatchObject([{ source_id: 'sample-endorsement-feed', status: 'failed' }])
    expect(sources[0]?.error).toMatch(/^data\/sample\/endorsements\.json:\d+: /)
    await watching.said(/sample-endorsement-feed: .*endorsements\.json:\d+: .*; its last good rows stay/)
    expect(await ledger.settle()).toEqual([])
    writeFileSync(json, text)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('in some rows is reported with their lines, and the other rows are published', async () => {
    const text = edited(csv)
    const [first = ''] = text.split('\n')
    const fields = first.split(',').length - 2
    writeFileSync(csv, `${text}nobody-known,nm-2026-11-03-general${','.repeat(fields)}\n`)
    const { sources, ...change } = await watching.next()
    expect(change).toMatchObject(ONE)
    const line = text.split('\n').length
    expect(sources[0]?.issues).toContainEqual(
      expect.objectContaining({ file: 'data/sample/endorsements.csv', line, code: 'missing-value' }),
    )
    await watching.said(new RegExp(`sample-endorsements: .*endorsements\\.csv:${line} `))
    writeFileSync(csv, text)
    await watching.next()
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('does not delay another file that is valid', async () => {
    const text = readFileSync(json, 'utf8')
    writeFileSync(json, '{ "endorsements": [')
    writeFileSync(csv, edited(csv))
    const change = await watching.next()
    expect(change).toMatchObject({ ...ONE, files: ['data/sample/endorsements.csv'] })
    expect(await watching.next()).toMatchObject({ sources: [{ status: 'failed' }], published: false })
    writeFileSync(json, text)
    await watching.next()
    expect(await ledger.settle()).toHaveLength(1)
  })
})

describe('a missing file', () => {
  it('withdraws nothing: it is reported, and its last good rows stay', async () => {
    const text = edited(csv)
    unlinkSync(csv)
    const { sources, ...change } = await watching.next()
    expect(change).toMatchObject({ published: false, deleted: 0 })
    expect(sources).toMatchObject([{ source_id: 'sample-endorsements', status: 'failed' }])
    await watching.said(
      /sample-endorsements: .*endorsements\.csv: the mirror has no readable file .*last good rows stay/,
    )
    expect(await ledger.settle()).toEqual([])
    await delay(300)
    writeFileSync(csv, text)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })
})
