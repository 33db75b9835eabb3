// Sends a page of the explorer in the common frame, with its menu and the choice of language.

import type { Reply } from '../../server/http/exchange.ts'
import { dayInWords, type Words } from '../web/ballot/words/words.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import type { Look } from './look.ts'
import { type AskedPlace, placeBar } from './place-form.ts'

interface ExplorerPage {
  title: string
  main: Html
  /** Path of the menu's link to this page. */
  here?: string
  description?: string
  head?: Html
  /** Path and query of the same page in the other language; default: the same URL. A page of a posted place has none: a form asks again. */
  otherLanguage?: Html
  ownHeading?: boolean
  /** True if `main` has the form for a place itself. */
  ownForm?: boolean
  /** The place that the page answers. */
  asked?: AskedPlace
  /** True for a page with a link that anybody may share: social sites then show its title and description. */
  isShared?: boolean
}

const LINKS = [
  ['/explore', 'menuStart'],
  ['/explore/elections', 'menuElections'],
  ['/explore/endorsers', 'menuEndorsers'],
  ['/explore/coverage', 'menuCoverage'],
] as const

const OTHER = { en: ['es', 'Español'], es: ['en', 'English'] } as const

export function showPage(
  look: Look,
  { otherLanguage, here, ownForm = false, asked, isShared = false, ...page }: ExplorerPage,
  { status = 200, headers = [] }: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const { assets, lang, visitor } = look
  const shown = renderPage(assets, {
    ...page,
    main: html`${setDayLine(look)}${page.main}`,
    notice: look.notice,
    head: html`${page.head}${isShared && look.host.settings.publicExplorer && titleTags(look, page, asked?.url ?? undefined)}`,
    app: '/explore',
    isSignedIn: look.account !== null,
    lang,
    namesEnglish: look.preferred !== 'en',
    styles: [assets.look, assets.choicesLook, assets.mapLook],
    scripts: [assets.script],
    menu: html`${menu(look, here)}${!ownForm && placeBar(look, asked)}`,
    aside: html`<div class="who">${look.account && html`<span class="name">${look.account.name}</span>`}${otherLanguage ?? languageLink(look, status !== 200)}</div>`,
  })
  const cookie = visitor.cookie === null ? [] : ['Set-Cookie', visitor.cookie]
  const maps = look.host.settings.mapStyle?.origins ?? []
  return toPageReply(shown, { status, headers: [...headers, ...cookie], maps })
}

/** On a server whose day is set. */
function setDayLine({ host, words, lang }: Pick<Look, 'host' | 'words' | 'lang'>): Html | null {
  const { asOf } = host.settings
  if (!asOf) return null
  return html`<p class="small soft set-day">${fill(words.setDay, { date: dayInWords(asOf, lang) })}</p>
`
}

function titleTags({ origin, path }: Look, { title, description = title }: ExplorerPage, url = path): Html {
  const lines = {
    'og:type': 'website',
    'og:site_name': 'Hustings',
    'og:title': title,
    'og:description': description,
    'og:url': origin + url,
    'twitter:card': 'summary',
  }
  return html`${Object.entries(lines).map(
    ([property, content]) => html`<meta property="${property}" content="${content}">
`,
  )}`
}

/** On a phone, a button in the header's first row opens it. */
function menu({ words, href }: Look, here: string | undefined): Html {
  return html`<nav aria-label="${words.menu}"><details class="fold pages"><summary>${words.menuPages}</summary><ul>
${LINKS.map(([path, name]) => html`<li><a href="${href(path)}"${path === here && html` aria-current="page"`}>${words[name]}</a></li>`)}
</ul></details></nav>`
}

/** Parameters that a link to the other language keeps. A place is never among them. */
const KEPT = [
  'q',
  'state',
  'year',
  'category',
  'order',
  'cursor',
  'endorser',
  'endorsers',
  'categories',
  'layer',
  'district',
] as const

/** The same page in the other language; after an error the first page, because an unknown path may contain anything. */
function languageLink({ lang, href, path, exchange, query }: Look, isError: boolean): Html {
  const [other, name] = OTHER[lang]
  const isStart = isError || exchange.request.method === 'POST'
  // A form without scripts sends a parameter for each tick.
  const kept = Object.fromEntries(KEPT.map((field) => [field, isStart ? undefined : query.getAll(field).join(',')]))
  return html`<a class="language" href="${href(isStart ? '/explore' : path, { ...kept, lang: other })}" lang="${other}" hreflang="${other}">${name}</a>`
}

