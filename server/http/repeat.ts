// Repeats a caller's text in an error message.

import { mayHoldKey } from '../../data/access/key.ts'

const SHOWN_MAX = 60

/** In backticks, cut to 60 characters; only its length if it may hold a key, or has markup or control characters. */
export function repeatText(text: string): string {
  if (mayHoldKey(text) || /[<>\p{Cc}]/u.test(text)) return `${text.length} characters`
  // A lone surrogate is not a character, and some JSON parsers refuse it.
  const shown = [...text]
    .slice(0, SHOWN_MAX)
    .join('')
    .replace(/\p{Cs}/gu, '\uFFFD')
  return `\`${shown}\``
}
