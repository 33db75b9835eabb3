// A process that writes a file anew in two pieces and pauses between them, as a slow or interrupted program does.
// Words: the file, after how many bytes it pauses, and for how many milliseconds; the text is its stdin.

import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'

const [, , file = '', bytes = '0', milliseconds = '0'] = process.argv
const text = readFileSync(0)
const descriptor = openSync(file, 'w')
writeSync(descriptor, text.subarray(0, Number(bytes)))
setTimeout(() => {
  writeSync(descriptor, text.subarray(Number(bytes)))
  closeSync(descriptor)
}, Number(milliseconds))
