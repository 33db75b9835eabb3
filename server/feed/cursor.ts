// Opaque cursors of the feed: version, epoch and sequence number.

import type { FeedPosition } from './feed.ts'

const VERSION = 1
const EPOCH_BYTES = 8
const SEQ_BYTES = 6
const SEQ_AT = 1 + EPOCH_BYTES
const CURSOR_BYTES = SEQ_AT + SEQ_BYTES

export function toCursor({ epoch, seq }: FeedPosition): string {
  const bytes = Buffer.alloc(CURSOR_BYTES)
  bytes.writeUInt8(VERSION)
  bytes.write(epoch, 1, EPOCH_BYTES, 'hex')
  bytes.writeUIntBE(seq, SEQ_AT, SEQ_BYTES)
  return bytes.toString('base64url')
}

/** Undefined if the text is not a cursor of this version. */
export function parseCursor(text: string): FeedPosition | undefined {
  const bytes = Buffer.from(text, 'base64url')
  // Buffer ignores characters outside the alphabet; a cursor has exactly one valid spelling.
  if (bytes.length !== CURSOR_BYTES || bytes.toString('base64url') !== text) return undefined
  if (bytes.readUInt8() !== VERSION) return undefined
  return { epoch: bytes.toString('hex', 1, SEQ_AT), seq: bytes.readUIntBE(SEQ_AT, SEQ_BYTES) }
}
