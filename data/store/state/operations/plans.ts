import type { Plan } from '../../../access/plan.ts'
import type { Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import { record } from './audit.ts'
import { type Connection, find, list, run, type Work } from './connection.ts'

const PLAN = 'SELECT name, requests_per_minute, requests_per_day, streams FROM plan'

/** Undefined if the plan exists. */
export function* refuseUnknownPlan(name: string): Work<Refusal | undefined> {
  const names = (yield* listPlans()).map((plan) => plan.name)
  return names.includes(name)
    ? undefined
    : { refused: `There is no plan "${name}": expected one of ${names.join(', ')}.` }
}

export function planOperations(connection: Connection): Pick<ServiceStore, 'plans' | 'setPlan'> {
  return {
    plans: () => connection.read(listPlans),

    setPlan: ({ name, requests_per_minute, requests_per_day, streams }, change) =>
      connection.write(function* () {
        const plan: Plan = { name, requests_per_minute, requests_per_day, streams }
        const before = yield* find<Plan>(`${PLAN} WHERE name = @name`, { name })
        if (before && JSON.stringify(before) === JSON.stringify(plan)) return plan
        yield* run(
          `INSERT INTO plan (name, requests_per_minute, requests_per_day, streams)
          VALUES (@name, @requests_per_minute, @requests_per_day, @streams)
          ON CONFLICT (name) DO UPDATE SET
            requests_per_minute = @requests_per_minute,
            requests_per_day = @requests_per_day,
            streams = @streams`,
          { name, requests_per_minute, requests_per_day, streams },
        )
        yield* record(change, { action: 'plan.set', account: null, detail: { ...plan } })
        return plan
      }),
  }
}

function* listPlans(): Work<Plan[]> {
  return yield* list(`${PLAN} ORDER BY name`)
}
