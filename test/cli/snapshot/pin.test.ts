// `hustings snapshot pin` and `unpin`, and what doctor says about pins.

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadManifest, manifestFile } from '../../../data/store/manifest.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { shareFolder } from '../../temporary.ts'
import { runCommand } from '../hustings.ts'
import { ends } from '../temporary.ts'
import { dayBefore, publishSmall } from './published.ts'

const folder = shareFolder()
let old: string
let last: string
const run = (...words: string[]) => runCommand(folder, ...words)
const pins = async (): Promise<string[]> => {
  const listed: { bundle: string; kept_as: { kind: string; name?: string | null }[] }[] = JSON.parse(
    (await run('snapshot', 'list', '--json')).stdout,
  )
  return listed.flatMap(({ bundle, kept_as }) =>
    kept_as.flatMap(({ kind, name }) => (kind === 'pinned' ? [`${bundle} ${name}`] : [])),
  )
}

beforeAll(async () => {
  old = await publishSmall(folder, { name: 'old', daysAgo: 40 })
  last = await publishSmall(folder, { name: 'last', daysAgo: 0 })
})

describe('snapshot pin', () => {
  it('pins by the beginning of an id or by a date, with and without a name', async () => {
    expect(await run('snapshot', 'pin', old.slice(0, 8))).toEqual({
      code: 0,
      stdout: `Pinned     ${old}\n`,
      stderr: '',
    })
    const named = await run('snapshot', 'pin', dayBefore(39), '--name', 'election-night-2026', '--json')
    expect(JSON.parse(named.stdout)).toEqual({
      ...{ bundle: old, name: 'election-night-2026' },
      pinned_at: expect.stringMatching(/^\d{4}-.*Z$/),
    })
    expect((await run('snapshot', 'pin', last)).code).toBe(0)
    expect(await pins()).toEqual([`${last} null`, `${old} election-night-2026`])
  })

  it('refuses the name of another bundle', async () => {
    const named = `The name "election-night-2026" belongs to the pinned bundle ${old.slice(0, 12)}.`
    expect(await run('snapshot', 'pin', last, '--name', 'election-night-2026')).toMatchObject(ends(1, named))
  })

  it.each(['Upper', '-dash', 'two--dashes', '../up', 'x'.repeat(65), 'deadbeef', '2026-11-03', ''])(
    'refuses the name %j',
    async (name) => {
      expect(await run('snapshot', 'pin', last, `--name=${name}`)).toMatchObject({ code: 2, stdout: '' })
      expect(await pins()).toHaveLength(2)
    },
  )

  it('refuses a bundle that is gone, and names the stored ones', async () => {
    const stored = `${last.slice(0, 12)} of ${dayBefore(0)}, ${old.slice(0, 12)} of ${dayBefore(40)}`
    for (const gone of ['00000000', dayBefore(41)]) {
      const { code, stderr } = await run('snapshot', 'pin', gone)
      expect(code).toBe(1)
      expect(stderr).toContain(`Stored: ${stored}.\nNext: hustings snapshot list\n`)
    }
    expect(await run('snapshot', 'pin', 'Night')).toMatchObject({ code: 2 })
    expect(await run('snapshot', 'pin', 'night')).toMatchObject(ends(1, '"night"'))
  })

  it('is refused while another run holds the lock', async () => {
    const { takeLock } = await import('../../../data/store/lock.ts')
    const lock = takeLock(pathsIn(folder), { pid: 4711, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
    try {
      expect(await run('snapshot', 'pin', old)).toMatchObject({ code: 4 })
      expect(await run('snapshot', 'unpin', old)).toMatchObject({ code: 4 })
      expect(await run('snapshot', 'prune')).toMatchObject({ code: 4 })
    } finally {
      lock.release()
    }
  })
})

const found = async (): Promise<{ status: string; found: string; next?: string }[]> =>
  JSON.parse((await run('doctor', '--json')).stdout).filter(({ check }: { check: string }) => check === 'pins')

it('doctor reports a pinned bundle with a missing or short file', async () => {
  expect(await found()).toEqual([{ check: 'pins', status: 'ok', found: '2 pinned bundles, every file present' }])
  const paths = pathsIn(folder)
  const { sha256 } = loadManifest(paths, old).parts.officeholders
  const part = join(paths.parts, `${sha256}.sqlite`)
  const id = old.slice(0, 12)
  writeFileSync(part, 'short')
  const finding = (fault: string) => ({
    ...{ check: 'pins', status: 'fail', next: `hustings snapshot unpin ${id}` },
    found: `pinned bundle ${id} "election-night-2026": ${fault}; restore its files from a backup, or unpin it`,
  })
  expect(await found()).toEqual([finding(`${part} has 5 bytes, expected 17`)])
  rmSync(part)
  expect(await found()).toEqual([finding(`${part} is missing`)])
  rmSync(manifestFile(paths, old))
  expect(await found()).toEqual([finding(`there is no bundle ${old} in ${paths.bundles}`)])
})

it('snapshot unpin unpins by name or id, also a bundle that is gone', async () => {
  expect(await run('snapshot', 'unpin', 'election-night-2026')).toMatchObject({
    ...{ code: 0, stdout: `Unpinned   ${old}, "election-night-2026"\n` },
  })
  expect(JSON.parse((await run('snapshot', 'unpin', last.slice(0, 8), '--json')).stdout)).toMatchObject({
    ...{ bundle: last, name: null },
  })
  expect(await pins()).toEqual([])
})

it('snapshot unpin names the pins if none has the name', async () => {
  expect(await run('snapshot', 'unpin', 'night')).toMatchObject(ends(1, 'No bundle is pinned.'))
  await run('snapshot', 'pin', last, '--name', 'day')
  const pinned = `No pinned bundle has the name or id "night". Pinned: ${last.slice(0, 12)} "day".`
  expect(await run('snapshot', 'unpin', 'night')).toMatchObject(ends(1, pinned))
})
