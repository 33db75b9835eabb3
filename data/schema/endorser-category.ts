import { z } from 'zod'

export const endorserCategory = z
  .object({
    slug: z.string().meta({ description: 'Slug of the category.', examples: ['newspaper'] }),
    name: z
      .string()
      .meta({ description: 'Name of its endorsers together, in the language asked for.', examples: ['Newspapers'] }),
    singular_name: z
      .string()
      .meta({ description: 'Name of one endorser of it, in the language asked for.', examples: ['Newspaper'] }),
    endorser_count: z
      .int()
      .nonnegative()
      .meta({ description: 'How many endorsers are held of it.', examples: [12] }),
  })
  .meta({ id: 'EndorserCategory', description: 'A kind of endorser.' })
export type EndorserCategory = z.infer<typeof endorserCategory>
