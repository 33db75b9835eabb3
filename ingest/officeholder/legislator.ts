// The records of the congress-legislators files: members with their terms, their offices at home, their accounts.

import { z } from 'zod'

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim())
const optional = text.nullish().transform((value) => value || null)
const ids = z.object({ bioguide: z.string().regex(/^[A-Z]\d{6}$/) })

export const legislator = z.object({
  id: ids,
  name: z.object({ first: text, last: text, official_full: optional }),
  terms: z
    .array(
      z.object({
        type: z.enum(['rep', 'sen']),
        start: z.iso.date(),
        end: z.iso.date(),
        state: z.string(),
        /** 0 is at large. */
        district: z.int().nonnegative().nullish(),
        party: optional,
        url: optional,
        address: optional,
        phone: optional,
        fax: optional,
      }),
    )
    .min(1),
})
export type Legislator = z.output<typeof legislator>
export type Term = Legislator['terms'][number]

export const districtOffices = z.object({
  id: ids,
  offices: z.array(
    z.object({
      address: optional,
      suite: optional,
      building: optional,
      city: optional,
      state: optional,
      zip: optional,
      phone: optional,
      fax: optional,
    }),
  ),
})
export type DistrictOffices = z.output<typeof districtOffices>

export const accounts = z.object({ id: ids, social: z.record(z.string(), text) })
