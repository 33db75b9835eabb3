// What every request needs of the running server.

import type { Bundles } from './bundles.ts'
import type { Grants, ReadKey } from './http/auth.ts'
import type { ReplyCache } from './http/compress.ts'
import type { ReadPeer } from './http/peer.ts'
import type { Log } from './log.ts'
import type { QuestionMemory } from './memory.ts'
import type { Meter } from './meter/meter.ts'

export interface Service {
  bundles: Bundles
  grants: Grants
  meter: Meter
  cache: ReplyCache
  readKey: ReadKey
  readPeer: ReadPeer
  memory: QuestionMemory
  /** Milliseconds since 1970. */
  now(): number
  /** The pinned day, or null for today. */
  asOf: string | null
  log: Log
  /** True once the server has been told to stop. */
  draining(): boolean
}
