// `hustings restore`: a backup becomes a data folder again.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, Option } from 'commander'
import type { Backup } from '../../data/schema/backup.ts'
import { formatHead } from '../../data/schema/event.ts'
import { DAY, HOUR, MINUTE } from '../../data/schema/scalar.ts'
import type { BackupPlace } from '../../data/store/backup/place.ts'
import type { Lost, RestoreReport } from '../../data/store/backup/restore.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { CommandError, nextStep, quote } from '../exit.ts'
import { type CommonOptions, pathsOf, sampleFlag, withCommonOptions } from '../options.ts'
import { entry, formatMegabytes, formatNumberOf, logToStderr, printJson, printLine } from '../output.ts'
import { findPassphrase, openBackupPlace, type PassphraseOptions, passphraseOption } from './backup-place.ts'

/** @setting Faults that the refusal of a damaged backup lists. */
const RESTORE_FAULTS_SHOWN = 20

interface RestoreCommandOptions extends CommonOptions, PassphraseOptions {
  backup?: string
  old?: string
  withoutPepper?: true
  replace?: true
}

export function addRestore(program: Command): void {
  withCommonOptions(
    program
      .command('restore')
      .description('verify a backup, restore it into an empty HUSTINGS_VAR, and report the loss'),
  )
    .argument('<place>', 'a folder, or s3://bucket/prefix, that `hustings backup` wrote')
    .option('--backup <name>', 'an older backup of the place, by its name (default: the newest)')
    .addOption(passphraseOption('the file of the passphrase of the pepper'))
    .option('--replace', 'delete the state in the database of HUSTINGS_STATE; without it, that database must have none')
    .option('--without-pepper', 'restore no pepper: put it there yourself, or create all keys again')
    .addOption(
      new Option(
        '--old <folder>',
        'the data folder as it was, to list what is newer there (default: the folder that was backed up)',
      ),
    )
    .addHelpText(
      'after',
      `
Stop every Hustings process of the old folder first. The feed begins a new epoch, unless the old folder shows that nothing was
published since the backup.`,
    )
    .action(async (text: string, options: RestoreCommandOptions) => {
      const { listInTheWay, restoreBackup } = await import('../../data/store/backup/restore.ts')
      const paths = pathsOf(options)
      const folder = await openBackupPlace(text, paths, 'hustings restore')
      const name = await chooseBackup(folder, text, options)
      const backup = await loadOrRefuse(folder, name, text, options)
      const inTheWay = listInTheWay(paths)
      if (inTheWay.length > 0)
        throw new CommandError(
          `${paths.root} is not empty: it has ${inTheWay.slice(0, 5).join(', ')}${inTheWay.length > 5 ? ', …' : ''}. Stop every Hustings process of that folder before you move it.`,
          `mv ${quote(paths.root)} ${quote(`${paths.root}.old`)} && ${again(text, { ...options, old: `${paths.root}.old` })}`,
        )
      requirePepper(backup, paths, text, options)
      const report = await restoreBackup({
        paths,
        folder,
        backup,
        now: () => new Date(),
        passphrase: findPassphrase(options)?.passphrase,
        withoutPepper: options.withoutPepper === true,
        replace: options.replace === true,
        old: findOld(backup, paths, options),
      }).catch((fault: unknown) => refuse(fault, { folder, name, text, options }))
      if (options.json) printJson(toJson(name, backup, report))
      else for (const line of describe({ name, backup, report, paths, now: Date.now() })) printLine(line)
      logToStderr(nextStep(`hustings doctor${sampleFlag(options)}   # then hustings serve${sampleFlag(options)}`))
    })
}

/** This command with these options. */
function again(text: string, options: RestoreCommandOptions): string {
  const { backup, old, passphraseFile, withoutPepper, replace } = options
  const given = [
    backup === undefined ? '' : ` --backup ${backup}`,
    old === undefined ? '' : ` --old ${quote(old)}`,
    passphraseFile === undefined ? '' : ` --passphrase-file ${quote(passphraseFile)}`,
    withoutPepper ? ' --without-pepper' : '',
    replace ? ' --replace' : '',
  ]
  return `hustings restore ${quote(text)}${given.join('')}${sampleFlag(options)}`
}

