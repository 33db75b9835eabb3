import { findSimilar } from '../data/schema/edit-distance.ts'
import type { Source } from '../ingest/read/source.ts'
import { CommandError, EXIT } from './exit.ts'
import { type CommonOptions, familyOf, mirrorOf, type SourceOptions, sampleFlag } from './options.ts'

/**
 * The family's sources and those found in the mirror, or only the named ones. An unknown name is a usage error that suggests
 * the most similar known name.
 */
export async function chooseSources(options: SourceOptions, names: readonly string[] = []): Promise<Source[]> {
  const { sources } = await import('../ingest/engine/registry.ts')
  const { findSources } = await import('../ingest/engine/discovered-sources.ts')
  return choose([...sources, ...findSources(mirrorOf(options) ?? null)], options, names)
}

/** Like chooseSources, but only sources of endorsements. */
export async function chooseFeeds(options: CommonOptions, names: readonly string[]): Promise<Source[]> {
  const { feeds, sources } = await import('../ingest/engine/registry.ts')
  const other = names.find((name) => !feeds.some(({ id }) => id === name) && sources.some(({ id }) => id === name))
  if (other !== undefined)
    throw new CommandError(
      `${other} is not a source of endorsements: only a nightly run reads it.`,
      `hustings watch${sampleFlag(options)} --help`,
      EXIT.usage,
    )
  return choose(feeds, options, names)
}

function choose(sources: readonly Source[], options: CommonOptions, names: readonly string[]): Source[] {
  const family = sources.filter((source) => source.family === familyOf(options))
  for (const name of names) {
    if (family.some((source) => source.id === name)) continue
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
