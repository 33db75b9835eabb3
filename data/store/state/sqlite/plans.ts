import type { Plan } from '../../../access/plan.ts'
import type { Refusal } from '../change.ts'
import type { ServiceStore } from '../state.ts'
import { record } from './audit.ts'
import type { Connection } from './connection.ts'

const PLAN = 'SELECT name, requests_per_minute, requests_per_day, streams FROM plan'

/** Undefined if the plan exists. */
export function refuseUnknownPlan(connection: Connection, name: string): Refusal | undefined {
  const names = listPlans(connection).map((plan) => plan.name)
  return names.includes(name)
    ? undefined
    : { refused: `There is no plan "${name}": expected one of ${names.join(', ')}.` }
}

export function planOperations(connection: Connection): Pick<ServiceStore, 'plans' | 'setPlan'> {
  return {
    plans: async () => listPlans(connection),

    setPlan: async ({ name, requests_per_minute, requests_per_day, streams }, change) =>
      connection.write(() => {
        const plan: Plan = { name, requests_per_minute, requests_per_day, streams }
        const before = connection.find<Plan>(`${PLAN} WHERE name = @name`, { name })
        if (before && JSON.stringify(before) === JSON.stringify(plan)) return plan
        connection.run(
          `INSERT INTO plan (name, requests_per_minute, requests_per_day, streams)
          VALUES (@name, @requests_per_minute, @requests_per_day, @streams)
          ON CONFLICT (name) DO UPDATE SET
            requests_per_minute = @requests_per_minute,
            requests_per_day = @requests_per_day,
            streams = @streams`,
          { name, requests_per_minute, requests_per_day, streams },
        )
        record(connection, change, { action: 'plan.set', account: null, detail: { ...plan } })
        return plan
      }),
  }
}

function listPlans(connection: Connection): Plan[] {
  return connection.list(`${PLAN} ORDER BY name`)
}
