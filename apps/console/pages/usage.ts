import type { Plan } from '../../../data/access/plan.ts'
import { type Html, html } from '../../web/html.ts'
import { countOf, fill, fillHtml } from '../../web/sentence.ts'
import type { Words } from '../words/words.ts'
import { chart, group, isLimitDrawn } from './chart.ts'

export interface UsageSeen {
  plan: Plan
  /** Requests by minute, oldest first; the last is the current one. */
  minutes: readonly number[]
  /** Requests of this UTC day. */
  today: number
  /** ISO 8601. */
  at: string
}

/** The script replaces it with a newer one while the page is visible. */
export function usage(words: Words, { plan, minutes, today, at }: UsageSeen): Html {
  const cap = plan.requests_per_day
  const bold = (count: number): Html => html`<b>${group(count)}</b>`
  const shown = (count: number, most: number): Html =>
    fillHtml(words.usageOf, { count: bold(count), most: group(most) })
  return html`<section class="card" id="usage" aria-labelledby="usage-title" data-refreshes>
<h2 id="usage-title">${words.usage}</h2>
<dl class="figures">
<div><dt>${words.usageToday}</dt><dd>${cap === null ? fillHtml(words.usageNoCap, { today: bold(today) }) : shown(today, cap)}</dd>
${cap !== null && html`<dd><progress max="${cap}" value="${Math.min(today, cap)}">${fill(words.usageOf, { count: group(today), most: group(cap) })}</progress></dd>`}</div>
<div><dt>${words.usageMinute}</dt><dd>${shown(minutes.at(-1) ?? 0, plan.requests_per_minute)}</dd></div>
<div><dt>${words.plan}</dt><dd><b>${plan.name}</b> <span class="soft">${countOf(plan.streams, words.streamsOne, words.streamsMany)}</span></dd></div>
</dl>
<h3>${words.usageHour}</h3>
${chart(words, minutes, plan.requests_per_minute)}
<p class="soft small">${fill(words.usageAsOf, { time: at.slice(11, 16) })} ${
    isLimitDrawn(minutes, plan.requests_per_minute) && words.usageDashed
  }</p>
</section>`
}
