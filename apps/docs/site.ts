// Every page at /docs, rendered once, and the search over them.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { setImmediate } from 'node:timers/promises'
import { projectFile } from '../../data/store/paths.ts'
import type { HostEndpoint } from '../../server/host.ts'
import type { Asset } from '../web/assets.ts'
import type { Frame } from '../web/frame.ts'
import { type Html, html } from '../web/html.ts'
import { table } from '../web/table.ts'
import { GUIDE_GROUPS, GUIDES, listCoverage, REFERENCE, SAMPLES } from './guides.ts'
import { type RenderedGuide, renderMarkdown, type Section } from './markdown.ts'
import { type DocsPage, renderDocsPage } from './page.ts'
import { loadSamples } from './samples.ts'
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

export type DocsAssets = ReturnType<typeof loadDocsAssets>

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
    ...{ url: toReference(one), page: REFERENCE.title, heading: `${one.method} ${one.path}` },
    text: `${one.summary}. ${one.parameters.join(', ')}`,
  }))
  const render = (page: DocsPage): Html => renderDocsPage(assets, page)
  const add = (page: DocsPage): void => {
    pages.set(page.path, render(page))
    entries.push(...(page.sections ?? []).map((section) => toEntry(page, section)))
  }

  add({ path: '/docs', title: 'Documents', main: contents() })
  for (const { path, file, about } of [...GUIDES, ...coverage.map((one) => ({ ...one, about: undefined }))]) {
    if (file === null) continue
    await setImmediate()
    const { title, body, sections } = load(file, urls, shown)
    add({ path, title, main: body, sections, ownHeading: true, ...(about !== undefined && { description: about }) })
  }
  const samples = loadSamples()
  add({ ...SAMPLES, main: samples.body, sections: samples.sections })
  add({ ...REFERENCE, main: reference(endpoints), ...assets.reference })
  for (const file of shown)
    add({ path: toFilePath(file), title: file, main: html`<pre tabindex="0"><code>${read(file)}</code></pre>` })
  return { pages, search: createSearch(entries), render }
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

function toEntry({ path, title }: DocsPage, { anchor, heading, text }: Section): SearchEntry {
  return { url: `${path}#${anchor}`, page: title, heading, text }
}

function contents(): Html {
  return html`<p class="lead">Everything about this service: how to call it, how to query its data, how to run it, and how its answers are made.</p>
<div class="docs-contents">
${GUIDE_GROUPS.map(
  ({ name, guides }) => html`<section class="card">
<h2>${name}</h2>
<ul>${guides.map(
    ({ path, title, about }) => html`<li><a href="${path}">${title}</a> <span class="soft">${about}</span></li>
`,
  )}</ul>
</section>
`,
)}</div>`
}

/** The script replaces the table by Swagger UI. */
function reference(endpoints: readonly HostEndpoint[]): Html {
  return html`<p class="lead">Every endpoint, parameter and field of the API, from <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). The
<a href="/docs/api">guide</a> explains them in words.</p>
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
