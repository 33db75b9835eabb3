// The place of the backups (a folder, or a prefix in object storage) and their passphrase, for `hustings backup` and `hustings restore`.

import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { Option } from 'commander'
import { type BackupPlace, backupFolder } from '../../data/store/backup/place.ts'
import { backupPassphrase } from '../../data/store/environment.ts'
import { nameLocation, overlaps, parseS3 } from '../../data/store/objects/location.ts'
import type { Paths } from '../../data/store/paths.ts'
import { CommandError, EXIT, quote } from '../exit.ts'

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

// The passphrase: from a file or the environment, never an argument, which other users of the machine can see.

export interface PassphraseOptions {
  passphraseFile?: string
}

export function passphraseOption(purpose: string): Option {
  return new Option('--passphrase-file <file>', `${purpose} (default: HUSTINGS_BACKUP_PASSPHRASE)`)
}

/** A passphrase with its source, as a message calls it. */
export interface Given {
  passphrase: string
  where: string
}

/** One line end after the passphrase in a file does not belong to it. Undefined if none is given. */
export function findPassphrase({ passphraseFile: file }: PassphraseOptions): Given | undefined {
  if (file === undefined) {
    const passphrase = backupPassphrase()
    return passphrase === undefined ? undefined : { passphrase, where: "the environment's HUSTINGS_BACKUP_PASSPHRASE" }
  }
  try {
    return { passphrase: readFileSync(file, 'utf8').replace(/\r?\n$/, ''), where: file }
  } catch (fault) {
    const why = fault instanceof Error ? fault.message : String(fault)
    throw new CommandError(`The passphrase cannot be read: ${why}.`, `ls -l ${quote(file)}`, EXIT.usage)
  }
}
