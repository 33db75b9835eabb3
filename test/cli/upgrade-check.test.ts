// Whether this version reads a folder, with each format changed in turn. The folder stays as it is, times of the files included.

import { createHash } from 'node:crypto'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { BUNDLE_FORMAT } from '../../data/schema/manifest.ts'
import { listBundles, manifestFile } from '../../data/store/manifest.ts'
import { pathsIn, projectFile } from '../../data/store/paths.ts'
import { Database } from '../../data/store/sqlite.ts'
import { openState } from '../../data/store/state/sqlite/state.ts'
import { openUsage } from '../../data/store/usage.ts'
import { freshFolder } from '../temporary.ts'
import { runCommand } from './hustings.ts'
import { copySample } from './sample.ts'

const folder = freshFolder()
const paths = () => pathsIn(join(folder, 'sample'))
const AT = '2028-03-01T12:00:00.000Z'

beforeEach(async () => {
  await copySample(folder)
})

/** Every file and folder with its mode, time of change, size and hash. */
function stamp(): string[] {
  return ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })].sort().map((name) => {
    const path = join(folder, name)
    const stats = lstatSync(path, { bigint: true })
    const hash = stats.isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : ''
    return `${name} ${stats.mode} ${stats.ino} ${stats.mtimeNs} ${stats.ctimeNs} ${stats.size} ${hash}`
  })
}

interface Finding {
  check: string
  status: string
  found: string
  next?: string
}

/** Runs the check, and expects that nothing has changed. @returns the findings that are not ok, by check */
async function look(...words: string[]): Promise<{ code: number | null; wrong: Record<string, Finding> }> {
  const before = stamp()
  const { code, stdout } = await runCommand(folder, 'upgrade-check', '--sample', '--json', ...words)
  expect(stamp()).toEqual(before)
  const { reads, findings }: { reads: boolean; findings: Finding[] } = JSON.parse(stdout)
  expect(reads).toBe(code === 0)
  const wrong = findings.filter(({ status }) => status !== 'ok')
  for (const { status, next } of wrong) if (status === 'fail') expect(next).toBeTruthy()
  return { code, wrong: Object.fromEntries(wrong.map((finding) => [finding.check, finding])) }
}

function replaceState(format: number): void {
  rmSync(paths().state)
  const database = new Database(paths().state)
  database.exec(readFileSync(projectFile('test', 'data', 'store', 'state-format-6.sql'), 'utf8'))
  database.exec("INSERT INTO head (only_row, publication, epoch, seq) VALUES (1, NULL, '0123456789abcdef', 0)")
  database.pragma(`user_version = ${format}`)
  database.close()
}

it('reads a folder of its own, also while another process writes, and sees what is in the log', async () => {
  expect(await look()).toEqual({ code: 0, wrong: {} })
  const state = await openState(paths())
  openUsage(paths()).close()
  try {
    await state.createAccount({ name: 'ada', contact: null, plan: 'free', password_hash: null }, { by: 'ada', at: AT })
    const { stdout, stderr } = await runCommand(folder, 'upgrade-check', '--sample')
    expect(stdout).toMatch(/^ok {4}state {11}format 9, 1 account, 0 keys$/m)
    expect(stderr).toMatch(/^Hustings \S+ reads /)
    expect(await look()).toEqual({ code: 0, wrong: {} })
  } finally {
    await state.close()
  }
})

it('tries the migration of an earlier state in memory, and refuses a later one', async () => {
  replaceState(6)
  expect(await look()).toMatchObject({
    code: 0,
    wrong: {
      state: {
        status: 'warn',
        found: expect.stringMatching(/^format 6, .* migrates it to 9.* a copy succeeded$/),
        next: expect.stringContaining('hustings backup FOLDER --sample'),
      },
    },
  })
  replaceState(10)
  const found = `${paths().state} has format 10, this version reads 9`
  expect(await look()).toMatchObject({ code: 3, wrong: { state: { status: 'fail', found } } })
})

