// A candidate's name as Kentucky's filings spread it over four columns, in reading order.

import type { Sink } from '../../source.ts'
import type { At } from '../listed.ts'

type NameColumns = Record<'Last Name' | 'First Name' | 'Middle Name' | 'Suffix', string>

/**
 * `BILLY JOE "BJ" PICKERELL JR`. A nickname among the suffixes stands before the last name; a suffix that another column has too is
 * written once. A courtesy title (`MR`) is no part of a name on a ballot: an issue `courtesy-title`.
 */
export function kyName(record: NameColumns, at: At, sink: Pick<Sink, 'issue'>): string {
  const { 'First Name': first, 'Middle Name': middle, 'Last Name': last, Suffix: suffix } = record
  const words = (...parts: string[]): string => parts.join(' ').trim().replace(/\s+/g, ' ')
  const others = ` ${words(first, middle, last).replace(/[."“”]/g, '')} `
  if (/^(MR|MRS|MS|MISS)\.?$/.test(suffix)) {
    const message = `the suffix "${suffix}" is a courtesy title; the name is written without it`
    sink.issue({ ...at, field: 'Suffix', code: 'courtesy-title', value: suffix, message, severity: 'mended' })
    return words(first, middle, last)
  }
  if (others.includes(` ${suffix.replace(/[."“”]/g, '')} `)) return words(first, middle, last)
  return /^(JR|SR|I{1,3}|IV|V)\.?$/.test(suffix)
    ? words(first, middle, last, suffix)
    : words(first, middle, suffix, last)
}
