import { PASSWORD_LENGTH_MIN } from '../../../data/access/constants.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsolePage } from './layout.ts'

/** Attributes of each field for a new password. */
export const NEW_PASSWORD = {
  type: 'password',
  autocomplete: 'new-password',
  required: true,
  minlength: PASSWORD_LENGTH_MIN,
  hint: `At least ${PASSWORD_LENGTH_MIN} characters. A few unrelated words make a good one.`,
} as const

export function signUpPage(
  { name = '', contact = '', token }: { name?: string; contact?: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: 'Sign up',
    main: html`<div class="narrow">
<p>The operator of this service approves each account. After that you can create keys here.</p>
${summary(problems)}
<form class="card" method="post" action="/console/sign-up">
${hiddenToken(token)}
${field({ name: 'name', label: 'Account name', value: name, autocomplete: 'username', required: true, hint: 'The name of your organization or project. You sign in with it.' }, problems)}
${field({ name: 'contact', label: 'Contact', value: contact, autocomplete: 'email', required: true, hint: 'How the operator reaches you, such as an e-mail address. Nobody else sees it.' }, problems)}
${field({ name: 'password', label: 'Password', ...NEW_PASSWORD }, problems)}
<button>Sign up</button>
</form>
<p>Already have an account? <a href="/console/sign-in">Sign in</a>.</p>
</div>`,
  }
}
