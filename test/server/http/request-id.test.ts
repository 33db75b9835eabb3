// The id of a request: a UUID version 7 with its time, never the same twice.

import { expect, test } from 'vitest'
import { makeRequestId } from '../../../server/http/exchange.ts'

const NOW = 1_732_752_000_123
/** More than one pool of random digits. */
const COUNT = 4000

test('ids begin with their millisecond, say that they are random, and differ', () => {
  const ids = Array.from({ length: COUNT }, (_, at) => makeRequestId(NOW + (at >> 2)))
  for (const [at, id] of ids.entries()) {
    const [, time = '', rest = ''] =
      /^req_([0-9a-f]{8}-[0-9a-f]{4})-(7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})$/.exec(id) ?? []
    expect(Number.parseInt(time.replace('-', ''), 16), id).toBe(NOW + (at >> 2))
    expect(rest, id).not.toBe('')
  }
  expect(new Set(ids.map((id) => id.slice(19))).size).toBe(COUNT)
})

test('each random digit takes every value', () => {
  const ids = Array.from({ length: COUNT }, () => makeRequestId(NOW))
  for (let at = 'req_00000000-0000-7'.length; at < (ids[0]?.length ?? 0); at++) {
    const values = new Set(ids.map((id) => id[at]))
    const expected = values.has('-') ? 1 : at === 'req_00000000-0000-7000-'.length ? 4 : 16
    expect(values.size, `digit ${at}`).toBe(expected)
  }
})
