// Parses IP addresses and CIDR ranges strictly: four plain decimals or RFC 4291 groups. Octal, hexadecimal and shortened IPv4 forms and
// zone ids are refused, because programs disagree about their meaning.

import ipaddr from 'ipaddr.js'
import { z } from 'zod'

/** @setting IP ranges that a key may be restricted to. */
export const ADDRESSES_PER_KEY_MAX = 100

export interface IpAddress {
  family: 4 | 6
  value: bigint
}

export interface IpRange {
  family: 4 | 6
  prefix: number
  first: bigint
  last: bigint
}

const BITS = { 4: 32, 6: 128 } as const
/** The longest address: eight groups, the last two written as IPv4. */
const ADDRESS_LENGTH_MAX = 45
const GROUPS = /^[0-9a-f:]+$/i
const PREFIX = /^(0|[1-9][0-9]{0,2})$/
/** ::ffff:0:0/96 contains the IPv4 addresses. */
const MAPPED = 0xffffn
const MAPPED_PREFIX = 96
/** The usual IPv6 prefix of one subscriber. */
const NETWORK_PREFIX = 64

/** An IPv4-mapped IPv6 address is the IPv4 address. */
export function parseAddress(text: string): IpAddress | undefined {
  if (text.length > ADDRESS_LENGTH_MAX) return undefined
  const parsed = text.includes(':') ? parse6(text) : parse4(text)
  if (parsed?.family === 6 && parsed.value >> 32n === MAPPED) return { family: 4, value: parsed.value & 0xffffffffn }
  return parsed
}

/** Parses a CIDR range, or a single address. Bits beyond the prefix count as zero. */
export function parseAddressRange(text: string): IpRange | undefined {
  const [base = '', bits, ...rest] = text.split('/')
  const address = parseAddress(base)
  if (!address || rest.length > 0 || (bits !== undefined && !PREFIX.test(bits))) return undefined
  const written = base.includes(':') ? BITS[6] : BITS[4]
  const prefix = bits === undefined ? written : Number(bits)
  if (prefix > written) return undefined
  if (written === BITS[address.family]) return rangeOf(address, prefix)
  // An IPv4-mapped range contains only IPv4 addresses from /96 on; a wider one is an IPv6 range.
  if (prefix >= MAPPED_PREFIX) return rangeOf(address, prefix - MAPPED_PREFIX)
  return rangeOf({ family: 6, value: (MAPPED << 32n) | address.value }, prefix)
}

export function contains(range: IpRange, address: IpAddress): boolean {
  return range.family === address.family && range.first <= address.value && address.value <= range.last
}

/** The canonical form of a range: `198.51.100.0/24`, `2001:db8::/32` (RFC 5952); a single address ends in /32 or /128. */
export function formatRange({ family, first, prefix }: IpRange): string {
  return `${formatAddress({ family, value: first })}/${prefix}`
}

/** The unit in which requests are counted: an IPv4 address itself, or the /64 of an IPv6 address. */
export function networkOf(address: IpAddress): string {
  return address.family === 4 ? formatAddress(address) : formatRange(rangeOf(address, NETWORK_PREFIX))
}

/** A range of a key's address list, in canonical form. The error sentence never repeats the input. */
export const addressRange = z.string().transform((text, context) => {
  const range = parseAddressRange(text)
  if (range) return formatRange(range)
  context.addIssue({
    code: 'custom',
    message:
      'expected an IPv4 or IPv6 address or a CIDR range, such as 203.0.113.7, 198.51.100.0/24 or 2001:db8::/32, without leading zeros, zone or port',
  })
  return z.NEVER
})

/** A key's address list; empty: any address. */
export const addressRanges = z
  .array(addressRange)
  .max(ADDRESSES_PER_KEY_MAX, `expected at most ${ADDRESSES_PER_KEY_MAX} addresses and ranges`)
  .transform((ranges) => [...new Set(ranges)])

/** False for loopback, private, link-local, reserved and multicast addresses, and for a text that is no address. */
export function isPublicAddress(text: string): boolean {
  return ipaddr.isValid(text) && ipaddr.process(text).range() === 'unicast'
}

function rangeOf({ family, value }: IpAddress, prefix: number): IpRange {
  const free = BigInt(BITS[family] - prefix)
  const first = (value >> free) << free
  return { family, prefix, first, last: first | ((1n << free) - 1n) }
}

function parse4(text: string): IpAddress | undefined {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text)) return undefined
  return { family: 4, value: toValue(ipaddr.IPv4.parse(text).toByteArray()) }
}

/** An IPv4 address at the end is rewritten as two groups first: the library reads `::1.2.3.4` as `::ffff:1.2.3.4`, and octal there. */
function parse6(text: string): IpAddress | undefined {
  const tail = text.slice(text.lastIndexOf(':') + 1)
  if (tail.includes('.')) {
    const dotted = parse4(tail)
    if (!dotted) return undefined
    const groups = `${(dotted.value >> 16n).toString(16)}:${(dotted.value & 0xffffn).toString(16)}`
    return parse6(text.slice(0, -tail.length) + groups)
  }
  if (!GROUPS.test(text) || !ipaddr.IPv6.isValid(text)) return undefined
  return { family: 6, value: toValue(ipaddr.IPv6.parse(text).toByteArray()) }
}

function toValue(bytes: readonly number[]): bigint {
  return bytes.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/** IPv6 as RFC 5952 writes it. */
function formatAddress({ family, value }: IpAddress): string {
  const count = BITS[family] / 8
  const bytes = Array.from({ length: count }, (_, index) => Number((value >> BigInt(8 * (count - 1 - index))) & 0xffn))
  return ipaddr.fromByteArray(bytes).toString()
}
