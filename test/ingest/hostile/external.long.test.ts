// External entities, links to other workbooks and XInclude: a system call trace shows that no named file or connection is opened.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readApart } from './apart.ts'

const CALLS = 'open,openat,openat2,connect,sendto,sendmsg,sendmmsg'
const mayTrace = spawnSync('strace', ['-f', '-qq', '-e', `trace=${CALLS}`, 'true']).status === 0
const SECRET = 'quexzylvane'

test.skipIf(!mayTrace)('are neither opened nor requested', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hustings-external-'))
  const secret = join(folder, 'secret.txt')
  const trace = join(folder, 'trace')
  writeFileSync(secret, SECRET)
  let calls = 0
  const server = createServer((socket) => {
    calls++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  const named = { HUSTINGS_TEST_FILE: secret, HUSTINGS_TEST_PORT: String(port) }
  const strace = ['strace', '-D', '-f', '-qq', '-s', '300', '-e', `trace=${CALLS}`, '-o', trace]
  const outcomes = await readApart('external-cases.ts', { before: strace, named })
  server.close()

  expect(outcomes.map(({ what, gave, error }) => [what, gave ?? error?.message])).toEqual([
    ['an entity of a file', 'feed.xml:2: has a document type declaration, which could declare entities; expected none'],
    [
      'an entity of an address',
      'feed.xml:1: has a document type declaration, which could declare entities; expected none',
    ],
    [
      'a document type of an address',
      'feed.xml:1: has a document type declaration, which could declare entities; expected none',
    ],
    ['a style sheet, a schema and an include', 1],
    ['a workbook that links to a file and an address', 1],
    ['the file itself, which a trace shows', 1],
  ])
  expect(JSON.stringify(outcomes)).not.toContain(SECRET)
  const lines = readFileSync(trace, 'utf8').split('\n')
  rmSync(folder, { recursive: true })
  expect(lines.filter((line) => line.includes('secret.txt'))).toHaveLength(1)
  expect(lines.filter((line) => /sa_family=AF_INET/.test(line))).toEqual([])
  expect(calls).toBe(0)
})
