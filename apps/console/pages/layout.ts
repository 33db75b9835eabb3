// The frame of the console's pages: the common page with the console's menu, account and notice.

import type { Account } from '../../../data/store/state/accounts.ts'
import type { Asset } from '../../web/assets.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import { renderPage, type Shell } from '../../web/page.ts'
import type { ConsoleView } from '../view.ts'

export interface ConsolePage {
  title: string
  main: Html
  /** Path of the menu's link to this page. */
  here?: string
}

export type ConsoleAssets = Shell & Readonly<Record<'script', Asset>>

export interface Frame {
  view: ConsoleView
  /** Null if the visitor is not signed in. */
  account: Account | null
  token: string
  assets: ConsoleAssets
  /** A message about the action that was just done. */
  notice: string | null
}

const MEMBER_LINKS = [['/console', 'menuHome']] as const
const OPERATOR_LINKS = [
  ['/console/accounts', 'menuAccounts'],
  ['/console/plans', 'menuPlans'],
  ['/console/corrections', 'menuCorrections'],
  ['/console/audit', 'menuAudit'],
] as const
const OWN_LINKS = [
  ['/console/password', 'menuPassword'],
  ['/console/second-factor', 'menuSecondFactor'],
] as const

export function layout({ view, account, token, assets, notice }: Frame, { title, main, here }: ConsolePage): Html {
  return renderPage(assets, {
    ...{ title, main, notice, lang: view.lang, app: '/console', scripts: [assets.script] },
    menu: account && menu(view, account, here),
    aside: html`<div class="who">${languageLink(view)}${account && signOut(view, account, token)}</div>`,
  })
}

function menu({ words, href }: ConsoleView, account: Account, here: string | undefined): Html {
  const operator = account.role === 'operator' && account.status === 'approved'
  const links = [...MEMBER_LINKS, ...(operator ? OPERATOR_LINKS : []), ...OWN_LINKS]
  return html`<nav aria-label="${words.menu}"><ul>
${links.map(([path, name]) => html`<li><a href="${href(path)}"${path === here && html` aria-current="page"`}>${words[name]}</a></li>`)}
</ul></nav>`
}

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

function languageLink({ lang, otherPath }: ConsoleView): Html | null {
  if (otherPath === null) return null
  const [other, name] = OTHER[lang]
  return html`<a class="language" href="${otherPath}" lang="${other}" hreflang="${other}">${name}</a>`
}

function signOut({ words, href }: ConsoleView, { name }: Account, token: string): Html {
  return html`<form class="who" method="post" action="${href('/console/sign-out')}">
${hiddenToken(token)}
<span class="name">${name}</span>
<button class="quiet">${words.signOut}</button>
</form>`
}
