import { z } from 'zod'
import { ocdId, stateCode } from './scalar.ts'

/** One of the 50 states, the District of Columbia and the five territories. */
export const state = z
  .object({
    code: stateCode,
    fips: z.string().regex(/^\d\d$/),
    name: z.string(),
    ocd_id: ocdId,
  })
  .meta({ id: 'State' })
export type State = z.infer<typeof state>
