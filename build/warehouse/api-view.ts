// A view of the schema `api`, and its columns.

import type { z } from 'zod'

export interface ApiView {
  name: string
  /** A sentence. */
  comment: string
  /** The columns that identify a row. */
  key: readonly string[]
  /** Each column with its SQL expression and a sentence on it. */
  columns: readonly ApiColumn[]
  /** The FROM clause and what follows it. */
  from: string
}

export interface ApiColumn {
  name: string
  sql: string
  comment: string
}

/** Columns of the API's fields, described by the API's schema. @param sql by field; default: the column of the same name */
export function fieldsOf<Shape extends Record<string, z.ZodType>>(
  { shape }: z.ZodObject<Shape>,
  names: readonly (keyof Shape & string)[],
  sql: Partial<Record<keyof Shape & string, string>> = {},
): ApiColumn[] {
  return names.map((name) => {
    const comment = shape[name]?.meta()?.description
    if (comment === undefined) throw new Error(`the API's schema has no description of "${name}"`)
    return { name, sql: sql[name] ?? name, comment }
  })
}

export function column(name: string, sql: string, comment: string): ApiColumn {
  return { name, sql, comment }
}

export const SPANISH = 'in Spanish; the English text where the source gives no Spanish one.'