it('does not call a state readable whose migration fails', async () => {
  replaceState(6)
  const database = new Database(paths().state)
  database.exec('DROP TABLE desk')
  database.close()
  expect(await look()).toMatchObject({ code: 3, wrong: { state: { status: 'fail', found: /desk/ } } })
})

it('names later formats of usage and work.duckdb, and what to do', async () => {
  openUsage(paths()).close()
  const database = new Database(paths().usage)
  database.pragma('user_version = 2')
  database.close()
  const work = readFileSync(paths().work)
  work.writeBigUInt64LE(work.readBigUInt64LE(12) + 5n, 12)
  writeFileSync(paths().work, work)
  const { code, wrong } = await look()
  expect(code).toBe(3)
  expect(wrong).toMatchObject({
    usage: { status: 'fail', found: `${paths().usage} has format 2, this version reads 1` },
    'work.duckdb': { status: 'fail', next: expect.stringContaining('hustings ingest --sample') },
  })
})

it('tells a bundle in use from one that is only stored', async () => {
  const [current = ''] = listBundles(paths())
  const another = 'f'.repeat(64)
  const file = manifestFile(paths(), current)
  const text = readFileSync(file, 'utf8')
  const later = text.replace(`"format": ${BUNDLE_FORMAT}`, `"format": ${BUNDLE_FORMAT + 1}`)
  expect(later).not.toBe(text)
  cpSync(file, manifestFile(paths(), another))
  writeFileSync(manifestFile(paths(), another), later)
  expect(await look()).toMatchObject({
    code: 0,
    wrong: { bundles: { status: 'warn', found: /^stored bundle f{12}: / } },
  })

  const state = await openState(paths())
  await state.pin(another, 'night', AT)
  await state.close()
  expect(await look()).toMatchObject({
    code: 3,
    wrong: { bundles: { status: 'fail', found: expect.stringContaining(`its format is ${BUNDLE_FORMAT + 1}`) } },
  })

  rmSync(manifestFile(paths(), another))
  writeFileSync(file, later)
  const { stdout } = await runCommand(folder, 'upgrade-check', '--sample')
  expect(stdout).toMatch(/^FAIL {2}bundles {9}current bundle .*\n +Next: .*hustings nightly --accept --sample/m)
})

it('reads sources.yaml, the last run and the feed mark', async () => {
  writeFileSync(paths().sourcesFile, 'version: 1\nnonsense: true\n')
  writeFileSync(paths().lastRun, '{"format": 2}')
  writeFileSync(paths().mark, '{}')
  expect(await look()).toMatchObject({
    code: 3,
    wrong: { 'sources.yaml': { status: 'fail' }, 'last run': { status: 'warn' }, 'feed mark': { status: 'fail' } },
  })
})

it('asks of the backups that the newest is readable', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'hustings-upgrade-check-backups-'))
  try {
    expect((await look('--backup', backups)).wrong).toMatchObject({ backups: { status: 'fail' } })
    for (const _ of [1, 2])
      expect(await runCommand(folder, 'backup', backups, '--sample', '--without-pepper')).toMatchObject({ code: 0 })
    expect(await look('--backup', backups)).toEqual({ code: 0, wrong: {} })
    const [older = '', newer = ''] = readdirSync(join(backups, 'backups'))
      .sort()
      .map((name) => join(backups, 'backups', name))
    const whole = readFileSync(older)
    writeFileSync(older, '{}')
    expect(await look('--backup', backups)).toMatchObject({ code: 0, wrong: { backups: { status: 'warn' } } })
    writeFileSync(older, whole)
    renameSync(older, newer)
    writeFileSync(newer, '{}')
    expect(await look('--backup', backups)).toMatchObject({ code: 3, wrong: { backups: { status: 'fail' } } })
  } finally {
    rmSync(backups, { recursive: true })
  }
})

it('needs a folder', async () => {
  const { code, stderr } = await runCommand(join(folder, 'nowhere'), 'upgrade-check')
  expect([code, stderr]).toEqual([2, expect.stringContaining('does not exist')])
})
