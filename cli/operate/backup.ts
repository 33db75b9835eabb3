// `hustings backup`: a consistent copy of the data folder, made while everything runs.

import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatHead } from '../../data/schema/event.ts'
import type { BackupReport } from '../../data/store/backup/back-up.ts'
import type { Paths } from '../../data/store/paths.ts'
import { CommandError, EXIT, nextStep, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { entry, formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import {
  findPassphrase,
  type Given,
  openBackupPlace,
  type PassphraseOptions,
  passphraseOption,
} from './backup-place.ts'

/** @setting Backups that a backup folder keeps, unless `hustings backup --keep` says another number. */
const BACKUPS_KEPT = 7

interface BackupOptions extends CommonOptions, PassphraseOptions {
  keep: number
  withSources?: true
}

export function addBackup(program: Command): void {
  withCommonOptions(
    program.command('backup').description('copy the state, the stored bundles and the pepper, while everything runs'),
  )
    .argument(
      '<place>',
      'a folder, best on another disk, or s3://bucket/prefix, for the backups of this data folder alone',
    )
    .addOption(passphraseOption('the file of the passphrase that encrypts the pepper'))
    .addOption(
      new Option('--keep <n>', 'backups to keep, the new one included').argParser(parseKeep).default(BACKUPS_KEPT),
    )
    .option('--with-sources', 'copy the bytes of the sources too (raw and inbox)')
    .addHelpText(
      'after',
      `
Files that the place has already are not copied again. Without a passphrase, the backup has no pepper: no API key works after a
restore without it.`,
    )
    .action(async (text: string, options: BackupOptions) => {
      const { backUp } = await import('../../data/store/backup/back-up.ts')
      const { checkPassphrase } = await import('../../data/store/backup/seal.ts')
      const paths = pathsOf(options)
      const folder = await openBackupPlace(text, paths, 'hustings backup')
      requireApart(folder.root, paths)
      const given = findPassphrase(options)
      const report = await backUp({
        paths,
        folder,
        now: () => new Date(),
        keep: options.keep,
        passphrase: given && expectLong(given, checkPassphrase, text, options),
        withSources: options.withSources === true,
      })
      if (options.json) printJson(toJson(report))
      else for (const line of describe(report, folder.root)) printLine(line)
      if (report.backup.pepper === 'left out')
        logToStderr(
          `hustings: the pepper is not in this backup, because no passphrase was given. Without the pepper, no API key works after a restore.\n${nextStep(`hustings backup ${quote(text)}${sampleFlag(options)} --passphrase-file FILE   # or keep a copy of the pepper elsewhere`)}`,
        )
    })
}

/** A file with a short passphrase has sealed no backup, so the command that the error prints may write it anew. */
function expectLong(
  { passphrase, where }: Given,
  check: (passphrase: string, where: string) => string,
  folder: string,
  options: BackupOptions,
): string {
  try {
    return check(passphrase, where)
  } catch (fault) {
    const file = quote(options.passphraseFile ?? 'FILE')
    throw new CommandError(
      fault instanceof Error ? fault.message : String(fault),
      `(umask 077; head -c 24 /dev/urandom | base64 > ${file}) && hustings backup ${quote(folder)}${sampleFlag(options)} --passphrase-file ${file}`,
    )
  }
}

/** A backup in the data folder is lost together with it, and one among the parts is read by others. */
function requireApart(folder: string, { root, partsStore }: Paths): void {
  const refuse = (other: string, why: string): never => {
    throw new CommandError(`${folder} and ${other} are not apart: ${why}.`, 'hustings backup OTHER_FOLDER', EXIT.usage)
  }
  if (!areApart(folder, root)) refuse(`the data folder ${root}`, 'they would be lost together')
  if (partsStore?.kind === 'folder' && !areApart(folder, partsStore.root))
    refuse(
      `HUSTINGS_PARTS (${partsStore.root})`,
      'servers may read the parts, and a backup has the keys and the accounts',
    )
}

function areApart(folder: string, root: string): boolean {
  const [one, other] = [folder, root].map((path) => `${existsSync(path) ? realpathSync(path) : path}${sep}`)
  return one === undefined || other === undefined || (!one.startsWith(other) && !other.startsWith(one))
}

function parseKeep(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number from 1 to 9999.')
}

function toJson({ name, backup, copied, left_out, pruned, not_pruned }: BackupReport) {
  const { files, ...rest } = backup
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return { backup: name, ...rest, files: files.length, bytes, copied, left_out, pruned, not_pruned }
}

const PEPPER = {
  sealed: 'encrypted under the passphrase',
  'left out': 'NOT in this backup: no passphrase was given',
  none: 'not in use yet',
} as const

function describe({ name, backup, copied, left_out, pruned, not_pruned }: BackupReport, folder: string): string[] {
  const { head, files, pepper } = backup
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    entry('Backup', `${name} in ${folder}`),
    entry(
      'Publication',
      head ? ` ${head.publication}, bundle ${head.bundle.slice(0, 12)}; head ${formatHead(head)}` : ' none yet',
    ),
    entry(
      'Files',
      `${formatNumberOf(files.length, 'file')}, ${formatMegabytes(bytes)}; ${copied.files} copied (${formatMegabytes(copied.bytes)}), the others were there`,
    ),
    entry('Pepper', PEPPER[pepper]),
    ...left_out.map(({ bundle, why }) => entry('LEFT OUT', `bundle ${bundle.slice(0, 12)}: ${why}`)),
    ...(pruned.backups.length > 0
      ? [entry('Deleted', `${formatNumberOf(pruned.backups.length, 'older backup')}, ${formatMegabytes(pruned.bytes)}`)]
      : []),
    ...(not_pruned === null ? [] : [entry('NOT DELETED', ` older backups: ${not_pruned}`)]),
  ]
}
