// Files that lost many rows: the changes that the guard stops, those it lets through, and how a person accepts the loss.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsIn } from '../../data/store/paths.ts'
import { type Mirror, sampleMirror } from '../whole/mirror.ts'
import { runCommand } from './hustings.ts'
import { shareFolder } from './temporary.ts'
import { type Change, type Ledger, openLedger, startWatch, startWatchNow, type Watching } from './watching.ts'

const folder = shareFolder()
let mirror: Mirror
let watching: Watching
let ledger: Ledger
let csv: string
let json: string
let whole: string
let nth = 0

beforeAll(async () => {
  mirror = sampleMirror()
  csv = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  json = join(mirror.folder, 'data', 'sample', 'endorsements.json')
  whole = readFileSync(csv, 'utf8')
  expect(await runCommand(folder, 'nightly', '--sample', '--mirror', mirror.folder)).toMatchObject({ code: 0 })
  ledger = await openLedger(pathsIn(join(folder, 'sample')))
  watching = await startWatch(folder, mirror.folder)
})
afterAll(async () => {
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
  mirror.remove()
})

const ONE = { published: true, created: 0, updated: 1, deleted: 0, fault: null }
const NOTHING = { published: false, publication: null, created: 0, updated: 0, deleted: 0 }

/** A change in another file. */
async function editOther(): Promise<Change> {
  nth += 1
  writeFileSync(json, readFileSync(json, 'utf8').replace(/"statement": "[^"]*"/, `"statement": "Said ${nth} times."`))
  return watching.next()
}

/** Without its last lines. */
function cut(lines: number): void {
  writeFileSync(csv, `${whole.trimEnd().split('\n').slice(0, -lines).join('\n')}\n`)
}

function expectRefused({ sources, ...change }: Change): void {
  expect(change).toMatchObject({ ...NOTHING, fault: null })
  expect(sources).toMatchObject([{ source_id: 'sample-endorsements', status: 'failed' }])
  expect(sources[0]?.error).toMatch(/^the guard refuses it: .*\(from \d+ to \d+\).*; run: hustings ingest sample-end/)
}

describe('a source that lost more than a fifth of its rows', () => {
  it('is refused, and the changes of other files are published', async () => {
    cut(120)
    expectRefused(await watching.next())
    await watching.said(
      /sample-endorsements: the guard refuses it: .*; its last good rows stay\nNext: node dist\/cli.js ingest/,
    )
    expect(await ledger.settle()).toEqual([])
    expect(await editOther()).toMatchObject(ONE)
    expect(await editOther()).toMatchObject(ONE)
    expect(await ledger.settle()).toEqual([`updated Said ${nth - 1} times.`, `updated Said ${nth} times.`])
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
    writeFileSync(csv, whole.replace(/She kept [^,]* promise/, 'She kept 1 promise'))
    expect(await watching.next()).toMatchObject(ONE)
    writeFileSync(csv, whole)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toHaveLength(2)
  })

  it('is published once accepted by the printed commands, and so are its later changes', async () => {
    cut(120)
    const refused = await watching.next()
    expectRefused(refused)
    const [, commands = ''] = /; run: (.*)$/.exec(refused.sources[0]?.error ?? '') ?? []
    for (const command of commands.split(' && ')) {
      const [program, ...words] = command.split(' ').map((word) => word.replaceAll("'", ''))
      expect(program).toBe('hustings')
      expect(await runCommand(folder, ...words)).toMatchObject({ code: 0 })
    }
    expect(await ledger.settle()).toHaveLength(120)
    expect(await editOther()).toMatchObject(ONE)
    writeFileSync(csv, whole)
    expect(await watching.next()).toMatchObject({ published: true, created: 120, fault: null })
    expect(await ledger.settle()).toHaveLength(121)
  })
})

describe('a source that lost more than a twentieth, and 25 endorsements with it', () => {
  it('stops all unpublished changes, and reports it, until it is repaired', async () => {
    cut(30)
    const stopped = await watching.next()
    expect(stopped).toMatchObject({ ...NOTHING, sources: [{ source_id: 'sample-endorsements', status: 'read' }] })
    expect(stopped.fault).toMatch(
      /(too much would vanish|would remove too much)[\s\S]*Next: node dist\/cli.js publish --accept[\s\S]*Until then, no change of any file/,
    )
    expect((await editOther()).fault).toMatch(/no change of any file is published/)
    expect(await ledger.settle()).toEqual([])
    writeFileSync(csv, whole)
    expect(await watching.next()).toMatchObject(ONE)
    expect(await ledger.settle()).toEqual([`updated Said ${nth} times.`])
  })
})
