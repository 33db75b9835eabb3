// Builds a bundle again without its private sources, for an export or a snapshot.

import type { Manifest } from '../../../data/schema/manifest.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { CommandError } from '../../exit.ts'
import { type CommonOptions, pathsOf } from '../../options.ts'
import { logToStderr } from '../../output.ts'
import { loadRegistry } from '../choose-sources.ts'
import { type RebuiltBundle, rebuildReads } from './rebuild-reads.ts'
import { withWorkFolder } from './unpacked.ts'

export const WITHOUT_PRIVATE = 'build the bundle again without its private sources, and take that one'

/** Ids of the private sources of a bundle: those when it was built, and those that sources.yaml calls private now. */
export async function listPrivate(options: CommonOptions, sources: Manifest['sources']): Promise<string[]> {
  const { sources: known } = await loadRegistry(options)
  const isPrivate = (id: string): boolean => known.some((source) => source.id === id && source.private === true)
  return sources.filter((source) => source.private || isPrivate(source.id)).map(({ id }) => id)
}

/** Throws CommandError. @param what such as `A snapshot` @param next the command with --without-private */
export function requireWithout(ids: readonly string[], what: string, next: string): void {
  if (ids.length === 0) return
  throw new CommandError(
    `The bundle has rows of private sources: ${ids.join(', ')}. ${what} may not have them. With --without-private, the bundle is built again without these sources.`,
    next,
  )
}

/**
 * Reads the other sources from kept bytes, builds, and removes everything afterwards. The bytes are those of a server that never had the
 * private sources.
 */
export async function withoutPrivate<Result>(
  options: CommonOptions,
  { bundle, ids }: { bundle: string; ids: readonly string[] },
  use: (rebuilt: RebuiltBundle) => Promise<Result>,
): Promise<Result> {
  const paths = pathsOf(options)
  const { sources } = loadManifest(paths, bundle)
  logToStderr(`Building again without ${ids.join(', ')}.`)
  return withWorkFolder(paths, async (root) =>
    use(
      await rebuildReads({
        ...{ root, raw: paths.raw, reads: sources.filter(({ id }) => !ids.includes(id)) },
        ...{ what: `The bundle ${bundle.slice(0, 12)}`, next: 'hustings doctor' },
      }),
    ),
  )
}
