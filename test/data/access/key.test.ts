import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { hashKey, isMistypedKey, KEY_RANDOM_BYTES, makeKey, mayHoldKey } from '../../../data/access/key.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Bitwise, from the polynomial: shares nothing with zlib's table. */
function crc32(text: string): number {
  let crc = 0xffffffff
  for (const byte of Buffer.from(text)) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

it('makeKey writes the prefix, 30 characters, and their CRC-32 in base62', () => {
  const key = makeKey(new Uint8Array(30).map((_, i) => i * 8))
  expect(key).toMatch(/^hst_live_[0-9A-Za-z]{36}$/)
  const digits = [...key.slice(-6)].reduce((sum, digit) => sum * 62 + ALPHABET.indexOf(digit), 0)
  expect(digits).toBe(crc32(key.slice(9, 39)))
})

it('makeKey skips bytes that would make some characters more likely', () => {
  const fair = new Uint8Array(30).fill(61)
  expect(makeKey(Uint8Array.from([248, 255, ...fair]))).toBe(makeKey(fair))
  expect(() => makeKey(new Uint8Array(64).fill(250))).toThrow('30 random bytes below 248, got 0')
})

it('makeKey uses every character about equally often', () => {
  const counts = new Map<string, number>()
  for (let i = 0; i < 2000; i++)
    for (const character of makeKey(randomBytes(KEY_RANDOM_BYTES)).slice(9, 39))
      counts.set(character, (counts.get(character) ?? 0) + 1)
  expect(counts.size).toBe(62)
  const expected = (2000 * 30) / 62
  const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
  // 61 degrees of freedom: above 140 less than once in ten million runs; the plain modulo of a byte gives about 450.
  expect(chiSquare).toBeLessThan(140)
})

it('isMistypedKey is false for a key as made, and detects every wrong character and every swap of neighbours', () => {
  const keys = Array.from({ length: 100 }, () => makeKey(randomBytes(KEY_RANDOM_BYTES)))
  expect(keys.filter(isMistypedKey)).toEqual([])
  const key = keys[0] ?? ''
  for (let at = 9; at < key.length; at++) {
    for (const other of ALPHABET) {
      const typo = key.slice(0, at) + other + key.slice(at + 1)
      if (typo !== key) expect(isMistypedKey(typo)).toBe(true)
    }
    const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
    if (swapped !== key && swapped.length === key.length) expect(isMistypedKey(swapped)).toBe(true)
  }
})

it('isMistypedKey distinguishes a key of the wrong length from other text', () => {
  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  for (const text of [key.slice(0, -1), `${key}0`, 'hst_live_', `${key}\n`, key.replace(/.$/, '-')])
    expect(isMistypedKey(text)).toBe(true)
  for (const text of ['', 'hst_test_x', ` ${key}`, key.toUpperCase(), 'Bearer']) expect(isMistypedKey(text)).toBe(false)
})

it('mayHoldKey detects a key, its beginning and its secret part, but no ordinary value', () => {
  const key = makeKey(randomBytes(KEY_RANDOM_BYTES))
  for (const text of [key, `x${key}y`, key.slice(0, 12), key.slice(9), encodeURIComponent(key).replaceAll('_', '%5F')])
    expect(mayHoldKey(text)).toBe(true)
  for (const text of ['', 'NC', '9007199254740993', 'nc-2024-11-05-general', '0b3c1d2e-3f40-4a51-8b62-7c8d9eafb0c1'])
    expect(mayHoldKey(text)).toBe(false)
})

it('hashKey is the HMAC-SHA-256 of RFC 4231, test case 2', () => {
  expect(hashKey('what do ya want for nothing?', Buffer.from('Jefe'))).toBe(
    '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
  )
})
