// No key, pepper or password is in any log, answer or database file, even if a client put it in the wrong place.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { loadApps } from '../../cli/operate/apps.ts'
import { hashPassword } from '../../data/access/password.ts'
import { WRONG_KEYS_PER_MINUTE } from '../../server/limits/limits.ts'
import { startServer } from '../../server/main.ts'
import { routes } from '../../server/routes.ts'
import { shareFolder } from '../temporary.ts'
import { GOOD } from './good.ts'
import { startProcess } from './process.ts'
import { fixture, shareFixture } from './shared-fixture.ts'
import { openSocket } from './socket.ts'

const CHANGE = { by: 'command line', at: '2024-10-15T12:00:00.000Z' }
const PASSWORD = 'correct-zebra-battery-9471'
const WRONG_PASSWORD = 'incorrect-heron-staple-5208'

const folder = shareFolder()
const keys: string[] = []
/** All response heads and bodies. */
const answers: string[] = []

shareFixture()
beforeAll(async () => {
  await fixture.publish({ fillers: 0 })
  await fixture.state.createAccount(
    { name: 'zebra', plan: 'free', contact: null, password_hash: await hashPassword(PASSWORD, Buffer.alloc(16, 7)) },
    CHANGE,
  )
  const good = await fixture.makeKey()
  const revoked = await fixture.makeKey()
  await fixture.revokeKey(revoked.id)
  const others = [
    await fixture.makeKey({ status: 'pending' }),
    await fixture.makeKey({ status: 'suspended' }),
    await fixture.makeKey({ addresses: ['203.0.113.7/32'] }),
    await fixture.makeKey({ scopes: [] }),
    await fixture.makeKey({ expires_at: '2024-01-01T00:00:00.000Z' }),
  ]
  const mistyped = good.key.slice(0, -1) + (good.key.endsWith('0') ? '1' : '0')
  keys.push(good.key, revoked.key, mistyped, good.key.slice(0, -2), ...others.map(({ key }) => key))
})

async function ask(url: string, init: RequestInit = {}): Promise<string> {
  const reply = await fetch(url, { redirect: 'manual', ...init })
  const text = `${reply.status}\n${[...reply.headers].map((pair) => pair.join(': ')).join('\n')}\n${await reply.text()}`
  answers.push(text)
  return text
}

/** Requests with a key in its proper place, and in every other place where one may be pasted. */
async function paste(url: string, key: string): Promise<void> {
  const authorization = `Bearer ${key}`
  const good = { headers: { authorization: `Bearer ${keys[0]}` } }
  const asked = routes.flatMap(({ path, query }) => {
    // Every parameter refuses every key alike.
    const names = [...(key === keys[0] ? Object.keys(query.shape) : []), 'api_key', key]
    const bare = (GOOD[path] ?? '').split('?')[0]
    return [path.replace(/\{\w+\}/, key), ...names.map((name) => `${bare}?${name}=${key}`)]
  })
  await Promise.all(asked.map((path) => ask(url + path, good)))
  for (const path of [`/${key}`, `/v1/${key}`, `/healthz?key=${key}`, `/readyz/${key}`, `/openapi.json?key=${key}`])
    await ask(url + path)
  for (const header of [key, `Basic ${key}`, `Bearer ${key} ${key}`, `Bearer  ${key}`])
    await ask(`${url}/v1/states`, { headers: { authorization: header } })
  const headers = {
    'x-api-key': key,
    cookie: `session=${key}`,
    'if-none-match': key,
    'x-request-id': key,
    authorization,
  }
  await ask(`${url}/v1/states`, { headers })
  await ask(`${url}/v1/states`, { method: 'POST', headers: { authorization }, body: key })
  await ask(`${url}/v1/states?cursor=${key.repeat(500)}`, good)
  for (const malformed of [
    `${key}\r\n\r\n`,
    `GET /${key} HTTP/9.9\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.repeat(2000)}\r\n\r\n`,
  ])
    answers.push((await openSocket(url, malformed).whole).toString('latin1'))
}

