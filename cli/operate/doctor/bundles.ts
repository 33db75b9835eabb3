// The checks of the current bundle and of the pinned ones.

import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Pin } from '../../../data/schema/pin.ts'
import { partFiles } from '../../../data/store/bundle.ts'
import { hashFile } from '../../../data/store/file-hash.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import type { Paths } from '../../../data/store/paths.ts'
import { firstLine, formatMegabytes, formatNumberOf } from '../../output.ts'
import type { Finding } from './finding.ts'

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
      ...{ check, status: 'fail' },
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
