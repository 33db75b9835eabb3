// The page of an error, in the language of the visitor.

import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import type { Refused, Visit } from '../web/members.ts'
import { renderPage } from '../web/page.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import { type DeskAssets, DeskRefusal } from './context.ts'
import { viewOf } from './view.ts'
import type { Words } from './words/words.ts'

export function showRefusal(
  assets: DeskAssets,
  { fault, id }: Refused,
  { query, visitor: { cookie } }: Pick<Visit, 'query' | 'visitor'>,
): Reply {
  const { lang, words, href } = viewOf(query)
  // Errors of the common request path have an English sentence, and the one for a large body does not name the limit of a file.
  const isSaid = fault instanceof DeskRefusal || (lang === 'en' && fault.status !== 413)
  const sentence = isSaid ? fault.message : sentenceOf(words, fault.status)
  const page = renderPage(assets, {
    ...{ title: words.refused, lang, app: '/desk', styles: [assets.deskStyle] },
    main: html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="${href('/desk')}">${words.back}</a></p>
<p class="soft small">${fill(words.reference, { id })}</p>
</div>`,
  })
  const headers = [...fault.headers, ...(cookie === null ? [] : ['Set-Cookie', cookie])]
  return toPageReply(page, { status: fault.status, headers })
}

function sentenceOf(words: Words, status: number): string {
  switch (status) {
    case 400:
    case 403:
    case 404:
    case 405:
    case 408:
    case 413:
    case 429:
    case 503:
      return words[`refused${status}`]
    default:
      return words.refusedOther
  }
}
