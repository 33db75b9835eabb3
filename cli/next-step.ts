// The commands that this program prints, as they work when they are pasted into the same shell.

import { basename, dirname, relative, sep } from 'node:path'
import { quote } from './options.ts'

const LINKS = `${sep}node_modules${sep}.bin`

/** How the program was started: by npx, from a checkout, or as an installed command. @param script the file that Node.js runs */
export function nameProgram(script: string, folder: string): string {
  if (dirname(script).endsWith(LINKS)) return 'npx hustings'
  if (basename(script) === 'cli.js') return `node ${quote(relative(folder, script))}`
  if (basename(script) === 'cli.ts') return `npx tsx ${quote(relative(folder, script))}`
  return 'hustings'
}

/** The code writes commands as `hustings <command>`. */
export const PROGRAM = nameProgram(process.argv[1] ?? '', process.cwd())

/** @param commands begin with `hustings`, also after `&&`, `then` or a variable */
export function toTyped(commands: string, program: string = PROGRAM): string {
  return commands.replace(
    /(^|&& |then |^[A-Z_]+=\S+ )hustings (?=[a-z-])/g,
    (_, before: string) => `${before}${program} `,
  )
}

/** The last line of a message for people. */
export function nextStep(command: string): string {
  return `Next: ${toTyped(command)}`
}
