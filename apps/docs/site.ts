// Every page at /docs, rendered once, and the search over them.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path/posix'
import { setImmediate } from 'node:timers/promises'
import { projectFile } from '../../data/store/paths.ts'
import type { HostEndpoint } from '../../server/host.ts'
import type { Asset } from '../web/assets.ts'
import type { Frame } from '../web/frame.ts'
import { type Html, html } from '../web/html.ts'
import { type Page, renderPage, type Shell } from '../web/page.ts'
import { table } from '../web/table.ts'
import { GUIDE_GROUPS, GUIDES, type GuideGroup, listCoverage, REFERENCE, SAMPLES } from './guides.ts'
import { codeBlock, type GuideLink, type RenderedGuide, renderMarkdown, type Section, toAnchor } from './markdown.ts'
import { createSearch, type Search, type SearchEntry } from './search.ts'

export interface DocsSite {
  /** By path. */
  pages: ReadonlyMap<string, Html>
  search: Search
  render(page: DocsPage): Html
}

const PICTURES = 'docs/pictures'

/** The assets are registered at start: another process may have rendered the page that names them. */
export function loadDocsAssets({ assets, shell }: Pick<Frame, 'assets' | 'shell'>) {
  const swagger = (name: string): Asset => assets.load(`docs/${name}`, `node_modules/swagger-ui-dist/${name}`)
  return {
    ...shell,
    sheet: assets.load('docs/docs.css'),
    script: assets.load('docs/docs.js'),
    reference: {
      styles: [swagger('swagger-ui.css'), assets.load('docs/reference.css')],
      libraries: [swagger('swagger-ui-bundle.js')],
      scripts: [assets.load('docs/reference.js')],
    },
    pictures: new Map(
      readdirSync(projectFile(PICTURES)).map((name) => {
        const file = `${PICTURES}/${name}`
        return [file, assets.load(file, file)]
      }),
    ),
  }
}

type DocsAssets = ReturnType<typeof loadDocsAssets>

/** Lets other requests be answered between two pages. */
export async function renderDocs(assets: DocsAssets, endpoints: readonly HostEndpoint[]): Promise<DocsSite> {
  const coverage = listCoverage()
  const urls = new Map<string, string>([
    ['docs/README.md', '/docs'],
    ['docs/samples/README.md', SAMPLES.path],
    ...[...GUIDES, ...coverage].flatMap(({ file, path }): [string, string][] => (file === null ? [] : [[file, path]])),
    ...[...assets.pictures].map(([file, { url }]): [string, string] => [file, url]),
  ])
  const pages = new Map<string, Html>()
  const shown = new Set<string>()
  const entries: SearchEntry[] = endpoints.map((one) => ({
    url: toReference(one),
    page: REFERENCE.title,
    heading: `${one.method} ${one.path}`,
    text: `${one.summary}. ${one.parameters.join(', ')}`,
    weight: SEARCH_WEIGHTS.endpoint,
  }))
  const links: GuideLink[] = []
  const render = (page: DocsPage): Html => renderDocsPage(assets, page)
  const add = (page: DocsPage): void => {
    pages.set(page.path, render(page))
    entries.push(...toEntries(page))
  }

  add({ path: '/docs', title: 'Documents', main: contents() })
  for (const { path, file, about } of [...GUIDES, ...coverage.map((one) => ({ ...one, about: undefined }))]) {
    if (file === null) continue
    await setImmediate()
    const { title, body, sections, links: own } = load(file, urls, shown)
    links.push(...own.map((link) => (link.url.startsWith('#') ? { ...link, url: path + link.url } : link)))
    add({ path, title, main: body, sections, ownHeading: true, ...(about !== undefined && { description: about }) })
  }
  const samples = loadSamples()
  add({ ...SAMPLES, main: samples.body, sections: samples.sections })
  add({ ...REFERENCE, main: reference(endpoints), ...assets.reference })
  for (const file of shown)
    add({ path: toFilePath(file), title: file, main: codeBlock(read(file), extname(file).slice(1)) })
  return { pages, search: createSearch(withNames(entries, links)), render }
}

/** In a search for a task, a guide is likelier meant than the page that sums all of them up, or one to look something up in. */
const SEARCH_WEIGHTS = { guide: 1, summary: 0.7, endpoint: 0.8, lookUp: 0.35, state: 0.25, row: 0.7 } as const

