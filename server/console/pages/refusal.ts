import { html } from '../html.ts'
import type { ConsolePage } from './layout.ts'

const TITLES: Readonly<Record<number, string>> = {
  403: 'Form refused',
  404: 'Page not found',
  405: 'Method not allowed',
  408: 'Request timed out',
  429: 'Too many requests',
  500: 'Internal error',
  503: 'Temporarily unavailable',
}

export function refusalPage({ status, sentence, id }: { status: number; sentence: string; id: string }): ConsolePage {
  return {
    title: TITLES[status] ?? 'Invalid request',
    main: html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="/console">To the console</a></p>
<p class="soft small">Request <code>${id}</code></p>
</div>`,
  }
}
