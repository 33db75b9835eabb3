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
import { alarmSettings } from '../../data/store/paths.ts'
import { openFolder } from '../ingest/temporary.ts'
import { makeCertificate } from '../whole/publishers.ts'

const stale = (source_id: string, failed_nights: number): StaleSource => ({
  ...{ source_id, failed_nights, kind: 'ballots', checked_at: null, published_on: null, why: 'away' },
})

let folder: string
let said: string
beforeEach(() => {
  folder = openFolder()
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
  expect(findAlarm([stale('a', 2)], 3)).toBeUndefined()
  expect(findAlarm([stale('b', 3), stale('c', 5), stale('a', 2)], 3)).toEqual({
    message: '2 sources failed on 3 nights or more: b, c',
    sources: [stale('b', 3), stale('c', 5)],
  })
})

describe('the settings', () => {
  it.each(['0', '366', '1.5', 'three', ' 3'])('refuse %j nights', (nights) => {
    vi.stubEnv('HUSTINGS_ALARM_NIGHTS', nights)
    expect(alarmSettings).toThrow(
      `HUSTINGS_ALARM_NIGHTS: got "${nights}", expected a whole number of nights from 1 to 365`,
    )
  })

  it.each(['http://hook.example/token-1', 'hook.example/token-1'])('refuse %s without showing it', (address) => {
    vi.stubEnv('HUSTINGS_ALARM_URL', address)
    expect(alarmSettings).toThrow('HUSTINGS_ALARM_URL: got another text, expected an https URL')
  })
})

describe('a command', () => {
  const alarm = { message: '1 source failed', sources: [stale('a', 3)] }

  it('gets the alarm on its standard input', async () => {
    const file = join(folder, 'alarm.json')
    await raiseAlarm(alarm, { command: `cat > '${file}'`, url: undefined })
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(alarm)
  })

  it('that fails, or does not read it, is reported and nothing else fails', async () => {
    await raiseAlarm(alarm, { command: 'exit 3', url: undefined })
    expect(said).toContain('the alarm did not reach HUSTINGS_ALARM_COMMAND: it ended with code 3')
  })
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
      await raiseAlarm({ message: '1 source failed', sources: [stale('a', 3)] }, { command: undefined, url })
    } finally {
      server.closeAllConnections()
      server.close()
    }
    return body
  }

  it('gets the alarm', async () => {
    expect(JSON.parse(await post(204))).toEqual({ message: '1 source failed', sources: [stale('a', 3)] })
    expect(said).toBe('')
  })

  it('that refuses it is reported by its host alone', async () => {
    await post(500)
    expect(said).toMatch(/the alarm did not reach localhost:\d+: it answered 500/)
    expect(said).not.toContain('token-1')
  })

  it('that cannot be reached does not stop the run, while a slow command still runs', async () => {
    const url = new URL('https://127.0.0.1:1/hook/token-1')
    await raiseAlarm({ message: 'm', sources: [] }, { command: 'sleep 0.3; cat >/dev/null', url })
    expect(said).toMatch(/the alarm did not reach 127\.0\.0\.1:1: .*ECONNREFUSED/)
  })
})
