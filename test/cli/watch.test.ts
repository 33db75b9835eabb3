// One `hustings watch` over the sample, from its first check to its end, and the rollback of what it published. The long tests of watch
// show every way to save a file, to stop and to wait.

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lastRun } from '../../data/schema/last-run.ts'
import { findLockHolder, takeLock } from '../../data/store/lock.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { shareFolder } from '../temporary.ts'
import { ended, printed, runCommand, start } from './hustings.ts'
import { copySample } from './sample.ts'
import { ends, shareMirror } from './temporary.ts'
import { type Change, type Ledger, openLedger, startWatchNow, type Watching } from './watching.ts'

const KEPT = 'She kept every promise of her last invented campaign.'
const ONE = { published: true, created: 0, updated: 1, deleted: 0, fault: null }
const NOTHING = { published: false, publication: null, head: null, created: 0, updated: 0, deleted: 0, fault: null }

const folder = shareFolder()
const mirror = shareMirror()
let paths: Paths
let csv: string
let whole: string
let watching: Watching
let ledger: Ledger
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const watch = (...words: string[]) => runCommand(folder, 'watch', ...words)
const sources = () => lastRun.parse(JSON.parse(readFileSync(paths.lastRun, 'utf8'))).sources

beforeAll(async () => {
  paths = pathsIn(join(folder, 'sample'))
  csv = join(mirror.folder, 'data', 'sample', 'endorsements.csv')
  whole = readFileSync(csv, 'utf8')
})
afterAll(async () => {
  if (watching) {
    watching.child.kill('SIGTERM')
    await watching.end
  }
})

it('needs a folder, sources of endorsements and something published', async () => {
  const refusals = [
    [[], 2, '--mirror'],
    [['--sample', '--mirror', 'https://example.org'], 2, 'No such folder'],
    [['--sample', '--mirror', mirror.folder, 'sample-ballots'], 2, 'is not a source of endorsements'],
    [['--sample', '--mirror', mirror.folder, 'sample-endorsement'], 2, 'did you mean sample-endorsements?'],
    [['--sample', '--mirror', mirror.folder], 1, 'Next: hustings nightly --sample\n'],
  ] as const
  for (const [words, code, sentence] of refusals)
    expect(await watch(...words)).toEqual({ code, stdout: '', stderr: expect.stringContaining(sentence) })
})

it('publishes what changed before it began, and then each change', async () => {
  await copySample(folder)
  ledger = await openLedger(paths)
  const before = sources()
  mirror.edit('endorsements.csv', KEPT, 'She kept most of them.')
  watching = startWatchNow(folder, mirror.folder)
  expect(await watching.next()).toMatchObject({
    ...{ ...ONE, publication: 2, head: expect.stringMatching(/^1:[0-9a-f]{64}$/) },
    files: ['endorsers.csv', 'endorsements.csv', 'endorsements.json'].map((name) => `data/sample/${name}`),
    sources: [{ source_id: 'sample-endorsements', status: 'read', error: null, issue_count: 0 }],
  })
  expect(await ledger.settle()).toEqual(['updated She kept most of them.'])
  expect(findLockHolder(paths).held).toBe(false)
  const { 'sample-endorsements': read, ...others } = sources()
  expect(read?.checked_at).not.toBe(before['sample-endorsements']?.checked_at)
  expect(others).toEqual(Object.fromEntries(Object.entries(before).filter(([id]) => id !== 'sample-endorsements')))
  // The warehouse has only what the last nightly read.
  expect((await run('explain', 'endorsement', '12')).stderr).toMatch(
    /^hustings: The last build has no .+ published since are not shown\.\nNext: .+ out\.endorsement LIMIT 5"\n$/,
  )
  expect(await run('watch', '--mirror', mirror.folder)).toMatchObject({
    ...{
      code: 4,
      stdout: '',
      stderr: expect.stringContaining(`hustings watch (process ${watching.child.pid}, since `),
    },
  })
})

