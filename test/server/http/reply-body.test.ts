import { expect, it } from 'vitest'
import { chooseEncoding } from '../../../server/http/reply-body.ts'

// RFC 9110 section 12.5.3.
// biome-ignore format: a case a line
it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['br', 'br'],
  ['GZIP, deflate', 'gzip'],
  ['gzip, br', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['gzip;q=0.2, br;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', 'identity'],
  ['br;q=0.5, identity;q=1', 'identity'],
  ['br;q=0.5', 'br'],
  ['br;q=x', 'br'],
])('Accept-Encoding %j gets %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding)
})
