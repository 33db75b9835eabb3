// Snapshot files on the command line: pack, verify, rebuild and serve.

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadVersion, projectFile } from '../../../data/store/paths.ts'
import { shareFolder } from '../../temporary.ts'
import { ended, printed, runCommand, start } from '../hustings.ts'
import { ends } from '../temporary.ts'
import { DAY, packSample, servesSnapshot } from './served-snapshot.ts'

const folder = shareFolder()
const file = join(folder, 'night.tar')
let created: Awaited<ReturnType<typeof packSample>>
const run = (...words: string[]) => runCommand(folder, ...words)
/** A machine without any data. */
const fresh = (name: string) => join(folder, name)

beforeAll(async () => {
  created = await packSample(folder, file)
})

describe('hustings snapshot create', () => {
  it('exports the bundle first, and says how to cite and reproduce it', async () => {
    expect(created.exports).toBeGreaterThan(30)
    const to = join(folder, 'other.tar')
    const { stdout } = await run('snapshot', 'create', '--sample', '--as-of', DAY, '--output', to)
    expect(stdout).toContain(`Bundle     ${created.bundle}`)
    const [, id] = /Cite .* snapshot sha256:([0-9a-f]{64})/.exec(stdout) ?? []
    expect(stdout).toContain(`--rebuild --expect ${id}`)
    // Its description has no name, so its id is another.
    expect(id).not.toBe(created.id)
  })

  it('never replaces a file', async () => {
    const words = ['--sample', '--name', 'b', '--as-of', DAY, '--output', file]
    const next = `exists.\nNext: hustings snapshot create --sample --name b --as-of ${DAY} --output OTHER_FILE\n`
    expect(await run('snapshot', 'create', ...words)).toMatchObject(ends(1, next))
  })

  it('names the folder in which it cannot write the file', async () => {
    const create = (output: string) => run('snapshot', 'create', '--sample', '--output', output)
    const missing = join(folder, 'missing')
    expect((await create(join(missing, 'a.tar'))).stderr).toContain(`There is no folder ${missing}`)
    expect((await create(join(file, 'a.tar'))).stderr).toContain(`${file} is a file, expected a folder`)
    expect((await create(folder)).stderr).toContain(`${folder} exists`)
  })

  it.each([
    [['--name', 'Election Night'], 'Expected lower-case letters'],
    [['--name', '2026-11-03'], 'Expected a name that is no date'],
    [['1234567'], 'No bundle is pinned as "1234567". Expected'],
    [['--as-of', '2026-13-01'], 'Expected a date'],
    [['ffffffffffff'], 'No bundle begins with "ffffffffffff"'],
    [['2020-01-01'], 'Nothing was published on 2020-01-01 or before'],
  ])('refuses %j', async (words, why) => {
    const { code, stderr } = await run('snapshot', 'create', '--sample', ...words)
    expect({ code: code === 0, stderr }).toEqual({ code: false, stderr: expect.stringContaining(why) })
  })
})

/** A copy of the snapshot file with one other bit. */
function damage(name: string, at: number): string {
  const bytes = readFileSync(file)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  writeFileSync(join(folder, name), bytes)
  return join(folder, name)
}

/** Null in a copy of the project without its history. */
function commitOfBuild(): string | null {
  const file = projectFile('dist', 'commit')
  return existsSync(file) ? readFileSync(file, 'utf8').trim() : null
}

describe('hustings snapshot verify', () => {
  const verify = (name: string, ...words: string[]) => runCommand(fresh(name), 'snapshot', 'verify', ...words)

  it('checks a file on a machine without data, and leaves nothing behind', async () => {
    const { code, stdout } = await verify('checker', file, '--expect', created.id)
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining(`${created.id} (as expected)`) })
    expect(stdout).toContain(`${created.bundle}, as of ${DAY}`)
    expect(readdirSync(join(fresh('checker'), 'snapshots'))).toEqual([])
  })

  it('removes what a killed command left a day ago, and nothing of a running one', async () => {
    const [left, running] = ['unpacking-left', 'unpacking-running'].map((name) =>
      join(fresh('killed'), 'snapshots', name),
    )
    for (const one of [left, running]) mkdirSync(String(one), { recursive: true })
    utimesSync(String(left), new Date(), new Date(Date.now() - 25 * 3_600_000))
    expect(await verify('killed', file)).toMatchObject({ code: 0 })
    expect(readdirSync(join(fresh('killed'), 'snapshots'))).toEqual(['unpacking-running'])
  })

  it('says what a file is that is no snapshot', async () => {
    expect((await verify('e', folder)).stderr).toContain(`${folder} is a folder, expected a snapshot file`)
    expect((await verify('f', '/dev/null')).stderr).toContain('/dev/null is a special file, expected a snapshot file')
    const zipped = join(folder, 'night.tar.gz')
    writeFileSync(zipped, gzipSync(readFileSync(file)))
    expect((await verify('g', zipped)).stderr).toContain(`${zipped}: it is no tar file, expected one that`)
  })

  it('builds the same bytes again from the packed sources alone', async () => {
    const { code, stdout, stderr } = await verify('rebuilder', file, '--rebuild', '--json')
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    const { rebuilt } = JSON.parse(stdout)
    expect(rebuilt).toMatchObject({ same_code: true, packed_by: loadVersion(), packed_commit: commitOfBuild() })
    expect(rebuilt.parts).toEqual(
      ['places', 'ballots', 'endorsements', 'officeholders'].map((part) => ({ part, equal: 'bytes' })),
    )
  })

  it('refuses a changed file, another id and a missing file', async () => {
    const changed = damage('changed-byte.tar', readFileSync(file).length >> 1)
    expect(await verify('a', changed)).toMatchObject(ends(1, /is damaged|is not zero/))
    expect(await verify('b', file, '--expect', 'f'.repeat(64))).toMatchObject(
      ends(1, `its id is ${created.id}, expected ${'f'.repeat(64)}`),
    )
    expect(await verify('c', file, '--expect', 'beef')).toMatchObject({ code: 2 })
    expect(await verify('d', join(folder, 'none.tar'))).toMatchObject(ends(1, 'There is no file'))
  })
})

describe('hustings serve --snapshot', () => {
  it('answers on a machine without data, as of its day, and again after a restart', async () => {
    const served = { machine: fresh('server'), file, ...created }
    await servesSnapshot(served)
    await servesSnapshot(served)
  })

  it('unpacks a file once for two servers that start together, and the second one is refused', async () => {
    const machine = fresh('two-servers')
    const starts = [1, 2].map(() => start(machine, 'serve', '--snapshot', file, '--port', '0'))
    const exits = starts.map((server) => ended(server))
    const listening = starts.map(async (server, nth) => {
      await printed(server, 'stdout', /Hustings answers/)
      return nth
    })
    const first = await Promise.any(listening)
    const refused = await exits[1 - first]
    expect(refused).toMatchObject(ends(4, 'Another server'))
    starts[first]?.kill('SIGTERM')
    expect(await exits[first]).toMatchObject({ code: 0 })
    await Promise.allSettled(listening)
    expect(readdirSync(join(machine, 'snapshots'))).toEqual([created.id])
  })

  it('refuses a changed file before it listens, and keeps nothing of it', async () => {
    const changed = damage('served-changed.tar', readFileSync(file).length - 3000)
    const machine = fresh('server-changed')
    const refused = await runCommand(machine, 'serve', '--snapshot', changed, '--port', '0')
    expect(refused).toMatchObject(ends(1, /is damaged|is not zero/))
    expect(() => statSync(join(machine, 'snapshots', created.id))).toThrow('ENOENT')
  })
})
