// The code samples of /docs/samples, each file as it stands, against a server with the sample.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { SAMPLE_LANGUAGES, SAMPLE_TASKS } from '../../../apps/docs/site.ts'
import { projectFile } from '../../../data/store/paths.ts'
import { start } from '../../cli/hustings.ts'
import { shareFolder } from '../../temporary.ts'

type Ending = (typeof SAMPLE_LANGUAGES)[number]['ending']

const PROGRAMS = { sh: 'sh', mjs: process.execPath, py: 'python3' } as const
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const MISSING = ['curl', 'jq', 'python3'].filter((program) => !has(program))
const SKIPPED = MISSING.length === 0 ? null : `SKIPPED, for there is no ${MISSING.join(', ')}`
if (SKIPPED) console.warn(`The code samples: ${SKIPPED}.`)

/** What `make run` prints for programs: two lines to paste, and the command that makes a change. */
const PASTED = /^ {2}export HUSTINGS_URL=(\S+)\n {2}export HUSTINGS_KEY=(\S+)$[\s\S]+^ {2}(echo .+)$/m

const folder = shareFolder()
let server: ChildProcess
let service: { url: string; key: string; change: string }
const children: ChildProcess[] = []

/** Starts a sample in a folder of its own, in which it may keep its position. */
function run(task: string, ending: Ending, key = service.key) {
  const cwd = join(folder, `${task}-${ending}`)
  mkdirSync(cwd, { recursive: true })
  const child = spawn(PROGRAMS[ending], [projectFile('docs', 'samples', `${task}.${ending}`)], {
    cwd,
    env: { ...process.env, HUSTINGS_URL: service.url, HUSTINGS_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A shell's own children end with it.
    detached: true,
  })
  children.push(child)
  let [text, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    errors += chunk
  })
  return { child, cwd, text: () => text, errors: () => errors }
}

/** What a sample says that the server refuses. */
async function refusalOf(task: string, ending: Ending, key?: string): Promise<string> {
  const { child, text, errors } = run(task, ending, key)
  const [code] = await once(child, 'close')
  expect(code, `${task}.${ending}: ${errors()}`).toBeGreaterThan(0)
  // curl prints the whole answer.
  return text() + errors()
}

async function outputOf(task: string, ending: Ending): Promise<string> {
  const { child, text, errors } = run(task, ending)
  const [code] = await once(child, 'close')
  expect([code, errors()], `${task}.${ending}`).toEqual([0, ''])
  return text().trim()
}

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

describe.skipIf(SKIPPED !== null)(`the code samples${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  beforeAll(async () => {
    server = start(join(folder, 'var'), 'demo', '--port', '0')
    let printed = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    await vi.waitUntil(() => PASTED.test(printed), { timeout: 300_000, interval: 100 })
    const [, url = '', key = '', change = ''] = PASTED.exec(printed) ?? []
    service = { url, key, change }
  })
  afterAll(async () => {
    for (const child of children) end(child)
    server?.kill('SIGINT')
    if (server?.exitCode === null) await once(server, 'exit')
  })

  test('print the ballot of a place', async () => {
    const [json, node, python] = await Promise.all(
      (['sh', 'mjs', 'py'] as const).map((ending) => outputOf('ballot', ending)),
    )
    const { data } = z.object({ data: z.object({ contests: z.array(z.unknown()) }) }).parse(JSON.parse(json ?? ''))
    const lines = (node ?? '').split('\n')
    expect(lines.length).toBe(data.contests.length)
    expect(lines.length).toBeGreaterThan(3)
    expect(node).toContain('Mayor of Sample Mesa')
    expect(python).toBe(node)
  })

  test('walk every page of a list', async () => {
    const [json, node, python] = await Promise.all(
      (['sh', 'mjs', 'py'] as const).map((ending) => outputOf('endorsements', ending)),
    )
    const ids = (json ?? '').split('\n').map((line) => z.object({ id: z.number() }).parse(JSON.parse(line)).id)
    // More than one page.
    expect(ids.length).toBeGreaterThan(20)
    expect(new Set(ids).size).toBe(ids.length)
    expect((node ?? '').split('\n')).toHaveLength(ids.length)
    expect(python).toBe(node)
  })

  test('print recommendations', async () => {
    const [json, node, python] = await Promise.all(
      (['sh', 'mjs', 'py'] as const).map((ending) => outputOf('recommendations', ending)),
    )
    const { data } = z.object({ data: z.object({ contests: z.array(z.unknown()) }) }).parse(JSON.parse(json ?? ''))
    expect(data.contests.length).toBeGreaterThan(0)
    expect((node ?? '').split('\n')).toHaveLength(data.contests.length)
    expect(node).toMatch(/\((unanimous|majority|plurality|split) of \d+\)/)
    expect(python).toBe(node)
  })

  test('follow the changes, and miss none while they are stopped', async () => {
    const followers = SAMPLE_LANGUAGES.map(({ ending }) => ({ ending, ...run('follow', ending) }))
    for (const { cwd, ending } of followers)
      await expect.poll(() => existsSync(join(cwd, 'position')), { timeout: 60_000, message: ending }).toBe(true)
    const [stopped] = followers
    if (!stopped) throw new Error('there is no sample')
    for (const { child } of followers) {
      if (child !== stopped.child) continue
      const closed = once(child, 'close')
      end(child)
      await closed
    }
    expect(spawnSync('sh', ['-c', service.change], { cwd: process.cwd() }).status).toBe(0)
    const line = /^endorsement\.created Otto Example: Uma Sample$/m
    for (const { child, text, ending } of followers)
      if (child !== stopped.child) await expect.poll(text, { timeout: 120_000, message: ending }).toMatch(line)
    expect(stopped.text()).toBe('')
    const again = run('follow', stopped.ending)
    await expect.poll(again.text, { timeout: 60_000 }).toMatch(line)
  })

  test('end with the message of a refusal, and nothing else', async () => {
    const wrong = 'hst_live_wrong'
    const reply = await fetch(`${service.url}/v1/ballot`, { headers: { Authorization: `Bearer ${wrong}` } })
    const refused = z.object({ error: z.object({ message: z.string() }) }).parse(await reply.json()).error.message
    for (const { name } of SAMPLE_TASKS) {
      for (const { ending } of SAMPLE_LANGUAGES) {
        const said = await refusalOf(name, ending, wrong)
        if (ending === 'sh' && name !== 'follow') expect(said, name).toContain(refused)
        else expect(said, `${name}.${ending}`).toBe(`${refused}\n`)
      }
    }
  })

  test('end where the stored position is damaged', async () => {
    for (const { ending } of SAMPLE_LANGUAGES) {
      writeFileSync(join(folder, `follow-${ending}`, 'position'), 'damaged')
      expect(await refusalOf('follow', ending), ending).toMatch(/^Parameter `cursor`: .+\.\n$/)
    }
  })
})
