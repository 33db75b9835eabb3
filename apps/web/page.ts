// The HTML that the pages of all apps share: head, skip link, header, main part and footer.

import type { Language } from '../../data/schema/vocabulary.ts'
import type { Asset } from './assets.ts'
import { type Html, html } from './html.ts'
import { statesBox } from './states.ts'

type PageLanguage = 'en' | 'es'

/** A link of the header. */
export interface AppLink {
  /** The app's first page. */
  path: string
  name: Readonly<Record<PageLanguage, string>>
  /** True for an app in English alone. */
  isEnglish?: true
  /** True for an app for people with an account: it comes after those for readers. */
  forMembers?: true
}

/** The parts of every page: the common files, and links to the apps that are mounted. */
export interface Shell extends Readonly<Record<'style' | 'icon' | 'states', Asset>> {
  links: readonly AppLink[]
}

export interface Page {
  title: string
  main: Html
  /** Path of the page's app, which the header marks. */
  app?: string
  /** Whether the reader is known to have an account. */
  isSignedIn?: boolean
  lang?: PageLanguage
  /** Whether links name English too, because the reader's browser prefers another language. */
  namesEnglish?: boolean
  /** One sentence for search engines and previews. */
  description?: string
  /** Further elements of the head, such as the picture of a preview. */
  head?: Html
  /** Style sheets and scripts of the app, after the common ones. A script is a module. */
  styles?: readonly Asset[]
  scripts?: readonly Asset[]
  /** Scripts of other projects that are no modules. They run before the app's scripts. */
  libraries?: readonly Asset[]
  /** The app's own navigation, in a second row of the header. */
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
    apps: 'Hustings',
    footer: 'An open data service for U.S. elections.',
    developers: 'For developers: the API',
  },
  es: {
    skip: 'Ir al contenido',
    apps: 'Hustings',
    footer: 'Un servicio abierto de datos de elecciones de EE. UU.',
    developers: 'Para programadores: la API',
  },
} as const

export function renderPage(shell: Shell, page: Page): Html {
  const { lang = 'en', styles = [], scripts = [], libraries = [], bare = false, notice = null } = page
  const words = WORDS[lang]
  const modules = bare ? scripts : [shell.states, ...scripts]
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
)}${modules.map(
  ({ url }) => html`<script type="module" src="${url}"></script>
`,
)}${page.head}
</head>
<body${bare && html` class="bare"`}>
${
  !bare &&
  html`<a class="skip" href="#main">${words.skip}</a>
${header(shell, page, lang)}${statesBox(lang)}`
}
<main id="main" tabindex="-1">
${notice !== null && html`<p class="notice" role="status">${notice}</p>`}
${!page.ownHeading && html`<h1>${page.title}</h1>`}
${page.main}
</main>
${!bare && html`<footer class="site-end"><p>${words.footer} <a href="${shell.links.some(({ path }) => path === '/docs') ? '/docs' : '/openapi.json'}">${words.developers}</a></p>${memberLinks(shell, lang)}</footer>`}
</body>
</html>
`
}

function header(shell: Shell, page: Page, lang: PageLanguage): Html {
  const { app, menu, aside, namesEnglish = false, isSignedIn = false } = page
  const links = [false, true].flatMap((forMembers) =>
    shell.links.filter((link) => (link.forMembers ?? false) === forMembers),
  )
  const isMember = isSignedIn || links.some((link) => link.path === app && link.forMembers)
  return html`<header class="site">
<div class="site-in">
<a class="brand" href="/">Hustings</a>
<nav class="rooms" aria-label="${WORDS[lang].apps}"><ul>
${links.map(({ path, name, isEnglish, forMembers }) => html`<li${forMembers && !isMember && html` class="for-members"`}><a href="${isEnglish ? path : namesEnglish && lang === 'en' ? `${path}?lang=en` : withLanguage(path, lang)}"${path === app && html` aria-current="true"`}>${name[lang]}</a></li>`)}
</ul></nav>
${aside}
</div>
${menu && html`<div class="menu">${menu}</div>`}
</header>`
}

/** On a phone, whose header has room for the apps of readers only. */
function memberLinks({ links }: Shell, lang: PageLanguage): Html | null {
  const own = links.filter(({ forMembers }) => forMembers)
  if (own.length === 0) return null
  return html`<p class="for-members">${own.map(({ path, name, isEnglish }, at) => html`${at > 0 && ' · '}<a href="${isEnglish ? path : withLanguage(path, lang)}">${name[lang]}</a>`)}</p>`
}

/** English is the default, and stands in no address. A path that names a language keeps it. */
export function withLanguage(path: string, lang: Language): string {
  if (lang === 'en' || /[?&]lang=/.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
}
