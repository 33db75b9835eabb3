// Reads and checks one row of a sample CSV file. The sample is our own data, so an invalid row stops the source.

import { z } from 'zod'
import { STATE_CODES } from '../../data/schema/vocabulary.ts'
import { readCsv } from '../read/csv.ts'
import type { FetchedFile, Sink } from '../read/source.ts'
import { SourceError } from '../read/source.ts'

/** A required text field. */
export const text = z.string().min(1)
/** An optional text field; empty becomes null. */
export const optional = z.string().transform((value) => (value === '' ? null : value))
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
export const parseCount = z
  .string()
  .regex(/^[1-9]\d*$/)
  .transform(Number)
export const optionalDate = z.union([z.literal('').transform(() => null), z.iso.date()])
export const state = z.enum(STATE_CODES)

/** Reads a file whose columns are exactly the keys of `shape`. Throws SourceError with the line of the first invalid field. */
export function* readRows<Shape extends z.ZodRawShape>(
  file: FetchedFile,
  row: z.ZodObject<Shape>,
  sink: Sink,
): Generator<{ line: number; row: z.output<z.ZodObject<Shape>> }> {
  for (const { line, record } of readCsv(file, { columns: Object.keys(row.shape) }, sink)) {
    const parsed = row.safeParse(record)
    if (!parsed.success) {
      const [issue] = parsed.error.issues
      throw new SourceError(`${issue?.path.join('.')}: ${issue?.message}`, { file: file.name, line })
    }
    yield { line, row: parsed.data }
  }
}

/** Returns a source's file by name. Throws SourceError if the registry names no such file. */
export function fileNamed(files: readonly FetchedFile[], name: string): FetchedFile {
  const file = files.find((candidate) => candidate.name.endsWith(`/${name}`))
  if (!file) throw new SourceError('the sample has no file of this name', { file: name })
  return file
}
