// Backups of a real folder, and what a restore makes of whole and of damaged ones.

import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { beforeEach, describe, expect, it } from 'vitest'
import { type BackUpOptions, backUp } from '../../../../data/store/backup/back-up.ts'
import { backupFolder, listBackups, loadBackup, pruneBackups } from '../../../../data/store/backup/place.ts'
import { type RestoreOptions, restoreBackup, verifyBackup } from '../../../../data/store/backup/restore.ts'
import { requireMark } from '../../../../data/store/feed-mark.ts'
import { takeLock } from '../../../../data/store/lock.ts'
import { loadPartHashes } from '../../../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../../../data/store/paths.ts'
import { loadPepper } from '../../../../data/store/pepper.ts'
import { openState } from '../../../../data/store/state/sqlite/state.ts'
import { openUsage } from '../../../../data/store/usage.ts'
import { openEvidence } from '../../../../ingest/evidence/store.ts'
import { type Fixture, openFixture } from '../../../server/fixture.ts'
import { fixture, freshFixture } from '../../../server/shared-fixture.ts'
import { openFolder } from '../../../temporary.ts'

const PASSPHRASE = 'correct horse battery'

let aside: string
let at: ReturnType<typeof backupFolder>

freshFixture()
beforeEach(async () => {
  aside = openFolder()
  at = backupFolder(join(aside, 'backup'))
  await publish(' (0)')
  await publish(' (1)')
})

async function publish(said: string): Promise<void> {
  await fixture.publish({ fillers: 0, said, told: true, at: new Date().toISOString() })
}
const save = (options: Partial<BackUpOptions> = {}) =>
  backUp({
    ...{ paths: fixture.paths, folder: at, now: () => new Date(), passphrase: undefined, withSources: false, keep: 7 },
    ...options,
  })
async function restore(to: string, options: Partial<RestoreOptions> = {}) {
  const paths = pathsIn(join(aside, to))
  const backup = loadBackup(at, listBackups(at).at(-1) ?? '')
  const fixed = { paths, folder: at, backup, now: () => new Date(), passphrase: PASSPHRASE, old: undefined }
  const report = await restoreBackup({ ...fixed, replace: false, withoutPepper: false, ...options })
  return { paths, report }
}
const opened = async <Result>(paths: Paths, use: (state: Fixture['state']) => Promise<Result>): Promise<Result> => {
  const state = await openState(paths)
  try {
    return await use(state)
  } finally {
    await state.close()
  }
}
const storedOf = (path: string): string => {
  const { files } = loadBackup(at, listBackups(at).at(-1) ?? '')
  return join(at.files, files.find((file) => file.path === path)?.sha256 ?? 'none')
}
const everything = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile() && !name.startsWith('lock'))
    .sort()

