// Values of elements in versions 5 and 6.

import { childrenOf, findChild, textOf, type XmlElement } from '../../read/xml.ts'
import type { FeedText } from '../feed/feed.ts'

/** A child's text in English, or else in its first language; null where there is none. */
export function translated(element: XmlElement, name: string): FeedText | null {
  const child = findChild(element, name)
  const texts = child ? childrenOf(child, 'Text') : []
  const inLanguage = (language: string) =>
    texts.find(({ attributes }) => attributes.language?.split('-')[0]?.toLowerCase() === language)
  const en = plain(inLanguage('en') ?? texts[0])
  return en === null ? null : { en, es: plain(inLanguage('es')) }
}

function plain(text: XmlElement | undefined): string | null {
  return text?.text.replace(/\s+/g, ' ') || null
}

export function wholeNumber(element: XmlElement, name: string): number | null {
  const text = textOf(element, name)
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null
}
