// docs/constants.md, made from every constant marked `@setting`. `make docs` writes it; constants.test.ts compares it.

import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { groupBy } from '../../data/core/group-by.ts'
import { projectFile } from '../../data/store/paths.ts'
import { files, textOf } from './imports.ts'

export const CONSTANTS_PAGE = projectFile('docs', 'constants.md')

export interface Constant {
  file: string
  name: string
  value: string
  description: string
}

const DECLARATION = /(?:\/\*\*\s*((?:(?!\*\/)[\s\S])*?)\s*\*\/\n)?^(?:export )?const ([A-Z]\w*)(?:: \w+)? = (.+)/gm
const TAG = '@setting '

/**
 * The constants whose description begins with `@setting`.
 */
export function listConstants(): Constant[] {
  return files
    .filter((file) => !file.startsWith('test/'))
    .flatMap((file) =>
      [...textOf(file).matchAll(DECLARATION)].flatMap(([, description, name = '', value = '']) => {
        if (!description?.startsWith(TAG)) return []
        return { file, name, value, description: description.replace(TAG, '').replace(/\s*\n \*\s*/g, ' ') }
      }),
    )
}

/** `data/store`, and `cli` for all of its rooms. */
function folderOf(file: string): string {
  return /^(?:data\/)?\w+/.exec(file)?.[0] ?? file
}

export function writeConstantsPage(constants: readonly Constant[]): string {
  const tables = [...groupBy(constants, ({ file }) => folderOf(file))].map(([folder, own]) => {
    const rows = own.map(
      ({ file, name, value, description }) => `| \`${name}\` | \`${value}\` | ${description} | \`${file}\` |`,
    )
    return `## ${folder}\n\n| constant | value | meaning | file |\n|---|---|---|---|\n${rows.join('\n')}\n`
  })
  return `# Constants\n\nThese are the numbers that you may want to change, with the file that holds each. \`make docs\` writes this page.\n\n${tables.join('\n')}`
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(CONSTANTS_PAGE, writeConstantsPage(listConstants()))
