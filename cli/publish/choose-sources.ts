// Chooses the sources of a run: the built-in ones, those of sources.yaml, and those found in the mirror.

import { dirname } from 'node:path'
import { findSimilar } from '../../data/schema/edit-distance.ts'
import { environmentValue } from '../../data/store/environment.ts'
import { stateExists } from '../../data/store/state/open.ts'
import type { Registry } from '../../ingest/configuration/to-sources.ts'
import type { Source } from '../../ingest/read/source.ts'
import { withState } from '../data-folder.ts'
import { CommandError, EXIT } from '../exit.ts'
import { type CommonOptions, familyOf, mirrorOf, pathsOf, type SourceOptions, sampleFlag } from '../options.ts'
import { formatNumberOf } from '../output.ts'
import { writeDeskFiles } from './desk-files.ts'

/** The built-in sources of both families, and those of sources.yaml. A wrong file is a usage error that lists its problems. */
export function loadRegistry(options: CommonOptions): Promise<Registry> {
  return loadRegistryOf(pathsOf(options).sourcesFile, familyOf(options))
}

/** @param sourcesFile its path; without such a file, nothing is configured */
export async function loadRegistryOf(sourcesFile: string, family: Source['family']): Promise<Registry> {
  const builtIn = await import('../../ingest/engine/registry.ts')
  const { loadSourcesFile } = await import('../../ingest/configuration/load.ts')
  const { FormError } = await import('../../ingest/read/yaml-form.ts')
  const { configureSources } = await import('../../ingest/configuration/to-sources.ts')
  try {
    const year = new Date().getUTCFullYear()
    const known = builtIn.findSources({ mirror: null, year })
    const file = loadSourcesFile(sourcesFile, known, family, environmentValue)
    return configureSources(file, builtIn, { folder: dirname(sourcesFile), family }, year)
  } catch (error) {
    if (!(error instanceof FormError)) throw error
    const { problems } = error
    throw new CommandError(
      `${sourcesFile} has ${formatNumberOf(problems.length, 'problem')}; nothing was done.\n${problems.join('\n')}`,
      `hustings sources list${family === 'sample' ? ' --sample' : ''}   # after correcting the file`,
      EXIT.usage,
    )
  }
}

/**
 * The family's sources and those found in the mirror, or only the named ones. An unknown name is a usage error that suggests
 * the most similar known name.
 */
export async function chooseSources(options: SourceOptions, names: readonly string[] = []): Promise<Source[]> {
  const registry = await loadRegistry(options)
  const sources = registry.findSources({ mirror: mirrorOf(options) ?? null, year: new Date().getUTCFullYear() })
  return choose(sources, { registry, options, names })
}

/** Writes the files of the publishing desk before a run reads them. Before the first publication there is no state, and none is created. */
export async function refreshDesk(options: CommonOptions): Promise<void> {
  const paths = pathsOf(options)
  if (await stateExists(paths)) await withState(options, (state) => writeDeskFiles(paths, state, new Date()))
}

/** The family's sources of endorsements, or only the named ones. The name of another source is a usage error. */
export async function chooseFeeds(options: CommonOptions, names: readonly string[]): Promise<Source[]> {
  const registry = await loadRegistry(options)
  const { feeds, sources } = registry
  const other = names.find((name) => !feeds.some(({ id }) => id === name) && sources.some(({ id }) => id === name))
  if (other !== undefined)
    throw new CommandError(
      `${other} is not a source of endorsements: only a nightly run reads it.`,
      `hustings watch${sampleFlag(options)} --help`,
      EXIT.usage,
    )
  return choose(feeds, { registry, options, names })
}

function choose(
  sources: readonly Source[],
  { registry, options, names }: { registry: Registry; options: CommonOptions; names: readonly string[] },
): Source[] {
  const family = sources.filter((source) => source.family === familyOf(options))
  for (const name of names) {
    if (family.some((source) => source.id === name)) continue
    if (registry.disabled.has(name))
      throw new CommandError(
        `${name} is switched off: sources.yaml lists it under disabled.`,
        `hustings sources list${sampleFlag(options)}`,
        EXIT.usage,
      )
    if (sources.some((source) => source.id === name)) {
      const other = options.sample ? 'a real source: omit --sample' : 'a source of the sample: add --sample'
      throw new CommandError(`${name} is ${other}.`, 'hustings ingest --list', EXIT.usage)
    }
    const ids = family.map((source) => source.id)
    const similar = findSimilar(name, ids)
    throw new CommandError(
      `There is no source "${name}"${similar ? `: did you mean ${similar}?` : '.'} There are ${ids.length}.`,
      `hustings ingest --list${sampleFlag(options)}`,
      EXIT.usage,
    )
  }
  return names.length === 0 ? family : family.filter((source) => names.includes(source.id))
}
