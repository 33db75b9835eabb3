// BENCHMARKS.md: the tables of the last run of each part of `make bench`, and the text of page.md around them.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { projectFile } from '../../data/store/paths.ts'
import { type BenchTable, benchTable } from './table.ts'

export const BENCHMARKS_PAGE = projectFile('BENCHMARKS.md')
const TEXT = projectFile('test', 'bench', 'page.md')
const FILE = projectFile('test', 'bench', 'figures.json')
const PLACE = '<!-- tables -->\n'

const part = z.strictObject({
  tables: z.array(benchTable),
  /** YYYY-MM-DD */
  date: z.string(),
  machine: z.string(),
  /** Programs that wanted a core when the run began. */
  load: z.string(),
})
export type BenchPart = z.output<typeof part>
/** By the name of the part, in the order of the page. */
export type BenchFigures = Readonly<Record<string, BenchPart>>

export function loadFigures(file = FILE): BenchFigures {
  return existsSync(file) ? z.record(z.string(), part).parse(JSON.parse(readFileSync(file, 'utf8'))) : {}
}

export function saveFigures(figures: BenchFigures): void {
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`)
  writeFileSync(BENCHMARKS_PAGE, writeBenchmarksPage(figures))
}

export function writeBenchmarksPage(figures: BenchFigures): string {
  const text = readFileSync(TEXT, 'utf8')
  const parts = Object.entries(figures).map(([name, { tables, date, machine, load }]) => {
    const head = `## ${name}\n\nMeasured on ${date}: ${machine}, load ${load}. To repeat it: \`make bench ONLY=${name}\`.`
    return [head, ...tables.map(present)].join('\n\n')
  })
  return text.replace(PLACE, () => `${parts.join('\n\n')}\n`)
}

function present({ title, columns, rows, skipped }: BenchTable): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const table =
    rows.length > 0 ? [line(columns), `|${'---|'.repeat(columns.length)}`, ...rows.map(line)].join('\n') : ''
  const reasons = skipped.map((reason) => `- not measured: ${reason}`).join('\n')
  return [`${title}:`, table, reasons].filter((text) => text !== '').join('\n\n')
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(BENCHMARKS_PAGE, writeBenchmarksPage(loadFigures()))
