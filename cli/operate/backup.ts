// `hustings backup`: a consistent copy of the data folder, made while everything runs.

import { existsSync, realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { formatHead } from '../../data/schema/event.ts'
import type { BackupReport } from '../../data/store/backup/back-up.ts'
import type { Paths } from '../../data/store/paths.ts'
import { CommandError, EXIT, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { entry, formatMegabytes, formatNumberOf, printJson, printLine } from '../output.ts'
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
  withoutPepper?: true
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
    .option('--without-pepper', 'leave the pepper out: you keep a copy of it elsewhere')
    .option('--with-sources', 'copy the bytes of the sources too (raw and inbox)')
    .addHelpText(
      'after',
      `
Files that the place has already are not copied again. A backup without the pepper, or without a stored bundle, cannot be restored in
full: the command says so and exits with 1, and the backup stays. It exits with 0 if you leave the pepper out with --without-pepper, or
if HUSTINGS_PEPPER_FILE or a credential names a file outside the data folder.`,
    )
    .action(async (text: string, options: BackupOptions) => {
      const { backUp } = await import('../../data/store/backup/back-up.ts')
      const { checkPassphrase } = await import('../../data/store/backup/seal.ts')
      const paths = pathsOf(options)
      const folder = await openBackupPlace(text, paths, 'hustings backup')
      requireApart(folder.root, paths)
      const given = options.withoutPepper ? undefined : findPassphrase(options)
      const report = await backUp({
        paths,
        folder,
        now: () => new Date(),
        keep: options.keep,
        passphrase: given && expectLong(given, checkPassphrase, text, options),
        withSources: options.withSources === true,
      })
      if (options.json) printJson(toJson(report))
      else for (const line of describe(report, folder.root, paths)) printLine(line)
      refuseIncomplete(report, paths, `hustings backup ${quote(text)}${sampleFlag(options)}`, options)
    })
}

/** A backup that cannot be restored in full is a failure of the command, so that a timer or a script notices it. The backup stays. */
function refuseIncomplete(
  { name, backup, left_out }: BackupReport,
  { pepperGiven }: Paths,
  command: string,
  { withoutPepper }: BackupOptions,
): void {
  if (left_out.length > 0)
    throw new CommandError(
      `The backup ${name} cannot be restored in full: ${formatNumberOf(left_out.length, 'stored bundle')} could not be copied, see LEFT OUT. Everything else is in it.`,
      'hustings doctor',
    )
  if (backup.pepper !== 'left out' || pepperGiven || withoutPepper) return
  throw new CommandError(
    `The backup ${name} cannot be restored in full: no passphrase was given, so the pepper is not in it. Without the pepper, no API key and no session works after a restore. Everything else is in it.`,
    `${command} --passphrase-file FILE   # or --without-pepper, if you keep a copy of the pepper elsewhere`,
  )
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
  none: 'not in use yet',
} as const

function describe(
  { name, backup, copied, left_out, pruned, not_pruned }: BackupReport,
  folder: string,
  paths: Paths,
): string[] {
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
    entry(
      'Pepper',
      pepper === 'left out' ? `NOT in this backup: keep a copy of ${paths.pepper} elsewhere` : PEPPER[pepper],
    ),
    ...left_out.map(({ bundle, why }) => entry('LEFT OUT', `bundle ${bundle.slice(0, 12)}: ${why}`)),
    ...(pruned.backups.length > 0
      ? [entry('Deleted', `${formatNumberOf(pruned.backups.length, 'older backup')}, ${formatMegabytes(pruned.bytes)}`)]
      : []),
    ...(not_pruned === null ? [] : [entry('NOT DELETED', ` older backups: ${not_pruned}`)]),
  ]
}
