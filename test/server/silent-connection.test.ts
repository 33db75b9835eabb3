// Connections without traffic end, before the first request and after an answer, and others stay.

import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fixture, openFixture } from './fixture.ts'

const SILENT_MS = 600

let fixture: Fixture
let port: number
beforeAll(async () => {
  fixture = await openFixture()
  port = (await fixture.start({ silent: SILENT_MS })).port
})
afterAll(() => fixture.close())

interface Connection {
  socket: Socket
  received(): string
  /** Milliseconds from the beginning to its end. */
  ended: Promise<number>
}

function open(): Connection {
  const began = performance.now()
  const socket = connect(port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
  })
  const ended = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - began)))
  return { socket, received: () => received, ended }
}

const ask = ({ socket }: Connection) => socket.write('GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n')
const answers = ({ received }: Connection): number => received().split('HTTP/1.1 200 OK').length - 1

test('ends a connection that sends no request, and half of one', async () => {
  const [none, half] = [open(), open()]
  half.socket.write('GET /healthz HT')
  expect(await none.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(await half.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(answers(half)).toBe(0)
})

test('ends a connection that is idle after its answer, and none between requests', async () => {
  const [idle, busy] = [open(), open()]
  ask(idle)
  for (let asked = 1; asked <= 5; asked++) {
    ask(busy)
    await wait(SILENT_MS / 2)
    expect(answers(busy)).toBe(asked)
  }
  expect(busy.socket.destroyed).toBe(false)
  expect(await idle.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(answers(idle)).toBe(1)
  expect(await busy.ended).toBeGreaterThanOrEqual(2.5 * SILENT_MS)
})
