// The page that a room shows for an error.

import { type Html, html } from './html.ts'

const TITLES: Readonly<Record<number, string>> = {
  403: 'Form refused',
  404: 'Page not found',
  405: 'Method not allowed',
  408: 'Request timed out',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
}

/** @param back the room's first page */
export function refusalPage(
  { status, sentence, id }: { status: number; sentence: string; id: string },
  back: { path: string; name: string },
): { title: string; main: Html } {
  return {
    title: TITLES[status] ?? 'Invalid request',
    main: html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="${back.path}">${back.name}</a></p>
<p class="soft small">Request <code>${id}</code></p>
</div>`,
  }
}
