// Damages files as a failing disk does.

import { chmodSync, closeSync, openSync, readSync, writeSync } from 'node:fs'

/** Flips one bit of a file that may be open; a second call restores it. */
export function flip(file: string, at: number, bit = 0): void {
  chmodSync(file, 0o644)
  const descriptor = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(descriptor, byte, 0, 1, at)
  writeSync(descriptor, Buffer.of(byte.readUInt8() ^ (1 << bit)), 0, 1, at)
  closeSync(descriptor)
}