/** Adds to each section what the links call it that lead there, from other sections. */
function withNames(entries: readonly SearchEntry[], links: readonly GuideLink[]): SearchEntry[] {
  const names = new Map<string, GuideLink[]>()
  for (const link of links) names.set(link.url, [...(names.get(link.url) ?? []), link])
  return entries.map((entry) => {
    const [path = '', anchor = ''] = entry.url.split('#')
    const isTitle = anchor === toAnchor(entry.page)
    const own = [...(names.get(entry.url) ?? []), ...(isTitle ? (names.get(path) ?? []) : [])]
    return { ...entry, called: [entry.called ?? '', ...new Set(own.map(({ text }) => text))].join(' ') }
  })
}

/** @param shown gets every linked file that is no guide: it is shown as it is */
function load(file: string, urls: ReadonlyMap<string, string>, shown: Set<string>): RenderedGuide {
  return renderMarkdown(read(file), (target) => {
    if (/^https?:/.test(target) || target.startsWith('#')) return target
    const [name = '', anchor] = target.split('#')
    const path = join(dirname(file), name)
    const url = urls.get(path) ?? showFile(path, shown)
    return anchor === undefined ? url : `${url}#${anchor}`
  })
}

/** A folder is shown by its README. A link to what is not in the project answers 404; a test finds it. */
function showFile(path: string, shown: Set<string>): string {
  const isFolder = existsSync(projectFile(path, 'README.md'))
  const file = isFolder ? join(path, 'README.md') : path
  if (!file.startsWith('..') && existsSync(projectFile(file))) shown.add(file)
  return toFilePath(file)
}

function read(file: string): string {
  return readFileSync(projectFile(...file.split('/')), 'utf8')
}

function toFilePath(file: string): string {
  return `/docs/files/${file}`
}

function toReference({ id }: Pick<HostEndpoint, 'id'>): string {
  return `${REFERENCE.path}#/default/${id}`
}

function toEntries({ path, title, description = '', sections = [] }: DocsPage): SearchEntry[] {
  const weight = weightOf(path)
  return sections.flatMap(({ anchor, heading, level, text, rows }, index) => {
    const above = LEVELS_ABOVE.filter((one) => one < level).flatMap(
      (one) => sections.slice(0, index).findLast((section) => section.level === one)?.heading ?? [],
    )
    const own = {
      ...{ url: `${path}#${anchor}`, page: title, weight },
      heading: heading.replace(/^\d+\. /, ''),
      above: [description, ...above].join(' '),
    }
    // A row of a table says one thing, such as a setting, where its section says many.
    const ofRows = weight < SEARCH_WEIGHTS.guide ? [] : rows
    return [
      { ...own, text },
      ...ofRows.map((row) => ({ ...own, text: row.text, called: row.name, weight: weight * SEARCH_WEIGHTS.row })),
    ]
  })
}

/** The title of the document is in every hit. */
const LEVELS_ABOVE = [2, 3]

function weightOf(path: string): number {
  const group = GUIDE_GROUPS.find(({ guides }) => guides.some((one) => one.path === path))
  if (!group) return SEARCH_WEIGHTS.state
  if (path === GUIDES[0]?.path) return SEARCH_WEIGHTS.summary
  return group.isLookUp ? SEARCH_WEIGHTS.lookUp : SEARCH_WEIGHTS.guide
}

function contents(): Html {
  return html`<p class="lead">Everything about this service: how to call it, how to query its data, how to run it, and how its answers are made.</p>
<div class="docs-contents">
${GUIDE_GROUPS.filter(({ isLookUp }) => !isLookUp).map(
  (group) => html`<section class="card">
<h2>${group.name}</h2>
${guideList(group)}
</section>
`,
)}</div>
${GUIDE_GROUPS.filter(({ isLookUp }) => isLookUp).map(
  (
    group,
  ) => html`<details class="card docs-contents"><summary>${group.name}: ${group.guides.length} more pages</summary>
${guideList(group)}
</details>
`,
)}`
}

function guideList({ guides }: GuideGroup): Html {
  return html`<ul>${guides.map(
    ({ path, title, about }) => html`<li><a href="${path}">${title}</a> <span class="soft">${about}</span></li>
`,
  )}</ul>`
}

