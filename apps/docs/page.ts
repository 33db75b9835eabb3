// The frame of the documents: navigation, the sections of this page, the search field, and the way on.

import type { Asset } from '../web/assets.ts'
import { type Html, html } from '../web/html.ts'
import { type Page, renderPage, type Shell } from '../web/page.ts'
import { GUIDE_GROUPS, GUIDES } from './guides.ts'
import type { Section } from './markdown.ts'

export const SEARCH_PATH = '/docs/search'
export const QUERY_LENGTH_MAX = 100

export interface DocsPage extends Pick<Page, 'title' | 'main' | 'description' | 'ownHeading' | 'libraries'> {
  path: string
  sections?: readonly Section[]
  /** As typed. */
  query?: string
  styles?: readonly Asset[]
  scripts?: readonly Asset[]
}

/** @param assets the common ones, and the style sheet and script of the documents */
export function renderDocsPage(
  assets: Shell & Readonly<Record<'sheet' | 'script', Asset>>,
  { path, sections = [], query = '', styles = [], scripts = [], main, ...page }: DocsPage,
): Html {
  const nav = navigation(path, sections)
  return renderPage(assets, {
    ...page,
    app: '/docs',
    styles: [assets.sheet, ...styles],
    scripts: [assets.script, ...scripts],
    aside: searchForm(query),
    main: html`<div class="docs">
<nav class="docs-side" aria-label="Documents">${nav}</nav>
<details class="docs-top"><summary>All documents</summary><nav aria-label="Documents">${nav}</nav></details>
<article class="docs-text">
${page.ownHeading ? null : html`<h1>${page.title}</h1>`}
${main}
${wayOn(path)}
</article>
</div>`,
    ownHeading: true,
  })
}

function navigation(path: string, sections: readonly Section[]): Html {
  const shown = sections.filter(({ level }) => level === 2)
  const isHere = (one: string): boolean => one === path || (one === '/docs/coverage' && path.startsWith(`${one}/`))
  return html`${GUIDE_GROUPS.map(
    ({ name, guides }) => html`<p>${name}</p>
<ul>${guides.map(
      (one) => html`<li><a href="${one.path}"${one.path === path && html` aria-current="page"`}>${one.title}</a>${
        isHere(one.path) &&
        shown.length > 1 &&
        html`<ul>${shown.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}</ul>`
      }</li>
`,
    )}</ul>
`,
  )}`
}

function searchForm(query: string): Html {
  return html`<form class="docs-search" role="search" action="${SEARCH_PATH}" method="get">
<label class="unseen" for="docs-query">Search the documents</label>
<input id="docs-query" name="q" type="search" value="${query}" maxlength="${QUERY_LENGTH_MAX}" placeholder="Search the documents" autocomplete="off">
<button class="quiet">Search</button>
</form>`
}

function wayOn(path: string): Html | null {
  const at = GUIDES.findIndex((one) => one.path === path)
  if (at < 0) return null
  const [before, after] = [GUIDES[at - 1], GUIDES[at + 1]]
  return html`<nav class="docs-on" aria-label="Next and previous">
${before ? html`<a href="${before.path}" rel="prev"><span>Previous</span> ${before.title}</a>` : html`<span></span>`}
${after && html`<a href="${after.path}" rel="next"><span>Next</span> ${after.title}</a>`}
</nav>`
}
