// The checks of what is stored: how long the disk lasts, the current and the pinned bundles, the object storage.

import { existsSync, statfsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { LastRun } from '../../../data/schema/last-run.ts'
import { partFiles } from '../../../data/store/bundle.ts'
import { hashFile } from '../../../data/store/files.ts'
import { findLastRun } from '../../../data/store/last-run.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { nameLocation } from '../../../data/store/objects/location.ts'
import type { Paths } from '../../../data/store/paths.ts'
import type { Pin } from '../../../data/store/state/publications.ts'
import { firstLine, formatMegabytes, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

/** @setting Nights whose sizes a forecast needs. */
const NIGHTS_FOR_FORECAST = 4
/** @setting Days before the disk is full from which doctor warns. */
const DISK_WARNING_DAYS = 14
/** @setting Free bytes of the disk below which doctor warns: all states take less. */
const DISK_WARNING_BYTES = 5_000_000_000
/** @setting Free bytes of the disk below which doctor fails. */
const DISK_FAILURE_BYTES = 500_000_000

// The disk: its end is forecast from the sizes of the folder after each of the last nights.

const DAY_MS = 86_400_000

/** @param folder the data folder, or the folder in which it will be made */
export function checkSpace(paths: Paths, folder: string): Finding {
  const disk = statfsSync(folder)
  return judgeSpace(disk.bavail * disk.bsize, paths, folder)
}

/** @param free bytes on the disk of the folder */
export function judgeSpace(free: number, paths: Pick<Paths, 'root'>, folder: string): Finding {
  const found = `${paths.root} can be written, ${formatMegabytes(free)} free`
  if (free >= DISK_WARNING_BYTES) return { check: 'folder', status: 'ok', found }
  const wanted = `expected at least ${formatMegabytes(DISK_WARNING_BYTES)} for all states`
  return {
    check: 'folder',
    status: free < DISK_FAILURE_BYTES ? 'fail' : 'warn',
    found: `${found}, ${wanted}`,
    next: `df -h ${folder}`,
  }
}

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
      check,
      status: 'ok',
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

// The current bundle, and the pinned ones.

export function* checkParts(paths: Paths, bundle: string, flag: string): Generator<Finding> {
  const next = `hustings build${flag}   # rewrites a damaged or missing part`
  let parts: Partial<Record<string, { sha256: string }>>
  try {
    parts = loadManifest(paths, bundle).parts
  } catch (error) {
    yield { check: 'bundle', status: 'fail', found: firstLine(error), next }
    return
  }
  for (const [name, named] of Object.entries(parts)) {
    if (!named) continue
    const { sha256 } = named
    const check = `part ${name}`
    const part = join(paths.parts, `${sha256}.sqlite`)
    if (!existsSync(part)) yield { check, status: 'fail', found: `${part} is missing`, next }
    else if (hashFile(part) !== sha256)
      yield {
        check,
        status: 'fail',
        found: `${part}: its bytes do not match the hash in its name`,
        next,
      }
    else
      yield {
        check,
        status: 'ok',
        found: `${sha256.slice(0, 12)}, ${formatMegabytes(statSync(part).size)}, hash matches`,
      }
  }
}

/** Compares the sizes of the files of pinned bundles. Hashing all of them would take minutes. */
export function* checkPins(paths: Paths, pins: readonly Pin[], flag: string): Generator<Finding> {
  const check = 'pins'
  let broken = 0
  for (const { bundle, name } of pins) {
    const fault = findFault(paths, bundle)
    if (fault === undefined) continue
    broken++
    const id = bundle.slice(0, 12)
    yield {
      check,
      status: 'fail',
      found: `pinned bundle ${id}${name === null ? '' : ` "${name}"`}: ${fault}; restore its files from a backup, or unpin it`,
      next: `hustings snapshot unpin ${id}${flag}`,
    }
  }
  if (pins.length > 0 && broken === 0)
    yield { check, status: 'ok', found: `${formatNumberOf(pins.length, 'pinned bundle')}, every file present` }
}

/** A sentence, or undefined if every file has its size. */
function findFault(paths: Paths, bundle: string): string | undefined {
  try {
    for (const { sha256, bytes } of partFiles(loadManifest(paths, bundle))) {
      const file = join(paths.parts, `${sha256}.sqlite`)
      const size = statSync(file, { throwIfNoEntry: false })?.size
      if (size === undefined) return `${file} is missing`
      if (size !== bytes) return `${file} has ${size} bytes, expected ${bytes}`
    }
    return undefined
  } catch (error) {
    return firstLine(error)
  }
}

// The object storage.

/** Nothing without HUSTINGS_PARTS. @param flag ` --sample` or nothing, for the suggested commands */
export async function* checkPartsStore(
  { partsStore }: Pick<Paths, 'partsStore'>,
  flag: string,
): AsyncGenerator<Finding> {
  if (partsStore === undefined) return
  const check = 'object storage'
  try {
    const { openObjectReader } = await import('../../../data/store/objects/open.ts')
    const store = await openObjectReader(partsStore)
    const objects = await store.list('bundles/')
    // A store that cannot list answers at least for one name.
    if (!objects) await store.size('bundles/none.json')
    const bundles = objects?.filter(({ key }) => !key.endsWith('.retrieved.json'))
    const found = bundles ? formatNumberOf(bundles.length, 'bundle') : 'answers; it cannot list its bundles'
    yield { check, status: 'ok', found: `${store.name}: ${found}` }
  } catch (error) {
    yield {
      check,
      status: 'fail',
      found: `${nameLocation(partsStore)} cannot be read: ${firstLine(error)}`,
      next: `hustings doctor${flag}   # after correcting HUSTINGS_PARTS, its credentials or the network`,
    }
  }
}
