// Bundles in a folder of their own: that of a snapshot file, unpacked and checked, and one that is built again from kept bytes.

import { accessSync, constants, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SnapshotAbout } from '../../../build/snapshot/contents.ts'
import type { Unpacked } from '../../../build/snapshot/unpack.ts'
import type { Manifest } from '../../../data/schema/manifest.ts'
import { DAY } from '../../../data/schema/scalar.ts'
import { makePrivateFolder } from '../../../data/store/files.ts'
import { loadManifest } from '../../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import type { Registry } from '../../../ingest/configuration/to-sources.ts'
import type { planReads } from '../../../ingest/engine/rebuild.ts'
import { CommandError, quote } from '../../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag } from '../../options.ts'
import { formatNumberOf, logToStderr } from '../../output.ts'
import { loadRegistry, loadRegistryOf } from '../choose-sources.ts'

export interface UnpackedFolder extends Unpacked {
  /** Laid out as a data folder. */
  paths: Paths
}

interface UnpackRequest {
  file: string
  /** Which entries to write. All are checked. */
  takes: (name: string) => boolean
  /** The id that the file must have. */
  expect?: string | undefined
}

/** Unpacks into a folder of its own, so that several commands may read one file. The folder is always removed. */
export async function withUnpacked<Result>(
  paths: Paths,
  { file, takes, expect }: UnpackRequest,
  use: (unpacked: UnpackedFolder) => Result | Promise<Result>,
): Promise<Result> {
  requireFile(file)
  return withWorkFolder(paths, async (folder) => {
    const { unpackSnapshot } = await import('../../../build/snapshot/unpack.ts')
    const unpacked = unpackSnapshot({ file, into: folder, takes, ...(expect !== undefined && { expect }) })
    return await use({ ...unpacked, paths: pathsIn(folder) })
  })
}

