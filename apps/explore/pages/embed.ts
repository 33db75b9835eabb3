// The line that shows a page on another site.

import { type Html, html } from '../../web/html.ts'
import type { Look } from '../look.ts'

export function embedPart({ words, href, origin }: Look, path: string, title: string): Html {
  const frame = html`<iframe src="${origin}${href(path)}" title="${title}" width="100%" height="480" loading="lazy"></iframe>`
  return html`<details class="card no-print"><summary>${words.embed}</summary><p class="small">${words.embedHint}</p><pre class="wraps"><code>${frame.toString()}</code></pre></details>`
}
