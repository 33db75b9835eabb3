import { findNearest } from '../data/schema/nearest.ts'
import type { Source } from '../ingest/source.ts'
import { CommandError, EXIT } from './exit.ts'
import { type CommonOptions, familyOf, sampleFlag } from './options.ts'

/** The family's sources, or those named; an unknown name is a usage error that says the nearest known one. */
export async function chooseSources(options: CommonOptions, names: readonly string[] = []): Promise<Source[]> {
  const { sources } = await import('../ingest/registry.ts')
  const family = sources.filter((source) => source.family === familyOf(options))
  for (const name of names) {
    if (family.some((source) => source.id === name)) continue
    if (sources.some((source) => source.id === name)) {
      const other = options.sample ? 'a real source: leave --sample out' : 'a source of the sample: add --sample'
      throw new CommandError(`${name} is ${other}.`, 'hustings ingest --list', EXIT.usage)
    }
    const ids = family.map((source) => source.id)
    throw new CommandError(
      `There is no source "${name}": did you mean ${findNearest(name, ids)}? There are ${ids.length}.`,
      `hustings ingest --list${sampleFlag(options)}`,
      EXIT.usage,
    )
  }
  return names.length === 0 ? family : family.filter((source) => names.includes(source.id))
}
