// The HTML that the pages of all rooms share: head, skip link, header, main part and footer.

import type { Asset, Assets } from './assets.ts'
import { type Html, html } from './html.ts'
import { withLanguage } from './language.ts'
import { ROOMS, type RoomName, roomNames } from './rooms.ts'

export type PageLanguage = 'en' | 'es'

/** The assets of every page. */
export type ShellAssets = Readonly<Record<'style' | 'icon', Asset>>

export function loadShell(assets: Pick<Assets, 'load'>): ShellAssets {
  return { style: assets.load('web/style.css'), icon: assets.load('web/icon.svg') }
}

export interface Page {
  title: string
  main: Html
  /** The room of the page, which the header marks. */
  room?: RoomName
  lang?: PageLanguage
  /** One sentence for search engines and previews. */
  description?: string
  /** Further elements of the head, such as the picture of a preview. */
  head?: Html
  /** Style sheets and scripts of the room, after the common ones. A script is a module. */
  styles?: readonly Asset[]
  scripts?: readonly Asset[]
  /** Scripts of other projects that are no modules. They run before the room's scripts. */
  libraries?: readonly Asset[]
  /** The room's own navigation, in a second row of the header. */
  menu?: Html | null
  /** The account, or a choice of language: the right end of the header. */
  aside?: Html | null
  /** A message about the action that was just done. */
  notice?: string | null
  /** True if `main` contains the level-1 heading itself; otherwise the title is shown as one. */
  ownHeading?: boolean
  /** True for a page inside a frame of another site: no header and no footer. */
  bare?: boolean
}

const WORDS = {
  en: {
    skip: 'Skip to the content',
    rooms: 'Hustings',
    footer: 'An open data service for U.S. elections. The API is described at ',
  },
  es: {
    skip: 'Ir al contenido',
    rooms: 'Hustings',
    footer: 'Un servicio abierto de datos de elecciones de EE. UU. La API se describe en ',
  },
} as const

export function renderPage(shell: ShellAssets, page: Page): Html {
  const { lang = 'en', styles = [], scripts = [], libraries = [], bare = false, notice = null } = page
  const words = WORDS[lang]
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Hustings</title>
${page.description !== undefined && html`<meta name="description" content="${page.description}">`}
<link rel="icon" href="${shell.icon.url}" type="image/svg+xml">
${[shell.style, ...styles].map(
  ({ url }) => html`<link rel="stylesheet" href="${url}">
`,
)}${libraries.map(
  ({ url }) => html`<script defer src="${url}"></script>
`,
)}${scripts.map(
  ({ url }) => html`<script type="module" src="${url}"></script>
`,
)}${page.head}
</head>
<body${bare && html` class="bare"`}>
${
  !bare &&
  html`<a class="skip" href="#main">${words.skip}</a>
${header(page, lang)}`
}
<main id="main" tabindex="-1">
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
${!page.ownHeading && html`<h1>${page.title}</h1>`}
${page.main}
</main>
${!bare && html`<footer class="site-end"><p>${words.footer}<a href="/openapi.json">/openapi.json</a>.</p></footer>`}
</body>
</html>
`
}

/** The guides and the reference are in English only. */
function pathOf(name: RoomName, lang: PageLanguage): string {
  const { path } = ROOMS[name]
  return name === 'docs' ? path : withLanguage(path, lang)
}

function header({ room, menu, aside }: Page, lang: PageLanguage): Html {
  return html`<header class="site">
<div class="site-in">
<a class="brand" href="/">Hustings</a>
<nav class="rooms" aria-label="${WORDS[lang].rooms}"><ul>
${roomNames.map((name) => html`<li><a href="${pathOf(name, lang)}"${name === room && html` aria-current="true"`}>${ROOMS[name].name[lang]}</a></li>`)}
</ul></nav>
${aside}
</div>
${menu && html`<div class="menu">${menu}</div>`}
</header>`
}
