import type { Plan } from '../../../data/access/plan.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { html } from '../../web/html.ts'
import { soft, table } from '../../web/table.ts'
import { group } from './chart.ts'
import type { ConsolePage } from './layout.ts'

/** As typed. */
export type PlanTyped = Record<keyof Plan, string>

const NEW: PlanTyped = { name: '', requests_per_minute: '', requests_per_day: '', streams: '' }

export function plansPage(
  { plans, token, typed = NEW }: { plans: readonly Plan[]; token: string; typed?: PlanTyped | undefined },
  problems: Problems = {},
): ConsolePage {
  return {
    title: 'Plans',
    here: '/console/plans',
    main: html`${summary(problems)}
<section class="card">
${table({
  caption: 'Plans',
  captionUnseen: true,
  columns: ['Plan', 'Requests per minute', 'Requests per day', 'Streams', 'Change'],
  rows: plans.map((plan) => [
    html`<b>${plan.name}</b>`,
    group(plan.requests_per_minute),
    plan.requests_per_day === null ? soft('no cap') : group(plan.requests_per_day),
    group(plan.streams),
    html`<a href="/console/plans?plan=${encodeURIComponent(plan.name)}#set">Change<span class="unseen"> ${plan.name}</span></a>`,
  ]),
})}
</section>
<section class="card narrow" id="set" aria-labelledby="set-title">
<h2 id="set-title">Set a plan</h2>
<p>An existing name changes that plan; a new name creates a plan. The change takes effect at once for its accounts.</p>
<form method="post" action="/console/plans">
${hiddenToken(token)}
${field({ name: 'name', label: 'Name', value: typed.name, required: true, autocomplete: 'off' }, problems)}
${field({ name: 'requests_per_minute', label: 'Requests per minute', value: typed.requests_per_minute, type: 'number', min: 1, required: true }, problems)}
${field({ name: 'requests_per_day', label: 'Requests per day (optional)', value: typed.requests_per_day, type: 'number', min: 1, hint: 'Per UTC day. Empty: no cap.' }, problems)}
${field({ name: 'streams', label: 'Streams open at once', value: typed.streams, type: 'number', min: 0, required: true }, problems)}
<button>Set the plan</button>
</form>
</section>`,
  }
}
