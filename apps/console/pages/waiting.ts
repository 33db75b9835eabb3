import type { Account } from '../../../data/store/state/accounts.ts'
import { html } from '../../web/html.ts'
import { fillHtml } from '../../web/sentence.ts'
import type { ConsoleView } from '../view.ts'
import type { ConsolePage } from './layout.ts'

export function waitingPage({ words, href }: ConsoleView, { name, contact }: Account): ConsolePage {
  return {
    title: words.waiting,
    here: '/console',
    main: html`<div class="narrow">
<p>${fillHtml(words.waitingLead, { name: html`<b>${name}</b>` })} ${
      contact !== null && fillHtml(words.waitingContact, { contact: html`<b>${contact}</b>` })
    }</p>
<p>${words.waitingThen}</p>
<p><a class="button" href="${href('/console')}">${words.lookAgain}</a></p>
</div>`,
  }
}
