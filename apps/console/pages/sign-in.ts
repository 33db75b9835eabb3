import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import { fillHtml } from '../../web/sentence.ts'
import type { ConsoleView } from '../view.ts'
import type { ConsolePage } from './layout.ts'

export function signInPage(
  { words, href }: ConsoleView,
  { name = '', token, fromElsewhere }: { name?: string; token: string; fromElsewhere: boolean },
  problems: Problems = {},
): ConsolePage {
  const link = (path: string, text: string) => html`<a href="${href(path)}">${text}</a>`
  return {
    title: words.signIn,
    main: html`<div class="narrow">
${fromElsewhere && html`<p class="notice">${fillHtml(words.fromElsewhere, { link: link('/console', words.goOn) })}</p>`}
${summary(problems, words)}
<form class="card" method="post" action="${href('/console/sign-in')}">
${hiddenToken(token)}
${field({ name: 'name', label: words.accountName, value: name, autocomplete: 'username', required: true }, problems)}
${field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password', required: true }, problems)}
<button>${words.signIn}</button>
</form>
<p>${fillHtml(words.noAccount, { signUp: link('/console/sign-up', words.signUp), invitation: link('/console/invitation', words.useCode) })}</p>
</div>`,
  }
}