describe('a backup', () => {
  it('has the state, the usage, every stored bundle, the archive and captured evidence, private to its owner', async () => {
    const { id } = await fixture.makeKey()
    const { paths } = fixture
    const usage = openUsage(paths)
    usage.write([{ account_id: id, minute: 1440, day: 1, minute_requests: 3, day_requests: 5 }])
    usage.close()
    mkdirSync(paths.events, { mode: 0o700 })
    writeFileSync(join(paths.events, '2024-10-01.ndjson'), 'an event\n', { mode: 0o600 })
    writeFileSync(paths.sourcesFile, 'sources: []\n', { mode: 0o600 })
    const evidence = openEvidence(paths.evidence)
    const page = evidence.keepPage(Buffer.from('<!doctype html>\n<p>A page.</p>\n'))
    evidence.save('a-club', { version: 1, pages: {}, captures: [] })
    const { backup } = await save({ passphrase: PASSPHRASE })
    expect(backup.head).toMatchObject({ publication: 2, ...(await fixture.state.head()) })
    expect(backup.files.filter(({ path }) => path.startsWith('bundles/') && !path.includes('retrieved'))).toHaveLength(
      2,
    )
    for (const folder of [at.root, at.files, at.backups]) expect(statSync(folder).mode & 0o777, folder).toBe(0o700)
    for (const name of everything(at.files)) expect(statSync(join(at.files, name)).mode & 0o777, name).toBe(0o600)

    const { paths: restored } = await restore('restored')
    const own = everything(paths.root).filter((name) => !/^(state\.sqlite|usage\.sqlite)-/.test(name))
    expect(everything(restored.root)).toEqual(own)
    for (const name of own.filter((name) => !/^(state\.sqlite|usage\.sqlite|feed\.mark)$/.test(name))) {
      expect(readFileSync(join(restored.root, name)).equals(readFileSync(join(paths.root, name))), name).toBe(true)
      expect(statSync(join(restored.root, name)).mode & 0o777, name).toBe(name.startsWith('parts/') ? 0o444 : 0o600)
    }
    expect(openEvidence(restored.evidence).text(page)).toBe('A page.')
    const counted = openUsage(restored, { readonly: true })
    expect(counted.latest()).toMatchObject([{ account_id: id, day_requests: 5 }])
    counted.close()
  })

  it('copies only what the folder lacks, and replaces a damaged file', async () => {
    const first = await save()
    expect(first.copied.files).toBe(new Set(first.backup.files.map(({ sha256 }) => sha256)).size)
    const part = first.backup.files.find(({ path }) => path.startsWith('parts/'))?.path ?? ''
    const before = statSync(storedOf(part)).ino
    expect((await save()).copied.files).toBeLessThanOrEqual(2)
    expect(statSync(storedOf(part)).ino).toBe(before)
    flip(storedOf(part))
    const { name } = await save()
    expect(verifyBackup(at, loadBackup(at, name))).toEqual([])
  })

  it('keeps the newest ones, and deletes only what none of them names', async () => {
    await save()
    await publish(' (2)')
    await save()
    writeFileSync(join(at.files, 'copy.writing'), 'of a killed backup')
    const { pruned } = await save({ keep: 2 })
    expect(pruned.backups).toHaveLength(1)
    expect(listBackups(at)).toHaveLength(2)
    const named = new Set(listBackups(at).flatMap((name) => loadBackup(at, name).files.map(({ sha256 }) => sha256)))
    expect(new Set(readdirSync(at.files))).toEqual(named)
  })

  it('deletes nothing while a kept manifest cannot be read', async () => {
    const { name } = await save()
    const files = readdirSync(at.files)
    writeFileSync(join(at.backups, `${name}.json`), '{')
    const { not_pruned } = await save({ keep: 2 })
    expect(not_pruned).toContain(`${name}.json: it is not the manifest of a backup, or it is truncated`)
    expect(readdirSync(at.files)).toEqual(expect.arrayContaining(files))
    expect(() => pruneBackups(at, 2)).toThrow('truncated')
  })

  it('is named later than every other one, also if the clock went back', async () => {
    const [first, second] = [await save(), await save({ now: () => new Date(0) })]
    expect(second.name > first.name).toBe(true)
    expect(listBackups(at).at(-1)).toBe(second.name)
  })

  it('stops, and leaves the earlier one whole, if a part of the current bundle is damaged or missing', async () => {
    const { name } = await save()
    await publish(' (2)')
    const { bundle = '' } = (await fixture.state.head()) ?? {}
    const sha256 = loadPartHashes(fixture.paths, bundle).get('endorsements')
    const part = join(fixture.paths.parts, `${sha256}.sqlite`)
    flip(part)
    await expect(save()).rejects.toThrow(/its bytes have the SHA-256 .*, expected .*; run: hustings build/)
    rmSync(part)
    await expect(save()).rejects.toThrow(/no such file.*; run: hustings build/)
    expect(listBackups(at)).toEqual([name])
    const backup = loadBackup(at, name)
    expect(verifyBackup(at, backup)).toEqual([])
    expect(readdirSync(at.files)).toHaveLength(new Set(backup.files.map(({ sha256 }) => sha256)).size)
  })

  it('takes the state again if the bundle that it names is deleted before its parts are copied', async () => {
    const { bundle = '' } = (await fixture.state.head()) ?? {}
    rmSync(join(fixture.paths.bundles, `${bundle}.json`))
    const saving = save()
    let failed = false
    saving.catch(() => {
      failed = true
    })
    // The feed mark and the state.
    const stored = (): string[] => (existsSync(at.files) ? readdirSync(at.files) : [])
    while (!failed && stored().filter((name) => name.length === 64).length < 2) await setImmediate()
    await publish(' (2)')
    const { backup } = await saving
    expect(backup.head).toMatchObject({ publication: 3 })
  })

  it('has the bytes of the sources if asked to, without damaged ones', async () => {
    const { raw, inbox } = fixture.paths
    const sha256 = createHash('sha256').update('kept').digest('hex')
    for (const folder of [raw, join(inbox, 'a-source')]) mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(join(raw, 'index.json'), '{}')
    writeFileSync(join(raw, sha256), 'kept')
    writeFileSync(join(raw, '0'.repeat(64)), 'damaged')
    writeFileSync(join(inbox, 'a-source', 'List of 2024.csv'), 'saved')
    expect((await save()).backup.files.some(({ path }) => /^(raw|inbox)/.test(path))).toBe(false)
    await save({ withSources: true })
    const { paths } = await restore('sources')
    expect(everything(paths.raw)).toEqual([sha256, 'index.json'].sort())
    expect(readFileSync(join(paths.inbox, 'a-source', 'List of 2024.csv'), 'utf8')).toBe('saved')
  })

  it('leaves out another bundle whose part is missing, and says so', async () => {
    const [, earlier] = await fixture.state.publications(2)
    const bundle = earlier?.bundle ?? ''
    rmSync(join(fixture.paths.parts, `${loadPartHashes(fixture.paths, bundle).get('endorsements')}.sqlite`))
    const { backup, left_out } = await save()
    expect(left_out).toMatchObject([{ bundle, why: expect.stringContaining('no such file') }])
    expect(backup.files.some(({ path }) => path.includes(bundle))).toBe(false)
  })

  it('refuses a folder with other files, a second backup at once, and an empty data folder', async () => {
    mkdirSync(at.root)
    writeFileSync(join(at.root, 'thesis.txt'), '')
    await expect(save()).rejects.toThrow('is not a backup folder: it has thesis.txt, expected an empty or a new folder')
    rmSync(join(at.root, 'thesis.txt'))
    const lock = takeLock(at, { pid: 1, command: 'backup', since: '2024-10-01T00:00:00.000Z' })
    await expect(save()).rejects.toThrow('hustings backup (process 1, since')
    lock.release()
    await expect(save({ paths: pathsIn(join(aside, 'nothing')) })).rejects.toThrow('there is nothing to back up')
  })
})