/** The script replaces the table by Swagger UI. */
function reference(endpoints: readonly HostEndpoint[]): Html {
  return html`<p class="lead">Every endpoint, parameter and field of the API, from <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). The
<a href="/docs/api">guide</a> explains them in words.</p>
<div id="reference-key" hidden><label for="own-key">Your API key, for <b>Try it out</b></label>
<p class="hint" id="own-key-hint">Each request counts against the limits of this key. The key stays in the memory of this page: a reload forgets it.</p>
<input id="own-key" autocomplete="off" spellcheck="false" aria-describedby="own-key-hint"></div>
<div id="reference" data-document="/openapi.json">
${table({
  caption: 'Endpoints',
  captionUnseen: true,
  columns: ['Endpoint', 'Answer', 'Parameters'],
  rows: endpoints.map(({ method, path, summary, parameters }) => [
    html`<code class="long">${method} ${path}</code>`,
    summary,
    html`<span class="long">${parameters.join(', ') || 'none'}</span>`,
  ]),
})}
</div>`
}

// The frame of the documents: navigation, the sections of this page, the search field, and the way on.

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
function renderDocsPage(
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
  return html`${GUIDE_GROUPS.map(({ name, guides, isLookUp }) => {
    const list = html`<ul>${guides.map(
      (one) => html`<li><a href="${one.path}"${one.path === path && html` aria-current="page"`}>${one.title}</a>${
        isHere(one.path) &&
        shown.length > 1 &&
        html`<ul>${shown.map(({ anchor, heading }) => html`<li><a href="#${anchor}">${heading}</a></li>`)}</ul>`
      }</li>
`,
    )}</ul>`
    const isOpen = guides.some((one) => isHere(one.path))
    return isLookUp
      ? html`<details${isOpen && html` open`}><summary>${name}</summary>${list}</details>
`
      : html`<p>${name}</p>
${list}
`
  })}`
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

// The page of code samples. Each sample is a file of docs/samples/, which tests run as it is.

export const SAMPLE_LANGUAGES = [
  { name: 'curl', ending: 'sh' },
  { name: 'JavaScript', ending: 'mjs' },
  { name: 'Python', ending: 'py' },
] as const

export const SAMPLE_TASKS = [
  {
    name: 'ballot',
    title: 'The ballot of a place',
    about: 'Prints each contest at a place with its choices and the number of endorsements.',
  },
  {
    name: 'endorsements',
    title: 'A whole list, page by page',
    about: 'Walks every page of the endorsements of one state. A list cursor never expires.',
  },
  {
    name: 'recommendations',
    title: 'Recommendations from chosen endorsers',
    about: 'Counts the positions of one kind of endorser, and prints the choice to mark and the rule that decided.',
  },
  {
    name: 'follow',
    title: 'Every change, with resume',
    about:
      'Waits for changes and stores its position in a file after each page. Stop it and start it again: it misses nothing.',
  },
] as const

function loadSamples(): { body: Html; sections: Section[] } {
  const tasks = SAMPLE_TASKS.map((task) => ({
    ...task,
    codes: SAMPLE_LANGUAGES.map(({ name, ending }) => ({ name, ending, code: loadSample(`${task.name}.${ending}`) })),
  }))
  return {
    body: html`<p>Each program reads two variables of its environment: <code>HUSTINGS_URL</code>, the address of a server, and
<code>HUSTINGS_KEY</code>, an API key. <code>make run</code> prints two lines that set them. The JavaScript runs in Node.js 20 or newer, the Python in 3.9 or newer;
neither needs a package. With curl, the programs that read a list need <code>jq</code>. Tests run each file as it stands here, against a server with the sample.</p>
${tasks.map(
  ({ title, about, codes }) => html`<h2 id="${toAnchor(title)}">${title}</h2>
<p>${about}</p>
${codes.map(
  ({ name, ending, code }) => html`<h3 class="code-name">${name}</h3>
${codeBlock(code, ending)}`,
)}`,
)}`,
    sections: tasks.map(({ title, about, codes }) => ({
      anchor: toAnchor(title),
      heading: title,
      level: 2,
      rows: [],
      text: [about, ...codes.map(({ code }) => code)].join(' '),
    })),
  }
}

function loadSample(name: string): string {
  return readFileSync(projectFile('docs', 'samples', name), 'utf8')
}
