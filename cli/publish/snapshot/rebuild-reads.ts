// Builds a bundle from kept bytes of its sources, in a folder of its own.

import type { Manifest } from '../../../data/schema/manifest.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import type { planReads } from '../../../ingest/engine/rebuild.ts'
import { CommandError } from '../../exit.ts'
import { formatNumberOf, logToStderr } from '../../output.ts'
import { loadRegistry } from '../choose-sources.ts'

export interface RebuiltBundle {
  paths: Paths
  manifest: Manifest
}

export interface RebuildRequest {
  /** The folder to work in, laid out as a data folder. */
  root: string
  /** The folder of kept bytes. */
  raw: string
  /** The sources, as a manifest names them. */
  reads: Parameters<typeof planReads>[0]
  /** What has the sources, for messages. */
  what: string
  /** The command after a refusal. */
  next: string
}

/** Reads the sources from kept bytes and builds. Throws CommandError if a source cannot be read. */
export async function rebuildReads({ root, raw, reads, what, next }: RebuildRequest): Promise<RebuiltBundle> {
  const { ingest } = await import('../../../ingest/engine/ingest.ts')
  const { planReads } = await import('../../../ingest/engine/rebuild.ts')
  const { build } = await import('../../../build/build.ts')
  const paths = { ...pathsIn(root), raw }
  const isSample = reads.some(({ id }) => id === 'sample-places')
  const registry = await loadRegistry(isSample ? { sample: true } : {})
  const { sources, kept, selected, unknown } = await planReads(reads, registry.sources)
  if (unknown.length > 0)
    throw new CommandError(
      `${what} has the sources ${unknown.join(', ')}, which neither this version nor its sources.yaml declares.`,
      next,
    )
  const report = await ingest({
    ...{ paths, sources, kept, selected, states: null, mirror: null, offline: true, now: new Date() },
    onProgress: ({ source_id, nth, of, step }) => {
      if (step === 'reading') logToStderr(`Reading ${source_id} (${nth} of ${of})`)
    },
  })
  const failed = report.sources.find(({ status }) => status === 'failed')
  if (failed) throw new CommandError(`${failed.source_id} of ${what} cannot be read: ${failed.error}`, next)
  logToStderr(`Read ${formatNumberOf(sources.length, 'source')}; building.`)
  const built = await build({ paths })
  const [refused] = built.refused
  if (refused) throw new CommandError(`A check refuses the rows of ${refused.source_id} of ${what}.`, next)
  return { paths, manifest: loadManifest(paths, built.bundle) }
}