describe('a restore refuses, and writes nothing,', () => {
  const refused = async (...faults: (string | RegExp)[]): Promise<void> => {
    const fault: unknown = await restore('refused').catch((error: unknown) => error)
    expect(fault).toBeInstanceOf(Error)
    for (const one of faults) expect(fault instanceof Error ? fault.message : '').toMatch(one)
    expect(existsSync(join(aside, 'refused')) ? everything(join(aside, 'refused')) : []).toEqual([])
  }

  it('missing, truncated and changed files: it names each', async () => {
    const { backup } = await save()
    const [one, two, three] = backup.files.filter(({ path }) => path.startsWith('parts/')).map(({ path }) => path)
    if (!one || !two || !three) throw new Error('the bundle has too few parts')
    rmSync(storedOf(one))
    truncateSync(storedOf(two), 4096)
    flip(storedOf(three))
    await refused(
      new RegExp(`${one}: .* is missing`),
      new RegExp(`${two}: .*: got 4096 bytes, expected \\d+`),
      new RegExp(`${three}: .*: got bytes with the SHA-256 [0-9a-f]{64}, expected [0-9a-f]{64}`),
    )
  })

  it.each(['state.sqlite', 'pepper.sealed', 'feed.mark'])('a changed %s', async (path) => {
    await fixture.makeKey()
    await save({ passphrase: PASSPHRASE })
    flip(storedOf(path))
    await refused(new RegExp(`${path}: .*: got bytes with the SHA-256`))
  })

  it('a manifest that was changed, truncated, or is of another format', async () => {
    const { name } = await save()
    const file = join(at.backups, `${name}.json`)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace('state.sqlite', 'usage.sqlite'))
    await refused('it was changed: got the SHA-256')
    writeFileSync(file, text.slice(0, -100))
    await refused('it is truncated')
    const backup = { ...JSON.parse(text).backup, format: 2 }
    const sha256 = createHash('sha256').update(JSON.stringify(backup)).digest('hex')
    writeFileSync(file, JSON.stringify({ sha256, backup }))
    await refused('its format is 2, this version reads 1')
    rmSync(file)
    await refused('is missing')
  })

  it('another passphrase, and a folder with other files', async () => {
    await fixture.makeKey()
    await save({ passphrase: PASSPHRASE })
    await expect(restore('refused', { passphrase: 'another passphrase' })).rejects.toThrow('another passphrase')
    expect(existsSync(join(aside, 'refused'))).toBe(false)
    mkdirSync(join(aside, 'full'))
    writeFileSync(join(aside, 'full', 'raw'), '')
    await expect(restore('full')).rejects.toThrow('has raw, expected an empty folder')
    expect(everything(join(aside, 'full'))).toEqual(['raw'])
  })

  it('a folder that a process uses', async () => {
    await save()
    const paths = pathsIn(join(aside, 'used'))
    const owner = { pid: 1, command: 'serve', since: '2024-10-01T00:00:00.000Z' }
    const lock = takeLock({ root: paths.root, lock: paths.serveLock }, owner)
    await expect(restore('used')).rejects.toThrow('hustings serve (process 1')
    lock.release()
    await restore('used')
  })
})