/** Signs in like a browser, with the page's hidden fields and cookie. */
async function signIn(url: string, password: string): Promise<string> {
  const reply = await fetch(`${url}/console/sign-in`)
  const form = new URLSearchParams({ name: 'zebra', password })
  for (const [, name = '', value = ''] of (await reply.text()).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g))
    form.set(name, value)
  const cookie = reply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  await ask(`${url}/console/sign-in?password=${password}`, { method: 'POST', headers: { cookie } })
  return await ask(`${url}/console/sign-in`, { method: 'POST', body: form, headers: { cookie } })
}

/** Descriptions of the secrets that the bytes contain. */
function findSecrets(where: string, bytes: Buffer): string[] {
  const pepper = readFileSync(fixture.paths.pepper)
  const text = bytes.toString('latin1')
  const random = keys.map((key) => key.slice('hst_live_'.length, 39))
  const secrets = {
    'a key': random,
    'a password': [PASSWORD, WRONG_PASSWORD],
    'the pepper': (['latin1', 'hex', 'base64', 'base64url'] as const).map((form) => pepper.toString(form)),
  }
  const found = Object.entries(secrets).filter(([, forms]) => forms.some((secret) => text.includes(secret)))
  return found.map(([what]) => `${what} in ${where}`)
}

test('keys, passwords and the pepper, in all output of a server with its most verbose log', async () => {
  const logFile = join(folder, 'log')
  const logged = await startServer({
    ...{ paths: fixture.paths, port: 0, guests: await loadApps(null), logLevel: 'trace', logFile, drainIdle: 10 },
  })
  const signedIn = [await signIn(logged.url, PASSWORD), await signIn(logged.url, WRONG_PASSWORD)]
  for (const key of keys) await ask(`${logged.url}/v1/states`, { headers: { authorization: `Bearer ${key}` } })
  for (const key of keys) await paste(logged.url, key)
  // More than the limit of a minute, even if the minute ends in between.
  const wrong = { authorization: `Bearer ${keys[1]}` }
  for (let n = 0; n <= 2 * WRONG_KEYS_PER_MINUTE; n++) await ask(`${logged.url}/v1/states`, { headers: wrong })
  await logged.close()
  const talkative = await startProcess(fixture, { HUSTINGS_LOG_LEVEL: 'trace' })
  await ask(`${talkative.url}/v1/states`, { headers: { authorization: `Bearer ${keys[0]}` } })
  const told = await talkative.stop()

  // All of this output existed and was searched.
  expect(signedIn.map((text) => text.slice(0, 3))).toEqual(['303', '400'])
  expect(answers.length).toBeGreaterThan(keys.length * routes.length)
  for (const status of [200, 400, 401, 403, 404, 405, 414, 431, 429])
    expect(
      answers.some((text) => text.startsWith(`${status}`) || text.startsWith(`HTTP/1.1 ${status}`)),
      `${status}`,
    ).toBe(true)
  const log = readFileSync(logFile)
  expect(log.toString()).toContain('"route":"/v1/states"')
  expect(told).toContain('"route":"/v1/states"')
  const files = readdirSync(fixture.paths.root).filter((name) => /^(state|usage)\.sqlite/.test(name))
  expect(files).toEqual(expect.arrayContaining(['state.sqlite', 'usage.sqlite']))

  const found = [
    ...answers.flatMap((text) => findSecrets(`an answer: ${text.slice(0, 3)}`, Buffer.from(text, 'latin1'))),
    ...findSecrets('the log file', log),
    ...findSecrets('stdout and stderr', Buffer.from(told)),
    ...files.flatMap((name) => findSecrets(name, readFileSync(join(fixture.paths.root, name)))),
  ]
  expect([...new Set(found)]).toEqual([])
})
