import { expect, it } from 'vitest'
import { describeHeader, paddingOf, TAR_BLOCK, TAR_ENTRY_BYTES_MAX, tarHeader } from '../../../build/snapshot/tar.ts'

it('a tar header says name, size and type', () => {
  expect(describeHeader(tarHeader('parts/a.sqlite', 1234))).toEqual({
    name: 'parts/a.sqlite',
    type: '0',
    bytes: 1234,
  })
})

it('a tar header splits a name of more than 100 bytes at its last slash', () => {
  const name = `exports/${'0'.repeat(64)}/${'long-name-'.repeat(4)}.parquet`
  expect(name.length).toBeGreaterThan(100)
  expect(describeHeader(tarHeader(name, 0)).name).toBe(name)
  expect(tarHeader(name, 0).toString('latin1', 0, 10)).toBe('long-name-')
})

it.each([`${'x'.repeat(101)}`, `${'p'.repeat(156)}/x`, 'é', 'a b', ''])('a tar header refuses the name %j', (name) => {
  expect(() => tarHeader(name, 0)).toThrow(RangeError)
})

it('a tar header takes sizes of up to eleven octal digits', () => {
  expect(describeHeader(tarHeader('x', TAR_ENTRY_BYTES_MAX)).bytes).toBe(8 ** 11 - 1)
  expect(() => tarHeader('x', TAR_ENTRY_BYTES_MAX + 1)).toThrow(RangeError)
})

it('an entry is padded to whole blocks', () => {
  expect([0, 1, 511, 512, 513].map(paddingOf)).toEqual([0, TAR_BLOCK - 1, 1, 0, TAR_BLOCK - 1])
})
