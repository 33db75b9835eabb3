import { z } from 'zod'
import type { Plan } from '../../data/access/plan.ts'
import { plan } from '../../data/access/plan.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Problems, parseField } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { type PlanTyped, plansPage } from './pages/plans.ts'
import { redirect, showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

const { shape } = plan
const requestsPerDay = wholeNumber.pipe(shape.requests_per_day.unwrap())
const none = z.literal('').transform(() => null)

/** `?plan=` fills the form with an existing plan. */
export async function answerPlans(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, query, visitor } = visit
  const plans = await host.state.plans()
  const chosen = plans.find((one) => one.name === query.get('plan'))
  return showPage(visit, plansPage({ plans, token: visitor.token, typed: chosen && typedOf(chosen) }))
}

export async function setPlan(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form, visitor } = visit
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
    return showPage(visit, plansPage({ plans, token: visitor.token, typed }, problems), { status: 400 })
  }
  await host.state.setPlan({ name, requests_per_minute: perMinute, requests_per_day: perDay, streams }, changeBy(visit))
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
