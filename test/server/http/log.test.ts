import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { createLines } from '../../../server/http/log.ts'
import { compiled } from '../../compiled.ts'
import { freshFolder } from '../../temporary.ts'
import { openSmallDisk, SMALL_DISK_MISSING } from '../../whole/small-disk.ts'
import { openFixture } from '../fixture.ts'
import { openSocket } from '../socket.ts'

const folder = freshFolder()
const fixture = await openFixture()
afterAll(() => fixture.close())
await fixture.publish()
const { key } = await fixture.makeKey()

const FULL = '/dev/full'

test.skipIf(!existsSync(FULL))('a full disk stops neither answers nor the shutdown', async () => {
  const server = await fixture.start({ logFile: FULL })
  for (let n = 0; n < 60; n++) {
    const reply = await fetch(`${server.url}/v1/states`, {
      headers: { Authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(5000),
    })
    expect(reply.status).toBe(200)
    await reply.arrayBuffer()
  }
  await server.close()
})

test('a malformed request has a line too, with the id of its answer', async () => {
  const logFile = join(folder, 'log')
  const server = await fixture.start({ logFile })
  const reply = String(await openSocket(server.url, '1 Secret Street\r\n\r\n').whole)
  await server.close()
  const id = /x-request-id: (\S+)/i.exec(reply)?.[1] ?? 'none'
  const log = readFileSync(logFile, 'utf8')
  const line: unknown = JSON.parse(log.split('\n').find((one) => one.includes(id)) ?? 'null')
  expect(line).toMatchObject({ request_id: id, method: null, route: null, status: 400 })
  expect(log).not.toContain('Secret')
})

describe('lines', () => {
  test('are all in the file, in order and complete; above the bound they are dropped, and counted', async () => {
    const file = join(folder, 'log')
    const lines = createLines(file)
    const all = Array.from({ length: 5000 }, (_, n) => `{"n":${n}}\n`)
    for (const [n, line] of all.entries()) {
      lines.write(line)
      if (n % 1000 === 0) await wait(5)
    }
    await wait(50)
    for (let n = 0; n < 3000; n++) lines.write(`{"text":"${'x'.repeat(1000)}"}\n`)
    await lines.close()
    const written = readFileSync(file, 'utf8')
    expect(written.startsWith(all.join(''))).toBe(true)
    const lost = expectAll(written, 8000)
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThan(2500)
  })

  const onFullDisk = 'refused by a full disk are written completely once it has room; those above the bound are counted'
  test(onFullDisk, async ({ skip }) => {
    skip(SMALL_DISK_MISSING !== null, SMALL_DISK_MISSING ?? '')
    const disk = openSmallDisk('8m')
    try {
      const file = join(disk.folder, 'log')
      writeFileSync(file, '')
      disk.fill(20_000)
      const lines = createLines(file)
      for (let n = 0; n < 3000; n++) lines.write(`{"n":${n},"text":"${'x'.repeat(1000)}"}\n`)
      await wait(700)
      disk.empty()
      await expect.poll(() => readFileSync(file, 'utf8')).toContain('lost_lines')
      lines.write('{"n":"last"}\n')
      await lines.close()
      expectAll(readFileSync(file, 'utf8'), 3001)
    } finally {
      disk.close()
    }
  })

  test('dropped because of a slow reader of stderr are counted, and the others are complete', async () => {
    const child = startWriter(0, 3000)
    await wait(1500)
    let heard = ''
    child.stderr.on('data', (chunk: Buffer) => {
      heard += chunk.toString()
    })
    await expect.poll(() => heard.includes('lost_lines')).toBe(true)
    child.stdin.end()
    expect(await once(child, 'close')).toEqual([0, null])
    expect(expectAll(heard, 3000)).toBeGreaterThan(0)
  })

  test('of workers that share stderr are not mixed', async () => {
    const child = startWriter(3, 900)
    const [heard, end] = await Promise.all([text(child.stderr), once(child, 'close')])
    expect(end).toEqual([0, null])
    expect(expectAll(heard, 2700)).toBe(0)
  })

  test('a file that cannot be opened is an error at the start', () => {
    expect(() => createLines(join(folder, 'none', 'log'))).toThrow(/^the log file .* cannot be opened/)
  })
})

function startWriter(workers: number, count: number) {
  const script = compiled('test', 'server', 'http', 'log-writer.ts')
  return spawn(process.execPath, [script, String(workers), String(count)], { stdio: ['pipe', 'inherit', 'pipe'] })
}

/** Expects complete lines, and that written and lost lines add up. @returns the number of lost lines */
function expectAll(written: string, count: number): number {
  const lines = written
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const lost = lines.reduce((sum, { lost_lines = 0 }) => sum + lost_lines, 0)
  expect(lines.filter(({ lost_lines }) => lost_lines === undefined).length + lost).toBe(count)
  return lost
}
