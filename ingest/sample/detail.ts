// `details` of a sample row, written `key=value; key=value`, to the JSON object of docs/rules.md#details.

import { z } from 'zod'
import { SourceError } from '../source.ts'

const claim = z.literal('true').transform(() => true)
const amount = z.string().regex(/^\d+$/).transform(Number)

/** Keys in the order in which they are written, so that equal details are equal bytes. */
const detailFields = z.strictObject({
  all_mail: claim.optional(),
  amount: amount.optional(),
  elected_at_large: claim.optional(),
  fusion_voting: claim.optional(),
  majority_required: claim.optional(),
  measure_type: z.string().min(1).optional(),
  none_of_these: claim.optional(),
  nonpartisan: claim.optional(),
  ranked_choice: claim.optional(),
  runoff_date: z.iso.date().optional(),
  short_term: claim.optional(),
  source_url: z.url().optional(),
  term: z.string().min(1).optional(),
  uncontested: claim.optional(),
  vote_required: z
    .string()
    .regex(/^(\d\/\d|\d+%)$/)
    .optional(),
})
export type SampleDetails = z.output<typeof detailFields>

/** An empty field is an empty object. Throws SourceError for an unknown key or a value that is not of its kind. */
export function parseDetails(field: string, at: { file: string; line: number }): SampleDetails {
  const pairs = field
    .split('; ')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  const parsed = detailFields.safeParse(Object.fromEntries(pairs))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new SourceError(`details: ${issue?.path.join('.')} ${issue?.message}, got "${field}"`, at)
}
