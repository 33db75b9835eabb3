import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { openFixture } from './fixture.ts'
import { openSocket } from './socket.ts'

const SILENT_MS = 600

const fixture = await openFixture()
afterAll(() => fixture.close())
const { url } = await fixture.start({ silent: SILENT_MS })

/** With the milliseconds from the beginning to its end. */
function open(text = '') {
  const began = performance.now()
  const connection = openSocket(url, text)
  return { ...connection, ended: connection.whole.then(() => performance.now() - began) }
}

const ASK = 'GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n'

test('ends a connection that sends no request, and half of one', async () => {
  const [none, half] = [open(), open('GET /healthz HT')]
  expect(await none.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(await half.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(half.statuses()).toHaveLength(0)
})

test('ends a connection that is idle after its answer, and none between requests', async () => {
  const [idle, busy] = [open(ASK), open()]
  for (let asked = 1; asked <= 5; asked++) {
    busy.socket.write(ASK)
    await wait(SILENT_MS / 2)
    expect(busy.statuses()).toHaveLength(asked)
  }
  expect(busy.socket.destroyed).toBe(false)
  expect(await idle.ended).toBeGreaterThanOrEqual(SILENT_MS - 50)
  expect(idle.statuses()).toHaveLength(1)
  expect(await busy.ended).toBeGreaterThanOrEqual(2.5 * SILENT_MS)
})
