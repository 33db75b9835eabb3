// Builds a bundle from the sources of an unpacked snapshot, and from nothing else.

import { join } from 'node:path'
import type { Manifest } from '../../data/schema/manifest.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { loadRegistry } from '../choose-sources.ts'
import { CommandError } from '../exit.ts'
import { quote } from '../options.ts'
import { formatNumberOf, logToStderr } from '../output.ts'
import type { UnpackedFolder } from '../unpacked.ts'

export interface RebuiltBundle {
  paths: Paths
  manifest: Manifest
}

/** Works in a folder of its own, so that the packed parts cannot be reused. Throws CommandError if a source cannot be read. */
export async function rebuildSources(
  { paths: unpacked, sources: reads }: UnpackedFolder,
  file: string,
): Promise<RebuiltBundle> {
  const { ingest } = await import('../../ingest/engine/ingest.ts')
  const { planReads } = await import('../../ingest/engine/rebuild.ts')
  const { build } = await import('../../build/build.ts')
  const paths = { ...pathsIn(join(unpacked.root, 'rebuilt')), raw: unpacked.raw }
  const isSample = reads.some(({ id }) => id === 'sample-places')
  const registry = await loadRegistry(isSample ? { sample: true } : {})
  const { sources, kept, selected, unknown } = await planReads(reads, registry.sources)
  const next = `hustings snapshot verify ${quote(file)} --rebuild   (with the version of Hustings that packed it)`
  if (unknown.length > 0)
    throw new CommandError(
      `${file} has the sources ${unknown.join(', ')}, which neither this version nor its sources.yaml declares.`,
      next,
    )
  const report = await ingest({
    ...{ paths, sources, kept, selected, states: null, mirror: null, offline: true, now: new Date() },
    onProgress: ({ source_id, nth, of, step }) => {
      if (step === 'reading') logToStderr(`Reading ${source_id} (${nth} of ${of})`)
    },
  })
  const failed = report.sources.find(({ status }) => status === 'failed')
  if (failed) throw new CommandError(`${failed.source_id} of ${file} cannot be read: ${failed.error}`, next)
  logToStderr(`Read ${formatNumberOf(sources.length, 'source')}; building.`)
  const built = await build({ paths })
  const [refused] = built.refused
  if (refused) throw new CommandError(`A check refuses the rows of ${refused.source_id} of ${file}.`, next)
  return { paths, manifest: loadManifest(paths, built.bundle) }
}
