import { randomFillSync } from 'node:crypto'

const ID_BYTES = 16
/** One call for random bytes serves this many ids: the call costs more than the id. */
const IDS_PER_POOL = 512

const pool = Buffer.alloc(ID_BYTES * IDS_PER_POOL)
let used = pool.length

/** `req_` and a UUID version 7 (RFC 9562): 48 bits of time, 74 random ones. @param now milliseconds since 1970 */
export function makeRequestId(now: number): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const at = used
  used += ID_BYTES
  pool.writeUIntBE(now, at, 6)
  pool.writeUInt8((pool.readUInt8(at + 6) & 0x0f) | 0x70, at + 6)
  pool.writeUInt8((pool.readUInt8(at + 8) & 0x3f) | 0x80, at + 8)
  const hex = pool.toString('hex', at, at + ID_BYTES)
  return `req_${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
