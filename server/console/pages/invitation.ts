import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'
import { NEW_PASSWORD } from './sign-up.ts'

export function invitationPage({ name, token }: { name: string; token: string }, problems: Problems = {}): ConsolePage {
  return {
    title: 'Use an invitation',
    main: html`<div class="narrow">
<p>The operator of this service has given you an account and a code. Set a password with it.</p>
${summary(problems)}
<form class="card" method="post" action="/console/invitation">
${hiddenToken(token)}
${field({ name: 'name', label: 'Account name', value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'code', label: 'Invitation code', autocomplete: 'off', required: true, hint: 'Four groups of letters and digits. It works once.' }, problems)}
${field({ name: 'password', label: 'Password', ...NEW_PASSWORD }, problems)}
<button>Set the password</button>
</form>
</div>`,
  }
}
