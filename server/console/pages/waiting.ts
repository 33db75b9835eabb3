import type { Account } from '../../../data/store/state/accounts.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'

export function waitingPage({ name, contact }: Account): ConsolePage {
  return {
    title: 'Waiting for approval',
    here: '/console',
    main: html`<div class="narrow">
<p>The account <b>${name}</b> has been created, but the operator of this service has not approved it yet. ${
      contact !== null && html`The operator can reach you at <b>${contact}</b>.`
    }</p>
<p>Once it is approved, you can create keys on this page.</p>
<p><a class="button" href="/console">Look again</a></p>
</div>`,
  }
}
