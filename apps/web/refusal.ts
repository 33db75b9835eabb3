// The page that an app shows for an error.

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

/** An error in English, or in the words of another language. */
type Refusal = { status: number; sentence: string; id: string } | { sentence: string; title: string; reference: string }

/** @param back the app's first page */
export function refusalPage(refusal: Refusal, back: { path: string; name: string }): { title: string; main: Html } {
  const isEnglish = 'status' in refusal
  return {
    title: isEnglish ? (TITLES[refusal.status] ?? 'Invalid request') : refusal.title,
    main: html`<div class="narrow">
<p>${refusal.sentence}</p>
<p><a class="button" href="${back.path}">${back.name}</a></p>
<p class="soft small">${isEnglish ? html`Request <code>${refusal.id}</code>` : refusal.reference}</p>
</div>`,
  }
}