/** @param use gets an empty folder, which is always removed afterwards */
async function withWorkFolder<Result>(paths: Paths, use: (folder: string) => Promise<Result>): Promise<Result> {
  makePrivateFolder(paths.snapshots)
  removeLeftovers(paths.snapshots)
  const folder = mkdtempSync(join(paths.snapshots, UNPACKING))
  try {
    return await use(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Checks every byte and every part on the first call for a snapshot. Later calls find the folder that it left.
 * @param prepare completes the folder, which appears whole or not at all
 */
export async function unpackForServer(
  paths: Paths,
  file: string,
  prepare: (unpacked: UnpackedFolder) => Promise<void>,
): Promise<{ paths: Paths; id: string; about: SnapshotAbout }> {
  const { readSnapshotId, readUnpackedAbout } = await import('../../../build/snapshot/unpack.ts')
  requireFile(file)
  const id = readSnapshotId(file)
  const folder = join(paths.snapshots, id)
  if (!existsSync(folder)) {
    const takes = (name: string) => !name.startsWith('raw/')
    await withUnpacked(paths, { file, takes, expect: id }, async (unpacked) => {
      const { checkBundle } = await import('../../../build/snapshot/unpack.ts')
      checkBundle(unpacked.paths, unpacked.about.bundle, file)
      await prepare(unpacked)
      moveUnlessThere(unpacked.paths.root, folder)
    })
  }
  return { paths: pathsIn(folder), id, about: readUnpackedAbout(folder) }
}

/** Another process may have unpacked the same file meanwhile: its folder stays. */
function moveUnlessThere(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (fault) {
    if (!existsSync(to)) throw fault
  }
}

const UNPACKING = 'unpacking-'

/** A command that was killed leaves its folder. No command takes a day. */
function removeLeftovers(snapshots: string): void {
  for (const name of readdirSync(snapshots).filter((one) => one.startsWith(UNPACKING))) {
    const folder = join(snapshots, name)
    const stat = statSync(folder, { throwIfNoEntry: false })
    if (stat && Date.now() - stat.mtimeMs > DAY) rmSync(folder, { recursive: true, force: true })
  }
}

function requireFile(file: string): void {
  const stat = statSync(file, { throwIfNoEntry: false })
  if (!stat) throw new CommandError(`There is no file ${file}.`, 'hustings snapshot create   # writes a snapshot file')
  if (!stat.isFile())
    throw new CommandError(
      `${file} is ${stat.isDirectory() ? 'a folder' : 'a special file'}, expected a snapshot file.`,
      'hustings snapshot create   # writes a snapshot file',
    )
  try {
    accessSync(file, constants.R_OK)
  } catch {
    throw new CommandError(`This user is not permitted to read ${file}.`, 'ls -l FILE   # shows who is')
  }
}

// A bundle is built from kept bytes of its sources.

interface RebuiltBundle {
  paths: Paths
  manifest: Manifest
}

interface RebuildRequest {
  /** The folder to work in, laid out as a data folder. */
  root: string
  /** The folder of kept bytes. */
  raw: string
  /** The sources, as a manifest names them. */
  reads: Parameters<typeof planReads>[0]
  /** Declares the sources. */
  registry: Registry
  /** The name of the place that has the sources, for messages. */
  what: string
  /** Why nothing declares a source of it, and the command after that refusal. */
  undeclared: { why: string; next: string }
  /** The command after another refusal. */
  next: string
}

/** Reads the sources from kept bytes and builds. Throws CommandError if a source cannot be read. */
async function rebuildReads({
  root,
  raw,
  reads,
  registry,
  what,
  undeclared,
  next,
}: RebuildRequest): Promise<RebuiltBundle> {
  const { ingest } = await import('../../../ingest/engine/ingest.ts')
  const { planReads } = await import('../../../ingest/engine/rebuild.ts')
  const { build } = await import('../../../build/build.ts')
  const paths = { ...pathsIn(root), raw }
  const { sources, kept, selected, unknown } = await planReads(reads, registry.sources)
  if (unknown.length > 0)
    throw new CommandError(
      `${what} has rows of ${unknown.join(', ')}, which cannot be read again: ${undeclared.why}`,
      undeclared.next,
    )
  const report = await ingest({
    paths,
    sources,
    kept,
    selected,
    states: null,
    mirror: null,
    offline: true,
    now: new Date(),
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

/** Works in a folder of its own, so that the packed parts cannot be reused. Throws CommandError if a source cannot be read. */
export async function rebuildSources(
  { paths: unpacked, sources, about }: UnpackedFolder,
  file: string,
): Promise<RebuiltBundle> {
  const { codeFingerprint } = await import('../../../build/bundle/fingerprint.ts')
  const isSample = sources.some(({ id }) => id === 'sample-places')
  const options = isSample ? { sample: true as const } : {}
  // A file that was packed before the entries were packed too may have been packed on this machine.
  const isPacked = existsSync(unpacked.sourcesFile)
  const registry = isPacked
    ? await loadRegistryOf(unpacked.sourcesFile, isSample ? 'sample' : 'public')
    : await loadRegistry(options)
  const again = `hustings snapshot verify ${quote(file)} --rebuild`
  const isOwn = about.code === codeFingerprint()
  const declared = isPacked
    ? 'its sources.yaml has no entry of them'
    : `${pathsOf(options).sourcesFile} has no entry of them`
  return rebuildReads({
    root: join(unpacked.root, 'rebuilt'),
    raw: unpacked.raw,
    reads: sources,
    registry,
    what: file,
    undeclared: isOwn
      ? {
          why: `they were configured in sources.yaml, and ${declared}.`,
          next: `${again}   # after adding their entries to sources.yaml; the author of the file has them`,
        }
      : {
          why: `this version has no such sources, and ${declared}. They are built into version ${sayVersion(about)}, which packed the file, or were configured there.`,
          next: `${again}   # with version ${sayVersion(about)}, or after adding their entries to sources.yaml`,
        },
    next: `${again}   # with version ${sayVersion(about)} of Hustings, which packed it`,
  })
}

export function sayVersion({ version, commit }: Pick<SnapshotAbout, 'version' | 'commit'>): string {
  return commit ? `${version}, commit ${commit}` : version
}

// A bundle is built again without its private sources, for an export or a snapshot.

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
        root,
        raw: paths.raw,
        reads: sources.filter(({ id }) => !ids.includes(id)),
        registry: await loadRegistry(options),
        what: `The bundle ${bundle.slice(0, 12)}`,
        undeclared: {
          why: `neither this version nor ${paths.sourcesFile} has them any more.`,
          next: `hustings sources list${sampleFlag(options)}`,
        },
        next: 'hustings doctor',
      }),
    ),
  )
}
