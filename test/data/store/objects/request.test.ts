// Which answers of object storage are asked for again.

import { expect, it } from 'vitest'
import { OBJECT_ATTEMPTS, OBJECT_RETRY_MS, request } from '../../../../data/store/objects/request.ts'

it.each([
  [409, true],
  [429, true],
  [500, true],
  [503, true],
  [403, false],
  [404, false],
])('a request is repeated after the status %i: %s', async (status, isRepeated) => {
  let sent = 0
  const send = async () => new Response(null, { status: sent++ === 0 ? status : 200 })
  const answer = await request({ send, store: 's3://sample', what: 'GET parts/a.sqlite' })
  expect([answer.status, sent]).toEqual(isRepeated ? [200, 2] : [status, 1])
})

it('waits twice as long before each further attempt', async () => {
  const at: number[] = []
  const send = async () => new Response(null, { status: at.push(performance.now()) > 0 ? 503 : 200 })
  await request({ send, store: 's3://sample', what: 'GET parts/a.sqlite' })
  const waits = at.slice(1).map((time, nth) => time - (at[nth] ?? 0))
  expect(waits).toHaveLength(OBJECT_ATTEMPTS - 1)
  // At least half of each wait: chance takes off the rest.
  for (const [nth, wait] of waits.entries()) expect(wait).toBeGreaterThan((OBJECT_RETRY_MS * 2 ** nth) / 2 - 2)
})
