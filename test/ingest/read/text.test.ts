import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SourceError } from '../../../ingest/read/source.ts'
import { decodeText, lineAt, repairMojibake } from '../../../ingest/read/text.ts'
import { cells } from '../../table.ts'

const file = (...bytes: (number | string)[]) => ({
  name: 'list.csv',
  bytes: Buffer.concat(bytes.map((part) => (typeof part === 'number' ? Buffer.of(part) : Buffer.from(part)))),
})

describe('decodeText', () => {
  it('reads UTF-8 and drops its byte order mark', () => {
    expect(decodeText(file(0xef, 0xbb, 0xbf, 'Doña Ana – “x”'))).toBe('Doña Ana – “x”')
    expect(decodeText(file(''))).toBe('')
  })

  it('reads the smart quotes, dashes and euro of windows-1252, where Node 20 reads control characters', () => {
    const bytes = file(0x93, 'Bob', 0x94, ' ', 0x96, ' O', 0x92, 'Neill ', 0x80, 0xf1, 0x9f)
    expect(decodeText(bytes, 'windows-1252')).toBe('“Bob” – O’Neill €ñŸ')
  })

  it('reads latin1', () => expect(decodeText(file('Pe', 0xf1, 'a'), 'latin1')).toBe('Peña'))

  it.each(
    // biome-ignore format: a case a line
    [
      ['latin1 bytes declared UTF-8', file('a\nb\nPe', 0xf1, 'a\n'), 'utf-8', /^list\.csv:3: got a byte that is not UTF-8.*windows-1252 or latin1/],
      ['smart quotes declared UTF-8', file('a\r\n', 0x93, 'x', 0x94), 'utf-8', /^list\.csv:2: got a byte that is not UTF-8/],
      ['UTF-8 cut in a character', file('a\n', 0xc3), 'utf-8', /^list\.csv:2: /],
      ['a lone surrogate', file(0xed, 0xa0, 0x80), 'utf-8', /^list\.csv:1: /],
      ['smart quotes declared latin1', file('a\n', 0x93), 'latin1', /^list\.csv:2: got byte 0x93 .* may be windows-1252/],
      ['a byte that windows-1252 lacks', file('a\n\n', 0x81), 'windows-1252', /^list\.csv:3: got byte 0x81 at offset 3/],
      ['UTF-8 with its mark declared windows-1252', file(0xef, 0xbb, 0xbf, 'a'), 'windows-1252', /byte order mark of UTF-8/],
      ['UTF-16', file(0xff, 0xfe, 'a', 0), 'utf-8', /byte order mark of UTF-16/],
      ['UTF-16 in the other order', file(0xfe, 0xff, 'ab'), 'latin1', /byte order mark of UTF-16/],
      ['a NUL', file('a\nb', 0, 'c'), 'latin1', /^list\.csv:2: got a NUL byte at offset 3/],
    ] as const,
  )('refuses %s', (_, bytes, encoding, message) => {
    expect(() => decodeText(bytes, encoding)).toThrow(SourceError)
    expect(() => decodeText(bytes, encoding)).toThrow(message)
  })
})

it('lineAt counts all three line ends once', () => {
  const { bytes } = file('a\r\nb\rc\nd')
  expect([0, 3, 5, 7].map((offset) => lineAt(bytes, offset))).toEqual([1, 2, 3, 4])
})

/** As a program that takes UTF-8 for windows-1252 reads it. */
function garble(text: string): string {
  const high = [...'€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ']
  return [...Buffer.from(text, 'utf8')]
    .map((byte) => (byte >= 0x80 && byte <= 0x9f ? high[byte - 0x80] : String.fromCharCode(byte)))
    .join('')
}

it.each([
  ['AngÃ©lica MarÃ\u00ada DueÃ±as', 'Angélica María Dueñas'],
  ['S. Monique LimÃ³n', 'S. Monique Limón'],
  ['Oâ€™Brien', 'O’Brien'],
  ['Ann â€œAnnieâ€\u009d Lee', 'Ann “Annie” Lee'],
  ['JosÃ© Núñez', 'José Núñez'],
])('text that was read in a wrong encoding %s is repaired', (text, repaired) => {
  expect(repairMojibake(text)).toBe(repaired)
})

it.each(
  cells(`
    Angélica | SÃO PAULO | João Lã | Ã | ÂÃ | Å. Ångström | Ann “Annie” Lee | RENÉ “BO” ROE | Lâm Nguyễn
  `),
)('text that was read in a wrong encoding %s stays', (text) => {
  expect(repairMojibake(text)).toBe(text)
})

it('text that was read in a wrong encoding is repaired for all Latin letters, and nothing changes twice', () => {
  const letter = fc.integer({ min: 0xa1, max: 0x17f }).map((code) => String.fromCharCode(code))
  fc.assert(
    fc.property(fc.array(letter, { minLength: 1 }), (letters) => {
      const text = letters.join(' ')
      expect(repairMojibake(garble(text))).toBe(text)
      expect(repairMojibake(text)).toBe(text)
    }),
  )
})
