import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { CommandError } from './exit.ts'

/**
 * Throws CommandError unless the file can be written, before anything is built for it.
 * @param command the command to run with another file @param next the same with its file
 * @returns the whole path
 */
export function requireNewFile(output: string, command: string, next = `${command} --output OTHER_FILE`): string {
  const file = resolve(output)
  if (existsSync(file)) throw new CommandError(`${file} exists.`, next)
  const folder = dirname(file)
  const stat = statSync(folder, { throwIfNoEntry: false })
  if (!stat) throw new CommandError(`There is no folder ${folder} for ${file}.`, next)
  if (!stat.isDirectory()) throw new CommandError(`${folder} is a file, expected a folder for ${file}.`, next)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch {
    throw new CommandError(`This user is not permitted to write into ${folder}.`, next)
  }
  return file
}
