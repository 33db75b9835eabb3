// The parts of the running server that requests need.

import type { ReadDeskFile } from '../../data/desk/file.ts'
import type { LastRun } from '../../data/schema/last-run.ts'
import type { ServiceStore } from '../../data/store/state/state.ts'
import type { UsageHistory } from '../../data/store/usage.ts'
import type { Feed } from '../feed/feed.ts'
import type { Streams } from '../feed/stream.ts'
import type { Grants, ReadKey, ReadPeer } from '../http/auth.ts'
import type { Log } from '../http/log.ts'
import type { ReplyCache } from '../http/reply-body.ts'
import type { LongWork } from '../limits/long-work.ts'
import type { Meter } from '../limits/meter.ts'
import type { Geocoder } from '../place/census.ts'
import type { Bundles } from '../serving/bundles.ts'
import type { Degradation } from '../serving/health.ts'
import type { OverlayFollower } from '../serving/overlay.ts'
import type { PastBundles } from '../serving/past-bundles.ts'
import type { Release } from '../serving/release.ts'
import type { Snapshots } from '../serving/snapshots.ts'
import type { QuestionCache } from './route.ts'

/** A basemap with streets for the maps of pages: from hosts of the operator's choice, or from a file. */
export interface MapStyle {
  /** Of a style for MapLibre GL JS; null: a style of ours, for the file. */
  url: string | null
  /** Path of a PMTiles archive in the schema of the Protomaps basemap; null if the style has a URL. */
  file: string | null
  /** Of the style and of its tiles, letters and pictures: a page may ask no other. */
  origins: readonly string[]
}

export interface Service {
  state: ServiceStore
  /** For charts; the meter writes it. */
  usage: UsageHistory
  feed: Feed
  /** The streams that are open in this process. */
  streams: Streams
  /** How long a change stays in the feed, in milliseconds. */
  retention: number
  bundles: Bundles
  /** Finds bundles that requests name. */
  snapshots: Snapshots
  /** Older bundles that requests have named. */
  pastBundles: PastBundles
  /** The newsroom's own layer, for answers from the current bundle that do not name it. */
  overlay: Pick<OverlayFollower, 'over'>
  /** The folder of the exports. */
  exports: string
  release: Release
  degradation: Pick<Degradation, 'list'>
  grants: Grants
  meter: Meter
  cache: ReplyCache
  /** HMAC-SHA-256 in hex under the server's pepper. */
  hmac(text: string): string
  readKey: ReadKey
  readPeer: ReadPeer
  /** `operators`: operators must have a second factor in the console; `optional`: they may. */
  secondFactor: 'optional' | 'operators'
  /** Whether people without an account may use the explorer. */
  publicExplorer: boolean
  /** A basemap with streets; null: none. */
  mapStyle: MapStyle | null
  questions: QuestionCache
  /** Answers about areas that are computed in this process. */
  longWork: LongWork
  /** Finds addresses that the bundle does not contain; null if no address may leave this machine. */
  geocoder: Geocoder | null
  /** Milliseconds since 1970. */
  now(): number
  /** The pinned day, or null for today. */
  asOf: string | null
  log: Log
  /** The result of the last run and the age of the data; null if no run is recorded. */
  lastRun(): LastRun | null
  /** Reads a file that an editor brings to the publishing desk; null if this server was started without it. */
  readDeskFile: ReadDeskFile | null
  /** True once the server closes each connection after its answer: it stops, or another process takes its place. */
  draining(): boolean
  /** True once the server has been told to stop. */
  stopping(): boolean
}
