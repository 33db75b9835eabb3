import { z } from 'zod'
import { type Plan, plan } from '../../data/access/plan.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { soft, table } from '../web/table.ts'
import { group } from './home.ts'
import { type ConsoleMemberSession, type ConsolePage, redirect, showPage } from './page.ts'

const { shape } = plan
const requestsPerDay = wholeNumber.pipe(shape.requests_per_day.unwrap())
const none = z.literal('').transform(() => null)

/** `?plan=` fills the form with an existing plan. */
export async function answerPlans(session: ConsoleMemberSession): Promise<Reply> {
  const { host, query, visitor } = session
  const plans = await host.state.plans()
  const chosen = plans.find((one) => one.name === query.get('plan'))
  return showPage(session, plansPage({ plans, token: visitor.token, typed: chosen && typedOf(chosen) }))
}

export async function setPlan(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form, visitor } = session
  const typed: PlanTyped = {
    name: form.text('name'),
    requests_per_minute: form.text('requests_per_minute'),
    requests_per_day: form.text('requests_per_day'),
    streams: form.text('streams'),
  }
  const problems: Problems = {}
  const name = parseField(shape.name, typed.name, { problems, field: 'name', label: 'Name' })
  const perMinute = parseField(wholeNumber.pipe(shape.requests_per_minute), typed.requests_per_minute, {
    problems,
    field: 'requests_per_minute',
    label: 'Requests per minute',
  })
  const perDay = parseField(typed.requests_per_day === '' ? none : requestsPerDay, typed.requests_per_day, {
    problems,
    field: 'requests_per_day',
    label: 'Requests per day',
  })
  const streams = parseField(wholeNumber.pipe(shape.streams), typed.streams, {
    problems,
    field: 'streams',
    label: 'Streams',
  })
  if (name === undefined || perMinute === undefined || perDay === undefined || streams === undefined) {
    const plans = await host.state.plans()
    return showPage(session, plansPage({ plans, token: visitor.token, typed }, problems), { status: 400 })
  }
  await host.state.setPlan(
    { name, requests_per_minute: perMinute, requests_per_day: perDay, streams },
    changeBy(session),
  )
  return redirect('/console/plans', { done: 'plan-changed' })
}

function typedOf({ name, requests_per_minute, requests_per_day, streams }: Plan): PlanTyped {
  return {
    name,
    requests_per_minute: String(requests_per_minute),
    requests_per_day: requests_per_day === null ? '' : String(requests_per_day),
    streams: String(streams),
  }
}

/** As typed. */
type PlanTyped = Record<keyof Plan, string>

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
