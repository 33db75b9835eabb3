import { isIPv4, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  addressRange,
  addressRanges,
  contains,
  formatRange,
  networkOf,
  parseAddress,
  parseAddressRange,
} from '../../../data/access/ip-range.ts'
import { table, textsBeside } from '../../table.ts'

const text = textsBeside(import.meta.url)

const canonical = (text: string): string | undefined => {
  const range = parseAddressRange(text)
  return range && formatRange(range)
}

it.each(table(text('canonical')))('the canonical form of the range %s is %s', (text, form) => {
  expect(canonical(text)).toBe(form)
  expect(canonical(form)).toBe(form)
})

it.each([
  ...['', ' ', 'localhost', 'example.org', '*', 'any', '10.*.*.*', '10.0.0.1-10.0.0.9', '10.0.0.1,10.0.0.2'],
  ...['010.0.0.1', '10.0.0.01', '0x7f.1', '0x7f.0.0.1', '127.1', '1.2.3', '2130706433', '0177.0.0.1', '1.2.3.4.5'],
  ...['256.0.0.1', '1.2.3.999', '-1.2.3.4', '+1.2.3.4', '1e1.2.3.4', '1.2.3.4.', '.1.2.3.4', '1..3.4', '1.2.3.٤'],
  ...[' 1.2.3.4', '1.2.3.4 ', '1.2.3.4\n', '1.2.3.4:80', '[::1]', '[::1]:80', 'http://1.2.3.4', '１.2.3.4'],
  ...['1.2.3.4/33', '1.2.3.4/', '1.2.3.4/-1', '1.2.3.4/08', '1.2.3.4/+8', '1.2.3.4/8/8', '1.2.3.4/ 8', '/8'],
  ...['1.2.3.4/255.255.255.0', '1.2.3.4/8.0', '1.2.3.4/1e1', '1.2.3.4/999', '10/8', '10.0/8'],
  ...['::1/129', '::/-1', '::1/', '::ffff:1.2.3.4/129', '::ffff:1.2.3.4/032'],
  ...['fe80::1%eth0', 'fe80::1%1', 'fe80::%25eth0/64', '1.2.3.4%eth0'],
  ...[':', ':::', '::1::', '1::2::3', ':1', '1:', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', '1:2:3:4:5:6:7:8::'],
  ...['::1:2:3:4:5:6:7:8', '12345::', 'g::', '::00001', '0x1::', ' ::1', '::1 ', ':2:3:4:5:6:7:8', '1:2:3:4:5:6:7:'],
  ...['1.2.3.4::', '1:1.2.3.4::', '::1.2.3.4:5', '::1.2.3', '::01.2.3.4', '::1.2.3.4.5', '::256.0.0.1'],
  ...['1:2:3:4:5:6:7:1.2.3.4', '::ffff:010.0.0.1', '::ffff:0x7f.1'],
])('%j is no range', (text) => {
  expect(parseAddressRange(text)).toBeUndefined()
  const { error } = addressRange.safeParse(text)
  expect(error?.issues[0]?.message).toMatch(/^expected an IPv4 or IPv6 address or a CIDR range, such as/)
  if (text.length > 3) expect(error?.issues[0]?.message).not.toContain(text)
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['::1', '::/64'],
  ['::fffe:1.2.3.4', '::/64'],
])('an address %s is counted as %s', (text, network) => {
  const address = parseAddress(text)
  expect(address && networkOf(address)).toBe(network)
})

it.each(['1.2.3.4/32', '::1/128', '', 'fe80::1%lo', '127.1'])('%j is no address', (text) => {
  expect(parseAddress(text)).toBeUndefined()
})

it.each([
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['9.255.255.255', '11.0.0.0', '::a00:1', '::1']],
  ['203.0.113.7', ['203.0.113.7', '::ffff:cb00:7107'], ['203.0.113.6', '203.0.113.8', '::cb00:7107']],
  ['203.0.113.6/31', ['203.0.113.6', '203.0.113.7'], ['203.0.113.5', '203.0.113.8']],
  ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255', '::ffff:0:0'], ['::', '::1', '2001:db8::1']],
  ['::/0', ['::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'], ['1.2.3.4', '::ffff:1.2.3.4']],
  ['::1', ['::1', '0:0:0:0:0:0:0:1'], ['::', '::2', '127.0.0.1']],
  ['2001:db8::/33', ['2001:db8::', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff'], ['2001:db8:8000::', '2001:db7:ffff::']],
  ['2001:db8::2/127', ['2001:db8::2', '2001:db8::3'], ['2001:db8::1', '2001:db8::4']],
  ['::ffff:10.0.0.0/104', ['10.1.2.3', '::ffff:10.1.2.3'], ['11.0.0.0', '::a01:203']],
] as const)('an address lies in %s, or does not', (text, inside, outside) => {
  const range = parseAddressRange(text)
  const lies = (address: string): boolean | undefined => {
    const parsed = parseAddress(address)
    return parsed && range && contains(range, parsed)
  }
  expect(inside.filter((address) => lies(address) !== true)).toEqual([])
  expect(outside.filter((address) => lies(address) !== false)).toEqual([])
})

it('a list keeps its order, drops duplicates, and has at most 100 ranges', () => {
  expect(addressRanges.parse(['::1', '10.0.0.1/8', '0:0::1', '10.0.0.0/8'])).toEqual(['::1/128', '10.0.0.0/8'])
  const hundred = Array.from({ length: 100 }, (_, n) => `10.0.0.${n}`)
  expect(addressRanges.parse(hundred)).toHaveLength(100)
  expect(addressRanges.safeParse([...hundred, '::1']).error?.issues[0]?.message).toBe(
    'expected at most 100 addresses and ranges',
  )
  expect(addressRanges.safeParse(['::1', '010.0.0.1']).error?.issues[0]?.path).toEqual([1])
})

const pieces = fc.constantFrom(...'0 1 10 255 256 01 f ffff fffff : :: . / x %'.split(' '))
const texts = fc.oneof(
  fc.ipV4(),
  fc.ipV6(),
  fc.array(pieces, { maxLength: 17 }).map((parts) => parts.join('')),
)
const numRuns = process.env.PROOF ? 200_000 : 10_000

it('any text at all is an address exactly if node:net says so', () => {
  fc.assert(
    fc.property(texts, (text) => {
      expect(parseAddress(text) !== undefined).toBe((isIPv4(text) || isIPv6(text)) && !text.includes('%'))
    }),
    { numRuns },
  )
})

it('any text at all is formatted as in URLs (RFC 5952), and parses to the same address', () => {
  fc.assert(
    fc.property(fc.ipV6(), (text) => {
      const range = parseAddressRange(text)
      const [written = ''] = (range && formatRange(range))?.split('/') ?? []
      if (range?.family === 6) expect(`[${written}]`).toBe(new URL(`http://[${text}]/`).hostname)
      expect(parseAddressRange(written)).toEqual(range)
    }),
    { numRuns },
  )
})

it('any text at all is in a range exactly if its leading bits are those of the range', () => {
  const bits = (address: { family: 4 | 6; value: bigint }): string =>
    address.value.toString(2).padStart(address.family === 4 ? 32 : 128, '0')
  const either = fc.oneof(fc.ipV4(), fc.ipV6())
  fc.assert(
    fc.property(either, either, fc.nat(128), (network, text, cut) => {
      const [base, address] = [parseAddress(network), parseAddress(text)]
      if (!base || !address) throw new Error('fast-check makes addresses')
      const prefix = Math.min(cut, base.family === 4 ? 32 : 128)
      const range = parseAddressRange(`${formatRange({ ...base, first: base.value, last: base.value, prefix })}`)
      const same = base.family === address.family && bits(base).slice(0, prefix) === bits(address).slice(0, prefix)
      expect(range && contains(range, address)).toBe(same)
    }),
    { numRuns },
  )
})
