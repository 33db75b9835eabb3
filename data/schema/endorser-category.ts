import { z } from 'zod'

export const endorserCategory = z
  .object({
    slug: z.string().meta({ description: 'Slug of the category.', examples: ['newspaper'] }),
    name: z
      .string()
      .meta({ description: 'Plural name of the category, in the requested language.', examples: ['Newspapers'] }),
    singular_name: z.string().meta({
      description: 'Name of one endorser of the category, in the requested language.',
      examples: ['Newspaper'],
    }),
    endorser_count: z
      .int()
      .nonnegative()
      .meta({ description: 'Number of its endorsers here.', examples: [12] }),
  })
  .meta({ id: 'EndorserCategory', description: 'A kind of endorser.' })
export type EndorserCategory = z.infer<typeof endorserCategory>
