import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Command } from 'commander'
import {
  indexPage,
  loadCoverage,
  newestGeneral,
  type StateCoverage,
  statePage,
  TABLE_MARKS,
  withElections,
} from '../../build/coverage/coverage.ts'
import { withWarehouse } from '../data-folder.ts'
import { CommandError, quote } from '../exit.ts'
import { type CommonOptions, withCommonOptions } from '../options.ts'
import { formatCount, printJson, printLine, printTable } from '../output.ts'

interface CoverageOptions extends CommonOptions {
  pages?: string
  table?: string
}

export function addCoverage(program: Command): void {
  withCommonOptions(
    program.command('coverage').description('show the elections and contests that the last build has of each state'),
  )
    .option('--pages <folder>', 'write a Markdown page for each state, and their index')
    .option('--table <file>', 'replace the table of elections in a Markdown file, between its two coverage comments')
    .action((options: CoverageOptions) =>
      withWarehouse(options, async (warehouse) => {
        const states = await loadCoverage(warehouse)
        if (options.pages !== undefined) writePages(options.pages, states)
        if (options.table !== undefined) writeTable(options.table, states)
        if (options.pages === undefined && options.table === undefined) print(states, options)
      }),
    )
}

function print(states: readonly StateCoverage[], options: CoverageOptions): void {
  if (options.json) {
    printJson(states)
    return
  }
  printTable({
    columns: ['state', 'elections', 'contests', 'newest general', 'contests', 'with boundaries', 'endorsed', 'returns'],
    rows: states
      .filter(({ elections }) => elections.length > 0)
      .map((held) => {
        const newest = newestGeneral(held)
        const all = held.elections.reduce((sum, { contests }) => sum + contests, 0)
        const counts = newest && [
          newest.date,
          newest.contests,
          newest.with_lines,
          newest.endorsed,
          newest.basis.returns,
        ]
        return [held.state, held.elections.length, all, ...(counts ?? [null, null, null, null, null])]
      }),
  })
}

/** Pages of states that the build no longer has are removed. */
function writePages(folder: string, states: readonly StateCoverage[]): void {
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(folder)) if (/^[a-z]{2}\.md$/.test(name)) rmSync(join(folder, name))
  const held = states.filter(({ elections }) => elections.length > 0)
  for (const state of held) writeFileSync(join(folder, `${state.state.toLowerCase()}.md`), statePage(state))
  writeFileSync(join(folder, 'README.md'), indexPage(held, newestGeneral))
  printLine(`${formatCount(held.length)} pages in ${folder}`)
}

function writeTable(file: string, states: readonly StateCoverage[]): void {
  const text = readFileSync(file, 'utf8')
  const { begin, end } = TABLE_MARKS
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from)
    throw new CommandError(
      `${file} lacks the lines "${begin}" and "${end}", in this order.`,
      `printf '%s\\n' '${begin}' '${end}' >> ${quote(file)}   # adds both lines at its end`,
    )
  writeFileSync(file, text.slice(0, from) + withElections(states) + text.slice(to + end.length))
  printLine(`table of elections in ${file}`)
}
