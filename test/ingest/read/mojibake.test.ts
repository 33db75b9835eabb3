import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { repairMojibake } from '../../../ingest/read/text.ts'

/** As a program that takes UTF-8 for windows-1252 reads it. */
function garble(text: string): string {
  const high = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ']
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => (byte >= 0x80 && byte <= 0x9f ? high[byte - 0x80] : String.fromCharCode(byte)))
    .join('')
}

describe('text that was read in a wrong encoding', () => {
  it.each([
    ['AngÃ©lica MarÃ\u00ada DueÃ±as', 'Angélica María Dueñas'],
    ['S. Monique LimÃ³n', 'S. Monique Limón'],
    ['Oâ€™Brien', 'O’Brien'],
    ['Ann â€œAnnieâ€\u009d Lee', 'Ann “Annie” Lee'],
    ['JosÃ© Núñez', 'José Núñez'],
  ])('%s is repaired', (text, repaired) => {
    expect(repairMojibake(text)).toBe(repaired)
  })

  it.each([
    'Angélica',
    'SÃO PAULO',
    'João Lã',
    'Ã',
    'ÂÃ',
    'Å. Ångström',
    'Ann “Annie” Lee',
    'RENÉ “BO” ROE',
    'Lâm Nguyễn',
  ])('%s stays', (text) => {
    expect(repairMojibake(text)).toBe(text)
  })

  it('is repaired for all Latin letters, and nothing changes twice', () => {
    const letter = fc.integer({ min: 0xa1, max: 0x17f }).map((code) => String.fromCharCode(code))
    fc.assert(
      fc.property(fc.array(letter, { minLength: 1 }), (letters) => {
        const text = letters.join(' ')
        expect(repairMojibake(garble(text))).toBe(text)
        expect(repairMojibake(text)).toBe(text)
      }),
    )
  })
})
