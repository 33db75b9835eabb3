// Unpacks a snapshot file into a folder of the data folder, checks it, and removes the folder afterwards or keeps it for a server.

import { accessSync, constants, existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { SnapshotAbout } from '../../../build/snapshot/contents.ts'
import type { Unpacked } from '../../../build/snapshot/unpack.ts'
import { DAY } from '../../../data/schema/duration.ts'
import { type Paths, pathsIn } from '../../../data/store/paths.ts'
import { makePrivateFolder } from '../../../data/store/private-folder.ts'
import { CommandError } from '../../exit.ts'

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
export async function withWorkFolder<Result>(paths: Paths, use: (folder: string) => Promise<Result>): Promise<Result> {
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
