// The ways in which editors and tools save a file, each under a real watch: one publication per save, with one event.

import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'
import { hustings } from './hustings.ts'
import { shareFolder } from './temporary.ts'
import { type Ledger, openLedger, startWatch, type Watching } from './watching.ts'

const folder = shareFolder()
let mirror: Mirror
let watching: Watching
let ledger: Ledger
let nth = 0

const file = (name: string): string => join(mirror.folder, 'data', 'sample', name)
const csv = (): string => file('endorsements.csv')
const SAID = /She kept [^,]* promise/

beforeAll(async () => {
  mirror = sampleMirror()
  expect(await hustings(folder, 'nightly', '--sample', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
  ledger = await openLedger(pathsIn(join(folder, 'sample')))
  watching = await startWatch(folder, mirror.folder)
})
afterAll(async () => {
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
  mirror.remove()
})

/** The file's text with one statement changed. */
function edited(): string {
  nth += 1
  return readFileSync(csv(), 'utf8').replace(SAID, `She kept ${nth} promise`)
}

/** Expects that the next change has this one event, and that nothing follows it. */
async function expectOne(statement = `She kept ${nth} promise of her last invented campaign.`): Promise<void> {
  const change = await watching.next()
  expect(change).toMatchObject({ fault: null, published: true, created: 0, updated: 1, deleted: 0 })
  await delay(700)
  expect(watching.changes.at(-1)).toBe(change)
  expect(await ledger.settle()).toEqual([`updated ${statement}`])
}

describe('a file saved', () => {
  it('in place', async () => {
    writeFileSync(csv(), edited())
    await expectOne()
  })

  it('by renaming a new one over it', async () => {
    writeFileSync(`${csv()}.tmp`, edited())
    renameSync(`${csv()}.tmp`, csv())
    await expectOne()
  })

  it('by deleting it and writing it again', async () => {
    const text = edited()
    unlinkSync(csv())
    await delay(100)
    writeFileSync(csv(), text)
    await expectOne()
  })

  it('by writing a file beside it and linking that', async () => {
    writeFileSync(file('.#new'), edited())
    unlinkSync(csv())
    linkSync(file('.#new'), csv())
    unlinkSync(file('.#new'))
    await expectOne()
  })

  it('as vim does: a file of digits, the old one renamed away, the new one written, the old one deleted', async () => {
    const text = edited()
    writeFileSync(file('4913'), '')
    unlinkSync(file('4913'))
    renameSync(csv(), `${csv()}~`)
    writeFileSync(csv(), text)
    unlinkSync(`${csv()}~`)
    await expectOne()
  })

  it('after it was missing for a second', async () => {
    const text = edited()
    unlinkSync(csv())
    await delay(1000)
    writeFileSync(csv(), text)
    await expectOne()
  })

  it('several times, quickly: only the last state is published', async () => {
    for (let save = 0; save < 5; save++) {
      writeFileSync(csv(), edited())
      await delay(60)
    }
    await expectOne()
  })

  it('with other bytes of the same length and the previous modification time', async () => {
    const before = readFileSync(csv(), 'utf8')
    const old = new Date('2026-11-21T00:00:00Z')
    writeFileSync(csv(), before.replace(SAID, 'She kept A promise'))
    utimesSync(csv(), old, old)
    await watching.next()
    await ledger.settle()
    writeFileSync(csv(), before.replace(SAID, 'She kept B promise'))
    utimesSync(csv(), old, old)
    await expectOne('She kept B promise of her last invented campaign.')
  })

  it('without a change makes no publication', async () => {
    const before = watching.changes.length
    writeFileSync(csv(), readFileSync(csv()))
    utimesSync(file('endorsements.json'), new Date(), new Date())
    await delay(1500)
    expect(watching.changes).toHaveLength(before)
    expect(await ledger.settle()).toEqual([])
  })

  it('together with another makes one publication', async () => {
    writeFileSync(csv(), edited())
    const json = file('endorsements.json')
    await delay(100)
    writeFileSync(json, readFileSync(json, 'utf8').replace(/"statement": "[^"]*"/, '"statement": "Said anew."'))
    const change = await watching.next()
    expect(change.files).toEqual(['data/sample/endorsements.csv', 'data/sample/endorsements.json'])
    expect(change).toMatchObject({ updated: 2, created: 0, deleted: 0, fault: null })
    expect((await ledger.settle()).sort()).toEqual([
      'updated Said anew.',
      `updated She kept ${nth} promise of her last invented campaign.`,
    ])
  })

  it('with a line added and then removed: created, deleted', async () => {
    const [, line = ''] = readFileSync(csv(), 'utf8').split('\n')
    const before = readFileSync(csv(), 'utf8')
    const other = line.replace('diario-de-ejemplo', 'example-rivers-trust').replace(SAID, 'Rivers')
    appendFileSync(csv(), `${other}\n`)
    expect(await watching.next()).toMatchObject({ created: 1, updated: 0, deleted: 0 })
    writeFileSync(csv(), before)
    expect(await watching.next()).toMatchObject({ created: 0, updated: 0, deleted: 1 })
    expect((await ledger.settle()).map((told) => told.split(' ')[0])).toEqual(['created', 'deleted'])
  })
})

describe('a link', () => {
  it('to a file elsewhere is followed', async () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'hustings-elsewhere-'))
    writeFileSync(join(elsewhere, 'real.csv'), edited())
    unlinkSync(csv())
    symlinkSync(join(elsewhere, 'real.csv'), csv())
    await expectOne()
    // The scan finds the first change; later ones come from watching the folder of the file.
    await delay(2500)
    writeFileSync(join(elsewhere, 'real.csv'), edited())
    await expectOne()
    const text = readFileSync(csv())
    unlinkSync(csv())
    writeFileSync(csv(), text)
    rmSync(elsewhere, { recursive: true })
  })

  it('to a folder may be changed to another folder', async () => {
    const sample = join(mirror.folder, 'data', 'sample')
    const [one, other] = [join(mirror.folder, 'data', 'one'), join(mirror.folder, 'data', 'other')]
    renameSync(sample, one)
    symlinkSync(one, sample)
    cpSync(one, other, { recursive: true })
    await delay(3000)
    writeFileSync(join(other, 'endorsements.csv'), edited())
    symlinkSync(other, `${sample}.new`)
    renameSync(`${sample}.new`, sample)
    await expectOne()
    await delay(2500)
    writeFileSync(csv(), edited())
    await expectOne()
  })
})
