// Which answers of object storage are asked for again.

import { expect, it } from 'vitest'
import { request } from '../../../../data/store/objects/request.ts'

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
