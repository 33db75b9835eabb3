import { afterEach, expect, test, vi } from 'vitest'
import { createLongWork } from '../../../server/limits/long-work.ts'

const LIMITS = { atOnce: 1, waiting: 2, waitMs: 1000 }
const ACCOUNT = 7
const here = (): AbortSignal => new AbortController().signal
const open = () => createLongWork(() => performance.now(), LIMITS)

afterEach(() => {
  vi.useRealTimers()
})

test('waits for its turn; above the limit of waiting pieces it is refused, and other accounts are not', async () => {
  const work = open()
  const first = await work.begin(ACCOUNT, here())
  const began: number[] = []
  const later = [1, 2].map((n) =>
    work.begin(ACCOUNT, here()).then((permit) => {
      began.push(n)
      return permit
    }),
  )
  await expect(work.begin(ACCOUNT, here())).rejects.toMatchObject({ status: 429, code: 'rate_limit_exceeded' })
  await work.begin(ACCOUNT + 1, here())
  expect(began).toEqual([])
  first.end()
  first.end()
  const second = await later[0]
  expect(began).toEqual([1])
  second?.end()
  const third = await later[1]
  expect(began).toEqual([1, 2])
  third?.end()
  await work.begin(ACCOUNT, here())
})

test('passes its turn to the next one that still waits', async () => {
  const work = open()
  const first = await work.begin(ACCOUNT, here())
  const leaving = new AbortController()
  const gone = work.begin(ACCOUNT, leaving.signal)
  const next = work.begin(ACCOUNT, here())
  leaving.abort()
  await expect(gone).rejects.toMatchObject({ name: 'AbortError' })
  first.end()
  const second = await next
  second.end()
  await expect(work.begin(ACCOUNT, leaving.signal)).rejects.toMatchObject({ name: 'AbortError' })
})

test('is refused after it has waited too long, and another that began in time is not affected', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const work = open()
  const first = await work.begin(ACCOUNT, here())
  const early = work.begin(ACCOUNT, here())
  first.end()
  const second = await early
  vi.advanceTimersByTime(500)
  const late = work.begin(ACCOUNT, here())
  // The time of the earlier wait passes.
  vi.advanceTimersByTime(600)
  second.end()
  const third = await late
  const never = work.begin(ACCOUNT, here())
  vi.advanceTimersByTime(999)
  const refused = expect(never).rejects.toMatchObject({ status: 429 })
  vi.advanceTimersByTime(1)
  await refused
  third.end()
  await work.begin(ACCOUNT, here())
})

function* result(text: string) {
  yield
  return text
}

test('rejects what has not finished when it ends, and what is begun afterwards', async () => {
  const work = open()
  const permit = await work.begin(ACCOUNT, here())
  let steps = 0
  const endless = permit.run(
    (function* () {
      for (; ; steps++) yield
    })(),
  )
  const finished = await (await open().begin(ACCOUNT, here())).run(result('done'))
  expect(finished).toBe('done')
  permit.end()
  await expect(endless).rejects.toMatchObject({ name: 'AbortError' })
  const before = steps
  await new Promise(setImmediate)
  expect(steps).toBe(before)
  await expect(permit.run(result('never'))).rejects.toMatchObject({ name: 'AbortError' })
  const other = await work.begin(ACCOUNT, here())
  const fault = new Error('broken')
  await expect(
    other.run(
      (function* () {
        yield
        throw fault
      })(),
    ),
  ).rejects.toBe(fault)
})
