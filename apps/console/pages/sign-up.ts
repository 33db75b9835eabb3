import { PASSWORD_LENGTH_MIN } from '../../../data/access/constants.ts'
import { type Field, field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import { fill, fillHtml } from '../../web/sentence.ts'
import type { ConsoleView } from '../view.ts'
import type { Words } from '../words/words.ts'
import type { ConsolePage } from './layout.ts'

/** The field for a new password. */
export function newPasswordField(words: Words, label: string): Field {
  return {
    ...{ name: 'password', label, type: 'password', autocomplete: 'new-password', required: true },
    minlength: PASSWORD_LENGTH_MIN,
    hint: fill(words.passwordHint, { count: PASSWORD_LENGTH_MIN }),
  }
}

export function signUpPage(
  { words, href }: ConsoleView,
  { name = '', contact = '', token }: { name?: string; contact?: string; token: string },
  problems: Problems = {},
): ConsolePage {
  return {
    title: words.signUp,
    main: html`<div class="narrow">
<p>${words.signUpLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-up')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true, hint: words.accountNameHint }, problems)}
${field({ name: 'contact', label: words.contact, value: contact, autocomplete: 'email', required: true, hint: words.contactHint }, problems)}
${field(newPasswordField(words, words.password), problems)}
<button>${words.signUp}</button>
</form>
<p>${fillHtml(words.haveAccount, { signIn: html`<a href="${href('/console/sign-in')}">${words.signIn}</a>` })}</p>
</div>`,
  }
}
