// The days on which the stored bundles list an election.

import { join } from 'node:path'
import { openPart } from '../../data/store/bundle.ts'
import { listBundles, loadPartHashes } from '../../data/store/manifest.ts'
import type { Paths } from '../../data/store/paths.ts'

/**
 * In order. Another bundle than the current one counts too, so that a source that is left out of one build does not make its past
 * election nights forgotten. A bundle of another format, or with a damaged part, adds none; the current one then throws a
 * sentence.
 */
export function findElectionDays(paths: Paths, current: string): string[] {
  const days = new Set<string>()
  const read = new Set<string>()
  const add = (bundle: string): void => {
    const ballots = loadPartHashes(paths, bundle).get('ballots')
    if (ballots === undefined) throw new Error(`the manifest of bundle ${bundle.slice(0, 12)} names no ballots part`)
    if (read.has(ballots)) return
    for (const day of readDays(paths, ballots)) days.add(day)
    read.add(ballots)
  }
  try {
    add(current)
  } catch (fault) {
    throw new Error(
      `the elections of the current bundle ${current.slice(0, 12)} cannot be read: ${fault instanceof Error ? fault.message : String(fault)}; run: hustings build`,
    )
  }
  for (const bundle of listBundles(paths)) {
    try {
      add(bundle)
    } catch {
      // It cannot be served either.
    }
  }
  return [...days].sort()
}

function readDays(paths: Paths, sha256: string): string[] {
  const part = openPart(join(paths.parts, `${sha256}.sqlite`), sha256)
  try {
    return part
      .statement<{ date: string }>(
        `SELECT DISTINCT date
        FROM election
        ORDER BY date`,
      )
      .all()
      .map(({ date }) => date)
  } finally {
    part.close()
  }
}
