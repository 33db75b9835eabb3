// Values of fields: codes of a closed table, dates, whole numbers.

import { type Sink, SourceError } from './source.ts'

// Translates a source's codes by a closed table. An unknown code stops the source.

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

// Parses dates in files and checks them against the calendar.

/** True for YYYY-MM-DD and a valid calendar date; 2024-02-30 is not valid. */
export function isCalendarDate(text: string): boolean {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** `11/5/2024` → `2024-11-05`; undefined if it is not a valid calendar date. */
export function parseMonthDayYear(text: string): string | undefined {
  const [, month = '', day = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text.trim()) ?? []
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** As `parseDayInWords`, and `3/4/2026`: month, day and year, as U.S. election offices write them. */
export function parseWrittenDay(text: string): string | undefined {
  return parseDayInWords(text) ?? parseMonthDayYear(text)
}

/**
 * A day whose form says which part is the month: `2026-03-04`, `2026-03-04T00:00:00`, `March 4, 2026`, `Mar 4, 2026`, `4 March 2026` and
 * `4-Mar-2026` → `2026-03-04`. Undefined for a month alone, and if it is not a valid calendar date.
 */
export function parseDayInWords(text: string): string | undefined {
  const said = text.trim()
  const [, iso] = /^(\d{4}-\d{2}-\d{2})(?:[T ].*)?$/.exec(said) ?? []
  const [, first, day1, year1] = /^([a-z]{3,9})\.? (\d{1,2}),? (\d{4})$/i.exec(said) ?? []
  const [, day2, second, year2] = /^(\d{1,2})[ -]([a-z]{3,9})\.?[ -](\d{4})$/i.exec(said) ?? []
  const month = MONTHS.indexOf((first ?? second ?? '').slice(0, 3).toLowerCase()) + 1
  const [day = '', year] = [day1 ?? day2, year1 ?? year2]
  const date = iso ?? `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isCalendarDate(date) ? date : undefined
}

/**
 * The day of an `xs:date` or `xs:dateTime` as it is written: `2026-12-15-05:00` and `2026-12-15T20:00:00Z` → `2026-12-15`. A zone says where
 * the day is that day, so it moves nothing. Undefined if it is not a valid calendar date.
 */
export function parseXmlDay(text: string): string | undefined {
  const [, day] = /^\s*(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?\s*$/.exec(text) ?? []
  return day !== undefined && isCalendarDate(day) ? day : undefined
}

// Parses whole numbers in the forms that programs write: a spreadsheet or a data-frame library saves 2 as `2.0`.

/** `2`, `02`, ` 2 `, `2.0` and `2.` are 2; undefined for any other text, and above 999,999,999. */
export function parseWholeNumber(text: string): number | undefined {
  const plain = withoutZeroDecimals(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : undefined
}

/** `2.0` → `2`, trimmed; any other text, such as `2.5` or `4A`, keeps its form. For numbers that are names, as of districts. */
export function withoutZeroDecimals(text: string): string {
  return text.trim().replace(/^(\d+)\.0*$/, '$1')
}
