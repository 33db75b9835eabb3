import type { Plan } from '../../../data/access/plan.ts'
import { type Html, html } from '../../web/html.ts'
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
export function usage({ plan, minutes, today, at }: UsageSeen): Html {
  const cap = plan.requests_per_day
  return html`<section class="card" id="usage" aria-labelledby="usage-title" data-refreshes>
<h2 id="usage-title">Usage</h2>
<dl class="figures">
<div><dt>Today (UTC)</dt><dd><b>${group(today)}</b> ${cap === null ? 'requests, no daily cap' : `of ${group(cap)} requests`}</dd>
${cap !== null && html`<dd><progress max="${cap}" value="${Math.min(today, cap)}">${today} of ${cap}</progress></dd>`}</div>
<div><dt>This minute</dt><dd><b>${group(minutes.at(-1) ?? 0)}</b> of ${group(plan.requests_per_minute)} requests</dd></div>
<div><dt>Plan</dt><dd><b>${plan.name}</b> <span class="soft">${plan.streams} ${plan.streams === 1 ? 'stream' : 'streams'}</span></dd></div>
</dl>
<h3>Requests by minute, the last hour</h3>
${chart(minutes, plan.requests_per_minute)}
<p class="soft small">As of ${at.slice(11, 16)} UTC. All keys of the account count together. ${
    isLimitDrawn(minutes, plan.requests_per_minute) && 'The dashed line is the limit per minute.'
  }</p>
</section>`
}
