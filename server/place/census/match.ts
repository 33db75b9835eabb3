// The geocoder's reply: where it finds the address, and what tells its matches apart.

import { z } from 'zod'

const part = z.string().nullish()
const match = z.object({
  /** Degrees, NAD 83. */
  coordinates: z.object({ x: z.number().min(-180).max(180), y: z.number().min(-90).max(90) }),
  addressComponents: z.object({
    state: z.string(),
    city: part,
    zip: part,
    preDirection: part,
    suffixDirection: part,
    preType: part,
    suffixType: part,
  }),
})
export type CensusMatch = z.infer<typeof match>

const found = z.object({ result: z.object({ addressMatches: z.array(match) }) })
const refused = z.object({ errors: z.array(z.unknown()).min(1) })

/** Undefined for what is no reply of the geocoder. */
export function parseMatches(text: string): readonly CensusMatch[] | undefined {
  return found.safeParse(parseJson(text)).data?.result.addressMatches
}

/** Whether it says that the text is no address. */
export function isRefusal(text: string): boolean {
  return refused.safeParse(parseJson(text)).success
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
