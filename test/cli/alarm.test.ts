// The alarm reaches a command and an https address. Its settings are checked, and no message shows the address.

import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import { Agent, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findAlarm, raiseAlarm, type StaleSource } from '../../cli/publish/alarm.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import { alarmSettings } from '../../data/store/environment.ts'
import { freshFolder } from '../temporary.ts'
import { makeCertificate } from '../whole/publishers.ts'

const stale = (source_id: string, failed_nights: number): StaleSource => ({
  ...{ source_id, failed_nights, kind: 'ballots', why: 'away' },
  ...{ checked_at: null, published_on: null, held_back: null, unchanged: null },
})
const ALARM = { message: '1 source failed', sources: [stale('a', 3)], unpublished_nights: 0, error: null }
const now = new Date('2028-03-10T04:00:00Z')

/** The record of a last run, with sources that failed on so many nights. */
const recordOf = (nights: Record<string, number>, more: Partial<LastRun> = {}): LastRun => ({
  format: 1,
  run: null,
  sources: Object.fromEntries(
    Object.entries(nights).map(([id, failed_nights]) => [
      id,
      { kind: 'ballots', published_on: null, checked_at: null, error: 'away', failed_nights, failed_on: null },
    ]),
  ),
  ...more,
})

const folder = freshFolder()
let said: string
beforeEach(() => {
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

it('names the sources that failed on that many nights, and is silent without one', () => {
  expect(findAlarm({ record: recordOf({ a: 2 }), now, error: null }, 3)).toBeUndefined()
  expect(findAlarm({ record: recordOf({ b: 3, c: 5, a: 2 }), now, error: null }, 3)).toEqual({
    message: '2 sources failed on 3 nights or more: c, b',
    sources: [stale('c', 5), stale('b', 3)],
    unpublished_nights: 0,
    error: null,
  })
})

it('says of a source that is held back since when, how much it lost, and the command that accepts it', () => {
  const record = recordOf({ paper: 3 })
  const held_back = { since: '2028-03-07T04:00:00.000Z', rows_before: 201, rows: 101 }
  Object.assign(record.sources.paper ?? {}, { held_back })
  expect(findAlarm({ record, now, error: null }, 3)?.message).toBe(
    'paper is held back since 2028-03-07, from 201 to 101 rows: hustings sources accept paper',
  )
})

it('names a source that has not changed for longer than expected at once, unless it fails', () => {
  const record = recordOf({ people: 0 })
  const checked_at = now.toISOString()
  Object.assign(record.sources.people ?? {}, { error: null, checked_at, stale: { since: '2027-12-01', days: 60 } })
  expect(findAlarm({ record, now, error: null }, 3)).toMatchObject({
    message: 'people is stale: its content has not changed since 2027-12-01; a change was expected within 60 days',
    sources: [{ source_id: 'people', failed_nights: 0, unchanged: { since: '2027-12-01', days: 60 } }],
  })
  Object.assign(record.sources.people ?? {}, { error: 'away', failed_nights: 2 })
  expect(findAlarm({ record, now, error: null }, 3)).toBeUndefined()
})

const run = { command: 'nightly', ended_at: null, outcome: null, error: null, publication: null }
const ofDay = (day: string) => ({ ...run, began_at: `2028-03-${day}T03:00:00.000Z` })
// biome-ignore format: a case a line
it.each([
    ['two counted nights', { run: ofDay('10'), unpublished: { nights: 2, on: '2028-03-10' } }, undefined],
    ['three', { run: ofDay('10'), unpublished: { nights: 3, on: '2028-03-10' } }, 'nothing was published on 3 nights: full'],
    ['nights that a full disk did not count', { run: ofDay('06') }, 'nothing was published on 4 nights: full'],
  ])('a run that published nothing alarms after three nights: %s', (_, more, message) => {
    expect(findAlarm({ record: recordOf({}, more), now, error: 'full' }, 3)?.message).toBe(message)
    expect(findAlarm({ record: recordOf({}, more), now, error: null }, 3)).toBeUndefined()
  })

it('a run that published nothing alarms at once if no run could write a record', () => {
  expect(findAlarm({ record: undefined, now, error: 'full' }, 3)).toEqual({
    message: 'nothing was published, and no run has left a record that counts the nights: full',
    ...{ sources: [], unpublished_nights: 1, error: 'full' },
  })
  expect(findAlarm({ record: undefined, now, error: null }, 3)).toBeUndefined()
})

describe('the settings', () => {
  it.each(['0', '366', '1.5', 'three', ' 3'])('refuse %j nights', (nights) => {
    vi.stubEnv('HUSTINGS_ALARM_NIGHTS', nights)
    expect(alarmSettings).toThrow(
      `HUSTINGS_ALARM_NIGHTS: got "${nights}", expected a whole number of nights from 1 to 365`,
    )
  })

  it('refuse an address without TLS, and do not show it', () => {
    vi.stubEnv('HUSTINGS_ALARM_URL', 'http://hook.example/token-1')
    expect(alarmSettings).toThrow('HUSTINGS_ALARM_URL: got another text, expected an https URL')
  })
})

it('a command gets the alarm on its standard input', async () => {
  const file = join(folder, 'alarm.json')
  await raiseAlarm(ALARM, { command: `cat > '${file}'`, url: undefined })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(ALARM)
})

it('a command that fails, or does not read it, is reported and nothing else fails', async () => {
  await raiseAlarm(ALARM, { command: 'exit 3', url: undefined })
  expect(said).toContain('the alarm did not reach HUSTINGS_ALARM_COMMAND: it ended with code 3')
})

describe('an https address', () => {
  const before = getGlobalDispatcher()
  afterEach(() => setGlobalDispatcher(before))

  async function post(status: number) {
    const { key, certificate } = makeCertificate(['localhost'], folder)
    let body = ''
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, (request, response) => {
      request.on('data', (chunk) => {
        body += chunk
      })
      request.on('end', () => response.writeHead(status).end())
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    setGlobalDispatcher(new Agent({ connect: { ca: [...rootCertificates, readFileSync(certificate, 'utf8')] } }))
    const { port } = server.address() as AddressInfo
    try {
      const url = new URL(`https://localhost:${port}/hook/token-1`)
      await raiseAlarm(ALARM, { command: undefined, url })
    } finally {
      server.closeAllConnections()
      server.close()
    }
    return body
  }

  it('gets the alarm', async () => {
    expect(JSON.parse(await post(204))).toEqual(ALARM)
    expect(said).toBe('')
  })

  it.each([302, 404, 500])('that answers %i is reported by its host alone', async (status) => {
    await post(status)
    expect(said).toMatch(new RegExp(`the alarm did not reach localhost:\\d+: it answered ${status}`))
    expect(said).not.toContain('token-1')
  })

  it('that cannot be reached does not stop the run, while a slow command still runs', async () => {
    const url = new URL('https://127.0.0.1:1/hook/token-1')
    await raiseAlarm(ALARM, { command: 'sleep 0.3; cat >/dev/null', url })
    expect(said).toMatch(/the alarm did not reach 127\.0\.0\.1:1: .*ECONNREFUSED/)
  })
})
