import jsQR from 'jsqr'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { viewOf } from '../../../apps/console/page.ts'
import { checkCode } from '../../../apps/console/second-factor.ts'
import { toForm } from '../../../apps/web/form.ts'
import { codeAt, describeTotp, RECOVERY_CODES } from '../../../data/access/second-factor.ts'
import { CODE_LOCK_MINUTES, CODE_MINUTES, WRONG_CODES_MAX } from '../../../data/access/session.ts'
import type { Host } from '../../../server/host.ts'
import {
  fromBase32,
  openSite,
  PASSWORD,
  type Seen,
  type Site,
  site,
  tokenIn,
  type Visitor,
  withSite,
} from './visitor.ts'

const MINUTE = 60_000
const STEP = 30_000
const CHANGE = { by: 'command line', at: '2026-03-02T12:00:00.000Z' }
const WRONG = 'This code is wrong, or was used already.'

withSite(async () => undefined)

const PATH = '/console/second-factor'
const send = (visitor: Visitor, action: string, code: string): Promise<Seen> => visitor.send(PATH, action, { code })

/** Reads the key from the page, as an app does. */
async function begin(visitor: Visitor): Promise<Uint8Array> {
  const { status, location } = await visitor.send(PATH, `${PATH}/begin`, {})
  expect([status, location]).toEqual([303, PATH])
  const { text } = await visitor.get(PATH)
  const [, base32 = ''] = /id="totp-key"[^>]*>([A-Z2-7 ]+)</.exec(text) ?? []
  expect(text).toContain(`secret=${base32.replaceAll(' ', '')}`)
  return fromBase32(base32.replaceAll(' ', ''))
}

/** Draws the page's QR code as a camera sees it, and reads it with another library than the one that made it. */
function readQrCode(page: string): string {
  const SCALE = 3
  const [, size = '', dark = ''] = /viewBox="0 0 (\d+) \1"[^>]*>.*?<path fill="#000" d="([^"]+)"/.exec(page) ?? []
  const width = Number(size) * SCALE
  const picture = new Uint8ClampedArray(width * width * 4).fill(255)
  for (const [, x = '', y = '', length = ''] of dark.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g))
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row++)
      picture.fill(0, (row * width + Number(x) * SCALE) * 4, (row * width + (Number(x) + Number(length)) * SCALE) * 4)
  for (let at = 3; at < picture.length; at += 4) picture[at] = 255
  return jsQR.default(picture, width, width)?.data ?? ''
}

async function setUp(name: string): Promise<{ visitor: Visitor; secret: Uint8Array; recovery: string[] }> {
  const visitor = await site.signedIn(name)
  const secret = await begin(visitor)
  const seen = await send(visitor, PATH, codeAt(secret, site.now()))
  expect(seen.status).toBe(200)
  const recovery = seen.text.match(/\b[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}\b/g) ?? []
  return { visitor, secret, recovery }
}

/** Signs in with only the password, which leads to the page for the code. */
async function half(name: string): Promise<Visitor> {
  const visitor = site.visitor()
  const { status, location } = await visitor.signIn(name)
  expect([status, location]).toEqual([303, '/console/sign-in/code'])
  return visitor
}

const signInBy = (visitor: Visitor, code: string): Promise<Seen> =>
  visitor.send('/console/sign-in/code', '/console/sign-in/code', { code })

