// A process that takes the lock, forgets it and has its garbage collected; the lock test starts it and kills it.

import { writeSync } from 'node:fs'
import { takeLock } from '../../data/store/lock.ts'
import { pathsIn } from '../../data/store/paths.ts'

takeLock(pathsIn(process.argv[2] ?? ''), { pid: process.pid, command: 'nightly', since: '2028-03-01T12:00:00.000Z' })
globalThis.gc?.()
writeSync(1, 'held\n')
setTimeout(() => undefined, 60_000)
