// The name under which a server holds its lease. From the name, another process on the same machine sees that the server has ended, and
// need not wait for the lease to expire.

import { readFileSync, readlinkSync } from 'node:fs'
import { makeName } from './name.ts'

/** Unique among all servers of all times. On Linux it also identifies the process and the machine. */
export function makeServerName(): string {
  const own = findProcess('self')
  return own && machine !== undefined ? [makeName(), machine, own.pid, own.started].join('/') : makeName()
}

/** True if the server's process has certainly ended. False for another machine, and if this system cannot tell. */
export function hasEnded(server: string): boolean {
  const [, where, pid, started] = server.split('/')
  if (machine === undefined || where !== machine || pid === undefined || started === undefined) return false
  return findProcess(pid)?.started !== started
}

/** Identifies this boot and this container: elsewhere, the same process id means another process. */
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

/** Undefined if there is no such process, or all its threads have ended. `started` is in ticks since the boot, because ids are reused. */
function findProcess(pid: string): { pid: string; started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field is the program's name in parentheses; it may contain spaces and parentheses.
    const [own = ''] = stat.split(' ', 1)
    const [state = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const started = fields[18]
    return started === undefined || state === 'Z' || state === 'X' ? undefined : { pid: own, started }
  } catch {
    return undefined
  }
}
