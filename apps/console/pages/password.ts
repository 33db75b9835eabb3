import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsoleView } from '../view.ts'
import type { ConsolePage } from './layout.ts'
import { newPasswordField } from './sign-up.ts'

export function passwordPage(
  { words, href }: ConsoleView,
  { name, token }: { name: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.changePassword,
    here: '/console/password',
    main: html`<div class="narrow">
<p>${words.changePasswordLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/password')}">
${hiddenToken(token)}
<input type="text" name="username" value="${name}" autocomplete="username" hidden>
${field({ name: 'current', label: words.currentPassword, type: 'password', autocomplete: 'current-password', required: true }, problems)}
${field(newPasswordField(words, words.newPassword), problems)}
<button>${words.changePassword}</button>
</form>
</div>`,
  }
}
