// Translates a source's codes by a closed table. An unknown code stops the source.

import { type Sink, SourceError } from './source.ts'

interface CodeTable<Value> {
  /** The column name, for issues. */
  field: string
  known: Readonly<Record<string, Value>>
  /** Maps a publisher's misspelling to the known code. */
  fixes?: Readonly<Record<string, string>>
  /** Codes that are left out by rule. */
  ignored?: readonly string[]
}

export type Encoder<Value> = (
  raw: string,
  at: { file: string; line: number | null },
  sink: Pick<Sink, 'issue'>,
) => Value | undefined

/**
 * Codes match exactly, after trimming. A fix gives an issue `fixed-code`; an ignored code gives an issue `ignored-code` and
 * undefined; an unknown code throws SourceError with the known codes. Throws RangeError for a contradictory table.
 */
export function encoder<Value>(table: CodeTable<Value>): Encoder<Value> {
  const { field } = table
  const known = new Map(Object.entries(table.known))
  const fixes = new Map(Object.entries(table.fixes ?? {}))
  const ignored = new Set(table.ignored ?? [])
  for (const [raw, code] of fixes)
    if (!known.has(code) || known.has(raw) || ignored.has(raw))
      throw new RangeError(`encoder ${field}: the fix "${raw}" → "${code}" must map an unknown code to a known one`)
  for (const code of ignored)
    if (known.has(code)) throw new RangeError(`encoder ${field}: "${code}" is both known and ignored`)

  return (raw, at, sink) => {
    const code = raw.trim()
    const said = () => ({ ...at, field, value: code.slice(0, 100) })
    if (ignored.has(code)) {
      sink.issue({ ...said(), code: 'ignored-code', severity: 'ignored', message: `${field} "${code}" is left out` })
      return undefined
    }
    const fixed = fixes.get(code)
    if (fixed !== undefined)
      sink.issue({
        ...said(),
        code: 'fixed-code',
        severity: 'mended',
        message: `${field} "${code}" read as "${fixed}"`,
      })
    const value = known.get(fixed ?? code)
    if (value === undefined) {
      const codes = [...known.keys(), ...fixes.keys(), ...ignored].map((name) => `"${name}"`)
      throw new SourceError(`got ${field} "${code.slice(0, 100)}", expected one of ${codes.join(', ')}`, at)
    }
    return value
  }
}
