// The place that the argument of `hustings backup` and `hustings restore` names: a folder, or a prefix in object storage.

import { resolve } from 'node:path'
import { backupFolder } from '../../data/store/backup/folder.ts'
import type { BackupPlace } from '../../data/store/backup/place.ts'
import { nameLocation, overlaps, parseS3 } from '../../data/store/objects/location.ts'
import type { Paths } from '../../data/store/paths.ts'
import { CommandError, EXIT } from '../exit.ts'

/** Throws a CommandError for an address that cannot be used. @param command for the next step, such as `hustings backup` */
export async function openBackupPlace(text: string, paths: Paths, command: string): Promise<BackupPlace> {
  if (!text.startsWith('s3:')) return backupFolder(resolve(text))
  const location = parseS3(text)
  if (!location)
    throw new CommandError(
      `${text}: expected s3://bucket/prefix with letters, digits, ".", "_" and "-".`,
      `${command} s3://BUCKET/PREFIX`,
      EXIT.usage,
    )
  const { partsStore } = paths
  if (partsStore?.kind === 's3' && overlaps(location, partsStore))
    throw new CommandError(
      `${text} and HUSTINGS_PARTS (${nameLocation(partsStore)}) are not apart: servers may read the parts, and a backup has the keys and the accounts.`,
      `${command} s3://OTHER_BUCKET/PREFIX`,
      EXIT.usage,
    )
  const { objectPlace } = await import('../../data/store/backup/object-place.ts')
  const { openObjectStore } = await import('../../data/store/objects/open.ts')
  return objectPlace(await openObjectStore(location), paths)
}
