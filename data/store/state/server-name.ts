// The name of a server under which it holds a lease: another process on the same machine sees by it that the server's process has ended,
// and need not wait for the lease to.

import { readFileSync, readlinkSync } from 'node:fs'
import { makeName } from './name.ts'

/** Unique among all servers there ever were; on Linux it also says which process on which machine it is. */
export function makeServerName(): string {
  const own = findProcess('self')
  return own && machine !== undefined ? [makeName(), machine, own.pid, own.started].join('/') : makeName()
}

/** The server's process has ended for certain. False for one of another machine, and where this system does not tell. */
export function hasEnded(server: string): boolean {
  const [, where, pid, started] = server.split('/')
  if (machine === undefined || where !== machine || pid === undefined || started === undefined) return false
  return findProcess(pid)?.started !== started
}

/** Of this boot and this container: elsewhere the same number means another process. */
const machine = readMachine()

function readMachine(): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const [, namespace] = /\[(\d+)\]/.exec(readlinkSync('/proc/self/ns/pid')) ?? []
    return namespace === undefined ? undefined : `${boot}:${namespace}`
  } catch {
    return undefined
  }
}

/** Undefined where there is none of this number, or all of its threads have ended. `started` in ticks since the boot: numbers come again. */
function findProcess(pid: string): { pid: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name, in brackets; it may hold spaces and brackets.
    const [own = ''] = stat.split(' ', 1)
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = fields[18]
    return started === undefined || state === 'Z' || state === 'X' ? undefined : { pid: own, started }
  } catch {
    return undefined
  }
}
