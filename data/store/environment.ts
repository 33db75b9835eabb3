// The environment variables of the data folder, its publisher and its stores. Those of the server alone are in server/config.ts.

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type ObjectLocation, readPartsStore } from './objects/location.ts'

/** @setting Days for which a change stays in the feed; HUSTINGS_RETENTION_DAYS overrides it. */
const RETENTION_DAYS_DEFAULT = 7
/** @setting Nights on which a source failed, in a row, before `doctor` fails and `nightly` raises the alarm. HUSTINGS_ALARM_NIGHTS overrides it. */
export const ALARM_NIGHTS_DEFAULT = 3

/** HUSTINGS_VAR; undefined if unset or empty. */
export function dataFolder(): string | undefined {
  return process.env.HUSTINGS_VAR || undefined
}

/**
 * Where the state and the parts are beside the data folder, from HUSTINGS_STATE and HUSTINGS_PARTS; undefined: in it. Throws a sentence for
 * an invalid value. @param root the data folder
 */
export function storesOf(
  root: string,
  family: 'public' | 'sample',
): { stateServer: string | undefined; partsStore: ObjectLocation | undefined } {
  return {
    stateServer: readStateServer(process.env.HUSTINGS_STATE, family),
    partsStore: readPartsStore(process.env.HUSTINGS_PARTS, root, family),
  }
}

/** The systemd credential `hustings-pepper` if this process has one, otherwise the file of HUSTINGS_PEPPER_FILE. */
export function givenPepper(): string | undefined {
  const { CREDENTIALS_DIRECTORY: credentials, HUSTINGS_PEPPER_FILE: file } = process.env
  const credential = credentials ? join(credentials, 'hustings-pepper') : undefined
  if (credential !== undefined && existsSync(credential)) return credential
  return file ? resolve(file) : undefined
}

const RETENTION_DAYS_MAX = 366

/** Days for which a change stays in the feed, from HUSTINGS_RETENTION_DAYS. Throws a sentence for an invalid value. */
export function retentionDays(): number {
  const text = process.env.HUSTINGS_RETENTION_DAYS || String(RETENTION_DAYS_DEFAULT)
  const days = Number(text)
  if (/^\d{1,3}$/.test(text) && days >= 1 && days <= RETENTION_DAYS_MAX) return days
  throw new Error(
    `the environment's HUSTINGS_RETENTION_DAYS: got "${text}", expected a whole number of days from 1 to ${RETENTION_DAYS_MAX}`,
  )
}

/** How publishers can reach the operator, from HUSTINGS_CONTACT: an address or a page; undefined if unset. */
export function fetchContact(): string | undefined {
  return process.env.HUSTINGS_CONTACT || undefined
}

export interface AlarmSettings {
  /** Nights in a row on which a source must fail. */
  nights: number
  /** A shell command. It gets the alarm on its standard input. */
  command: string | undefined
  /** An https address, to which the alarm is posted. It may contain a secret, so no message shows more than its host. */
  url: URL | undefined
}

const ALARM_NIGHTS_MAX = 365

/** From HUSTINGS_ALARM_NIGHTS, HUSTINGS_ALARM_COMMAND and HUSTINGS_ALARM_URL. Throws a sentence for an invalid value. */
export function alarmSettings(): AlarmSettings {
  const { HUSTINGS_ALARM_NIGHTS, HUSTINGS_ALARM_COMMAND: command, HUSTINGS_ALARM_URL: address } = process.env
  const text = HUSTINGS_ALARM_NIGHTS || String(ALARM_NIGHTS_DEFAULT)
  const nights = Number(text)
  if (!/^\d{1,3}$/.test(text) || nights < 1 || nights > ALARM_NIGHTS_MAX)
    throw new Error(
      `the environment's HUSTINGS_ALARM_NIGHTS: got "${text}", expected a whole number of nights from 1 to ${ALARM_NIGHTS_MAX}`,
    )
  const url = address ? URL.parse(address) : undefined
  if (url === null || (url && url.protocol !== 'https:'))
    throw new Error("the environment's HUSTINGS_ALARM_URL: got another text, expected an https URL")
  return { nights, command: command || undefined, url }
}

/** The address of the server for its clients, from HUSTINGS_PUBLIC_URL; undefined if unset. Throws a sentence for an invalid value. */
export function publicUrl(): URL | undefined {
  const text = process.env.HUSTINGS_PUBLIC_URL
  if (!text) return undefined
  const url = URL.parse(text)
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return url
  throw new Error("the environment's HUSTINGS_PUBLIC_URL: got another text, expected an https URL without a password")
}

