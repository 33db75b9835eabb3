// Finds a word in bytes in any spelling or encoding.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

export type Spelling = (text: string) => Buffer

/** Ways to encode a text; the finder finds each. */
export const SPELLINGS: Readonly<Record<string, Spelling>> = {
  plain: (text) => Buffer.from(text),
  'upper-case': (text) => Buffer.from(text.toUpperCase()),
  'lower-case': (text) => Buffer.from(text.toLowerCase()),
  'URL-encoded': (text) => Buffer.from(encodeURIComponent(text)),
  'form-encoded': (text) => Buffer.from(new URLSearchParams({ text }).toString()),
  'every byte escaped': (text) =>
    Buffer.from(text.replace(/./gs, (letter) => `%${Buffer.from(letter).toString('hex')}`)),
  hexadecimal: (text) => Buffer.from(Buffer.from(text).toString('hex')),
  base64: (text) => Buffer.from(Buffer.from(text).toString('base64')),
  'base64, one further': (text) => Buffer.from(Buffer.from(`?${text}`).toString('base64')),
  'base64, two further': (text) => Buffer.from(Buffer.from(`??${text}`).toString('base64')),
  'base64 of lower-case': (text) => Buffer.from(Buffer.from(text.toLowerCase()).toString('base64')),
  'base64 of upper-case': (text) => Buffer.from(Buffer.from(text.toUpperCase()).toString('base64url')),
  'UTF-16, little end first': (text) => Buffer.from(text, 'utf16le'),
  'UTF-16, big end first': (text) => Buffer.from(text, 'utf16le').swap16(),
}

/** Of both ends first. */
export function doublesOf(value: number): Buffer[] {
  const [big, little] = [Buffer.alloc(8), Buffer.alloc(8)]
  big.writeDoubleBE(value)
  little.writeDoubleLE(value)
  return [big, little]
}

/** Of 32 bits, of both ends first. */
export function integersOf(value: number): Buffer[] {
  const [big, little] = [Buffer.alloc(4), Buffer.alloc(4)]
  big.writeInt32BE(value)
  little.writeInt32LE(value)
  return [big, little]
}

export interface Finder {
  /** The words found in the bytes, each with its encoding; empty if there are none. */
  find(bytes: Buffer): string[]
}

/** @param words in ASCII @param raw bytes to search for exactly */
export function createFinder(words: readonly string[], raw: readonly Buffer[]): Finder {
  const folded = words.flatMap((word) => {
    const lower = word.toLowerCase()
    const hex = Buffer.from(lower).toString('hex')
    // Digits of hexadecimal differ by case: of a letter in the third bit.
    const upperHex = Buffer.from(lower.toUpperCase()).toString('hex')
    const asIs = Buffer.from(word).toString('hex')
    const escaped = [hex, upperHex, asIs].map((digits) => digits.replace(/../g, '%$&'))
    return [lower, Buffer.from(lower, 'utf16le').toString('latin1'), hex, upperHex, asIs, ...escaped].map(
      (text) => [word, text] as const,
    )
  })
  const exact = words.flatMap((word) =>
    [word, word.toLowerCase(), word.toUpperCase()].flatMap((one) =>
      [0, 1, 2].flatMap((before) => innerBase64(one, before).map((text) => [word, text] as const)),
    ),
  )
  return {
    find(bytes) {
      const text = bytes.toString('latin1')
      const lower = text.toLowerCase()
      return [
        ...folded.filter(([, needle]) => lower.includes(needle)).map(([word]) => word),
        ...exact.filter(([, needle]) => text.includes(needle)).map(([word, needle]) => `${word} as ${needle}`),
        ...raw.filter((needle) => bytes.includes(needle)).map((needle) => needle.toString('hex')),
      ]
    },
  }
}

/** The characters that stand for it alone, so many bytes after a multiple of three; in both alphabets. */
function innerBase64(text: string, before: number): string[] {
  const whole = Buffer.from('?'.repeat(before) + text)
  const [first, end] = [before === 0 ? 0 : before + 1, Math.floor((whole.length * 8) / 6)]
  return [whole.toString('base64'), whole.toString('base64url')].map((one) => one.slice(first, end))
}

/** Searches the names and bytes of the files, by path. */
export function searchFiles(finder: Finder, folder: string): { files: number; bytes: number; hits: string[] } {
  const hits: string[] = []
  let [files, bytes] = [0, 0]
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    const path = join(folder, name)
    hits.push(...finder.find(Buffer.from(name)).map((hit) => `the name ${name}: ${hit}`))
    if (!existsSync(path) || !statSync(path).isFile()) continue
    const content = readFileSync(path)
    files += 1
    bytes += content.length
    hits.push(...finder.find(content).map((hit) => `${name}: ${hit}`))
  }
  return { files, bytes, hits }
}
