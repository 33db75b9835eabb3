// The passphrase of a backup: from a file or the environment, never an argument, which other users of the machine can see.

import { readFileSync } from 'node:fs'
import { Option } from 'commander'
import { backupPassphrase } from '../../data/store/paths.ts'
import { CommandError, EXIT } from '../exit.ts'
import { quote } from '../options.ts'

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
