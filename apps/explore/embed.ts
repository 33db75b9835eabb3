// Pages in a frame of another site: no header, no session, one line with the license and the source.

import type { Reply } from '../../server/http/exchange.ts'
import { type Html, html } from '../web/html.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import type { Look } from './look.ts'
import { setDayLine } from './show.ts'

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
