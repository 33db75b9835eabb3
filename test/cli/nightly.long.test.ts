// The sample's path from source files to bundle, publication and an answer over HTTP; a real process where a signal, a port or a lock
// matters.

import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CHAIN_START } from '../../data/schema/event.ts'
import { findLockHolder } from '../../data/store/lock.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { createVisitor } from '../apps/console/visitor.ts'
import { openFolder, shareFolder } from '../temporary.ts'
import { ended, hustings, printed, runCommand, start } from './hustings.ts'
import { copySample } from './sample.ts'
import { startServer } from './served-folder.ts'
import { ends } from './temporary.ts'

const demoOutput = z.object({
  url: z.string(),
  key: z.string(),
  places: z.array(z.string()),
  follow: z.string(),
  change: z.string(),
  explore: z.string(),
  desk: z.string(),
  editor: z.object({ account: z.string(), password: z.string() }),
})

const folder = shareFolder()
let first: Awaited<ReturnType<typeof copySample>>
const sample = () => pathsIn(join(folder, 'sample'))
const run = (...words: string[]) => runCommand(folder, ...words, '--sample')
const runProcess = (...words: string[]) => hustings(folder, ...words, '--sample')

beforeAll(async () => {
  first = await copySample(folder)
})

describe('nightly', () => {
  it('ends with a summary on stdout and progress in plain lines on stderr', () => {
    expect(first).toMatchObject({ code: 0 })
    expect(first.stdout).toMatch(/^Rows in {4}\d+ records of 5 sources: 5 read, 0 unchanged$/m)
    expect(first.stdout).toMatch(/^Rows out {3}.*\d+ contest/m)
    expect(first.stdout).toMatch(/^Published {2}publication 1, bundle [0-9a-f]{12}\n {11}head 0:0{64}$/m)
    expect(first.stdout).toMatch(/^Changed {4}first nightly run here/m)
    expect(first.stdout).toMatch(/^Parts {6}places [\d.]+ MB new, /m)
    expect(first.stdout).toMatch(/^me-2028-11-07-general +\d+ +\d+/m)
    expect(first.stderr).toMatch(/^Ingest: begins$/m)
    expect(first.stderr).toMatch(/^Publish: publication 1/m)
    expect(first.stderr).toMatch(/Next: hustings serve --sample\n$/)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no escape codes may reach a file.
    expect(first.stdout + first.stderr).not.toMatch(/\x1b/)
  })

  it('leaves only sealed parts readable by other users, in a folder that they cannot open', () => {
    const { root } = pathsIn(join(first.made, 'sample'))
    const modes = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mode } = statSync(join(root, name))
      return [name, mode & 0o077] as const
    })
    expect(modes.filter(([name, others]) => others !== 0 && !/^parts\/[0-9a-f]{64}\.sqlite$/.test(name))).toEqual([])
    expect(modes.map(([name]) => name)).toEqual(
      expect.arrayContaining(['work.duckdb', 'warehouse.duckdb', 'raw', 'parts', 'bundles', 'state.sqlite']),
    )
    expect(statSync(root).mode & 0o777).toBe(0o700)
  })

  it('prints the path of the report, which exists', () => {
    const [, report = ''] = /^Report {5}(.*)$/m.exec(first.stdout) ?? []
    expect(readdirSync(report).sort()).toEqual([
      ...['elections.csv', 'issues.csv', 'nightly.json', 'sources.ndjson', 'summary.json'],
    ])
    const [columns, ...elections] = readFileSync(join(report, 'elections.csv'), 'utf8').trimEnd().split('\n')
    expect(columns).toBe('election,contests,choices,lines held,of another plan,not held')
    expect(elections.length).toBeGreaterThan(5)
  })

  it('stops between steps at SIGINT, and releases the lock', async () => {
    const child = start(folder, 'nightly', '--sample')
    const end = ended(child)
    await printed(child, 'stderr', /Ingest: begins/)
    child.kill('SIGINT')
    const { code, stderr } = await end
    expect(code).toBe(1)
    expect(stderr).toMatch(/hustings: stopped before .*\nNext: node dist\/cli.js nightly --sample\n$/)
    expect(findLockHolder(sample()).held).toBe(false)
  })

  it('completes after a stopped run, publishes nothing the second time, and reports that in JSON', async () => {
    const second = await run('nightly', '--json')
    expect(second.code).toBe(0)
    const { publish, build, changed, ingest, rows } = JSON.parse(second.stdout)
    expect(publish).toMatchObject({ publication: 1, changed: false })
    expect(build.parts).toMatchObject({ places: { reused: true }, ballots: { reused: true } })
    expect(ingest.totals.status).toMatchObject({ read: 0, unchanged: 5, failed: 0 })
    expect(first.stderr).toMatch(/^Ingest: sample-places: read, /m)
    expect(second.stderr).not.toMatch(/^Ingest: sample-/m)
    expect(changed).toEqual([])
    expect(rows.contest).toBeGreaterThan(0)
    const { stdout } = await run(
      ...(['sql', '--json'] as const),
      'SELECT count(*) AS n, count(*) FILTER (current) AS current, (SELECT count(*) FROM api.endorsement) AS served FROM api.endorsement_history',
    )
    const [{ n, current, served }] = JSON.parse(stdout)
    expect([n, current]).toEqual([served, served])
  })

  it('reports nothing as new if every source is read and built again', async () => {
    rmSync(sample().work)
    const { stdout } = await run('nightly')
    expect(stdout).toMatch(/: 5 read, 0 unchanged$/m)
    expect(stdout).toMatch(/^Changed {4}no contest and no choice since the last nightly$/m)
    expect(stdout).toMatch(/^Parts {6}places [\d.]+ MB unchanged, ballots [\d.]+ MB unchanged, endorsements /m)
    expect(stdout).toMatch(/^Published {2}nothing to publish/m)
  })

  it('fails if no source could be read, now or before', async () => {
    const empty = openFolder()
    const { code, stdout, stderr } = await runCommand(empty, 'nightly', '--sample', '--mirror', empty)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('Next: hustings ingest')
  })
})

