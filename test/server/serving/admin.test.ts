// The operator's port names every source and its error. The public /readyz names none, and no other machine reaches the port.

import { networkInterfaces } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeLastRun } from '../../../data/store/last-run.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { findFreePort } from '../free-port.ts'
import { fixture, freshFixture } from '../shared-fixture.ts'

let server: RunningServer | undefined
freshFixture()
beforeEach(async () => {
  server = undefined
})
afterEach(async () => {
  await server?.close()
})

async function open() {
  const adminPort = await findFreePort()
  const options = { paths: fixture.paths, port: 0, host: '0.0.0.0', logLevel: 'silent', drainIdle: 10 }
  server = await startServer({ ...options, adminPort })
  const ask = async (url: string, init?: RequestInit) => {
    const reply = await fetch(url, init)
    return { status: reply.status, body: JSON.parse(await reply.text()) }
  }
  return { url: `http://127.0.0.1:${server.port}`, adminPort, ask, admin: `http://127.0.0.1:${adminPort}` }
}

const SOURCE = { kind: 'ballots' as const, published_on: '2026-11-01', checked_at: '2026-11-20T03:00:00.000Z' }

test('/readyz has the detail there, and there alone', async () => {
  const bundle = await fixture.publish()
  const error = 'list.csv:7: got "x", expected a date'
  writeLastRun(fixture.paths, {
    format: 1,
    run: {
      ...{ command: 'nightly', began_at: SOURCE.checked_at, ended_at: SOURCE.checked_at, publication: 1 },
      ...{ outcome: 'failed', error: 'the disk is full' },
    },
    sources: { listing: { ...SOURCE, error, failed_nights: 2, failed_on: '2026-11-22' } },
  })
  const { url, ask, admin, adminPort } = await open()
  expect(await ask(`${admin}/readyz`)).toMatchObject({
    status: 200,
    body: {
      data: {
        ...{ status: 'ready', bundle, degraded: [] },
        last_run: { outcome: 'failed', error: 'the disk is full' },
        data: [{ kind: 'ballots', sources: 1, failed: 1 }],
        sources: [{ source_id: 'listing', ...SOURCE, error, failed_nights: 2 }],
      },
    },
  })
  const everybody = JSON.stringify((await ask(`${url}/readyz`)).body)
  expect(everybody).toContain('"failed":1')
  for (const hidden of ['listing', 'list.csv', 'disk is full']) expect(everybody).not.toContain(hidden)
  expect(await ask(`${admin}/v1/states`)).toMatchObject({ status: 404 })
  expect(await ask(`${admin}/readyz`, { method: 'POST' })).toMatchObject({ status: 405 })
  const outside = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .find(({ internal, family }) => !internal && family === 'IPv4')
  if (outside) await expect(fetch(`http://${outside.address}:${adminPort}/readyz`)).rejects.toThrow()
  await server?.close()
  await expect(fetch(`${admin}/readyz`)).rejects.toThrow()
})

test('sources that are held back or stale degrade the service, which stays ready', async () => {
  await fixture.publish()
  const since = '2026-11-19T03:00:00.000Z'
  const source = { ...SOURCE, error: null, failed_nights: 0, failed_on: null }
  const stale = { since: '2026-08-05', days: 60 }
  writeLastRun(fixture.paths, {
    format: 1,
    run: null,
    sources: {
      paper: { ...source, error: 'held back', held_back: { since, rows_before: 200, rows: 100 } },
      people: { ...source, kind: 'officeholders', stale },
      congress: { ...source, kind: 'officeholders', stale: { ...stale, since: '2026-06-15' } },
      away: { ...source, kind: 'officeholders', error: 'away', stale },
    },
  })
  const { url, ask } = await open()
  const { status, body } = await ask(`${url}/readyz`)
  expect(status).toBe(200)
  expect(body.data.degraded).toEqual([
    { code: 'source_held_back', message: expect.stringContaining('Since 2026-11-19, 1 source (ballots) is held back') },
    { code: 'source_stale', message: expect.stringContaining('Since 2026-06-15, 2 sources (officeholders) are stale') },
  ])
  expect(body.data.data).toMatchObject([
    { kind: 'ballots', stale: 0 },
    { kind: 'officeholders', failed: 1, stale: 2 },
  ])
  expect(JSON.stringify(body)).not.toMatch(/paper|people|congress/)
})

test('a server that is not ready says why, with the detail', async () => {
  const { ask, admin } = await open()
  expect(await ask(`${admin}/readyz`)).toEqual({
    status: 503,
    body: { error: expect.stringContaining('No bundle is open'), data: { last_run: null, sources: [] } },
  })
})

test('the port is not that of the API', async () => {
  const port = await findFreePort()
  await expect(startServer({ paths: fixture.paths, port, adminPort: port, logLevel: 'silent' })).rejects.toThrow(
    `the admin port: got ${port}, which is the port of the API, expected another`,
  )
})
