import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'

export function signInPage(
  { name = '', token, fromElsewhere }: { name?: string; token: string; fromElsewhere: boolean },
  problems: Problems = {},
): ConsolePage {
  return {
    title: 'Sign in',
    main: html`<div class="narrow">
${fromElsewhere && html`<p class="notice">You came from another site. <a href="/console">Continue</a> if you are signed in here.</p>`}
${summary(problems)}
<form class="card" method="post" action="/console/sign-in">
${hiddenToken(token)}
${field({ name: 'name', label: 'Account name', value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', required: true }, problems)}
<button>Sign in</button>
</form>
<p>No account yet? <a href="/console/sign-up">Sign up</a>. Invited? <a href="/console/invitation">Use the code</a>.</p>
</div>`,
  }
}
