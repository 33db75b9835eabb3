// The settings of this shell: which are set, and the values of those that can be no secret.

import { z } from 'zod'
import { ownVariables } from '../../../data/store/paths.ts'

const number = z.string().regex(/^\d{1,6}$/)
/** The variables whose value may be told, and its form. */
const TOLD: Readonly<Record<string, z.ZodType>> = {
  HUSTINGS_PORT: number,
  HUSTINGS_ADMIN_PORT: number,
  HUSTINGS_AS_OF: z.iso.date(),
  HUSTINGS_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
  HUSTINGS_CACHE_MB: number,
  HUSTINGS_PLACES: z.enum(['sqlite', 'memory']),
  HUSTINGS_SCRUB_HOURS: number,
  HUSTINGS_RETENTION_DAYS: number,
  HUSTINGS_SECOND_FACTOR: z.enum(['optional', 'operators']),
  HUSTINGS_PUBLIC_EXPLORER: z.enum(['0', '1']),
  HUSTINGS_GEOCODER: z.enum(['local', 'census']),
  HUSTINGS_ALARM_NIGHTS: number,
  HUSTINGS_PARTS_CACHE: z.string().regex(/^\d{1,6}(MB|GB|TB)$/),
}

export function isTold(name: string, value: string): boolean {
  return TOLD[name]?.safeParse(value).success === true
}

/** Of a variable that this version does not know, not even the name is told. */
export function keepSettings() {
  return Object.fromEntries(
    [...ownVariables()].flatMap(([name, value]) => {
      if (isTold(name, value)) return [[name, value]]
      return TOLD[name] || KNOWN.has(name) ? [[name, 'set, left out']] : []
    }),
  )
}

const KNOWN = new Set([
  ...['HUSTINGS_VAR', 'HUSTINGS_HOST', 'HUSTINGS_LOG_FILE', 'HUSTINGS_TRUSTED_PROXIES', 'HUSTINGS_CENSUS_URL'],
  ...['HUSTINGS_PEPPER_FILE', 'HUSTINGS_CONTACT', 'HUSTINGS_ALARM_COMMAND', 'HUSTINGS_ALARM_URL', 'HUSTINGS_SOURCES'],
  ...['HUSTINGS_BACKUP_PASSPHRASE', 'HUSTINGS_PUBLIC_URL', 'HUSTINGS_STATE', 'HUSTINGS_PARTS'],
])
