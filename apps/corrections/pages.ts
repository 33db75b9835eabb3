// HTML of the form and of the public log.

import { CORRECTION_LENGTH_MAX } from '../../data/schema/constants.ts'
import type { Correction, FixTimes } from '../../data/schema/correction.ts'
import type { Language } from '../../data/schema/vocabulary.ts'
import { formatDuration, sayFixTimes } from '../web/duration.ts'
import { hiddenToken, summary, textArea } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { fill } from '../web/sentence.ts'
import { instant, lines, soft, table } from '../web/table.ts'
import type { Words } from './words/words.ts'

interface PageView {
  lang: Language
  words: Words
}

/** A record by its name, or by its reference. @param name null or undefined: unknown, or not to be shown */
export function recordLabel(record: string, name: string | null | undefined): Html {
  return name === null || name === undefined ? html`<code>${record}</code>` : html`${name} <code>${record}</code>`
}

export function formPage(
  { lang, words }: PageView,
  { record, name, text, token }: { record: string; name: string | null | undefined; text: string; token: string },
  problems: Problems = {},
): Html {
  return html`<div class="narrow">
<p><b>${recordLabel(record, name)}</b></p>
<p>${words.reportLead}</p>
${summary(problems, words)}
<form class="card" method="post" action="${withLanguage('/corrections/new', lang)}">
${hiddenToken(token)}
<input type="hidden" name="record" value="${record}">
${textArea({ name: 'text', label: words.textLabel, value: text, rows: 8, hint: fill(words.textHint, { count: CORRECTION_LENGTH_MAX }) }, problems)}
<button>${words.send}</button>
</form>
</div>`
}

export function logPage(
  { lang, words }: PageView,
  shown: {
    corrections: readonly Correction[]
    nameOf(record: string): string | null | undefined
    times: FixTimes
    /** The last one shown, if there are more. */
    before: number | null
  },
): Html {
  const { corrections, times, before } = shown
  return html`<p class="lead">${words.logLead}</p>
<p>${sayFixTimes(words, times)} ${words.changes}</p>
${
  corrections.length === 0
    ? html`<p>${words.logEmpty}</p>`
    : table({
        ...{ caption: words.log, captionUnseen: true },
        columns: [words.record, words.text, words.opened, words.released, words.fixed, words.timeToFix],
        rows: corrections.map((one) => [
          html`<a id="correction-${one.id}"></a>${recordLabel(one.record, shown.nameOf(one.record))}`,
          lines(one.text),
          instant(one.opened_at),
          instant(one.released_at),
          one.fixed_at === null ? soft(words.notFixed) : instant(one.fixed_at),
          one.seconds_to_fix === null ? soft(words.notFixed) : formatDuration(one.seconds_to_fix),
        ]),
      })
}
${before !== null && html`<p><a href="${withLanguage(`/corrections?before=${before}`, lang)}">${words.earlier}</a></p>`}`
}