it('the steps one by one make the same bundle as the nightly', async () => {
  const other = openFolder()
  const step = (...words: string[]) => runCommand(other, ...words, '--sample')
  expect(await step('rollback')).toMatchObject(ends(1, 'Next: hustings nightly'))
  expect(await step('publish')).toMatchObject(ends(1, 'Next: hustings build'))
  expect(await step('build')).toMatchObject(ends(1, 'Next: hustings ingest'))
  expect(await step('ingest')).toMatchObject(ends(0, 'Next: hustings build'))
  const build = JSON.parse((await step('build', '--json')).stdout)
  const publish = JSON.parse((await step('publish', '--json')).stdout)
  expect(publish).toMatchObject({ publication: 1, bundle: build.bundle, changed: true, head: `0:${CHAIN_START}` })
  expect((await step('publish')).stdout).toMatch(/^nothing to publish: .*\nhead 0:0{64}\n$/)
  expect(existsSync(join(sample().bundles, `${build.bundle}.json`))).toBe(true)

  const work = await openWarehouse(pathsIn(join(other, 'sample')).work)
  await work.run("UPDATE core.source_read SET licence = 'found on the web' WHERE source_id = 'sample-ballots'")
  await work.close()
  // A check refuses the rows of the source without a known licence. Without them too much would disappear, so nothing is published.
  const refusing = await step('build', '--json')
  expect(refusing).toMatchObject(ends(1, 'refused the rows of sample-ballots'))
  const refused = JSON.parse(refusing.stdout)
  expect(refused.bundle).not.toBe(build.bundle)
  expect(refused.refused).toMatchObject([{ source_id: 'sample-ballots', check: 'source-has-a-licence', rows_in: null }])
  expect(refused.refused[0].sample).toContain('found on the web')
  const served = loadManifest(pathsIn(join(other, 'sample')), refused.bundle).sources.map(({ id }) => id)
  expect([served.includes('sample-places'), served.includes('sample-ballots')]).toEqual([true, false])
  const guarded = await step('publish', '--json')
  expect(guarded).toMatchObject(ends(1, 'hustings publish --accept'))
})

it('sql and doctor over the sample hashes the published parts, and detects one wrong byte', async () => {
  const sound = await runProcess('doctor')
  expect(sound.stdout).toMatch(/^ok {4}part places .*hash matches$/m)
  expect(sound.code).toBe(0)
  const [part = ''] = readdirSync(sample().parts)
  const file = join(sample().parts, part)
  const bytes = readFileSync(file)
  expect(statSync(file).mode & 0o777).toBe(0o444)
  rmSync(file)
  const damaged = Buffer.from(bytes)
  damaged.writeUInt8(damaged.readUInt8(5000) ^ 1, 5000)
  writeFileSync(file, damaged)
  expect(await run('doctor')).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^FAIL {2}part \w+ .*its bytes do not match the hash in its name/m),
  })
  writeFileSync(file, bytes)
})

