// A process that takes the lock, forgets it and has its garbage collected; the lock test starts it and kills it.
// Words: the folder, the command it is to be, and after how many milliseconds it lets go.

import { writeSync } from 'node:fs'
import { takeLock } from '../../../data/store/lock.ts'
import { pathsIn } from '../../../data/store/paths.ts'

const [, , folder = '', command = 'nightly', milliseconds = '60000'] = process.argv
takeLock(pathsIn(folder), { pid: process.pid, command, since: '2028-03-01T12:00:00.000Z' })
globalThis.gc?.()
writeSync(1, 'held\n')
setTimeout(() => process.exit(), Number(milliseconds))
