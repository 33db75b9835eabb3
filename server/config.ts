// The server's settings: from the options first, then from the environment.

import { closeSync, openSync, readSync } from 'node:fs'
import { resolve } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { z } from 'zod'
import { type IpRange, parseAddressRange } from '../data/access/ip-range.ts'
import type { ReadDeskFile } from '../data/desk/file.ts'
import { DAY, HOUR } from '../data/schema/scalar.ts'
import { retentionDays } from '../data/store/environment.ts'
import { type Paths, paths } from '../data/store/paths.ts'
import type { Guest, Host } from './host.ts'
import { CENSUS_URL, readCensusUrl } from './place/census.ts'
import type { MapStyle } from './route/service.ts'

/** @setting Milliseconds that requests in flight have to finish in a worker that SIGHUP replaces: a long download or poll takes its time. */
export const RETIRE_MS = 60_000

/** @setting Port if HUSTINGS_PORT is not set. */
export const DEFAULT_PORT = 8080
/** @setting Milliseconds without a request after which a stopping server closes a connection. */
export const DRAIN_IDLE_MS = 1000

/** @setting Hours between two checks of a part in service if HUSTINGS_SCRUB_HOURS is not set. */
const DEFAULT_SCRUB_HOURS = 24
/** @setting Megabytes of cached responses if HUSTINGS_CACHE_MB is not set: with them, a server over the nation takes less than 512 MB. */
const DEFAULT_CACHE_MEGABYTES = 32

/** @setting Percent of the heap in use by which it grows before it is collected. Less takes more processor time. */
const HEAP_GROWTH_PERCENT = 30

export interface ServerOptions {
  paths?: Paths
  port?: number
  host?: string
  /** null: none is opened, whatever the environment says. Default: HUSTINGS_ADMIN_PORT. */
  adminPort?: number | null
  /** YYYY-MM-DD: answer as if it were that day. */
  asOf?: string
  logLevel?: string
  /** Log lines are appended to this file; default: stderr. */
  logFile?: string
  /** Memory for cached answers, in megabytes; 0 caches none. */
  cacheMegabytes?: number
  /** CIDR ranges of the operator's own proxies, whose X-Forwarded-For is trusted. */
  trustedProxies?: readonly string[]
  /** Milliseconds without a request after which a stopping server closes a connection; default: DRAIN_IDLE_MS. */
  drainIdle?: number
  /** Default: HTTP_SILENT_MS. */
  silent?: number
  /** `operators`: operators must have a second factor in the console; `optional`: they may. */
  secondFactor?: 'optional' | 'operators'
  /** Whether people without an account may use the explorer. */
  publicExplorer?: boolean
  /** A basemap for the maps of pages. Default: HUSTINGS_MAP_STYLE; null: none. */
  mapStyle?: MapStyle | null
  /** Reads the files of the publishing desk's import: the caller passes it, because a server does not import readers of sources. */
  readDeskFile?: ReadDeskFile
  /** Makes the pages and feeds that are mounted beside /v1: called once, with the host. Default: none. */
  guests?: (host: Host) => readonly Guest[]
}

export type Config = ReturnType<typeof loadConfig>

const DEFAULT_HOST = '127.0.0.1'
const PORT = 'expected a port from 1 to 65535'
const portFrom = (least: number, expected: string) =>
  z.coerce.number(expected).int(expected).min(least, expected).max(65_535, expected)
