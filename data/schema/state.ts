import { z } from 'zod'
import { ocdId, stateCode } from './scalar.ts'

/** One of the 50 states, the District of Columbia and the five territories. */
export const state = z
  .object({
    code: stateCode,
    fips: z
      .string()
      .regex(/^\d\d$/)
      .meta({ description: 'FIPS code, two digits.', examples: ['37'] }),
    name: z.string().meta({ description: 'Name of the state or territory.', examples: ['North Carolina'] }),
    ocd_id: ocdId,
  })
  .meta({ id: 'State', description: 'One of the 50 states, the District of Columbia and the five territories.' })
export type StateResource = z.infer<typeof state>
