// Loaded into a server before all else: each name that it looks up and each socket that it opens to another becomes a line of
// the file that HUSTINGS_TEST_GUARD names.

import dgram from 'node:dgram'
import dns from 'node:dns'
import { appendFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import net from 'node:net'

const file = process.env.HUSTINGS_TEST_GUARD
if (!file) throw new Error('HUSTINGS_TEST_GUARD is not set')

/** Passes on what it was called with. */
function watch(owner, name, describe) {
  const own = owner[name]
  if (typeof own !== 'function') return
  owner[name] = function (...words) {
    const target = describe(...words)
    // To listen at an address is to look it up, too: nobody is asked for it.
    if (!net.isIP(target)) appendFileSync(file, `${name} ${target}\n`)
    return own.apply(this, words)
  }
}

/** `net.connect` calls it with the list of its own arguments, read. */
function describeTarget(first, second) {
  const options = Array.isArray(first) ? first[0] : first
  if (typeof options !== 'object') return `${typeof second === 'string' ? second : 'localhost'}:${options}`
  return options.path ?? `${options.host ?? 'localhost'}:${options.port}`
}

watch(net.Socket.prototype, 'connect', describeTarget)
watch(dgram.Socket.prototype, 'connect', (port, host) => `${host}:${port}`)
watch(dgram.Socket.prototype, 'send', () => 'a datagram')
for (const owner of [dns, dns.promises, dns.Resolver.prototype, dns.promises.Resolver.prototype])
  for (const name of Object.getOwnPropertyNames(owner))
    if (/^(lookup|lookupService|resolve\w*|reverse)$/.test(name)) watch(owner, name, (asked) => asked)
syncBuiltinESMExports()