/** A state that is replaced is compared before. */
function findOld({ folder }: Backup, paths: Paths, { old, replace }: RestoreCommandOptions): Paths | undefined {
  if (old !== undefined) return pathsIn(resolve(old))
  if (paths.stateServer !== undefined) return replace ? paths : undefined
  return resolve(folder) !== paths.root && existsSync(pathsIn(folder).state) ? pathsIn(resolve(folder)) : undefined
}

async function chooseBackup(folder: BackupPlace, text: string, options: RestoreCommandOptions): Promise<string> {
  const { backup } = options
  const names = await folder.list()
  const last = names.at(-1)
  if (last === undefined)
    throw new CommandError(
      `${folder.root} has no backup.`,
      `hustings backup ${quote(text)}   # on the machine with the data: makes the first one`,
    )
  if (backup === undefined) return last
  if (names.includes(backup)) return backup
  throw new CommandError(
    `${folder.root} has no backup "${backup}", but ${names.join(', ')}.`,
    again(text, { ...options, backup: last }),
  )
}

async function loadOrRefuse(
  folder: BackupPlace,
  name: string,
  text: string,
  options: RestoreCommandOptions,
): Promise<Backup> {
  try {
    return await folder.load(name)
  } catch (fault) {
    throw new CommandError(
      `The backup ${name} cannot be restored: ${fault instanceof Error ? fault.message : String(fault)}.`,
      await nextBackup(folder, name, text, options),
    )
  }
}

/** Before the files are read, which takes a while. */
function requirePepper(
  backup: Backup,
  { pepper, pepperGiven }: Paths,
  text: string,
  options: RestoreCommandOptions,
): void {
  if (backup.pepper !== 'sealed' || options.withoutPepper) return
  if (pepperGiven && !existsSync(pepper))
    throw new CommandError(
      `${pepper}: no such file. HUSTINGS_PEPPER_FILE or a credential names it, so the pepper of the backup is not used.`,
      `unset HUSTINGS_PEPPER_FILE   # restores the pepper of the backup into the folder`,
    )
  if (pepperGiven || findPassphrase(options) !== undefined) return
  throw new CommandError(
    'The pepper of this backup is encrypted, and no passphrase was given.',
    `${again(text, options)} --passphrase-file FILE   # or --without-pepper`,
  )
}

interface Refused {
  folder: BackupPlace
  name: string
  text: string
  options: RestoreCommandOptions
}

async function refuse(fault: unknown, { folder, name, text, options }: Refused): Promise<never> {
  const { DatabaseFull, RestoreRefused, WrongPassphrase } = await import('../../data/store/backup/restore.ts')
  const { passphraseFile: _, ...rest } = options
  if (fault instanceof WrongPassphrase)
    throw new CommandError(
      `The passphrase does not open the pepper of the backup ${name}. Nothing was written.`,
      `${again(text, rest)} --passphrase-file FILE   # or --without-pepper`,
    )
  if (fault instanceof DatabaseFull)
    throw new CommandError(
      `${fault.message}. Nothing was written.`,
      `${again(text, { ...options, replace: true })}   # deletes that state`,
    )
  if (!(fault instanceof RestoreRefused)) throw fault
  const shown = fault.faults.slice(0, RESTORE_FAULTS_SHOWN)
  const more = fault.faults.length - shown.length
  throw new CommandError(
    [
      `The backup ${name} cannot be restored, and nothing was written:`,
      ...shown,
      ...(more > 0 ? [`and ${more} more`] : []),
    ].join('\n  '),
    await nextBackup(folder, name, text, options),
  )
}

/** The newest backup before one that cannot be restored. */
async function nextBackup(
  folder: BackupPlace,
  name: string,
  text: string,
  options: RestoreCommandOptions,
): Promise<string> {
  const earlier = (await folder.list()).filter((one) => one < name).at(-1)
  return earlier === undefined
    ? `${again(text, options)}   # after repairing the backup folder`
    : again(text, { ...options, backup: earlier })
}

function toJson(name: string, backup: Backup, { lost, ...report }: RestoreReport) {
  const { files, ...rest } = backup
  return {
    backup: { name, ...rest, files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) },
    ...report,
    lost: typeof lost === 'string' ? null : lost,
    not_compared: typeof lost === 'string' ? lost : null,
  }
}

