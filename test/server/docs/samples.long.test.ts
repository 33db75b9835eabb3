// The code samples of /docs/samples, each file as it stands, against a server with the sample.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { projectFile } from '../../../data/store/paths.ts'
import { SAMPLE_LANGUAGES, SAMPLE_TASKS } from '../../../server/docs/samples.ts'
import { start } from '../../cli/hustings.ts'

type Ending = (typeof SAMPLE_LANGUAGES)[number]['ending']

const PROGRAMS = { sh: 'sh', mjs: process.execPath, py: 'python3' } as const
const has = (program: string): boolean => spawnSync(program, ['--version']).status === 0
const MISSING = ['curl', 'jq', 'python3'].filter((program) => !has(program))
const SKIPPED = MISSING.length === 0 ? null : `SKIPPED, for there is no ${MISSING.join(', ')}`
if (SKIPPED) console.warn(`The code samples: ${SKIPPED}.`)

const demo = z.object({ url: z.string(), key: z.string(), change: z.string() })

let folder: string
let server: ChildProcess
let service: z.infer<typeof demo>
const children: ChildProcess[] = []

/** Starts a sample in a folder of its own, in which it may keep its position. */
function run(task: string, ending: Ending): { child: ChildProcess; cwd: string; text(): string } {
  const cwd = join(folder, `${task}-${ending}`)
  mkdirSync(cwd, { recursive: true })
  const child = spawn(PROGRAMS[ending], [projectFile('docs', 'samples', `${task}.${ending}`)], {
    cwd,
    env: { ...process.env, SERVER: service.url, KEY: service.key },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A shell's own children end with it.
    detached: true,
  })
  children.push(child)
  let text = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return { child, cwd, text: () => text }
}

async function outputOf(task: string, ending: Ending): Promise<string> {
  const { child, text } = run(task, ending)
  const [code] = await once(child, 'close')
  expect(code, `${task}.${ending}`).toBe(0)
  return text().trim()
}

function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid, 'SIGKILL')
}

describe.skipIf(SKIPPED !== null)(`the code samples${SKIPPED ? ` (${SKIPPED})` : ''}`, () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'hustings-samples-'))
    server = start(join(folder, 'var'), 'demo', '--port', '0', '--json')
    let printed = ''
    server.stdout?.setEncoding('utf8').on('data', (text: string) => {
      printed += text
    })
    const isWhole = (): boolean => {
      try {
        return demo.safeParse(JSON.parse(printed)).success
      } catch {
        return false
      }
    }
    await vi.waitUntil(isWhole, { timeout: 300_000, interval: 100 })
    service = demo.parse(JSON.parse(printed))
  })
  afterAll(async () => {
    for (const child of children) end(child)
    server?.kill('SIGINT')
    if (server?.exitCode === null) await once(server, 'exit')
    rmSync(folder, { recursive: true, force: true })
  })

  test('are all run here', () => {
    expect(SAMPLE_TASKS.map(({ name }) => name)).toEqual(['ballot', 'endorsements', 'recommendations', 'follow'])
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
})
