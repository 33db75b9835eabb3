// Where the state is: a database, and the schema in it that contains the tables.

import { SCHEMA_DEFAULT } from '../server-url.ts'

const SCHEMA = /^[a-z_][a-z0-9_]{0,50}$/

export interface Location {
  /** For the driver: it contains the password. */
  url: string
  schema: string
  /** For messages: without user and password. */
  name: string
}

/** Throws a sentence without the password. @param address postgres://… or postgresql://… */
export function locate(address: string): Location {
  const url = URL.parse(address)
  if (!url)
    throw new Error('the URL of the PostgreSQL state cannot be read: expected postgres://user:password@host/database')
  const schema = url.searchParams.get('schema') ?? SCHEMA_DEFAULT
  if (!SCHEMA.test(schema))
    throw new Error(
      `the schema of the PostgreSQL state: got "${schema}", expected lower-case letters, digits and underscores, at most 51, not beginning with a digit`,
    )
  url.searchParams.delete('schema')
  // The tables are found in their own schema only.
  const options = [url.searchParams.get('options'), `-c search_path=${schema}`].filter((option) => option !== null)
  url.searchParams.delete('options')
  const host = url.searchParams.get('host') ?? decodeURIComponent(url.host)
  const database = decodeURIComponent(url.pathname.slice(1))
  url.searchParams.set('options', options.join(' '))
  // The driver decodes %20 and not +. Elsewhere, such as in a password, a + is itself.
  url.search = url.search.replaceAll('+', '%20')
  return {
    url: url.href,
    schema,
    name: `PostgreSQL ${host || 'localhost'}/${database}?schema=${schema}`,
  }
}
