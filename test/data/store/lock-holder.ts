// A process that takes the lock, drops its reference and collects garbage; the lock test starts and kills it.
// Arguments: the folder, the name of the command, and milliseconds until it releases the lock.

import { writeSync } from 'node:fs'
import { takeLock } from '../../../data/store/lock.ts'
import { pathsIn } from '../../../data/store/paths.ts'

const [, , folder = '', command = 'nightly', milliseconds = '60000'] = process.argv
takeLock(pathsIn(folder), { pid: process.pid, command, since: '2028-03-01T12:00:00.000Z' })
globalThis.gc?.()
writeSync(1, 'held\n')
setTimeout(() => process.exit(), Number(milliseconds))