/** The page of a place in the other language. A linked place stays in its link; a posted one is asked for again, sealed. */
export function languageOfPlace(
  look: Look,
  path: string,
  {
    label,
    sealed,
    ...kept
  }: { label: string | null; sealed: string; part?: string | undefined; from?: string; endorsers?: string },
): Html {
  if (look.exchange.request.method === 'POST') return languageButton(look, path, { sealed, ...kept })
  const [other, name] = OTHER[look.lang]
  return html`<a class="language" href="${look.href(path, { place: label ?? '', ...kept, lang: other })}" lang="${other}" hreflang="${other}">${name}</a>`
}

/** A button that asks the same question in the other language, because its place has no URL. */
function languageButton(look: Look, action: string, fields: Fields): Html {
  const [other, name] = OTHER[look.lang]
  return postButton(
    look,
    { action, fields: { ...fields, lang: other }, className: 'language' },
    html`<button class="quiet" lang="${other}">${name}</button>`,
  )
}

type Fields = Readonly<Record<string, string | undefined>>

function postButton(
  { visitor, named }: Look,
  { action, fields, className = null }: { action: string; fields: Fields; className?: string | null },
  button: Html,
): Html {
  return html`<form${className !== null && html` class="${className}"`} method="post" action="${action}">${hiddenToken(visitor.token)}${Object.entries(
    {
      ...fields,
      snapshot: named ?? '',
    },
  ).map(
    ([field, value]) => value !== undefined && html`<input type="hidden" name="${field}" value="${value}">`,
  )}${button}</form>`
}

/** For a page of a version: `Data: version 1a2b3c4d`, and the page that says what its data has. */
export function versionOf({ exchange, words, href, path }: Look): Html | null {
  const { snapshot } = exchange
  if (snapshot === null) return null
  const isCoverage = path === '/explore/coverage'
  return html`<p class="small soft version">${fill(words.version, { snapshot: snapshot.slice(0, 12) })}${!isCoverage && html` · <a href="${href('/explore/coverage')}">${words.whatWeHave}</a>`}</p>`
}

interface Refusal {
  sentence: string
  /** The request's, which the operator finds in the log. */
  id: string
  status: number
  /** Pages that may have what is meant. */
  ways: readonly (readonly [path: string, name: keyof Words])[]
  /** The posted place; empty if none is known. */
  sealed: string
}

/** A fault of the service may pass: the page is asked for again, without its address in a link. */
export function refusalPage(look: Look, { sentence, id, status, ways, sealed }: Refusal): ExplorerPage {
  const { words, href } = look
  const mayPass = status === 429 || status >= 500
  const all = [...ways, ['/explore', 'back']] as const
  return {
    title: status === 404 ? words.notHere : words.refused,
    main: html`<p class="lead">${sentence}</p>
${mayPass && againButton(look, sealed)}
<p>${all.map(([path, name], at) => html`${at > 0 && ' · '}<a href="${href(path)}">${words[name]}</a>`)}</p>
<p class="small soft">${fill(words.reference, { id })}</p>`,
  }
}

/** A posted place is posted again, sealed: a link would ask for the first page. Null if the post named none, or was not read. */
function againButton(look: Look, sealed: string): Html | null {
  const { words, lang, exchange, path, form } = look
  if (exchange.request.method !== 'POST') return html`<p><a class="button" href="">${words.again}</a></p>`
  if (sealed === '') return null
  const kept = ['located', 'from', 'part', 'endorsers', 'categories'].map((field) => [
    field,
    form.all(field).join(',') || undefined,
  ])
  const fields = { ...Object.fromEntries(kept), sealed, lang }
  return postButton(look, { action: path, fields }, html`<button>${words.again}</button>`)
}

// Pages in a frame of another site: no header, no session, one line with the license and the source.

/** @param page.full path of the full page */
export function showEmbedded(look: Look, { title, main, full }: { title: string; main: Html; full: string }): Reply {
  const { assets, lang, words, href, exchange, origin, notice } = look
  const snapshot = (exchange.snapshot ?? '').slice(0, 12)
  const whole = html`${main}
${setDayLine(look)}<p class="small soft licence">${fill(words.licence, { snapshot })} <a href="${origin}${href(full)}" target="_blank" rel="noopener">${words.fullPage}</a></p>`
  const page = { title, main: whole, lang, notice, styles: [assets.look], bare: true, ownHeading: true }
  return toPageReply(renderPage(assets, page), { framable: true })
}

export function embedPart({ words, href, origin }: Look, path: string, title: string): Html {
  const frame = html`<iframe src="${origin}${href(path)}" title="${title}" width="100%" height="480" loading="lazy"></iframe>`
  return html`<details class="card no-print"><summary>${words.embed}</summary><p class="small">${words.embedHint}</p><pre class="wraps"><code>${frame.toString()}</code></pre></details>`
}