it('the pepper is in the backup only under a passphrase, and its keys work after the restore', async () => {
  await fixture.makeKey()
  const pepper = readFileSync(fixture.paths.pepper)
  const { backup } = await save({ passphrase: PASSPHRASE })
  expect(backup.pepper).toBe('sealed')
  for (const name of readdirSync(at.files)) expect(readFileSync(join(at.files, name)).includes(pepper)).toBe(false)
  const { paths, report } = await restore('sealed')
  expect(report.pepper).toBe('restored')
  expect(await opened(paths, (state) => loadPepper(paths, state))).toEqual(pepper)
  expect(statSync(paths.pepper).mode & 0o777).toBe(0o600)

  expect((await save()).backup.pepper).toBe('left out')
  const without = await restore('without', { passphrase: undefined })
  expect(without.report.pepper).toBe('missing')
  expect(existsSync(without.paths.pepper)).toBe(false)
})

it('the pepper that the operator keeps elsewhere is checked, and never written', async () => {
  await fixture.makeKey()
  await save()
  const given = join(aside, 'given')
  writeFileSync(given, readFileSync(fixture.paths.pepper))
  const paths = { ...pathsIn(join(aside, 'kept')), pepper: given, pepperGiven: true }
  expect((await restore('kept', { paths })).report.pepper).toBe('given')
  writeFileSync(given, Buffer.alloc(32))
  const other = { ...pathsIn(join(aside, 'other')), pepper: given, pepperGiven: true }
  await expect(restore('other', { paths: other })).rejects.toThrow('this is a different pepper')
  expect(everything(other.root)).toEqual([])
})

it('the pepper that does not belong to the keys is not backed up', async () => {
  await fixture.makeKey()
  writeFileSync(fixture.paths.pepper, Buffer.alloc(32))
  await expect(save({ passphrase: PASSPHRASE })).rejects.toThrow('this is a different pepper')
  rmSync(fixture.paths.pepper)
  await expect(save({ passphrase: PASSPHRASE })).rejects.toThrow('expected the pepper, which a passphrase was given')
  expect(listBackups(at)).toEqual([])
})

