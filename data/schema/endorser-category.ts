import { z } from 'zod'

export const endorserCategory = z
  .object({
    slug: z.string(),
    name: z.string(),
    singular_name: z.string(),
    endorser_count: z.int().nonnegative(),
  })
  .meta({ id: 'EndorserCategory' })
export type EndorserCategory = z.infer<typeof endorserCategory>
