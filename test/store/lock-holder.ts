// A process that takes the lock and keeps it until it is killed; the lock test starts it.

import { writeSync } from 'node:fs'
import { takeLock } from '../../data/store/lock.ts'
import { pathsIn } from '../../data/store/paths.ts'

takeLock(pathsIn(process.argv[2] ?? ''), { pid: process.pid, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
writeSync(1, 'held\n')
setTimeout(() => undefined, 60_000)
