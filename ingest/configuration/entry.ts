// Makes an entry of sources.yaml from words, as a command line has them.

import { z } from 'zod'
import { type SourcesFile, sourcesFile } from './schema.ts'

type Words = readonly (readonly [key: string, value: string])[]

/**
 * The values have the types that the list's schema expects: `a,b` is a list, and so is `Authorization:TOKEN,X-Key:KEY` of headers. Nothing
 * is checked: a wrong or unknown key stays as it is, for the reader of the file to report.
 */
export function parserOfEntry(list: keyof SourcesFile): (words: Words) => Record<string, unknown> {
  const entrySchema = bare(elementOf(sourcesFile.shape[list]))
  const shape: Readonly<Record<string, z.core.$ZodType>> = entrySchema instanceof z.ZodObject ? entrySchema.shape : {}
  return (words) => {
    const entry: Record<string, unknown> = {}
    for (const [key, text] of words) entry[key] = toValue(shape[key], text)
    return entry
  }
}

function elementOf(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  const inner = bare(schema)
  return inner instanceof z.ZodArray ? inner.element : undefined
}

function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? bare(schema.unwrap()) : schema
}

function toValue(schema: z.core.$ZodType | undefined, text: string): unknown {
  const inner = bare(schema)
  if (inner instanceof z.ZodArray) return text.split(',').map((part) => toValue(inner.element, part.trim()))
  if (inner instanceof z.ZodRecord) return toRecord(text)
  if (inner instanceof z.ZodLiteral && text === 'true') return true
  const isNumber =
    inner instanceof z.ZodNumber ||
    (inner instanceof z.ZodUnion && inner.options.some((one) => one instanceof z.ZodNumber))
  return isNumber && /^\d{1,9}$/.test(text) ? Number(text) : text
}

/** The text itself, if a part of it has no colon. */
function toRecord(text: string): unknown {
  const pairs = text.split(',').map((part) => part.split(':').map((word) => word.trim()))
  if (!pairs.every((pair) => pair.length > 1)) return text
  return Object.fromEntries(pairs.map(([key, ...value]) => [key, value.join(':')]))
}
