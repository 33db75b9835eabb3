// A process that rewrites a file in two pieces with a pause between them, like a slow or interrupted program.
// Arguments: the file, the number of bytes before the pause, and the pause in milliseconds; the text is its stdin.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

const [, , file = '', bytes = '0', milliseconds = '0'] = process.argv
const text = readFileSync(0)
const descriptor = openSync(file, 'w')
writeSync(descriptor, text.subarray(0, Number(bytes)))
setTimeout(() => {
  writeSync(descriptor, text.subarray(Number(bytes)))
  closeSync(descriptor)
}, Number(milliseconds))
