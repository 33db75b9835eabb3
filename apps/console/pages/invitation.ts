import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import type { ConsoleView } from '../view.ts'
import type { ConsolePage } from './layout.ts'
import { newPasswordField } from './sign-up.ts'

export function invitationPage(
  { words, href }: ConsoleView,
  { name, token }: { name: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.invitation,
    main: html`<div class="narrow">
<p>${words.invitationLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/invitation')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'code', label: words.invitationCode, autocomplete: 'off', required: true, hint: words.invitationCodeHint }, problems)}
${field(newPasswordField(words, words.password), problems)}
<button>${words.setPassword}</button>
</form>
</div>`,
  }
}
