// The address and the day in a reference: `{{cite news |url=… |date=March 4, 2026}}`.

import { isCalendarDate } from '../../read/calendar-date.ts'
import { findTemplates, parseTemplate } from '../../read/wikitext.ts'

export interface Citation {
  url: string | null
  /** YYYY-MM-DD. Null if the reference gives no day: a month alone is none. */
  date: string | null
}

/** The first reference with an address; else nothing. */
export function readCitation(references: readonly string[]): Citation {
  const found = references.map(readReference)
  return found.find(({ url }) => url !== null) ?? { url: null, date: null }
}

function readReference(body: string): Citation {
  const cites = findTemplates(body)
    .map((span) => parseTemplate(body, span))
    .filter(({ name }) => name.startsWith('cit'))
  for (const { parameters } of cites) {
    const textOf = (wanted: string) => parameters.find(({ name }) => name === wanted)?.value.trim() ?? ''
    const url = toUrl(textOf('url'))
    if (url !== null) return { url, date: parseDay(textOf('date')) }
  }
  const [bare = ''] = /https?:\/\/[^\s<>[\]{}|"]{3,1000}/.exec(body) ?? []
  return { url: toUrl(bare), date: null }
}

function toUrl(text: string): string | null {
  return /^https?:\/\/\S{3,1500}$/.test(text) && URL.canParse(text) ? text : null
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

/** `March 4, 2026`, `12 January 2026`, `2026-01-12`, `Mar 1, 2026`. Null for a month alone and for another text. */
export function parseDay(text: string): string | null {
  const said = text.trim()
  if (isCalendarDate(said)) return said
  const [, first, day1, year1] = /^([A-Za-z]{3,9})\.? (\d{1,2}),? (\d{4})$/.exec(said) ?? []
  const [, day2, second, year2] = /^(\d{1,2}) ([A-Za-z]{3,9})\.? (\d{4})$/.exec(said) ?? []
  const [month, day, year] = [first ?? second, day1 ?? day2, year1 ?? year2]
  const number = MONTHS.indexOf(month?.slice(0, 3).toLowerCase() ?? '') + 1
  const date = `${year}-${String(number).padStart(2, '0')}-${day?.padStart(2, '0')}`
  return number > 0 && isCalendarDate(date) ? date : null
}

/** A date of the future, after the election, or more than three years before it is no date of the endorsement. */
export function dateWithin(
  date: string | null,
  { revised, election }: { revised: string; election: string },
): string | null {
  if (date === null || date > revised || date > election) return null
  return Number(date.slice(0, 4)) < Number(election.slice(0, 4)) - 3 ? null : date
}
