// The client address, from the socket and X-Forwarded-For: a forged header never wins.

import { expect, test } from 'vitest'
import { parseAddress, parseAddressRange } from '../../../data/access/ip-range.ts'
import { createPeerReader } from '../../../server/http/auth.ts'

const PROXIES = ['127.0.0.1', '10.0.0.0/8', '192.0.2.8/32', '2001:db8:face::/48', 'fd00::1/128']
const readPeer = createPeerReader(rangesOf(PROXIES))
const readDirect = createPeerReader([])

function rangesOf(texts: readonly string[]) {
  return texts.map((text) => parseAddressRange(text) ?? expect.fail(`no range: ${text}`))
}

type Header = string | string[] | undefined
function networkBy(read: typeof readPeer, remoteAddress: string | undefined, header: Header): string {
  const headers = header === undefined ? {} : { 'x-forwarded-for': header }
  const { address, network } = read({ socket: { remoteAddress }, headers })
  expect(address === undefined).toBe(network === 'gone')
  return network
}

test.each<[what: string, read: typeof readPeer, socket: string | undefined, network: string]>([
  ['without proxies, v4', readDirect, '203.0.113.7', '203.0.113.7'],
  ['without proxies, v4-mapped', readDirect, '::ffff:203.0.113.7', '203.0.113.7'],
  ['without proxies, loopback', readDirect, '127.0.0.1', '127.0.0.1'],
  ['without proxies, v6, counted by its /64', readDirect, '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['without proxies, link-local with its zone', readDirect, 'fe80::1%eth0', 'fe80::/64'],
  ['without proxies, gone', readDirect, undefined, 'gone'],
  ['without proxies, nothing', readDirect, '', 'gone'],
  ['that is no proxy, v4-mapped', readPeer, '::ffff:203.0.113.7', '203.0.113.7'],
  ['beside a /32', readPeer, '192.0.2.9', '192.0.2.9'],
  ['above a /8', readPeer, '11.0.0.0', '11.0.0.0'],
  ['below a /8', readPeer, '9.255.255.255', '9.255.255.255'],
  ['beside a /48', readPeer, '2001:db8:facf::1', '2001:db8:facf::/64'],
  ['beside a /128', readPeer, 'fd00::2', 'fd00::/64'],
])('a socket %s is the client, whatever the headers say', (_what, read, socket, network) => {
  for (const header of [undefined, '', 'x', '198.51.100.1', '10.0.0.1', '198.51.100.1, 10.0.0.1', '127.0.0.1', '::1'])
    expect(networkBy(read, socket, header)).toBe(network)
})

const CLIENT = '198.51.100.1'

test.each<[string, string, Header, string]>([
  ['no header: the proxy asks for itself', '10.0.0.1', undefined, '10.0.0.1'],
  ['one hop', '10.0.0.1', CLIENT, CLIENT],
  ['a /32', '192.0.2.8', CLIENT, CLIENT],
  ['a /128', 'fd00::1', CLIENT, CLIENT],
  ['a v4-mapped proxy', '::ffff:10.1.2.3', CLIENT, CLIENT],
  ['a v6 client', '10.0.0.1', '2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
  ['made up to be a proxy', '10.0.0.1', `10.0.0.9, ${CLIENT}`, CLIENT],
  ['three proxies, v4 and v6', '10.0.0.1', `${CLIENT},2001:db8:face::2,::ffff:10.0.0.3`, CLIENT],
  ['two proxies, made up further left', '10.0.0.1', `1.2.3.4, 10.0.0.7, ${CLIENT}, 10.0.0.2`, CLIENT],
  ['all are proxies: the first of them asks', '10.0.0.1', '10.0.0.3, 10.0.0.2', '10.0.0.3'],
  ['several headers join', '10.0.0.1', ['1.2.3.4', CLIENT], CLIENT],
  ['spaces and tabs', '10.0.0.1', `1.2.3.4 ,\t ${CLIENT} \t`, CLIENT],
  ['with a port', '10.0.0.1', `${CLIENT}:51234`, CLIENT],
  ['v6 in brackets', '10.0.0.1', '[2001:db8:1:2::4]', '2001:db8:1:2::/64'],
  ['v6 in brackets with a port', '10.0.0.1', '[2001:db8:1:2::4]:443', '2001:db8:1:2::/64'],
  ['a proxy with a port', '10.0.0.1', `${CLIENT}, 10.0.0.2:80`, CLIENT],
  ['v6 without brackets has no port', '10.0.0.1', '2001:db8:1:2:3:4:5:443', '2001:db8:1:2::/64'],
])('behind a trusted proxy the rightmost untrusted hop is the client: %s', (_what, socket, header, network) => {
  expect(networkBy(readPeer, socket, header)).toBe(network)
})

test.each([
  ['empty', ''],
  ['a word', 'unknown'],
  ['a range', '198.51.100.1/32'],
  ['a zone in brackets', '[fe80::1%25eth0]:80'],
  ['an open bracket', '[2001:db8::4'],
  ['a port that is empty', '198.51.100.1:'],
  ['two addresses', '198.51.100.1 198.51.100.2'],
  ['for= of Forwarded', 'for=198.51.100.1'],
])('%s is no hop, and ends the list: the client is the hop that wrote it', (_what, hop) => {
  expect(networkBy(readPeer, '10.0.0.1', hop)).toBe('10.0.0.1')
  expect(networkBy(readPeer, '10.0.0.1', `${CLIENT}, ${hop}`)).toBe('10.0.0.1')
  expect(networkBy(readPeer, '10.0.0.1', `${CLIENT}, ${hop}, 10.0.0.2`)).toBe('10.0.0.2')
  expect(networkBy(readPeer, '10.0.0.1', `${hop}, ${CLIENT}, 10.0.0.2`)).toBe(CLIENT)
})

test('the address is not truncated, so that it can be checked against the ranges of a key', () => {
  const headers = { 'x-forwarded-for': '2001:db8::7' }
  const { address } = readPeer({ socket: { remoteAddress: '10.0.0.1' }, headers })
  expect(address).toEqual(parseAddress('2001:db8::7'))
})

test('blanks in a hop take linear time', () => {
  const start = performance.now()
  for (const hop of [`${' '.repeat(100_000)}a b`, `a${' \t'.repeat(50_000)}b`, '['.repeat(100_000)])
    expect(networkBy(readPeer, '10.0.0.1', `${CLIENT},${hop}`)).toBe('10.0.0.1')
  // A quadratic pattern takes far longer.
  expect(performance.now() - start).toBeLessThan(5_000)
})
