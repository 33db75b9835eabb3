// The frame of the console's pages: the common page with the console's menu, account and notice.

import type { Account } from '../../../data/store/state/accounts.ts'
import type { Asset } from '../../web/assets.ts'
import { hiddenToken } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import { renderPage, type ShellAssets } from '../../web/page.ts'

export interface ConsolePage {
  title: string
  main: Html
  /** Path of the menu's link to this page. */
  here?: string
}

export type ConsoleAssets = ShellAssets & Readonly<Record<'script', Asset>>

export interface Frame {
  /** Null if the visitor is not signed in. */
  account: Account | null
  token: string
  assets: ConsoleAssets
  /** A message about the action that was just done. */
  notice: string | null
}

const MEMBER_LINKS = [['/console', 'Keys and usage']] as const
const OPERATOR_LINKS = [
  ['/console/accounts', 'Accounts'],
  ['/console/plans', 'Plans'],
  ['/console/audit', 'Audit'],
] as const
const OWN_LINKS = [
  ['/console/password', 'Password'],
  ['/console/second-factor', 'Second factor'],
] as const

export function layout({ account, token, assets, notice }: Frame, { title, main, here }: ConsolePage): Html {
  return renderPage(assets, {
    ...{ title, main, notice, room: 'console', scripts: [assets.script] },
    ...(account && { menu: menu(account, here), aside: signOut(account, token) }),
  })
}

function menu(account: Account, here: string | undefined): Html {
  const operator = account.role === 'operator' && account.status === 'approved'
  const links = [...MEMBER_LINKS, ...(operator ? OPERATOR_LINKS : []), ...OWN_LINKS]
  return html`<nav aria-label="Console"><ul>
${links.map(([path, name]) => html`<li><a href="${path}"${path === here && html` aria-current="page"`}>${name}</a></li>`)}
</ul></nav>`
}

function signOut({ name }: Account, token: string): Html {
  return html`<form class="who" method="post" action="/console/sign-out">
${hiddenToken(token)}
<span class="name">${name}</span>
<button class="quiet">Sign out</button>
</form>`
}
