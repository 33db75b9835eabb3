// Generates the text of NOTICE from the registry: the publishers and licences of all data.

import { LICENCES, type LicenceName } from '../../data/reference/licences.ts'
import type { Source } from '../read/source.ts'

/** One publisher's data under one licence. */
export interface Credit {
  licence: LicenceName
  publisher: string
  /** The publisher's web pages. */
  urls: string[]
  /** Source ids in registry order. */
  sources: string[]
}

/** Grouped by licence, then publisher. */
export function creditsOf(sources: readonly Source[]): Credit[] {
  const credits = new Map<string, Credit>()
  for (const { id, licence, publisher, url } of sources) {
    const key = `${licence}\n${publisher}`
    const credit = credits.get(key) ?? { licence, publisher, urls: [], sources: [] }
    credits.set(key, credit)
    if (!credit.urls.includes(url)) credit.urls.push(url)
    credit.sources.push(id)
  }
  return [...credits].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, credit]) => credit)
}

/** Plain text that ends with a line break. */
export function noticeOf(sources: readonly Source[]): string {
  const credits = creditsOf(sources)
  const lines = [
    'Hustings is licensed under Apache-2.0 (LICENSE). The data that it reads keeps the terms of its publishers.',
    'This file is made from the registry by `hustings notice`.',
  ]
  for (const licence of new Set(credits.map((credit) => credit.licence))) {
    const { url, terms } = LICENCES[licence]
    lines.push('', licence, `  ${terms}`)
    if (url !== null) lines.push(`  ${url}`)
    for (const { publisher, urls, sources: ids } of credits.filter((credit) => credit.licence === licence))
      lines.push('', `  ${publisher}`, ...urls.map((each) => `    ${each}`), `    ${shorten(ids)}`)
  }
  return `${lines.join('\n')}\n`
}

/** Shows the number of sources when a layout has many. */
function shorten(ids: readonly string[]): string {
  return ids.length <= 12 ? ids.join(', ') : `${ids[0]} to ${ids.at(-1)}, ${ids.length} sources`
}
