// docs/constants.md, made from the tables of constants. `make docs` writes it; constants.test.ts compares it.

import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { projectFile } from '../../data/store/paths.ts'
import { files, textOf } from './imports.ts'

export const CONSTANTS_PAGE = projectFile('docs', 'constants.md')

export interface Constant {
  file: string
  name: string
  value: string
  description: string
}

/** The constants of every table. Throws if a constant has no description. */
export function listConstants(): Constant[] {
  return files
    .filter((file) => file.endsWith('/constants.ts'))
    .flatMap((file) =>
      [
        ...textOf(file).matchAll(/(?:\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\n)?export const (\w+)(?:: \w+)? = (.+)/g),
      ].map(([, description, name = '', value = '']) => {
        if (description === undefined) throw new Error(`${file}: ${name} has no description`)
        return { file, name, value, description: description.replace(/\s*\n \*\s*/g, ' ') }
      }),
    )
}

export function writeConstantsPage(constants: readonly Constant[]): string {
  const tables = [...new Set(constants.map(({ file }) => file))].map((file) => {
    const rows = constants
      .filter((constant) => constant.file === file)
      .map(({ name, value, description }) => `| \`${name}\` | \`${value}\` | ${description} |`)
    return `## ${file}\n\n| constant | value | meaning |\n|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Constants\n\nThese are the numbers that you may want to change, with the file that holds each. \`make docs\` writes this page.\n\n${tables.join('\n')}`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(CONSTANTS_PAGE, writeConstantsPage(listConstants()))
