// Makes a built bundle the current one: one conditional update of the head. Afterwards files that nothing names are collected.

import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../data/schema/manifest.ts'
import { loadManifest, loadPartHashes, manifestFile } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import type { State } from '../data/store/state/state.ts'
import { findShrunk, MassChange } from './guard.ts'

/** How many publications back a bundle can be returned to. */
export const KEPT_PUBLICATIONS = 10

export interface PublishReport {
  publication: number
  bundle: string
  /** False when this bundle was current already. */
  changed: boolean
  collected: number
  /** What could not be compared or collected, a sentence each; the bundle is current all the same. */
  warnings: readonly string[]
}

export interface PublishOptions {
  paths: Paths
  state: State
  bundle: string
  now: Date
  /** Publish although a source shrank by more than the guard lets pass. */
  accept: boolean
}

/** Throws MassChange where the guard stops it, and an Error where there is no such bundle or another publication came first. */
export async function publishBundle({ paths, state, bundle, now, accept }: PublishOptions): Promise<PublishReport> {
  const next = loadManifest(paths, bundle)
  const head = await state.head()
  const warnings: string[] = []
  const current = head && !accept ? findCurrent(paths, head.bundle, warnings) : undefined
  const shrunk = current ? findShrunk(current, next) : []
  if (shrunk.length > 0) throw new MassChange(shrunk)
  const result = await state.publish({
    expectedPublication: head?.publication ?? null,
    bundle,
    published_at: now.toISOString(),
  })
  if ('refused' in result) throw new Error(`${result.refused}; run: hustings publish`)
  return { ...result, bundle, collected: await collect(paths, state, bundle, warnings), warnings }
}

function findCurrent(paths: Paths, bundle: string, warnings: string[]): Manifest | undefined {
  try {
    return loadManifest(paths, bundle)
  } catch (fault) {
    warnings.push(`Nothing was compared with the bundle before, so the mass-change guard did not look: ${said(fault)}.`)
    return undefined
  }
}

/** Deletes manifests of no kept publication, then parts that no kept manifest names. The head has moved: a fault is a warning. */
async function collect(paths: Paths, state: State, newest: string, warnings: string[]): Promise<number> {
  let collected = 0
  const remove = (file: string): void => {
    rmSync(file, { force: true })
    collected++
  }
  try {
    const publications = await state.publications(KEPT_PUBLICATIONS)
    const kept = [...new Set([newest, ...publications.map((publication) => publication.bundle)])].filter((bundle) =>
      existsSync(manifestFile(paths, bundle)),
    )
    // Before anything goes: what an unreadable manifest names must stay, and nothing else says what that is.
    const named = new Set(kept.flatMap((bundle) => loadPartHashes(paths, bundle)).map((sha256) => `${sha256}.sqlite`))
    for (const name of readdirSync(paths.bundles))
      if (!kept.includes(name.replace(/\.json$/, ''))) remove(join(paths.bundles, name))
    for (const name of readdirSync(paths.parts)) if (!named.has(name)) remove(join(paths.parts, name))
  } catch (fault) {
    warnings.push(`Files that no publication needs any more were not all deleted: ${said(fault)}.`)
  }
  return collected
}

function said(fault: unknown): string {
  return fault instanceof Error ? fault.message : String(fault)
}
