// Which text of an answer other people wrote: every string whose schema allows any text. A date, a code, a URL and an id have a form.

import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema

/** Names of the properties, in order. `details.*`: every other key of `details` too. @param response of an operation */
export function listUntrusted(response: z.ZodType): string[] {
  const root = z.toJSONSchema(response, { io: 'output' })
  const names = new Set<string>()
  const seen = new Set<unknown>()
  const visit = (name: string, schema: Schema | boolean | undefined): void => {
    if (typeof schema !== 'object') return
    const { $ref, anyOf, items, properties, additionalProperties } = schema
    if ($ref !== undefined) visit(name, root.$defs?.[$ref.replace('#/$defs/', '')])
    for (const one of anyOf ?? []) visit(name, one)
    if (!Array.isArray(items)) visit(name, items)
    if ([schema.type].flat().includes('string') && isFree(schema) && !OWN.has(name)) names.add(name)
    if (typeof additionalProperties === 'object') names.add(`${name}.*`)
    if (!properties || seen.has(schema)) return
    seen.add(schema)
    for (const [key, value] of Object.entries(properties)) visit(key, value)
  }
  visit('', root)
  return [...names].sort()
}

/** A cursor is this service's own text. */
const OWN = new Set(['next_cursor'])

function isFree({ enum: allowed, const: only, format, pattern }: Schema): boolean {
  return allowed === undefined && only === undefined && format === undefined && pattern === undefined
}