it('serve accepts a key made while it runs, notices its revocation, and exits with 0', async () => {
  const { url, pid, get, stop } = await startServer({}, folder, '--sample', '--as-of', '2028-10-15')
  const ask = (key: string) => get('/v1/ballot?lat=44.45&lng=-69.78', key)
  await run('accounts', 'create', 'demo')
  await run('accounts', 'approve', 'demo')
  const { key, id } = JSON.parse((await run('keys', 'create', '--account', 'demo', '--json')).stdout)
  await within1s(async () => expect((await ask(key)).status).toBe(200))
  const { data } = JSON.parse(await (await ask(key)).text())
  expect(data.contests.length).toBeGreaterThan(0)

  for (const workers of [[], ['--workers', '2']]) {
    const second = await runProcess('serve', '--port', '0', ...workers)
    expect(second).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining(`process ${pid}, `) })
    expect(second.stderr).toContain(url)
    expect(second.stderr).toMatch(/\nNext: node dist\/cli.js serve --sample --workers 2 /)
  }

  await run('keys', 'revoke', String(id))
  await within1s(async () => expect((await ask(key)).status).toBe(401))
  expect((await stop()).code).toBe(0)
})

it('demo prints places that have answers, and a command that makes an event on the stream', async () => {
  const demo = start(folder, 'demo', '--port', '0', '--json')
  const end = ended(demo)
  const [text = ''] = await printed(demo, 'stdout', /\{[\s\S]*\n\}/)
  const { url, key, places, follow, change, explore, desk, editor } = demoOutput.parse(JSON.parse(text))
  // Open without an account, as it says; the desk asks its editor to sign in.
  expect((await fetch(explore)).url).toBe(`${url}/explore`)
  expect((await fetch(desk)).url).toBe(`${url}/console/sign-in?to=%2Fdesk`)
  const visitor = createVisitor(url)
  expect((await visitor.signIn(editor.account, editor.password)).status).toBe(303)
  expect((await visitor.get('/desk/trial-gazette')).text).toContain('The Trial Gazette')
  const headers = { Authorization: `Bearer ${key}` }
  expect(places.length).toBe(3)
  for (const place of places) {
    const [, address = ''] = /'(http[^']+)'$/.exec(place) ?? []
    const reply = await fetch(address, { headers })
    expect(reply.status, place).toBe(200)
    expect(JSON.parse(await reply.text()).data.contests.length, place).toBeGreaterThan(0)
  }
  expect(follow).toContain(`'${url}/v1/stream'`)
  const { next_cursor } = JSON.parse(await (await fetch(`${url}/v1/events`, { headers })).text())
  const shell = spawnSync('sh', ['-c', change], { encoding: 'utf8' })
  expect([shell.status, shell.stderr]).toEqual([0, ''])
  const poll = async () =>
    JSON.parse(await (await fetch(`${url}/v1/events?cursor=${next_cursor}&wait=25`, { headers })).text()).data
  await expect.poll(poll).toEqual([
    expect.objectContaining({
      type: 'endorsement.created',
      endorser: expect.objectContaining({ slug: 'otto-example' }),
    }),
  ])
  demo.kill('SIGINT')
  const { code, stderr } = await end
  expect(code).toBe(0)

  expect(stderr).toMatch(/^\S+\/sample keeps accounts, keys, drafts and events for the next run/m)
  const again = start(folder, 'demo', '--port', '0', '--json')
  const [next = ''] = await printed(again, 'stdout', /\{[\s\S]*\n\}/)
  const second = demoOutput.parse(JSON.parse(next))
  // The sample's own files again, without the line that was added; the feed goes on, and the key still works.
  const events = await fetch(`${second.url}/v1/events?cursor=${next_cursor}`, { headers })
  const types = JSON.parse(await events.text()).data.map(({ type }: { type: string }) => type)
  expect(types).toEqual(['endorsement.created', 'endorsement.deleted'])
  expect(second.editor.password).not.toBe(editor.password)
  const signIn = async ({ password }: typeof editor) =>
    (await createVisitor(second.url).signIn(editor.account, password)).status
  expect(await signIn(editor)).not.toBe(303)
  expect(await signIn(second.editor)).toBe(303)
  again.kill('SIGINT')
  await ended(again)
})

/** Retries until the condition holds, for at most the time in which a server notices a publication or a key. */
async function within1s(expectation: () => Promise<void>): Promise<void> {
  const deadline = performance.now() + 1000
  for (;;) {
    try {
      await expectation()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}
