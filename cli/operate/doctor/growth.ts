// How long the disk will last, from the sizes of the folder after each of the last nights.

import { existsSync, statfsSync } from 'node:fs'
import type { LastRun } from '../../../data/schema/last-run.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { DISK_WARNING_DAYS, NIGHTS_FOR_FORECAST } from '../../constants.ts'
import { formatMegabytes, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

const DAY_MS = 86_400_000

/** Nothing if no run is recorded. */
export function* checkGrowth(paths: Paths): Generator<Finding> {
  const record = findLastRun(paths)
  if (!record || !existsSync(paths.root)) return
  const { bavail, bsize } = statfsSync(paths.root)
  yield forecast(record.sizes ?? [], bavail * bsize, paths.root)
}

/** @param sizes oldest first @param free bytes on the disk */
export function forecast(sizes: NonNullable<LastRun['sizes']>, free: number, root: string): Finding {
  const check = 'disk growth'
  const [first, last] = [sizes[0], sizes.at(-1)]
  if (!first || !last || sizes.length < NIGHTS_FOR_FORECAST)
    return {
      ...{ check, status: 'ok' },
      found: `no forecast: the size after ${formatNumberOf(sizes.length, 'night')} is recorded, expected at least ${NIGHTS_FOR_FORECAST}`,
    }
  const days = (Date.parse(last.at) - Date.parse(first.at)) / DAY_MS
  const nightly = (last.bytes - first.bytes) / days
  const since = `since ${first.at.slice(0, 10)}`
  if (!(nightly > 0)) return { check, status: 'ok', found: `${formatMegabytes(last.bytes)}, no growth ${since}` }
  const left = Math.floor(free / nightly)
  const found = `full in about ${formatNumberOf(left, 'day')} at ${formatMegabytes(nightly)} a night ${since}; ${formatMegabytes(free)} free`
  if (left >= DISK_WARNING_DAYS) return { check, status: 'ok', found }
  return { check, status: 'warn', found, next: `du -sh ${root}/*` }
}
