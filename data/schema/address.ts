// IP addresses and CIDR ranges, read strictly: four plain decimals or RFC 4291 groups. Octal, hexadecimal and shortened IPv4 forms and
// zone ids are no addresses here, for programs disagree about what they mean.

import { z } from 'zod'
import { ADDRESSES_PER_KEY_MAX } from './account.ts'

export interface Address {
  family: 4 | 6
  value: bigint
}

export interface AddressRange {
  family: 4 | 6
  prefix: number
  first: bigint
  last: bigint
}

const BITS = { 4: 32, 6: 128 } as const
const OCTET = /^(0|[1-9][0-9]{0,2})$/
const GROUP = /^[0-9a-f]{1,4}$/i
const PREFIX = /^(0|[1-9][0-9]{0,2})$/
/** ::ffff:0:0/96 holds the IPv4 addresses. */
const MAPPED = 0xffffn
const MAPPED_PREFIX = 96
/** What one subscriber holds of IPv6, as a rule. */
const NETWORK_PREFIX = 64

/** An IPv4-mapped IPv6 address is the IPv4 address. */
export function parseAddress(text: string): Address | undefined {
  const parsed = text.includes(':') ? parse6(text) : parse4(text)
  if (parsed?.family === 6 && parsed.value >> 32n === MAPPED) return { family: 4, value: parsed.value & 0xffffffffn }
  return parsed
}

/** A CIDR range, or an address for itself alone. Bits beyond the prefix are taken as zero. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [base = '', bits, ...rest] = text.split('/')
  const address = parseAddress(base)
  if (!address || rest.length > 0 || (bits !== undefined && !PREFIX.test(bits))) return undefined
  const written = base.includes(':') ? BITS[6] : BITS[4]
  const prefix = bits === undefined ? written : Number(bits)
  if (prefix > written) return undefined
  if (written === BITS[address.family]) return rangeOf(address, prefix)
  // An IPv4-mapped range holds IPv4 addresses alone from /96 on; a wider one is of IPv6.
  if (prefix >= MAPPED_PREFIX) return rangeOf(address, prefix - MAPPED_PREFIX)
  return rangeOf({ family: 6, value: (MAPPED << 32n) | address.value }, prefix)
}

export function contains(range: AddressRange, address: Address): boolean {
  return range.family === address.family && range.first <= address.value && address.value <= range.last
}

/** The one way to write a range: `198.51.100.0/24`, `2001:db8::/32` (RFC 5952); a single address ends in /32 or /128. */
export function formatRange({ family, first, prefix }: AddressRange): string {
  return `${formatAddress({ family, value: first })}/${prefix}`
}

/** Whom an address stands for where requests are counted: an IPv4 address itself, an IPv6 address its /64. */
export function networkOf(address: Address): string {
  return address.family === 4 ? formatAddress(address) : formatRange(rangeOf(address, NETWORK_PREFIX))
}

/** A range of a key's address list, in its one form. The refusal repeats nothing of what was sent. */
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

function rangeOf({ family, value }: Address, prefix: number): AddressRange {
  const free = BigInt(BITS[family] - prefix)
  const first = (value >> free) << free
  return { family, prefix, first, last: first | ((1n << free) - 1n) }
}

function parse4(text: string): Address | undefined {
  const octets = text.split('.')
  if (octets.length !== 4 || !octets.every((octet) => OCTET.test(octet) && Number(octet) < 256)) return undefined
  return { family: 4, value: octets.reduce((value, octet) => (value << 8n) | BigInt(octet), 0n) }
}

function parse6(text: string): Address | undefined {
  const [head = '', tail, ...rest] = text.split('::')
  if (rest.length > 0) return undefined
  const [before, after] = [parseGroups(head, tail === undefined), parseGroups(tail ?? '', true)]
  if (!before || !after) return undefined
  const missing = 8 - before.length - after.length
  if (tail === undefined ? missing !== 0 : missing < 1) return undefined
  const groups = [...before, ...Array<bigint>(missing).fill(0n), ...after]
  return { family: 6, value: groups.reduce((value, group) => (value << 16n) | group, 0n) }
}

/** @param atEnd whether the last group may be written as an IPv4 address */
function parseGroups(text: string, atEnd: boolean): bigint[] | undefined {
  if (text === '') return []
  const groups: bigint[] = []
  const parts = text.split(':')
  for (const [index, part] of parts.entries()) {
    const dotted = atEnd && index === parts.length - 1 && part.includes('.') ? parse4(part) : undefined
    if (dotted) groups.push(dotted.value >> 16n, dotted.value & 0xffffn)
    else if (GROUP.test(part)) groups.push(BigInt(`0x${part}`))
    else return undefined
  }
  return groups
}

function formatAddress({ family, value }: Address): string {
  const [count, size, base] = family === 4 ? [4, 8n, 10] : [8, 16n, 16]
  const parts = Array.from({ length: count }, (_, index) =>
    ((value >> (size * BigInt(count - 1 - index))) & ((1n << size) - 1n)).toString(base),
  )
  return family === 4 ? parts.join('.') : compress(parts)
}

/** The first of the longest runs of at least two zero groups becomes `::`. */
function compress(groups: readonly string[]): string {
  let [start, length] = [0, 1]
  for (const from of groups.keys()) {
    let to = from
    while (groups[to] === '0') to += 1
    if (to - from > length) [start, length] = [from, to - from]
  }
  if (length < 2) return groups.join(':')
  return `${groups.slice(0, start).join(':')}::${groups.slice(start + length).join(':')}`
}
