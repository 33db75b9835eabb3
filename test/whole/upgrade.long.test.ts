// The upgrade from each earlier version, as CHANGELOG describes it, from the data folder that the version left (frozen/).

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { runCommandAt } from '../cli/hustings.ts'
import { startServer } from '../cli/served-folder.ts'
import { shareFolder } from '../temporary.ts'

const FROZEN = projectFile('test', 'whole', 'frozen')
const frozen = readdirSync(FROZEN).flatMap((name) => /^(.+)\.tar\.br$/.exec(name)?.[1] ?? [])
const released = [...readFileSync(projectFile('CHANGELOG.md'), 'utf8').matchAll(/^## (\S+)$/gm)].map(([, name]) => name)

const ballot = z.object({ data: z.object({ location: z.object({ complete: z.boolean() }) }) })
const events = z.array(z.object({ type: z.string() }))
/** The feed contains an event for seven days. */
const DAY_AFTER = '2026-11-30T06:00:00.000Z'

const folder = shareFolder()

/** The bytes of us-atlas are those of the package. */
function unpack(version: string): { root: string; key: string } {
  const root = join(folder, version)
  mkdirSync(root)
  const tar = brotliDecompressSync(readFileSync(join(FROZEN, `${version}.tar.br`)))
  execFileSync('tar', ['-x', '-C', root], { input: tar })
  const atlas = readFileSync(projectFile('node_modules', 'us-atlas', 'counties-10m.json'))
  writeFileSync(join(root, 'sample', 'raw', createHash('sha256').update(atlas).digest('hex')), atlas)
  return { root, key: readFileSync(join(root, 'key'), 'utf8').trim() }
}

it('has the folder of every version before this one', () => {
  expect(frozen.sort()).toEqual(released.slice(1).sort())
})

describe.each(frozen)('the upgrade from %s', (version) => {
  let root: string
  let key: string
  beforeAll(() => {
    ;({ root, key } = unpack(version))
  })

  const run = (...words: string[]) => runCommandAt(DAY_AFTER, {}, root, ...words, '--sample')

  async function askBallot() {
    const { get, stop } = await startServer({}, root, '--as-of', '2026-11-29', '--sample')
    try {
      const reply = await get('/v1/ballot?lat=44.45&lng=-69.78', key)
      expect(reply.status).toBe(200)
      return ballot.parse(await reply.json()).data
    } finally {
      expect((await stop()).code).toBe(0)
    }
  }

  it('is announced by upgrade-check, which changes nothing', async () => {
    const state = () => readFileSync(join(root, 'sample', 'state.sqlite'))
    const before = state()
    const { code, stdout } = await run('upgrade-check')
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^warn {2}state .* migrates it to \d+/m)])
    expect(state().equals(before)).toBe(true)
  })

  it('serves the old bundle at once, with the old key', async () => {
    expect(await askBallot()).toMatchObject({ location: { complete: false } })
  })

  it('is done after one nightly, which no guard stops', async () => {
    const { code, stdout, stderr } = await run('nightly')
    expect([code, stderr]).toEqual([0, stderr])
    expect(stdout).toMatch(/^Published {2}publication 3, .*; 1 endorsement created$/m)
    expect(await askBallot()).toMatchObject({ location: { complete: true } })
    expect(existsSync(join(root, 'sample', 'warehouse.duckdb'))).toBe(true)
  })

  it('continues the feed, and leaves nothing to mend', async () => {
    const { code, stdout } = await run('events', 'list', '--json')
    expect(code).toBe(0)
    const types = events.parse(JSON.parse(stdout)).map(({ type }) => type)
    expect(types).toEqual(['endorsement.created', 'endorsement.deleted'])
    expect(await run('events', 'verify')).toMatchObject({ code: 0 })
    const doctor = await run('doctor')
    expect([doctor.code, doctor.stdout]).toEqual([0, doctor.stdout])
    expect(doctor.stdout).not.toMatch(/^FAIL/m)
    expect(await run('nightly')).toMatchObject({ code: 0, stdout: expect.stringContaining('nothing to publish') })
  })
})
