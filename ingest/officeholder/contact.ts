// How a holder is reached: what is an office's and public. A home address or phone is never taken.

import type { Sink } from '../engine/source.ts'
import type { Person } from './person.ts'

export interface OfficeContact {
  classification: string
  address: string | null
  phone: string | null
  fax: string | null
}

/** In the order in which a caller should try them. Any other classification, `home` above all, is left out. */
export const OFFICE_CLASSIFICATIONS = ['capitol', 'capitol-mail', 'district', 'district-mail']

export function toOffices(offices: Person['offices']): OfficeContact[] {
  return OFFICE_CLASSIFICATIONS.flatMap((wanted) =>
    offices
      .filter(({ classification }) => classification === wanted)
      .map(({ address, voice, fax }) => ({ classification: wanted, address, phone: voice, fax }))
      .filter(({ address, phone, fax }) => address !== null || phone !== null || fax !== null),
  )
}

/** The capitol office's, else the first that there is. */
export function firstPhone(offices: readonly OfficeContact[]): string | null {
  return offices.find(({ phone }) => phone !== null)?.phone ?? null
}

const WEBSITE = /^(website|homepage|member detail page|html member detail page|legislator page|member page|biography)$/i
const NO_WEBSITE =
  /campaign|linkedin|youtube|radio|contact|webform|email|e-mail|report|resumen|interest|demographics|district map|legislation|list page/i

/**
 * The link that its note calls the holder's page; else the first whose note does not call it something else. A state
 * officer who sat in the legislature still has its pages among the links, so an office's own front page comes before them.
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

/** Some files have a contact form where the address belongs. */
export function toEmail(text: string | null): string | null {
  return text !== null && /^[^\s@:/]+@[^\s@:/.]+(?:\.[^\s@:/.]+)+$/.test(text) ? text : null
}

/** Of RFC 3986 the characters that need no encoding anywhere behind the scheme; square brackets stand in hosts alone. */
const URI = /^https?:\/\/[\w.~:/?@!$&'()*+,;=%-]+(#[\w.~:/?@!$&'()*+,;=%-]*)?$/i
const TO_ENCODE = /%(?![0-9A-Fa-f]{2})|[^\w.~:/?#@!$&'()*+,;=%-]/gu

/** One address behind another: the first would have the host `example.orghttps`. */
const TWO_ADDRESSES = /^https?:\/\/[^/?#]*https?:\/\//i

/** A URL as a valid URI: what RFC 3986 does not permit is percent-encoded. Null for what is none even then. */
export function toUrl(text: string | null): string | null {
  const trimmed = text?.trim() ?? ''
  // Half a character has no encoding.
  if (/\p{Surrogate}/u.test(trimmed) || TWO_ADDRESSES.test(trimmed)) return null
  const encoded = trimmed.replace(TO_ENCODE, encodeURIComponent)
  return URI.test(encoded) && URL.canParse(encoded) ? encoded : null
}

/** Each once, in the source's order. */
export function toUrls(links: readonly { url: string }[]): string[] {
  return [...new Set(links.flatMap(({ url }) => toUrl(url) ?? []))]
}

/** An issue for each address that is no URL: its field is left out, and the holder stays. */
export function reportUrls(
  sink: Sink,
  at: { file: string; line: number | null },
  urls: readonly (readonly [field: string, text: string | null])[],
): void {
  for (const [field, text] of urls)
    if (text !== null && toUrl(text) === null)
      sink.issue({
        ...{ ...at, field, code: 'invalid-url', value: text, severity: 'mended' },
        message: 'is no http or https URL; it is left out',
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
