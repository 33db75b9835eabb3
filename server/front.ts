// The page at `/`: describes the server, and links to the console and the API.

import { type Html, html } from '../apps/web/html.ts'
import type { Page } from '../apps/web/page.ts'
import { table } from '../apps/web/table.ts'
import type { LiveRoute } from './route/live-route.ts'
import type { Route } from './route/route.ts'

/** @param first the URL of a request that this server's data answers */
export function frontPage(
  routes: readonly Route[],
  live: readonly Pick<LiveRoute, 'method' | 'path' | 'summary'>[],
  first: string,
): Page {
  const reads = routes.map(({ path, summary }) => ({ method: 'GET', path, summary }))
  return {
    title: 'Elections, ballots and endorsements',
    main: html`
<p class="lead">This server tells you what is on the ballot at a place in the United States and who endorses what, and sends every change.
The addresses that you send are never stored or logged.</p>
<div class="ways">
<section class="card"><h2>Look at a ballot</h2>
<p>Type a place. See every contest, who endorses whom, and what the endorsers of your choice recommend.</p>
<p><a class="button" href="/explore">Explore</a></p></section>
<section class="card"><h2>Publish endorsements</h2>
<p>An organization records its endorsements in a browser. Readers see them within seconds.</p>
<p><a href="/desk">Publishing desk</a></p></section>
<section class="card"><h2>Write a program</h2>
<p>The same data as JSON, and every change as a stream, for a newsroom’s graphics or a voter guide.</p>
<p><a href="/docs">Documents</a></p></section>
</div>
<section class="card">
<h2>First request of a program</h2>
<ol>
<li><a href="/console">Sign up or sign in at the console</a> and make an API key. An operator approves new accounts.</li>
<li>Send the key with each request, from your own server and never from a browser:
<pre><code>curl -H "Authorization: Bearer $HUSTINGS_KEY" "${first}"</code></pre></li>
<li>Read <a href="/docs">the documents</a>: guides, <a href="/docs/samples">code samples</a> and the
<a href="/docs/reference">API reference</a>, which comes from <a href="/openapi.json">/openapi.json</a> (OpenAPI 3.1). They need no key.</li>
</ol>
</section>
<section class="card">
<h2>Data</h2>
${endpointTable('Data endpoints', reads)}
</section>
<section class="card">
<h2>Changes, subscriptions and files</h2>
${endpointTable('Endpoints of the change feed and of exported files', live)}
</section>
<p>This server runs <strong>Hustings</strong>, an open, self-hosted data service. Its operator can tell you who published the data and under which license:
<code>hustings notice</code> lists every source.</p>`,
  }
}

function endpointTable(caption: string, endpoints: readonly { method: string; path: string; summary: string }[]): Html {
  const rows = endpoints.map(({ method, path, summary }) => [
    html`<code class="long">${method} ${path}</code>`,
    // A summary marks names of parameters as Markdown does.
    html`${summary.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))}`,
  ])
  return table({ caption, captionUnseen: true, columns: ['Endpoint', 'Answer'], rows })
}
