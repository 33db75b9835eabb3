// Contact data of a holder: only the public data of an office. Home addresses and phones are never taken.

import type { Sink } from '../read/source.ts'
import type { Person } from './person.ts'

export interface OfficeContact {
  classification: string
  address: string | null
  phone: string | null
  fax: string | null
}

/** In the order in which a caller should try them. All other classifications, especially `home`, are left out. */
export const OFFICE_CLASSIFICATIONS = ['capitol', 'capitol-mail', 'district', 'district-mail']

export function toOffices(offices: Person['offices']): OfficeContact[] {
  return OFFICE_CLASSIFICATIONS.flatMap((wanted) =>
    offices
      .filter(({ classification }) => classification === wanted)
      .map(({ address, voice, fax }) => ({ classification: wanted, address, phone: voice, fax }))
      .filter(({ address, phone, fax }) => address !== null || phone !== null || fax !== null),
  )
}

/** The capitol office's phone, else the first one. */
export function firstPhone(offices: readonly OfficeContact[]): string | null {
  return offices.find(({ phone }) => phone !== null)?.phone ?? null
}

const WEBSITE = /^(website|homepage|member detail page|html member detail page|legislator page|member page|biography)$/i
const NO_WEBSITE =
  /campaign|linkedin|youtube|radio|contact|webform|email|e-mail|report|resumen|interest|demographics|district map|legislation|list page/i

/**
 * Returns the link whose note calls it the holder's page; else the first whose note does not call it something else. A state
 * officer who was a legislator may still have legislative pages among the links, so an office's own front page comes first.
 */
export function findWebsite(links: Person['links'], { ofState }: { ofState: boolean }): string | null {
  const urls = links.flatMap(({ url, note }) => {
    const valid = toUrl(url)
    return valid === null ? [] : [{ url: valid, note }]
  })
  const unnamed = urls.filter(({ note }) => note === null || !NO_WEBSITE.test(note))
  const named = urls.find(({ note }) => note !== null && WEBSITE.test(note))
  const front = ofState ? unnamed.find(({ url }) => new URL(url).pathname === '/') : undefined
  return (named ?? front ?? unnamed[0])?.url ?? null
}

/** Null for other content: some files have a contact form here. */
export function toEmail(text: string | null): string | null {
  return text !== null && /^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(text) ? text : null
}

/** The characters of RFC 3986 that need no encoding after the scheme; square brackets occur only in hosts. */
const URI = /^https?:\/\/[\w.~:/?@!$&'()*+,;=%-]+(#[\w.~:/?@!$&'()*+,;=%-]*)?$/i
const TO_ENCODE = /%(?![0-9A-Fa-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/gu

/** Two addresses in a row: the first would have the host `example.orghttps`. */
const TWO_ADDRESSES = /^https?:\/\/[^/?#]*https?:\/\//i

/** Percent-encodes the characters of a URL that RFC 3986 does not permit. Null if the result is still not a valid URI. */
export function toUrl(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  // Half of a surrogate pair cannot be encoded.
  if (/\p{Surrogate}/u.test(trimmed) || TWO_ADDRESSES.test(trimmed)) return null
  const encoded = trimmed.replace(TO_ENCODE, encodeURIComponent)
  return URI.test(encoded) && URL.canParse(encoded) ? encoded : null
}

/** Without duplicates, in the source's order. */
export function toUrls(links: readonly { url: string }[]): string[] {
  return [...new Set(links.flatMap(({ url }) => toUrl(url) ?? []))]
}

/** Reports an issue for each invalid URL. The field is left out, and the holder stays. */
export function reportUrls(
  sink: Sink,
  at: { file: string; line: number | null },
  urls: readonly (readonly [field: string, text: string | null])[],
): void {
  for (const [field, text] of urls)
    if (text !== null && toUrl(text) === null)
      sink.issue({
        ...at,
        field,
        code: 'invalid-url',
        value: text,
        severity: 'mended',
        message: 'is not an http or https URL; it is left out',
      })
}

const NETWORKS = ['twitter', 'facebook', 'instagram', 'youtube', 'mastodon']

export function toSocial(names: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    NETWORKS.flatMap((network) => {
      const name = names[network]
      return name ? [[network, name]] : []
    }),
  )
}
