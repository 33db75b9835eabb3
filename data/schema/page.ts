// The envelopes of all JSON responses.

import { z } from 'zod'

export function record<Item extends z.ZodType>(item: Item) {
  return z.object({ data: item })
}

export function list<Item extends z.ZodType>(item: Item) {
  return z.object({ data: z.array(item).meta({ description: 'Every record.' }) })
}

export function page<Item extends z.ZodType>(item: Item) {
  return z.object({
    data: z.array(item).meta({ description: 'The records of this page.' }),
    next_cursor: z
      .string()
      .nullable()
      .meta({
        description: 'Cursor of the next page; null only on the last page.',
        examples: ['AWMtMjAyNC0xMS0wNQ'],
      }),
  })
}