describe('setting one up', () => {
  test('requires a valid code, shows recovery codes once, and ends the other sessions', async () => {
    await site.makeAccount('Setter')
    const other = await site.signedIn('Setter')
    const visitor = await site.signedIn('Setter')
    const secret = await begin(visitor)
    const wrong = await send(visitor, PATH, '000000')
    expect([wrong.status, wrong.text.includes(WRONG)]).toEqual([400, true])
    expect((await site.signedIn('Setter')).cookies.size).toBeGreaterThan(0)

    const seen = await send(visitor, PATH, ` ${codeAt(secret, site.now()).replace(/(\d{3})/, '$1 ')} `)
    expect(seen.status).toBe(200)
    expect(seen.headers.get('cache-control')).toBe('no-store')
    const codes = seen.text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    expect((await other.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole')
    const page = await visitor.get(PATH)
    expect(page.text).toContain(`${RECOVERY_CODES} recovery codes are left`)
    expect(page.text).not.toContain(codes[0])
    expect(page.text).not.toContain('totp-key')
    const [entry] = await site.fixture.state.audit('Setter', 1)
    expect(entry).toMatchObject({
      by: 'Setter',
      action: 'account.second_factor_set',
      detail: { recovery_codes: RECOVERY_CODES },
    })
  })

  test('has a QR code that a camera reads as the same secret; the page is kept nowhere, and the secret is in no log', async () => {
    await site.makeAccount('Scanner & Co')
    const visitor = await site.signedIn('Scanner & Co')
    const secret = await begin(visitor)
    const { text, headers } = await visitor.get(PATH)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(text).toMatch(/<svg class="qr"[^>]* role="img" aria-label="QR code with the key for the app\./)
    const link = readQrCode(text)
    const uri = new URL(link)
    expect([uri.protocol, uri.host]).toEqual(['otpauth:', 'totp'])
    expect(decodeURIComponent(uri.pathname)).toBe('/Hustings:Scanner & Co')
    const base32 = uri.searchParams.get('secret') ?? ''
    expect(fromBase32(base32)).toEqual(secret)
    expect(text).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
    expect(site.log()).not.toContain(base32)
    // Once it is on, no page has it.
    await send(visitor, PATH, codeAt(secret, site.now()))
    expect((await visitor.get(PATH)).text).not.toContain('class="qr"')
  })

  test('cannot be repeated once it is on', async () => {
    await site.makeAccount('Steady')
    const { visitor, secret } = await setUp('Steady')
    const again = await visitor.send(PATH, `${PATH}/begin`, {})
    expect([again.status, again.text.includes('already has a second factor')]).toEqual([400, true])
    site.move(STEP)
    expect((await signInBy(await half('Steady'), codeAt(secret, site.now()))).location).toBe('/console')
  })

  test('stores neither the secret nor a recovery code in plain text', async () => {
    await site.makeAccount('Secretive')
    const { secret, recovery } = await setUp('Secretive')
    const account = await site.fixture.state.findAccount('Secretive')
    const factor = await site.fixture.state.findSecondFactor(account?.id ?? 0)
    const { base32 } = describeTotp(secret, '')
    for (const form of [base32, Buffer.from(secret).toString('base64'), Buffer.from(secret).toString('hex')])
      expect(factor?.secret).not.toContain(form)
    expect(recovery).toHaveLength(RECOVERY_CODES)
  })
})

describe('signing in', () => {
  let secret: Uint8Array
  let recovery: string[]
  beforeAll(async () => {
    site.nextMinute()
    await site.makeAccount('Two')
    ;({ secret, recovery } = await setUp('Two'))
  })

  test('with only the password opens no page', async () => {
    const visitor = await half('Two')
    for (const path of ['/console', '/console/password', PATH, '/console/keys/1'])
      expect((await visitor.get(path)).location, path).toContain('/console/sign-in?to=')
    expect((await visitor.get('/console/sign-in')).location).toBe('/console/sign-in/code')
    const { text } = await visitor.get('/console/sign-in/code')
    const posted = await visitor.post('/console/keys', { token: tokenIn(text), scopes: 'data:read' })
    expect(posted.location).toBe('/console/sign-in?done=ended')
    expect(await site.fixture.state.keysOf((await site.fixture.state.findAccount('Two'))?.id ?? 0)).toEqual([])
  })

  test('with the code sets a new session cookie', async () => {
    const visitor = await half('Two')
    const before = visitor.cookies.get('__Host-session')
    const code = codeAt(secret, site.now())
    expect((await signInBy(visitor, code)).location).toBe('/console')
    expect(visitor.cookies.get('__Host-session')).not.toBe(before)
    expect((await visitor.get('/console')).status).toBe(200)
    visitor.cookies.set('__Host-session', before ?? '')
    expect((await visitor.get('/console/sign-in/code')).location).toBe('/console/sign-in')
  })

  test('leads to the page that was asked for, also if the code comes late or the sign-in begins anew', async () => {
    const to = '?to=%2Fconsole%2Fpassword'
    const visitor = site.visitor()
    const { text } = await visitor.get(`/console/sign-in${to}`)
    const typed = { name: 'Two', password: PASSWORD, token: tokenIn(text) }
    expect((await visitor.post(`/console/sign-in${to}`, typed)).location).toBe(`/console/sign-in/code${to}`)
    expect((await visitor.get(`/console/sign-in${to}`)).location).toBe(`/console/sign-in/code${to}`)
    const step = `/console/sign-in/code${to}`
    const wrong = await visitor.send(step, step, { code: '000000' })
    expect(wrong.text.match(/action="[^"]*"/g)?.filter((one) => one.includes(to))).toHaveLength(2)
    const fresh = site.visitor()
    expect((await fresh.send('/console/sign-in', step, { code: '1' })).location).toBe(
      '/console/sign-in?done=ended&to=%2Fconsole%2Fpassword',
    )
    expect((await visitor.send(step, step, { code: codeAt(secret, site.now()) })).location).toBe('/console/password')
    const cancelled = await half('Two')
    expect((await cancelled.send(step, `/console/sign-in/cancel${to}`, {})).location).toBe(`/console/sign-in${to}`)
  })

  test('accepts a code once, and none of an earlier step', async () => {
    const [before, code] = [codeAt(secret, site.now() - STEP), codeAt(secret, site.now())]
    expect((await signInBy(await half('Two'), code)).location).toBe('/console')
    for (const again of [code, before]) {
      const seen = await signInBy(await half('Two'), again)
      expect([seen.status, seen.text.includes(WRONG)]).toEqual([400, true])
    }
    site.move(STEP)
    expect((await signInBy(await half('Two'), codeAt(secret, site.now()))).location).toBe('/console')
  })

  test('accepts a code only once if it is sent twice at the same time', async () => {
    const visitors = [await half('Two'), await half('Two'), await half('Two')]
    const code = codeAt(secret, site.now())
    const seen = await Promise.all(visitors.map((visitor) => signInBy(visitor, code)))
    expect(seen.map(({ status }) => status).sort()).toEqual([303, 400, 400])
  })

  test('accepts each recovery code once, in any case, with or without its hyphen', async () => {
    const [first = '', second = ''] = recovery
    expect((await signInBy(await half('Two'), first.toLowerCase())).location).toBe('/console')
    expect((await signInBy(await half('Two'), first)).status).toBe(400)
    const visitor = await half('Two')
    expect((await signInBy(visitor, second.replace('-', ' '))).location).toBe('/console')
    expect((await visitor.get(PATH)).text).toContain(`${RECOVERY_CODES - 2} recovery codes are left`)
    const actions = (await site.fixture.state.audit('Two', 2)).map(({ action }) => action)
    expect(actions).toEqual(['account.recovery_code_used', 'account.recovery_code_used'])
  })

  test('ends if the code is late, or if another account signs in', async () => {
    const late = await half('Two')
    const { text } = await late.get('/console/sign-in/code')
    site.move(CODE_MINUTES * MINUTE)
    const seen = await late.post('/console/sign-in/code', { token: tokenIn(text), code: codeAt(secret, site.now()) })
    expect([seen.status, seen.location]).not.toContain('/console')
    const cancelled = await half('Two')
    await cancelled.send('/console/sign-in/code', '/console/sign-in/cancel', {})
    expect((await cancelled.get('/console/sign-in')).status).toBe(200)
  })

  test('is locked for a while after several wrong codes; meanwhile a valid code is not checked', async () => {
    await site.makeAccount('Guessed')
    const guessed = await setUp('Guessed')
    for (let tried = 0; tried < WRONG_CODES_MAX; tried++) {
      site.nextMinute()
      expect((await signInBy(await half('Guessed'), '000000')).text).toContain(WRONG)
    }
    site.nextMinute()
    const [code = ''] = guessed.recovery
    for (const right of [codeAt(guessed.secret, site.now()), code]) {
      const seen = await signInBy(await half('Guessed'), right)
      expect([seen.status, seen.text.includes('Too many wrong codes')]).toEqual([400, true])
    }
    const [entry] = await site.fixture.state.audit('Guessed', 1)
    expect(entry).toMatchObject({ action: 'account.second_factor_locked' })
    site.move(CODE_LOCK_MINUTES * MINUTE)
    expect((await signInBy(await half('Guessed'), codeAt(guessed.secret, site.now()))).location).toBe('/console')
  })
})

test('a code counts before it is checked, against the network and the account', async () => {
  const counted: unknown[] = []
  // The parts of the account that checkCode reads.
  const host: Host = Object.assign(Object.create(null), {
    admission: {
      async attempt(one: unknown) {
        counted.push(one)
        return 7
      },
    },
    hmac: (text: string) => `hmac of ${text}`,
  })
  const account = await site.makeAccount('Counted')
  const form = toForm(new URLSearchParams({ code: '000000' }))
  const session = { host, form, network: 'here', now: site.now(), view: viewOf(new URLSearchParams()) }
  expect(await checkCode(session, { account })).toContain('7')
  expect(counted).toEqual([{ network: 'here', account: 'hmac of account Counted' }])
})

describe('changing it', () => {
  test('new recovery codes replace the old ones, and require a code', async () => {
    await site.makeAccount('Renewer')
    const { visitor, secret, recovery } = await setUp('Renewer')
    site.move(STEP)
    expect((await send(visitor, `${PATH}/recovery-codes`, '123456')).status).toBe(400)
    const seen = await send(visitor, `${PATH}/recovery-codes`, codeAt(secret, site.now()))
    const codes = seen.text.match(/\b[0-9A-Z]{5}-[0-9A-Z]{5}\b/g) ?? []
    expect(codes).toHaveLength(RECOVERY_CODES)
    expect((await signInBy(await half('Renewer'), recovery[0] ?? '')).status).toBe(400)
    expect((await signInBy(await half('Renewer'), codes[0] ?? '')).location).toBe('/console')
  })

  test('turning it off requires a code, and ends the other sessions', async () => {
    await site.makeAccount('Leaver')
    const { visitor, secret, recovery } = await setUp('Leaver')
    const other = await half('Leaver')
    expect((await signInBy(other, recovery[0] ?? '')).location).toBe('/console')
    site.move(STEP)
    expect((await send(visitor, `${PATH}/remove`, '')).status).toBe(400)
    expect((await send(visitor, `${PATH}/remove`, codeAt(secret, site.now()))).location).toContain(PATH)
    expect((await other.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole')
    expect((await visitor.get('/console')).status).toBe(200)
    expect((await site.visitor().signIn('Leaver')).location).toBe('/console')
  })

  test('the command line removes it, and ends every session', async () => {
    await site.makeAccount('Lost')
    const { visitor } = await setUp('Lost')
    const { state } = site.fixture
    expect(await state.removeSecondFactor('Lost', CHANGE)).toMatchObject({ name: 'Lost' })
    expect((await visitor.get('/console')).location).toBe('/console/sign-in?to=%2Fconsole')
    expect((await site.visitor().signIn('Lost')).location).toBe('/console')
    expect(await state.removeSecondFactor('Lost', CHANGE)).toEqual({
      refused: 'The account "Lost" has no second factor.',
    })
  })

  test('a new password does not change it', async () => {
    await site.makeAccount('Changer')
    const { visitor, secret } = await setUp('Changer')
    const fields = { current: PASSWORD, password: 'another staple entirely' }
    expect((await visitor.send('/console/password', '/console/password', fields)).status).toBe(303)
    site.move(STEP)
    const next = site.visitor()
    expect((await next.signIn('Changer', fields.password)).location).toBe('/console/sign-in/code')
    expect((await signInBy(next, codeAt(secret, site.now()))).location).toBe('/console')
  })
})

describe('if operators must have one', () => {
  let strict: Site
  beforeAll(async () => {
    strict = await openSite({ secondFactor: 'operators' })
    await strict.makeAccount('Head', { role: 'operator' })
    await strict.makeAccount('Member')
  })
  afterAll(() => strict.close())

  test('an operator without one must set it up first', async () => {
    const visitor = await strict.signedIn('Head')
    for (const path of ['/console', '/console/accounts', '/console/plans', '/console/audit']) {
      const { location } = await visitor.get(path)
      expect(location, path).toBe(`${PATH}?done=second-factor-required`)
    }
    const page = await visitor.get(`${PATH}?done=second-factor-required`)
    expect(page.text).toContain('This service requires a second factor for operators')
    await visitor.send(PATH, `${PATH}/begin`, {})
    const [, base32 = ''] = /id="totp-key"[^>]*>([A-Z2-7 ]+)</.exec((await visitor.get(PATH)).text) ?? []
    const secret = fromBase32(base32.replaceAll(' ', ''))
    expect((await visitor.send(PATH, PATH, { code: codeAt(secret, strict.now()) })).status).toBe(200)
    expect((await visitor.get('/console/accounts')).status).toBe(200)
    strict.move(STEP)
    const { text } = await visitor.get(PATH)
    expect(text).not.toContain('Turn it off')
    const removed = await visitor.post(`${PATH}/remove`, { token: tokenIn(text), code: codeAt(secret, strict.now()) })
    expect([removed.status, removed.text.includes('requires a second factor for operators')]).toEqual([400, true])
  })

  test('it stays optional for a member', async () => {
    expect((await (await strict.signedIn('Member')).get('/console')).status).toBe(200)
  })
})