/** The credentials and the place of S3. The values are secrets. */
export interface S3Environment {
  accessKeyId: string
  secretAccessKey: string
  /** Of credentials that expire. */
  sessionToken: string | undefined
  region: string
  /** Of a store other than AWS. */
  endpoint: URL | undefined
}

/** From the variables that every client of S3 reads. Throws a sentence without their values. */
export function s3Environment(): S3Environment {
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = process.env
  if (!accessKeyId || !secretAccessKey)
    throw new Error(
      `the environment's ${accessKeyId ? 'AWS_SECRET_ACCESS_KEY' : 'AWS_ACCESS_KEY_ID'}: got nothing, expected the credentials of the object storage`,
    )
  const address = process.env.AWS_ENDPOINT_URL_S3 || process.env.AWS_ENDPOINT_URL
  const endpoint = address ? URL.parse(address) : undefined
  if (endpoint === null || (endpoint && endpoint.protocol !== 'https:' && endpoint.protocol !== 'http:'))
    throw new Error("the environment's AWS_ENDPOINT_URL_S3: got another text, expected the URL of the object storage")
  return {
    accessKeyId,
    secretAccessKey,
    endpoint,
    sessionToken: process.env.AWS_SESSION_TOKEN || undefined,
    region: process.env.AWS_REGION || process.env.AWS_DEFAULT_REGION || 'us-east-1',
  }
}

/** From HUSTINGS_BACKUP_PASSPHRASE; undefined if unset. */
export function backupPassphrase(): string | undefined {
  return process.env.HUSTINGS_BACKUP_PASSPHRASE || undefined
}

/** A variable that the operator names in sources.yaml; undefined if unset or empty. */
export function environmentValue(name: string): string | undefined {
  return process.env[name] || undefined
}

/** Every variable that is set and whose name begins with HUSTINGS_. The values may be secrets. */
export function ownVariables(): ReadonlyMap<string, string> {
  const all = Object.entries(process.env).flatMap(([name, value]): [string, string][] => (value ? [[name, value]] : []))
  return new Map(all.filter(([name]) => name.startsWith('HUSTINGS_')).sort(([a], [b]) => (a < b ? -1 : 1)))
}

// HUSTINGS_STATE: the URL of the database that stores the state in place of the SQLite file.

/** The schema that contains the state, unless the URL names another with `?schema=`. */
export const SCHEMA_DEFAULT = 'hustings'

/**
 * Undefined for the SQLite file. Throws a sentence without the password.
 * @param family `sample` has its own schema, as it has its own folder
 */
export function readStateServer(text: string | undefined, family: 'public' | 'sample'): string | undefined {
  if (!text) return undefined
  const url = parseServer(text)
  if (url?.protocol !== 'postgres:' && url?.protocol !== 'postgresql:')
    throw new Error(
      `the environment's HUSTINGS_STATE: got ${url ? `a URL of ${url.protocol}` : 'another text'}, expected postgres://… or postgresql://…, or nothing for the SQLite file`,
    )
  if (!isDecodable(url))
    throw new Error(
      "the environment's HUSTINGS_STATE: got a % that is not followed by two hexadecimal digits, expected %25 for a % in a user or a password",
    )
  if (family === 'sample') url.searchParams.set('schema', `${url.searchParams.get('schema') ?? SCHEMA_DEFAULT}_sample`)
  return url.href
}

/** Up to the place of a host that is left out, behind a user or before a port. */
const WITHOUT_HOST = /^postgres(ql)?:\/\/([^/?#]*@)?(?=[:/?#]|$)/

/** libpq needs no host beside a user, and URL does. `localhost` is the driver's default, which `host=` replaces, as PGHOST does. */
function parseServer(text: string): URL | null {
  const url = URL.parse(text) ?? URL.parse(text.replace(WITHOUT_HOST, '$&localhost'))
  // For libpq, a + is itself. URL would read it as a space in the query.
  if (url) url.search = url.search.replaceAll('+', '%2B')
  if (url && WITHOUT_HOST.test(text) && process.env.PGHOST && !url.searchParams.has('host'))
    url.searchParams.set('host', process.env.PGHOST)
  return url
}

/** The driver decodes these parts. */
function isDecodable({ username, password, host, pathname }: URL): boolean {
  try {
    return [username, password, host, pathname].map(decodeURIComponent).length > 0
  } catch {
    return false
  }
}
