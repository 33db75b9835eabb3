import { html } from '../html.ts'
import type { ConsolePage } from './layout.ts'

const TITLES: Readonly<Record<number, string>> = {
  403: 'Not taken',
  404: 'There is no such page',
  405: 'Not like that',
  408: 'Too slow',
  429: 'Too many requests',
  500: 'Something went wrong here',
  503: 'Not at this moment',
}

export function refusalPage({ status, sentence, id }: { status: number; sentence: string; id: string }): ConsolePage {
  return {
    title: TITLES[status] ?? 'Not understood',
    main: html`<div class="narrow">
<p>${sentence}</p>
<p><a class="button" href="/console">To the console</a></p>
<p class="soft small">Request <code>${id}</code></p>
</div>`,
  }
}
