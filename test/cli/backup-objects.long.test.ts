// `hustings backup s3://…` and its restore, against a real S3 server.

import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FaultyProxy, startFaultyProxy, startS3 } from '../object-store.ts'
import { PROOF_ONLY } from '../proof/only.ts'
import { type Fixture, openFixture } from '../server/fixture.ts'
import { openFolder } from '../temporary.ts'
import { type Ended, ended, startIn } from './hustings.ts'
import { ends } from './temporary.ts'

const s3 = await startS3()
const missing = 'missing' in s3 ? s3.missing : null
afterAll(async () => {
  if ('stop' in s3) await s3.stop()
})

let fixture: Fixture
let aside: string
let proxy: FaultyProxy
beforeEach(async () => {
  if ('missing' in s3) return
  fixture = await openFixture()
  aside = openFolder()
  proxy = await startFaultyProxy(s3, 'backups')
})
afterEach(async () => {
  await fixture?.close()
  await proxy?.close()
  if (aside) rmSync(aside, { recursive: true, force: true })
})

const run = (folder: string, words: readonly string[], settings: Record<string, string> = {}): Promise<Ended> =>
  ended(
    startIn(
      {
        ...('url' in s3 ? s3.environment(proxy.url) : {}),
        HUSTINGS_BACKUP_PASSPHRASE: 'correct horse battery',
        ...settings,
      },
      folder,
      ...words,
    ),
  )
const contents = (folder: string, name: string): Map<string, string> =>
  new Map(readdirSync(join(folder, name)).map((file) => [file, readFileSync(join(folder, name, file)).toString('hex')]))

describe.skipIf(missing !== null)(`backups in S3${missing === null ? '' : ` (${missing})`}`, () => {
  test('a backup is restored whole; the next one stores only what is new; older ones go', async () => {
    const { root } = fixture.paths
    await fixture.publish({ fillers: 0, told: true })
    const { key } = await fixture.makeKey()
    const first = await run(root, ['backup', 's3://hustings/backups', '--json'])
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(readdirSync(root)).not.toContain('backup-drafts')
    await fixture.publish({ fillers: 0, said: ' two', told: true })
    proxy.requests.length = 0
    const second = await run(root, ['backup', 's3://hustings/backups', '--keep', '1', '--json'])
    const report: { copied: { files: number }; files: number } = JSON.parse(second.stdout)
    expect(report.copied.files).toBeLessThan(report.files)
    expect(proxy.requests.filter((asked) => asked.startsWith('PUT files/'))).toHaveLength(report.copied.files)
    expect(proxy.requests.filter((asked) => asked.startsWith('DELETE backups/'))).toHaveLength(1)

    const to = join(aside, 'restored')
    expect(await run(to, ['restore', 's3://hustings/backups'])).toMatchObject({ code: 0 })
    for (const name of ['parts', 'bundles']) expect(contents(to, name)).toEqual(contents(root, name))
    expect(readFileSync(join(to, 'pepper')).equals(readFileSync(fixture.paths.pepper))).toBe(true)
    const keys = await run(to, ['keys', 'list', '--json'])
    expect(keys.stdout).toContain(key.slice(-4))
  })

  test.skipIf(PROOF_ONLY !== null)('a damaged or missing file is refused, and the folder stays empty', async () => {
    await fixture.publish({ fillers: 0, told: true })
    expect(await run(fixture.paths.root, ['backup', 's3://hustings/backups'])).toMatchObject({ code: 0 })
    const to = join(aside, 'restored')
    proxy.choose = (asked) => (asked.startsWith('GET files/') ? 'corrupt' : undefined)
    const damaged = await run(to, ['restore', 's3://hustings/backups'])
    expect(damaged).toMatchObject(ends(1, 'got the SHA-256'))
    expect(readdirSync(to).filter((name) => !name.startsWith('lock'))).toEqual([])
    proxy.choose = (asked) => (asked.startsWith('GET backups/') ? 'corrupt' : undefined)
    expect(await run(to, ['restore', 's3://hustings/backups'])).toMatchObject({ code: 1 })
  })

  test('refuses the place of the parts, and other addresses', async () => {
    await fixture.publish({ fillers: 0, told: true })
    const settings = { HUSTINGS_PARTS: 's3://hustings/backups/parts' }
    const mixed = await run(fixture.paths.root, ['backup', 's3://hustings/backups'], settings)
    expect(mixed).toMatchObject(ends(2, 'are not apart'))
    const wrong = await run(fixture.paths.root, ['backup', 's3://Bucket/x y'])
    expect(wrong).toMatchObject(ends(2, 'expected s3://bucket/prefix'))
    const bare = await run(fixture.paths.root, ['backup', 's3://hustings/other'], { AWS_ACCESS_KEY_ID: '' })
    expect(bare).toMatchObject(ends(1, "environment's AWS_ACCESS_KEY_ID"))
    proxy.choose = () => 'unavailable'
    const down = await run(fixture.paths.root, ['backup', 's3://hustings/other'])
    expect(down.code).toBe(1)
    expect(down.stderr).toContain('s3://hustings/other: GET other/files/: got the status 503')
    expect(down.stderr).not.toContain('not-a-secret')
  })
})
