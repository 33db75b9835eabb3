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
  /** True for an app for people with an account: the header of a reader leaves it out. */
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
    members: 'For editors and operators',
  },
  es: {
    skip: 'Ir al contenido',
    apps: 'Hustings',
    footer: 'Un servicio abierto de datos de elecciones de EE. UU.',
    developers: 'Para programadores: la API',
    members: 'Para redacciones y operadores',
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
${!bare && html`<footer class="site-end"><p><a href="${linkOf('/', page, lang)}">${words.footer}</a> <a href="${shell.links.some(({ path }) => path === '/docs') ? '/docs' : '/openapi.json'}">${words.developers}</a></p>${siteEnd(shell, page, lang)}</footer>`}
</body>
</html>
`
}

/** The apps of readers; on a page of people with an account, theirs too. */
function header(shell: Shell, page: Page, lang: PageLanguage): Html {
  const { menu, aside } = page
  const isMember = isOfMember(shell, page)
  const links = appLinks(shell, page, lang)
  return html`<header class="site${isMember && ' of-members'}">
<div class="site-in">
<a class="brand" href="${linkOf(page.app === '/explore' ? page.app : '/', page, lang)}">Hustings</a>
<nav class="rooms" aria-label="${WORDS[lang].apps}"><ul>
${[...links.readers, ...(isMember ? links.members : [])].map((link) => html`<li>${link}</li>`)}
</ul></nav>
${aside}
</div>
${menu && html`<div class="menu">${menu}</div>`}
</header>`
}

/** What the header of a reader leaves out: on a phone all apps, and those of people with an account everywhere. */
function siteEnd(shell: Shell, page: Page, lang: PageLanguage): Html | null {
  if (isOfMember(shell, page)) return null
  const { readers, members } = appLinks(shell, page, lang)
  return html`<p class="rooms-end">${joined(readers)}</p>
${members.length > 0 && html`<details><summary>${WORDS[lang].members}</summary><p>${joined(members)}</p></details>`}`
}

function joined(links: readonly Html[]): Html {
  return html`${links.map((link, at) => html`${at > 0 && ' · '}${link}`)}`
}

function isOfMember({ links }: Shell, { app, isSignedIn = false }: Page): boolean {
  return isSignedIn || links.some((link) => link.path === app && link.forMembers)
}

function appLinks({ links }: Shell, page: Page, lang: PageLanguage): Readonly<Record<'readers' | 'members', Html[]>> {
  const of = (members: boolean): Html[] =>
    links
      .filter(({ forMembers = false }) => forMembers === members)
      .map(
        ({ path, name, isEnglish }) =>
          html`<a href="${isEnglish ? path : linkOf(path, page, lang)}"${path === page.app && html` aria-current="true"`}>${name[lang]}</a>`,
      )
  return { readers: of(false), members: of(true) }
}

/** The address of an app: English is named if the reader chose it against the browser's language. */
function linkOf(path: string, { namesEnglish = false }: Page, lang: PageLanguage): string {
  return namesEnglish && lang === 'en' ? `${path}?lang=en` : withLanguage(path, lang)
}

/** English is the default, and stands in no address. A path that names a language keeps it. */
export function withLanguage(path: string, lang: Language): string {
  if (lang === 'en' || /[?&]lang=/.test(path)) return path
  return `${path}${path.includes('?') ? '&' : '?'}lang=${lang}`
}