it('the feed begins a new epoch if nothing shows what the old folder published', async () => {
  const { backup } = await save()
  const { paths, report } = await restore('alone')
  expect(report).toMatchObject({ new_epoch: true, lost: null, head: { seq: backup.head?.seq } })
  expect(report.head?.epoch).not.toBe(backup.head?.epoch)
  // The restored folder needs no second epoch.
  expect(await opened(paths, (state) => requireMark(paths, state))).toBeUndefined()
})

it('the feed continues in its epoch if the old folder has published nothing since', async () => {
  const { backup } = await save()
  const { paths, report } = await restore('same', { old: fixture.paths })
  expect(report).toMatchObject({ new_epoch: false, head: { epoch: backup.head?.epoch }, lost: { same_feed: true } })
  expect(await opened(paths, (state) => requireMark(paths, state))).toBeUndefined()

  const serving = { root: fixture.paths.root, lock: fixture.paths.serveLock }
  const lock = takeLock(serving, { pid: 1, command: 'serve', since: '' })
  const used = await restore('used', { old: fixture.paths })
  lock.release()
  expect(used.report).toMatchObject({ new_epoch: true, lost: { same_feed: false } })
})

it('the feed begins a new epoch if the old folder published more, and lists exactly what is lost', async () => {
  const revoked = await fixture.makeKey()
  const { state } = fixture
  const change = { by: 'test', at: new Date().toISOString() }
  const { id: account_id } = (await state.findAccount(revoked.account)) ?? { id: 0 }
  await state.createSubscription(account_id, { name: 'mine', filter: {} }, change.at)
  const { backup } = await save()
  await publish(' (2)')
  const created = await fixture.makeKey()
  await state.revokeKey({ id: revoked.id, account_id: null }, change)
  await state.createSubscription(account_id, { name: 'later', filter: {} }, change.at)
  const head = await state.head()
  const { report } = await restore('later', { old: fixture.paths })
  expect(report.new_epoch).toBe(true)
  if (!report.lost || typeof report.lost === 'string' || !backup.head || !head) throw new Error('not compared')
  const { lost } = report
  expect(lost.publications).toMatchObject([{ publication: 3, bundle: head.bundle }])
  expect(head.seq).toBeGreaterThan(backup.head.seq)
  expect(lost.events.map(({ seq }) => seq)).toEqual(
    Array.from({ length: head.seq - backup.head.seq }, (_, nth) => (backup.head?.seq ?? 0) + nth + 1),
  )
  expect(lost.keys_created.map(({ id }) => id)).toEqual([created.id])
  expect(lost.keys_revoked.map(({ id }) => id)).toEqual([revoked.id])
  expect(lost.changes.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['account.created', 'key.created', 'key.revoked']),
  )
  expect(lost.changes).toHaveLength(4)
  expect(lost.subscriptions).toEqual([{ account: revoked.account, name: 'later', change: 'created' }])
})

it('the feed begins a new epoch if the old folder is of another feed, or cannot be read', async () => {
  await save()
  const other = await openFixture()
  await other.publish({ fillers: 0 })
  const { report } = await restore('other', { old: other.paths })
  await other.close()
  expect(report).toMatchObject({ new_epoch: true, lost: expect.stringContaining('is not a later state of the backup') })
  const broken = pathsIn(join(aside, 'broken'))
  mkdirSync(broken.root)
  writeFileSync(broken.state, 'not a database, but long enough to be read as one '.repeat(100))
  const unread = await restore('unread', { old: broken })
  expect(unread.report).toMatchObject({ new_epoch: true, lost: expect.stringContaining('cannot be read') })
})

/** Flips a bit in the middle. */
function flip(file: string): void {
  chmodSync(file, 0o600)
  const bytes = readFileSync(file)
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  writeFileSync(file, bytes)
}