const settings = z.object({
  HUSTINGS_PORT: portFrom(0, `${PORT} (0 takes any free one)`).default(DEFAULT_PORT),
  HUSTINGS_ADMIN_PORT: portFrom(1, PORT).optional(),
  HUSTINGS_HOST: z.string().min(1).default(DEFAULT_HOST),
  HUSTINGS_AS_OF: z.iso.date().optional(),
  HUSTINGS_LOG_FILE: z.string().min(1).optional(),
  HUSTINGS_CACHE_MB: z.coerce.number().int().min(0).max(65_536).default(DEFAULT_CACHE_MEGABYTES),
  HUSTINGS_PLACES: z.enum(['sqlite', 'memory']).default('sqlite'),
  HUSTINGS_SCRUB_HOURS: z.coerce.number().positive().max(8760).default(DEFAULT_SCRUB_HOURS),
  HUSTINGS_PARTS_CACHE: z
    .string()
    .regex(/^[1-9]\d{0,5}(MB|GB|TB)$/, 'expected a size such as 500MB or 20GB')
    .optional(),
  HUSTINGS_TRUSTED_PROXIES: z.string().default(''),
  HUSTINGS_SECOND_FACTOR: z.enum(['optional', 'operators']).default('optional'),
  HUSTINGS_PUBLIC_EXPLORER: z.enum(['0', '1']).default('1'),
  HUSTINGS_MAP_STYLE: z.string().default(''),
  HUSTINGS_APPS: z.string().optional(),
  HUSTINGS_GEOCODER: z.enum(['local', 'census']).default('local'),
  HUSTINGS_CENSUS_URL: z.string().default(CENSUS_URL),
  HUSTINGS_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

/** Treats an empty variable as unset, except HUSTINGS_APPS, which then chooses none. Throws an Error that names the wrong variable. */
export function loadConfig(options: ServerOptions) {
  const set = Object.entries(process.env).filter(([name, value]) => value !== '' || name === 'HUSTINGS_APPS')
  const read = settings.safeParse(Object.fromEntries(set))
  if (!read.success) {
    const [issue] = read.error.issues
    const name = String(issue?.path[0])
    // Without the kind of the issue, such as "Invalid option: ".
    const expected = issue?.message.replace(/^[^:]*: (?=expected )/, '')
    throw new Error(`the environment's ${name}: got ${JSON.stringify(process.env[name])}, ${expected}`)
  }
  const asOf = z.iso
    .date()
    .optional()
    .safeParse(options.asOf ?? read.data.HUSTINGS_AS_OF)
  if (!asOf.success) throw new Error(`--as-of: got ${options.asOf}, expected a calendar date, YYYY-MM-DD`)
  const proxies = options.trustedProxies ?? splitList(read.data.HUSTINGS_TRUSTED_PROXIES)
  const port = options.port ?? read.data.HUSTINGS_PORT
  const adminPort = options.adminPort === undefined ? (read.data.HUSTINGS_ADMIN_PORT ?? null) : options.adminPort
  if (adminPort === port) throw new Error(`the admin port: got ${port}, which is the port of the API, expected another`)
  const { HUSTINGS_GEOCODER: geocoder, HUSTINGS_CENSUS_URL: censusUrl } = read.data
  return {
    paths: options.paths ?? paths(),
    port,
    host: options.host ?? read.data.HUSTINGS_HOST,
    /** Of the loopback interface, for the operator; null: none. */
    adminPort,
    asOf: asOf.data ?? null,
    logLevel: options.logLevel ?? read.data.HUSTINGS_LOG_LEVEL,
    logFile: options.logFile ?? read.data.HUSTINGS_LOG_FILE ?? null,
    cacheMegabytes: options.cacheMegabytes ?? read.data.HUSTINGS_CACHE_MB,
    /** When the place index is read: `memory` as a whole when a bundle opens; `sqlite` at the first lookup in each part of it. */
    places: read.data.HUSTINGS_PLACES,
    trustedProxies: proxies.map((text, index) => toProxies(text, index + 1)),
    secondFactor: options.secondFactor ?? read.data.HUSTINGS_SECOND_FACTOR,
    publicExplorer: options.publicExplorer ?? read.data.HUSTINGS_PUBLIC_EXPLORER === '1',
    mapStyle: options.mapStyle === undefined ? toMapStyle(read.data.HUSTINGS_MAP_STYLE) : options.mapStyle,
    /** Base URL of the Census geocoder or its mirror; null if no address may leave this machine. */
    censusUrl: geocoder === 'census' ? toCensusUrl(censusUrl) : null,
    /** How long a change stays in the feed, in milliseconds. */
    retention: retentionDays() * DAY,
    /** Milliseconds within which each file in service is hashed again. */
    scrub: read.data.HUSTINGS_SCRUB_HOURS * HOUR,
    /** Bytes that fetched parts may take; null: no limit. */
    partsCache: toBytes(read.data.HUSTINGS_PARTS_CACHE),
    /** Names of the apps to mount, for the program that mounts them; null: all. */
    apps: read.data.HUSTINGS_APPS === undefined ? null : splitList(read.data.HUSTINGS_APPS),
  }
}

/** @param text as the setting's pattern allows */
function toBytes(text: string | undefined): number | null {
  if (text === undefined) return null
  return Number.parseInt(text, 10) * (text.endsWith('MB') ? 1e6 : text.endsWith('GB') ? 1e9 : 1e12)
}

function splitList(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}

/** Throws an Error that names the variable. */
function toCensusUrl(text: string): string {
  try {
    return readCensusUrl(text)
  } catch (error) {
    throw new Error(`the environment's HUSTINGS_CENSUS_URL: ${error instanceof Error ? error.message : error}`)
  }
}

/** The first bytes of a PMTiles archive of version 3. */
const PMTILES = Buffer.from('PMTiles\x03', 'latin1')

/** @param text the style's URL, then the other origins that it uses, or the path of an archive; empty for none. Throws an Error that names the variable. */
function toMapStyle(text: string): MapStyle | null {
  if (text.endsWith('.pmtiles') && !URL.canParse(text))
    return { url: null, file: requireArchive(resolve(text)), origins: [] }
  const words = text.split(/\s+/).filter((word) => word !== '')
  const urls = words.map((word) => {
    const url = URL.canParse(word) ? new URL(word) : undefined
    if (url?.protocol !== 'https:' && url?.protocol !== 'http:')
      throw new Error(
        `the environment's HUSTINGS_MAP_STYLE: got ${JSON.stringify(word)}, expected the path of a .pmtiles file, or the URL of a style, then further origins such as https://tiles.example.org, separated by spaces`,
      )
    return url
  })
  const [style] = urls
  const origins = [...new Set(urls.map(({ origin }) => origin))]
  return style === undefined ? null : { url: style.href, file: null, origins }
}

/** Throws an Error that names the variable. */
function requireArchive(file: string): string {
  const refuse = (fault: string): Error =>
    new Error(`the environment's HUSTINGS_MAP_STYLE: got ${JSON.stringify(file)}, ${fault}`)
  let opened: number
  try {
    opened = openSync(file, 'r')
  } catch {
    throw refuse('expected the path of a file that this process can read')
  }
  const first = Buffer.alloc(PMTILES.length)
  readSync(opened, first)
  closeSync(opened)
  if (!first.equals(PMTILES)) throw refuse('which is no PMTiles archive of version 3')
  return file
}

/** Throws an Error that gives the number of the entry. */
function toProxies(text: string, place: number): IpRange {
  const range = parseAddressRange(text)
  const where = `HUSTINGS_TRUSTED_PROXIES, entry ${place}`
  if (!range)
    throw new Error(
      `${where}: not an IPv4 or IPv6 address or CIDR range, expected one such as 127.0.0.1, 10.0.0.0/8 or 2001:db8::/32`,
    )
  if (range.prefix === 0)
    throw new Error(
      `${where}: a prefix of 0 trusts everybody, so any client could claim any address; expected only your own proxies`,
    )
  return range
}

// How far the heap of a server may grow before its old objects are collected.

/**
 * Call it once, when the process of a server starts. On a machine with much memory, V8 lets the heap grow to several times what is in
 * use: caches that replace their oldest values, as while the ballots of many ZIP codes are asked for, then fill it with garbage.
 */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}
