// The console in Chromium: with the mouse, by keyboard only, without scripts, on a phone, and under attack.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectQuiet, faintOf, inChromium, openTab, overflowOf, tabTo } from './browser.ts'
import { openSite, PASSWORD, type Site, tokenIn } from './visitor.ts'

const CHANGE = { by: 'the test', at: '2026-03-02T12:00:00.000Z' }
/** A phone, a tablet in portrait and landscape, a desktop. */
const WIDTHS = [375, 768, 1024, 1280]

let site: Site

async function signIn(page: Page, name: string): Promise<void> {
  await page.goto(`${site.url}/console`)
  await page.getByLabel('Account name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Keys and usage' }).waitFor()
}

/** The status of a request with the key. */
function call(key: string): Promise<number> {
  return fetch(`${site.url}/v1/states`, { headers: { Authorization: `Bearer ${key}` } }).then(({ status }) => status)
}

inChromium('the console', () => {
  beforeAll(async () => {
    site = await openSite()
    await site.makeAccount('Operator', { role: 'operator' })
    await site.makeAccount('Member')
  })
  afterAll(async () => {
    await site?.close()
  })
  beforeEach(() => site.nextMinute())

  test('by keyboard alone', async () => {
    const [member, operator] = [await openTab(), await openTab()]
    const { page } = member
    const press = async (role: 'button' | 'link', name: string, tab = page): Promise<void> => {
      await tabTo(tab, tab.getByRole(role, { name, exact: true }))
      await tab.keyboard.press('Enter')
    }
    const type = async (label: string, text: string, tab = page): Promise<void> => {
      await tabTo(tab, tab.getByLabel(label, { exact: true }))
      await tab.keyboard.type(text)
    }
    await page.goto(`${site.url}/console`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate<string>('document.activeElement.textContent')).toBe('Skip to the content')
    await press('link', 'Sign up')
    await type('Account name', 'Keyboard club')
    await type('Contact', 'keys@example.org')
    await type('Password', PASSWORD)
    await press('button', 'Show the password')
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text')
    await press('button', 'Sign up')
    await page.getByRole('heading', { name: 'Waiting for approval' }).waitFor()

    await operator.page.goto(`${site.url}/console`)
    await type('Account name', 'Operator', operator.page)
    await type('Password', PASSWORD, operator.page)
    await operator.page.keyboard.press('Enter')
    await press('link', 'Accounts', operator.page)
    await press('button', 'Approve Keyboard club', operator.page)
    await operator.page.getByText('The account is changed.').waitFor()

    await press('link', 'Look again')
    await type('Label (optional)', 'typed')
    await tabTo(page, page.getByRole('checkbox', { name: 'stream:read' }))
    await page.keyboard.press('Space')
    await press('button', 'Create the key')
    const key = (await page.locator('#made-key').textContent()) ?? ''
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await press('button', 'Copy')
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(key)
    await expect.poll(() => call(key)).toBe(200)
    await press('link', 'Done: keys and usage')
    await page.getByRole('heading', { level: 1, name: 'Keys and usage' }).waitFor()
    expect(await page.content()).not.toContain(key)
    await press('link', `Change key ${(await site.fixture.state.keys()).find(({ label }) => label === 'typed')?.id}`)
    await press('button', 'Revoke this key')
    await page.getByText('The key is revoked.').waitFor()
    await expect.poll(() => call(key)).toBe(401)
    await press('button', 'Sign out')
    await page.getByText('You are signed out.').waitFor()
    for (const tab of [member, operator]) expectQuiet(tab, site.url)
  })

  test('without any script', async () => {
    const { page } = await openTab({ javaScriptEnabled: false })
    await signIn(page, 'Member')
    expect(await page.getByRole('button', { name: 'Show' }).count()).toBe(0)
    await page.getByLabel('Label').fill('plain')
    await page.getByRole('button', { name: 'Create the key' }).click()
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)
    const key = (await page.locator('#made-key').textContent()) ?? ''
    await expect.poll(() => call(key)).toBe(200)
  })

  test('errors are shown, and the first invalid field has the focus', async () => {
    const { page } = await openTab()
    await signIn(page, 'Member')
    await page.locator('details:not([open]) summary').click()
    await page.getByLabel('Addresses').fill('010.0.0.1')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('alert').getByRole('link', { name: 'Address 1: expected' }).waitFor()
    await expect.poll(() => page.evaluate<string>('document.activeElement.id')).toBe('addresses')
    expect(await page.getByLabel('Addresses').inputValue()).toBe('010.0.0.1')
  })

  test.each(['light', 'dark'] as const)('all text has enough contrast in the %s', async (colorScheme) => {
    const { page } = await openTab({ colorScheme })
    await page.goto(`${site.url}/console/sign-up`)
    expect(await faintOf(page)).toEqual([])
    await signIn(page, 'Operator')
    for (const path of [
      ...['accounts', 'accounts/2/erase', 'plans', 'audit', 'password', 'second-factor', 'nothing', '?done=password'],
    ]) {
      await page.goto(`${site.url}/console${path.startsWith('?') ? '' : '/'}${path}`)
      expect(await faintOf(page), path).toEqual([])
    }
    await page.evaluate("document.querySelector('details').open = true")
    await page.getByLabel('Addresses').fill('none')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.getByRole('alert').waitFor()
    expect(await faintOf(page)).toEqual([])
    await page.getByLabel('Addresses').fill('')
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#made-key').waitFor()
    expect(await faintOf(page)).toEqual([])
  })

  test('no page is wider than its window, even with long names', async () => {
    const long = 'x'.repeat(100)
    await site.makeAccount(long, { role: 'operator' })
    const wanted = {
      label: long,
      last_four: 'abcd',
      scopes: ['data:read', 'stream:read', 'subscriptions:write'] as const,
    }
    for (const hash of ['phone-1', 'phone-2'])
      await site.fixture.state.createKey(
        {
          ...{ ...wanted, scopes: [...wanted.scopes], account: long, hash, expires_at: '2026-12-31T23:59:59.999Z' },
          addresses: ['2001:db8:1111:2222:3333:4444:5555:6666/128'],
        },
        CHANGE,
      )
    const { page } = await openTab()
    const key = (await site.fixture.state.keys()).find(({ label }) => label === long)?.id
    const widest = async (): Promise<number[]> => {
      const found: number[] = []
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 812 })
        found.push(await overflowOf(page))
      }
      return found
    }
    const none = WIDTHS.map(() => 0)
    for (const path of ['sign-in', 'sign-up']) {
      await page.goto(`${site.url}/console/${path}`)
      expect(await widest(), path).toEqual(none)
    }
    await signIn(page, long)
    const { id } = (await site.fixture.state.findAccount(long)) ?? { id: 0 }
    const pages = ['/password', '/second-factor', '/accounts', `/accounts/${id}/erase`, '/plans', '/audit', '/nothing']
    for (const path of [...pages, `/keys/${key}`, '']) {
      await page.goto(`${site.url}/console${path}`)
      expect(await widest(), path).toEqual(none)
    }
    await page.locator('summary').click()
    expect(await widest()).toEqual(none)
    await page.getByRole('button', { name: 'Create the key' }).click()
    await page.locator('#made-key').waitFor()
    expect(await widest()).toEqual(none)
  })

  describe('a page of another site', () => {
    let thief: Server
    let stolen: string
    /** A server under another host name of this machine, and so another site. */
    let thiefUrl: string
    beforeAll(async () => {
      thief = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end(stolen))
      await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
      thiefUrl = `http://localhost:${portOf(thief.address())}/`
    })
    afterAll(() => {
      thief?.close()
    })

    test('cannot send a form, even with the token of the page', async () => {
      const { page } = await openTab()
      await signIn(page, 'Member')
      const token = tokenIn(await page.content())
      stolen = `<form method="post" action="${site.url}/console/keys"><input name="token" value="${token}">
        <input name="scopes" value="data:read"><input name="label" value="stolen"><button>Win a prize</button></form>`
      await page.goto(thiefUrl)
      const [reply] = await Promise.all([
        page.waitForResponse((response) => response.request().method() === 'POST'),
        page.getByRole('button', { name: 'Win a prize' }).click(),
      ])
      expect(reply.status()).toBe(403)
      await page.getByText('Nothing was changed').waitFor()
      expect((await site.fixture.state.keys()).filter(({ label }) => label === 'stolen')).toEqual([])
      // The session still exists.
      await page.getByRole('link', { name: 'To the console' }).click()
      await page.getByRole('heading', { level: 1, name: 'Keys and usage' }).waitFor()
    })

    test('cannot put the console into a frame', async () => {
      const { page, complaints } = await openTab()
      await signIn(page, 'Member')
      stolen = `<iframe src="${site.url}/console"></iframe>`
      await page.goto(thiefUrl)
      await expect.poll(() => complaints.join('\n')).toContain('frame-ancestors')
    })

    test('leads to the console without ending the session', async () => {
      const { page } = await openTab()
      await signIn(page, 'Member')
      stolen = `<a href="${site.url}/console">The console</a>`
      await page.goto(thiefUrl)
      await page.getByRole('link', { name: 'The console' }).click()
      await page.getByText('You came from another site').waitFor()
      await page.getByRole('link', { name: 'Continue' }).click()
      await page.getByRole('heading', { level: 1, name: 'Keys and usage' }).waitFor()
    })
  })
})

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('the thief listens on no port')
  return address.port
}
