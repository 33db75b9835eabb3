// The HTML that all pages share: head, menu, notice and footer.

import type { Account } from '../../../data/store/state/state.ts'
import { type Html, html } from '../html.ts'

export interface ConsolePage {
  title: string
  main: Html
  /** Path of the menu's link to this page. */
  here?: string
}

export interface Frame {
  /** Null if the visitor is not signed in. */
  account: Account | null
  token: string
  assets: Readonly<Record<'style' | 'script' | 'icon', { url: string }>>
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

export function layout({ account, token, assets, notice }: Frame, page: ConsolePage): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Hustings</title>
<link rel="icon" href="${assets.icon.url}" type="image/svg+xml">
<link rel="stylesheet" href="${assets.style.url}">
<script src="${assets.script.url}" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="bar">
<div class="bar-in">
<a class="brand" href="/console">Hustings</a>
${account && menu(account, token, page.here)}
</div>
</header>
<main id="main" tabindex="-1">
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
<h1>${page.title}</h1>
${page.main}
</main>
<footer><p>An open data service for U.S. elections. The API is described at <a href="/openapi.json">/openapi.json</a>.</p></footer>
</body>
</html>
`
}

function menu(account: Account, token: string, here: string | undefined): Html {
  const operator = account.role === 'operator' && account.status === 'approved'
  const links = [...MEMBER_LINKS, ...(operator ? OPERATOR_LINKS : []), ...OWN_LINKS]
  return html`<nav aria-label="Console"><ul>
${links.map(([path, name]) => html`<li><a href="${path}"${path === here && html` aria-current="page"`}>${name}</a></li>`)}
</ul></nav>
<form class="who" method="post" action="/console/sign-out">
${hiddenToken(token)}
<span class="name">${account.name}</span>
<button class="quiet">Sign out</button>
</form>`
}

export function hiddenToken(token: string): Html {
  return html`<input type="hidden" name="token" value="${token}">`
}
