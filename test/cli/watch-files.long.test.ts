// One watch over files that are saved in every way of editors and tools, half written, invalid, missing, or shorter by many rows.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  cpSync,
  linkSync,
  readFileSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { compiled } from '../compiled.ts'
import { openFolder, shareFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { shareMirror } from './temporary.ts'
import { type Change, type Ledger, openLedger, startWatch, startWatchNow, type Watching } from './watching.ts'

/** Longer than the wait for a file that looks complete, shorter than the wait for one that looks truncated. */
const PAUSE_MS = 1200
const SAID = /She kept [^,]* promise/
const ONE = { published: true, created: 0, updated: 1, deleted: 0, fault: null }
const NOTHING = { published: false, publication: null, created: 0, updated: 0, deleted: 0 }

const folder = shareFolder()
const mirror = shareMirror()
const file = (name: string): string => join(mirror.folder, 'data', 'sample', name)
const [csv, json] = [file('endorsements.csv'), file('endorsements.json')]
let watching: Watching
let ledger: Ledger
let nth = 0

beforeAll(async () => {
  expect(await runCommand(folder, 'nightly', '--sample', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
  ledger = await openLedger(pathsIn(join(folder, 'sample')))
  watching = await startWatch(folder, mirror.folder)
})
afterAll(async () => {
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
})

/** The file's text with one statement changed. */
function edited(path = csv): string {
  nth += 1
  const text = readFileSync(path, 'utf8')
  return path === csv
    ? text.replace(SAID, `She kept ${nth} promise`)
    : text.replace(/"statement": "[^"]*"/, `"statement": "Said ${nth} times."`)
}

/** The next change is one event, which is published. */
async function expectOne(): Promise<Change> {
  const change = await watching.next()
  expect(change).toMatchObject(ONE)
  expect(await ledger.settle()).toHaveLength(1)
  return change
}

/** And nothing follows it. */
async function expectOnly(statement = `She kept ${nth} promise of her last invented campaign.`): Promise<void> {
  const change = await watching.next()
  expect(change).toMatchObject(ONE)
  await delay(700)
  expect(watching.changes.at(-1)).toBe(change)
  expect(await ledger.settle()).toEqual([`updated ${statement}`])
}

describe('a file saved', () => {
  const write = (text: string): void => writeFileSync(csv, text)
  const SAVES: readonly [string, (text: string) => void | Promise<void>][] = [
    ['in place', write],
    [
      'by renaming a new one over it',
      (text) => {
        writeFileSync(`${csv}.tmp`, text)
        renameSync(`${csv}.tmp`, csv)
      },
    ],
    [
      'by writing a file beside it and linking that',
      (text) => {
        writeFileSync(file('.#new'), text)
        unlinkSync(csv)
        linkSync(file('.#new'), csv)
        unlinkSync(file('.#new'))
      },
    ],
    [
      'as vim does: a file of digits, the old one renamed away, the new one written, the old one deleted',
      (text) => {
        writeFileSync(file('4913'), '')
        unlinkSync(file('4913'))
        renameSync(csv, `${csv}~`)
        write(text)
        unlinkSync(`${csv}~`)
      },
    ],
    ...[100, 1000].map((milliseconds): [string, (text: string) => Promise<void>] => [
      `by deleting it and writing it again after ${milliseconds} ms`,
      async (text) => {
        unlinkSync(csv)
        await delay(milliseconds)
        write(text)
      },
    ]),
    [
      'several times, quickly: only the last state is published',
      async (text) => {
        for (let save = 0; save < 5; save++) {
          write(text.replace(SAID, `She kept ${nth - 5 + save} promise`))
          await delay(60)
        }
        write(text)
      },
    ],
  ]
  it.each(SAVES)('%s', async (_, save) => {
    await save(edited())
    await expectOnly()
  })

  it('with other bytes of the same length and the previous modification time', async () => {
    const old = new Date('2026-11-21T00:00:00Z')
    const saveAs = (letter: string): void => {
      write(readFileSync(csv, 'utf8').replace(SAID, `She kept ${letter} promise`))
      utimesSync(csv, old, old)
    }
    saveAs('A')
    await expectOne()
    saveAs('B')
    await expectOnly('She kept B promise of her last invented campaign.')
  })

  it('without a change makes no publication', async () => {
    const before = watching.changes.length
    writeFileSync(csv, readFileSync(csv))
    utimesSync(json, new Date(), new Date())
    await delay(1500)
    expect(watching.changes).toHaveLength(before)
    expect(await ledger.settle()).toEqual([])
  })

  it('together with another makes one publication', async () => {
    write(edited())
    await delay(100)
    writeFileSync(json, edited(json))
    const change = await watching.next()
    expect(change.files).toEqual(['data/sample/endorsements.csv', 'data/sample/endorsements.json'])
    expect(change).toMatchObject({ ...ONE, updated: 2 })
    expect(await ledger.settle()).toHaveLength(2)
  })

  it('with a line added and then removed: created, deleted', async () => {
    const before = readFileSync(csv, 'utf8')
    const [, line = ''] = before.split('\n')
    appendFileSync(csv, `${line.replace('diario-de-ejemplo', 'example-rivers-trust').replace(SAID, 'Rivers')}\n`)
    expect(await watching.next()).toMatchObject({ created: 1, updated: 0, deleted: 0 })
    write(before)
    expect(await watching.next()).toMatchObject({ created: 0, updated: 0, deleted: 1 })
    expect((await ledger.settle()).map((told) => told.split(' ')[0])).toEqual(['created', 'deleted'])
  })
})

it('a link to a file elsewhere is followed', async () => {
  const real = join(openFolder(), 'real.csv')
  writeFileSync(real, edited())
  unlinkSync(csv)
  symlinkSync(real, csv)
  await expectOnly()
  // The scan finds the first change; later ones come from watching the folder of the file.
  await delay(2500)
  writeFileSync(real, edited())
  await expectOnly()
  const text = readFileSync(csv)
  unlinkSync(csv)
  writeFileSync(csv, text)
})

it('a link to a folder may be changed to another folder', async () => {
  const sample = join(mirror.folder, 'data', 'sample')
  const [one, other] = [join(mirror.folder, 'data', 'one'), join(mirror.folder, 'data', 'other')]
  renameSync(sample, one)
  symlinkSync(one, sample)
  cpSync(one, other, { recursive: true })
  await delay(3000)
  writeFileSync(join(other, 'endorsements.csv'), edited())
  symlinkSync(other, `${sample}.new`)
  renameSync(`${sample}.new`, sample)
  await expectOnly()
  await delay(2500)
  writeFileSync(csv, edited())
  await expectOnly()
})

describe('a writer that pauses', () => {
  const middleOf = (text: string): number => Buffer.byteLength(text.slice(0, text.length / 2))
  const lineEndOf = (text: string): number => Buffer.byteLength(text.slice(0, text.indexOf('\n', text.length / 2) + 1))

  it.each([
    ['in the midst of a line', csv, middleOf],
    ["at a line's end", csv, lineEndOf],
    ['before the first byte', csv, () => 0],
    ['in the midst of JSON', json, middleOf],
  ])('%s', async (_, path, pauseAt) => {
    const text = edited(path)
    const words = [compiled('test', 'cli', 'slow-writer.ts'), path, String(pauseAt(text)), String(PAUSE_MS)]
    const writer = spawn(process.execPath, words, { stdio: ['pipe', 'inherit', 'inherit'] })
    writer.stdin?.end(text)
    expect(await once(writer, 'close')).toEqual([0, null])
    await expectOne()
  })

  it('and leaves a CSV without its last line break: it is read once no more bytes come', async () => {
    writeFileSync(csv, edited().trimEnd())
    expect((await expectOne()).seconds).toBeGreaterThan(3)
    appendFileSync(csv, '\n')
    expect(await watching.next()).toMatchObject({ published: false, fault: null })
  })
})

describe('a file with faults', () => {
  it.each([
    [
      'of format',
      json,
      (text: string) => writeFileSync(json, text.replace('"choice"', '"choice')),
      /endorsements\.json:\d+: /,
    ],
    ['that is missing', csv, () => unlinkSync(csv), /endorsements\.csv: the mirror has no readable file /],
  ])('%s is reported; its rows stay until it is repaired and published', async (_, path, harm, why) => {
    const text = edited(path)
    harm(text)
    const { sources, ...change } = await watching.next()
    expect(change).toMatchObject({ published: false, publication: null, deleted: 0, fault: null })
    expect(sources).toMatchObject([{ status: 'failed', error: expect.stringMatching(why) }])
    await watching.said(new RegExp(`^sample-endorsement.*: .*${why.source}.*; its last good rows stay`, 'm'))
    expect(await ledger.settle()).toEqual([])
    writeFileSync(path, text)
    await expectOne()
  })
})

describe('a source that lost', () => {
  let whole: string
  beforeAll(() => {
    whole = readFileSync(csv, 'utf8')
  })

  /** A change in another file. */
  async function editOther(): Promise<Change> {
    writeFileSync(json, edited(json))
    return watching.next()
  }

  /** Without its last lines. */
  const cut = (lines: number) => writeFileSync(csv, `${whole.trimEnd().split('\n').slice(0, -lines).join('\n')}\n`)

  async function expectRefused(): Promise<string> {
    const { sources, ...change } = await watching.next()
    expect(change).toMatchObject({ ...NOTHING, fault: null })
    const refused = /^held back: \d+ rows, expected about the \d+ .*; run: hustings sources accept sample-end/
    expect(sources).toMatchObject([{ status: 'failed', error: expect.stringMatching(refused) }])
    return sources[0]?.error ?? ''
  }

  it('more than a fifth of its rows is refused, and the changes of other files are published', async () => {
    cut(120)
    await expectRefused()
    expect(await ledger.settle()).toEqual([])
    for (const _ of [1, 2]) {
      expect(await editOther()).toMatchObject(ONE)
      expect(await ledger.settle()).toEqual([`updated Said ${nth} times.`])
    }
  })

  it('is reported again by the next watch, which also continues with the other sources', async () => {
    watching.child.kill('SIGTERM')
    await watching.end
    watching = startWatchNow(folder, mirror.folder)
    expect((await watching.next()).sources).toMatchObject([{ source_id: 'sample-endorsements', status: 'failed' }])
    expect(await editOther()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(1)
  })

  it('is published with its other changes once it is repaired', async () => {
    for (const text of [whole.replace(SAID, 'She kept a last promise'), whole]) {
      writeFileSync(csv, text)
      await expectOne()
    }
  })
})
