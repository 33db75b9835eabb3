// A plan: the limits of an account, shared by all its keys.

import { z } from 'zod'

/** The plan of a new account if no other is named. */
export const DEFAULT_PLAN = 'free'

const NUMBER_MAX = 1_000_000_000

export const plan = z.object({
  name: z.string().regex(/^[a-z][a-z0-9-]{0,39}$/, 'expected 1 to 40 of a-z, 0-9 and dashes, a letter first'),
  requests_per_minute: whole(1),
  /** Null means no daily cap. */
  requests_per_day: whole(1).nullable(),
  streams: whole(0),
})

export type Plan = z.infer<typeof plan>

function whole(least: number): z.ZodInt {
  const sentence = `expected a whole number from ${least} to ${NUMBER_MAX}`
  return z.int(sentence).min(least, sentence).max(NUMBER_MAX, sentence)
}
