// The page at `/`: the first page of an app for readers, if one is mounted; else what the server is, and links to the API and to the apps.

import { ApiError } from '../../data/schema/api-error.ts'
import type { Guest, Host, HostEndpoint } from '../../server/host.ts'
import type { Exchange, Reply } from '../../server/http/exchange.ts'
import { createFixedReply, type FixedReply } from '../../server/http/reply-body.ts'
import { baseUrlOf } from '../../server/http/server.ts'
import { createGuestApp, type PageRequest } from './guest.ts'
import { type Html, html } from './html.ts'
import { type Page, renderPage, type Shell } from './page.ts'
import { HTML_TYPE, withSafeHeaders } from './reply.ts'
import { table } from './table.ts'

const PATH = '/'

interface FrontParts {
  shell: Shell
  /** Every endpoint, those of the apps included. */
  endpoints: readonly HostEndpoint[]
}

/** @param developers what the page tells people who write programs, below what is for readers */
export type AnswerFront = (exchange: Exchange, request: PageRequest, developers: () => Html) => Promise<Reply | null>

/** What is for developers is kept until another bundle, day or name of the server is asked for. @param front of an app for readers */
export function createFrontPage(host: Host, frame: FrontParts, front?: AnswerFront): Guest {
  let kept: { key: string; reply: FixedReply } | undefined
  let told: { key: string; part: Html } | undefined
  const app = createGuestApp(host, async (exchange, request) => {
    exchange.route = PATH
    const { method, headers } = exchange.request
    if (method !== 'GET' && method !== 'HEAD') return host.admission.refuse(exchange, wrongMethod(method))
    const origin = baseUrlOf(headers.host)
    const keyNow = (): string => JSON.stringify([origin, host.data.version()])
    const developers = (): Html => {
      const key = keyNow()
      if (told?.key !== key) told = { key, part: developersPart(host, frame, origin) }
      return told.part
    }
    const answered = await front?.(exchange, request, developers)
    if (answered) return answered
    if (!front) await host.admission.request(exchange)
    const key = keyNow()
    if (kept?.key !== key) {
      const page = renderPage(frame.shell, frontPage(frame, developers()))
      kept = { key, reply: withSafeHeaders(createFixedReply(Buffer.from(page.toString()), HTML_TYPE)) }
    }
    return kept.reply(exchange)
  })
  return { path: PATH, app }
}

function wrongMethod(method = ''): ApiError {
  return new ApiError('invalid_parameter', `${PATH} accepts only GET, HEAD, got ${method}.`, {
    status: 405,
    headers: ['Allow', 'GET, HEAD'],
  })
}

function frontPage(frame: FrontParts, developers: Html): Page {
  const has = hasApp(frame)
  return {
    title: 'Elections, ballots and endorsements',
    main: html`
<p class="lead">This server tells you what is on the ballot at a place in the United States and who endorses what, and sends every change.
The addresses that you send are never stored or logged.</p>
<div class="ways">
${
  has('/explore') &&
  html`<section class="card"><h2>Look at a ballot</h2>
<p>Type a place. See the contests of its ballot that we know, and the endorsements of them.</p>
<p><a class="button" href="/explore">Explore</a></p></section>
`
}${
  has('/desk') &&
  html`<section class="card"><h2>Publish endorsements</h2>
<p>An organization records its endorsements in a browser. Readers see them within seconds.</p>
<p><a href="/desk">Publishing desk</a></p></section>
`
}<section class="card"><h2>Write a program</h2>
<p>The same data as JSON, and every change as a stream, for a newsroom’s graphics or a voter guide.</p>
${has('/docs') && html`<p><a href="/docs">Documents</a></p>`}</section>
</div>
${developers}`,
  }
}

function hasApp({ shell }: FrontParts): (path: string) => boolean {
  return (path) => shell.links.some((link) => link.path === path)
}

/** The first request of a program, and every endpoint. */
function developersPart(host: Host, frame: FrontParts, origin: string): Html {
  const { endpoints } = frame
  const has = hasApp(frame)
  // A request that this server's data answers.
  const place = host.data.examplePlace()
  const first = origin + (place ? `/v1/ballot?location=${encodeURIComponent(place)}` : '/v1/states')
  const reads = new Set(host.endpoints.data.map(({ path }) => path))
  return html`<section class="card">
<h2>First request of a program</h2>
<ol>
<li>${has('/console') ? html`<a href="/console">Sign up or sign in at the console</a> and make an API key. An operator approves new accounts.` : 'Ask the operator for an API key.'}</li>
<li>Send the key with each request, from your own server and never from a browser:
<pre><code>curl -H "Authorization: Bearer $HUSTINGS_KEY" "${first}"</code></pre></li>
<li>Read ${
    has('/docs')
      ? html`<a href="/docs">the documents</a>: guides, <a href="/docs/samples">code samples</a> and the
<a href="/docs/reference">API reference</a>, which comes from <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). They need no key.`
      : html`the API reference at <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). It needs no key.`
  }</li>
</ol>
</section>
<section class="card">
<h2>Data</h2>
${endpointTable(
  'Data endpoints',
  endpoints.filter(({ path }) => reads.has(path)),
)}
</section>
<section class="card">
<h2>Changes, subscriptions and files</h2>
${endpointTable(
  'Endpoints of the change feed and of exported files',
  endpoints.filter(({ path }) => !reads.has(path)),
)}
</section>
<p>This server runs <strong>Hustings</strong>, an open, self-hosted data service. Its operator can tell you who published the data and under which license:
<code>hustings notice</code> lists every source.</p>`
}

function endpointTable(caption: string, endpoints: readonly HostEndpoint[]): Html {
  const rows = endpoints.map(({ method, path, summary }) => [
    html`<code class="long">${method} ${path}</code>`,
    // A summary marks names of parameters as Markdown does.
    html`${summary.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`,
  ])
  return table({ caption, captionUnseen: true, columns: ['Endpoint', 'Answer'], rows })
}