it('keeps the rows of a file that lost too many, and publishes the other files', async () => {
  mirror.edit('endorsements.json', '"statement": "', '"statement": "Said: ')
  const lines = whole.trimEnd().split('\n')
  // It ends as before, so that no more of it is expected.
  writeFileSync(csv, `${[...lines.slice(0, lines.length / 2), lines.at(-1)].join('\n')}\n`)
  const sourcesRead = new Map<string, Change['sources'][number]>()
  let published: Change | undefined
  while (sourcesRead.size < 2) {
    const change = await watching.next()
    for (const one of change.sources) sourcesRead.set(one.source_id, one)
    if (change.published) published = change
    else expect(change).toMatchObject(NOTHING)
  }
  expect(published).toMatchObject({ created: 0, deleted: 0, fault: null })
  expect(sourcesRead.get('sample-endorsement-feed')).toMatchObject({ status: 'read', error: null })
  const refused = sourcesRead.get('sample-endorsements')
  expect(refused?.status).toBe('failed')
  expect(refused?.error).toMatch(
    /^held back: \d+ rows, expected about the \d+ .*; run: hustings sources accept sample-endorsements --sample$/,
  )
  expect(sources()['sample-endorsements']?.error).toBe(refused?.error)
  await watching.said(
    /^sample-endorsements: held back: .*; its last good rows stay.*\nNext: node dist\/cli.js sources accept/m,
  )
  const events = await ledger.settle()
  expect(events.length).toBe(published?.updated)
  expect(events.every((one) => one.startsWith('updated Said: '))).toBe(true)
})

it('waits for the lock of another command, names the lines that are left out, and ends with 0', async () => {
  const lock = takeLock(paths, { pid: process.pid, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
  writeFileSync(csv, `${whole}nobody-known,nm-2026-11-03-general,Mayor of Sample Mesa,Uma Sample,,,,,\n`)
  await watching.said(/^hustings nightly is running: the change waits for it\.$/m)
  lock.release()
  const change = await watching.next()
  expect(change).toMatchObject({ ...ONE, files: ['data/sample/endorsements.csv'] })
  const at = { file: 'data/sample/endorsements.csv', line: whole.split('\n').length }
  expect(change.sources).toMatchObject([{ status: 'read', error: null, issue_count: 1, issues: [at] }])
  await watching.said(new RegExp(`^sample-endorsements: .*endorsements\\.csv:${at.line} `, 'm'))
  expect(await ledger.settle()).toEqual([`updated ${KEPT}`])
  expect(sources()['sample-endorsements']?.error).toBeNull()
  watching.child.kill('SIGTERM')
  expect((await watching.end).code).toBe(0)
})

it('prints one line for each change without --json', async () => {
  mirror.edit('endorsements.csv', KEPT, 'She kept a few of them.')
  const child = start(folder, 'watch', '--sample', '--mirror', mirror.folder)
  const end = ended(child)
  const line =
    /^sample-endorsements: 0 created, 1 updated, 0 deleted; publication \d+; \d+\.\d\d s; head \d+:[0-9a-f]{64}\n/
  await printed(child, 'stdout', line)
  child.kill('SIGTERM')
  expect(await end).toMatchObject(ends(0, /^Watching 3 files of 2 sources in /))
  expect(await ledger.settle()).toEqual(['updated She kept a few of them.'])
})

it('is undone by a rollback, and a second rollback returns', async () => {
  const back = await run('rollback')
  expect(back.stdout).toMatch(/^publication \d+, bundle [0-9a-f]{12}; 1 endorsement updated\nhead \d+:[0-9a-f]{64}\n$/)
  expect(await ledger.settle()).toEqual([`updated ${KEPT}`])
  const { publication, bundle, changed, events } = JSON.parse((await run('rollback', '--json')).stdout)
  expect({ changed, events }).toEqual({ changed: true, events: { created: 0, updated: 1, deleted: 0 } })
  expect(await ledger.settle()).toEqual(['updated She kept a few of them.'])
  const same = await run('rollback', '--to', bundle.slice(0, 8))
  expect(same.stdout).toMatch(new RegExp(`^nothing to publish: .* is already publication ${publication}\n`))
  expect(await run('rollback', '--to', 'abcdef0')).toMatchObject({ code: 2 })
  expect(await run('rollback', '--to', '00000000')).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringContaining('No bundle begins with "00000000"') },
  })
})
