// Text of which a publisher once read the UTF-8 bytes as windows-1252: `LimÃ³n` for `Limón`.

import { encodeWindows1252 } from './text.ts'

/** Two to four characters of windows-1252 whose bytes are one letter, or one typographic sign, in UTF-8. */
const GARBLED = /[ÂÃÄÅ].|â../gsu
/** What names and titles hold: letters of Latin alphabets, and the usual signs. */
const EXPECTED = /^[\u00a0-\u017f\u2010-\u203a\u20ac]$/u

/** The text with each such sequence as the character that its bytes are; the rest, and what is none, stays. */
export function repairMojibake(text: string): string {
  if (!/[ÂÃÄÅâ]/u.test(text)) return text
  return text.replace(GARBLED, (garbled) => {
    const bytes = encodeWindows1252(garbled)
    const character = bytes?.toString('utf8')
    return character !== undefined && EXPECTED.test(character) ? character : garbled
  })
}
