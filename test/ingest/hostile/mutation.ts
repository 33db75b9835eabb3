// Mutations of files: damage in transit, and deliberate attacks.

import fc from 'fast-check'

type Mutation = (bytes: Buffer) => Buffer

/** An offset, as a share of the file. */
const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })
const at = (bytes: Buffer, share: number): number => Math.floor(bytes.length * share)
const spliced = (bytes: Buffer, from: number, to: number, ...between: Uint8Array[]): Buffer =>
  Buffer.concat([bytes.subarray(0, from), ...between, bytes.subarray(to)])

function mapLines(bytes: Buffer, change: (lines: string[]) => string[]): Buffer {
  return Buffer.from(change(bytes.toString('latin1').split('\n')).join('\n'), 'latin1')
}

const flip = fc.tuple(place, fc.integer({ min: 1, max: 255 })).map(
  ([share, mask]): Mutation =>
    (bytes) => {
      const changed = Buffer.from(bytes)
      if (changed.length > 0) changed[at(bytes, share)] = (changed[at(bytes, share)] ?? 0) ^ mask
      return changed
    },
)
const cut = place.map(
  (share): Mutation =>
    (bytes) =>
      bytes.subarray(0, at(bytes, share)),
)
const hole = fc.tuple(place, fc.nat({ max: 200 })).map(
  ([share, length]): Mutation =>
    (bytes) =>
      spliced(bytes, at(bytes, share), at(bytes, share) + length),
)
const insert = fc
  .tuple(
    place,
    fc.constantFrom('\0', '"', '\n', '\r', '<', '&', '{', ']', '\x93', '\xff\xfe', '\xef\xbb\xbf', '-1', '1e999', '*/'),
  )
  .map(
    ([share, text]): Mutation =>
      (bytes) =>
        spliced(bytes, at(bytes, share), at(bytes, share), Buffer.from(text, 'latin1')),
  )
/** Long repetitions, which a regular expression of the reader might backtrack over. */
const stretch = fc.tuple(place, fc.constantFrom(' ', 'A', 'A ', '0', '-', '(', "'", '.', '/', 'A-', ' & ', 'I')).map(
  ([share, text]): Mutation =>
    (bytes) =>
      spliced(bytes, at(bytes, share), at(bytes, share), Buffer.from(text.repeat(50_000))),
)
const line = fc.tuple(place, place).map(
  ([from, to]): Mutation =>
    (bytes) =>
      mapLines(bytes, (lines) =>
        lines.toSpliced(Math.floor(lines.length * to), 0, lines[Math.floor(lines.length * from)] ?? ''),
      ),
)
const fewer = place.map(
  (share): Mutation =>
    (bytes) =>
      mapLines(bytes, (lines) => lines.toSpliced(Math.floor(lines.length * share), 1)),
)
const delimiter = fc
  .constantFrom([',', ';'], [',', '\t'], ['\t', ','], ['"', "'"], ['\n', '\r'], ['>', '/>'], [':', '='])
  .map(
    ([from = '', to = '']): Mutation =>
      (bytes) =>
        Buffer.from(bytes.toString('latin1').replaceAll(from, to), 'latin1'),
  )
const encoding = fc.constantFrom<Mutation>(
  (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'),
  (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  (bytes) => Buffer.concat([Buffer.of(0xef, 0xbb, 0xbf), bytes]),
  () => Buffer.from('<!doctype html>\n<html><body>503 Service Unavailable</body></html>\n'),
  () => Buffer.alloc(0),
)

/** One to three of them. */
export const mutations: fc.Arbitrary<Mutation> = fc
  .array(
    fc.oneof(
      { weight: 6, arbitrary: flip },
      { weight: 2, arbitrary: cut },
      { weight: 2, arbitrary: hole },
      { weight: 4, arbitrary: insert },
      { weight: 3, arbitrary: stretch },
      { weight: 3, arbitrary: line },
      { weight: 1, arbitrary: fewer },
      { weight: 1, arbitrary: delimiter },
      { weight: 1, arbitrary: encoding },
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((some) => (bytes) => some.reduce((changed, mutation) => mutation(changed), bytes))
