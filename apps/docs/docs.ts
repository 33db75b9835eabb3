// The app at /docs: guides, samples and the reference. The pages are the same for every visitor, and work without scripts.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Host } from '../../server/host.ts'
import { toApiError } from '../../server/http/errors.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { createFixedReply, type FixedReply } from '../../server/http/reply-body.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { type Html, html } from '../web/html.ts'
import { refusalPage } from '../web/refusal.ts'
import { HTML_TYPE, toPageReply, withSafeHeaders } from '../web/reply.ts'
import { REFERENCE } from './guides.ts'
import { type Found, isForm, termsOf } from './search.ts'
import { type DocsPage, type DocsSite, loadDocsAssets, QUERY_LENGTH_MAX, renderDocs, SEARCH_PATH } from './site.ts'

const BACK = { path: '/docs', name: 'To the documents' }

export function createDocs(host: Host, frame: Frame): App {
  const files = loadDocsAssets(frame)
  // Rendered by the first request: most processes that start here never show a document.
  let rendered: Promise<DocsSite> | undefined
  const replies = new Map<string, FixedReply>()

  const app = createGuestApp(host, async (exchange, { path, search }) => {
    rendered ??= renderDocs(files, frame.endpoints)
    const site = await rendered
    try {
      await host.admission.request(exchange)
      const page = site.pages.get(path)
      if (!page && path !== SEARCH_PATH) throw new ApiError('not_found', 'There is no such document.')
      exchange.route = path
      refuseOtherMethods(exchange.request.method ?? '')
      if (!page) return answerSearch(site, search)
      const reply = replies.get(path) ?? toFixed(path, page)
      replies.set(path, reply)
      return await reply(exchange)
    } catch (fault) {
      if (!(fault instanceof ApiError)) host.log.fault(exchange.id, fault)
      const { status, message: sentence, headers } = toApiError(fault)
      const page = refusalPage({ status, sentence, id: exchange.id }, BACK)
      return toPageReply(site.render({ ...page, path }), { status, headers })
    }
  })
  return { path: '/docs', app, link: { name: { en: 'Docs', es: 'Documentos' }, isEnglish: true } }
}

function toFixed(path: string, page: Html): FixedReply {
  const reply = createFixedReply(Buffer.from(page.toString()), HTML_TYPE)
  // The style sheet of Swagger UI contains its icons as data.
  return withSafeHeaders(reply, { dataImages: path === REFERENCE.path })
}

function answerSearch({ search, render }: DocsSite, parameters: string): Reply {
  const query = (new URLSearchParams(parameters).get('q') ?? '').trim().slice(0, QUERY_LENGTH_MAX)
  const found = search(query)
  const title = query === '' ? 'Search' : 'Search results'
  return toPageReply(render({ path: SEARCH_PATH, title, query, main: resultList(query, found) }))
}

function resultList(query: string, { hits, partial, meant }: Found): DocsPage['main'] {
  if (query === '')
    return html`<p>Type a task such as <code>get a key</code>, a term, or an endpoint such as <code>ballot</code>.</p>`
  const didYouMean =
    meant !== null && html` Did you mean <a href="${SEARCH_PATH}?q=${encodeURIComponent(meant)}">${meant}</a>?`
  if (hits.length === 0)
    return html`<p role="status">Nothing contains <b class="long">${query}</b>.${didYouMean || ' Try fewer or shorter words.'}</p>`
  const terms = termsOf(query)
  const number = hits.length === 1 ? 'One section' : `${hits.length} sections`
  return html`<p role="status">${
    partial
      ? html`No section has every word of <b class="long">${query}</b>. ${number} with some of them, best first.${didYouMean}`
      : html`${number} for <b class="long">${query}</b>, best first.`
  }</p>
<ol class="docs-hits">${hits.map(
    ({
      url,
      page,
      heading,
      excerpt,
    }) => html`<li><a href="${url}">${heading}</a> <span class="soft small">${page}</span>
<p class="small">${marked(excerpt, terms)}</p></li>
`,
  )}</ol>`
}

/** The excerpt with the words of the query marked. */
function marked(excerpt: string, terms: readonly string[]): Html[] {
  return excerpt.split(/(?<![\p{L}\p{N}])(?=[\p{L}\p{N}])/u).map((word) => {
    const isHit = termsOf(word).some((one) => terms.some((term) => isForm(one, term)))
    const [, found = '', rest = ''] = /^([\p{L}\p{N}]+)(.*)$/su.exec(word) ?? []
    return isHit ? html`<mark>${found}</mark>${rest}` : html`${word}`
  })
}

function refuseOtherMethods(method: string): void {
  if (method === 'GET' || method === 'HEAD') return
  throw new ApiError('invalid_parameter', 'This page accepts only GET, HEAD.', {
    status: 405,
    headers: ['Allow', 'GET, HEAD'],
  })
}
