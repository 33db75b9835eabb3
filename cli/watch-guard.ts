// The guard's word on one source before its rows replace the last good ones: a file that was cut stops no other feed.

import { hasShrunk } from '../build/guard.ts'
import type { StateCode } from '../data/schema/vocabulary.ts'
import { findManifest } from '../data/store/manifest.ts'
import type { Paths } from '../data/store/paths.ts'
import { openState } from '../data/store/state/open.ts'
import type { Source } from '../ingest/source.ts'
import { quote } from './options.ts'

export interface GuardOptions {
  paths: Paths
  sources: readonly Source[]
  /** A folder. */
  mirror: string
  states: ReadonlySet<StateCode> | null
}

/**
 * Against what is published, as publishing does, and not against the last good rows: they may be some that no check let through.
 * @returns for `accepts` of an ingest
 */
export async function loadGuard(
  options: GuardOptions,
): Promise<(source_id: string, rows: number) => string | undefined> {
  const published = await loadPublished(options.paths)
  return (source_id, rows) => {
    const before = published.get(source_id) ?? 0
    if (!hasShrunk(before, rows)) return undefined
    return `the guard refuses it: from ${before} to ${rows} rows too much would vanish, unless a person accepts it or the file is put right; run: ${acceptOf(source_id, options)}`
  }
}

/** Rows by source; none where the current bundle cannot be read, which publishing then says. */
async function loadPublished(paths: Paths): Promise<Map<string, number>> {
  const state = await openState(paths)
  try {
    const head = await state.head()
    const manifest = head && findManifest(paths, head.bundle)
    return new Map(manifest?.sources.map(({ id, rows }) => [id, rows]))
  } finally {
    await state.close()
  }
}

function acceptOf(source_id: string, { sources, mirror, states }: GuardOptions): string {
  const flag = sources.some(({ family }) => family === 'sample') ? ' --sample' : ''
  const only = states ? ` --only ${[...states].join(',')}` : ''
  const ingest = `hustings ingest ${source_id}${flag} --mirror ${quote(mirror)}${only}`
  return `${ingest} && hustings build${flag} && hustings publish${flag} --accept`
}
