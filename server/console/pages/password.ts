import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'
import { NEW_PASSWORD } from './sign-up.ts'

export function passwordPage({ name, token }: { name: string; token: string }, problems: Problems = {}): ConsolePage {
  return {
    title: 'Change the password',
    here: '/console/password',
    main: html`<div class="narrow">
<p>This ends every other session of the account. Keys keep working.</p>
${summary(problems)}
<form class="card" method="post" action="/console/password">
${hiddenToken(token)}
<input type="text" name="username" value="${name}" autocomplete="username" hidden>
${field({ name: 'current', label: 'Current password', type: 'password', autocomplete: 'current-password', required: true }, problems)}
${field({ name: 'password', label: 'New password', ...NEW_PASSWORD }, problems)}
<button>Change the password</button>
</form>
</div>`,
  }
}