interface Restored {
  name: string
  backup: Backup
  report: RestoreReport
  paths: Paths
  now: number
}

function describe({ name, backup, report, paths, now }: Restored): string[] {
  const { files, made_at, head } = backup
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  return [
    entry(
      'Restored',
      `${formatNumberOf(files.length, 'file')}, ${formatMegabytes(bytes)}, into ${paths.root}; each has its SHA-256`,
    ),
    entry('Backup', `${name}, made ${sayAge(now - Date.parse(made_at))} ago`),
    entry(
      'Publication',
      head
        ? ` ${head.publication} of ${head.published_at}, bundle ${head.bundle.slice(0, 12)}; head ${formatHead(head)}`
        : ' none',
    ),
    ...(report.head ? [entry('Feed', sayFeed(report))] : []),
    entry('Pepper', PEPPER[report.pepper](paths)),
    ...sayLost(report.lost, made_at),
  ]
}

const PEPPER: Record<RestoreReport['pepper'], (paths: Paths) => string> = {
  restored: () => 'restored: the keys of the backup work',
  given: ({ pepper }) => `${pepper} is the right one: the keys of the backup work`,
  missing: ({ pepper }) => `MISSING: no key works until the old pepper is at ${pepper}`,
  none: () => 'none: the backup has no keys',
}

function sayFeed({ head, new_epoch }: RestoreReport): string {
  return new_epoch
    ? `epoch ${head?.epoch} begins: every earlier cursor gets 410, and its reader lists /v1/endorsements again`
    : `epoch ${head?.epoch} continues: the old folder has published nothing since`
}

/** Lines on the data that the backup cannot have, and on the exact surplus of the old folder. */
function sayLost(lost: RestoreReport['lost'], made_at: string): string[] {
  const since = `whatever changed after ${made_at}: publications, events, keys, revocations (a key revoked since works again), accounts, subscriptions, the desk`
  if (lost === null) return [entry('Lost', since)]
  if (typeof lost === 'string') return [entry('Lost', since), entry('', `Not compared: ${lost}`)]
  const lines = listLost(lost)
  return lines.length === 0
    ? [entry('Lost', `nothing, compared with ${lost.folder}`)]
    : [
        entry('Lost', `compared with ${lost.folder}, whose head is ${formatHead(lost.head)}:`),
        ...lines.map((line) => entry('', line)),
      ]
}

function listLost(lost: Lost): string[] {
  const [first, last] = [lost.events.at(0), lost.events.at(-1)]
  const key = ({ id, account, last_four }: Lost['keys_created'][number]): string =>
    `${id} of ${account} (…${last_four})`
  const list = (noun: string, names: readonly string[]): string[] =>
    names.length === 0 ? [] : [`${formatNumberOf(names.length, noun)}: ${names.join(', ')}`]
  return [
    ...list(
      'publication',
      lost.publications.map(({ publication, published_at }) => `${publication} of ${published_at}`),
    ),
    ...(first && last
      ? [`${formatNumberOf(lost.events.length, 'event')}: ${first.seq} to ${last.seq} (with --json, each)`]
      : []),
    ...list('key', lost.keys_created.map(key)),
    ...lost.keys_revoked.map((one) => `key ${key(one)} was revoked at ${one.revoked_at} and works again: revoke it`),
    ...list(
      'audited change',
      lost.changes.map(({ at, action, account }) => `${action}${account === null ? '' : ` ${account}`} at ${at}`),
    ),
    ...list(
      'subscription',
      lost.subscriptions.map(({ account, name, change }) => `"${name}" of ${account} ${change}`),
    ),
    ...list('desk', lost.desks),
  ]
}

function sayAge(milliseconds: number): string {
  if (milliseconds >= 2 * DAY) return formatNumberOf(Math.floor(milliseconds / DAY), 'day')
  if (milliseconds >= 2 * HOUR) return formatNumberOf(Math.floor(milliseconds / HOUR), 'hour')
  return formatNumberOf(Math.max(0, Math.floor(milliseconds / MINUTE)), 'minute')
}
