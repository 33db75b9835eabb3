// A table of figures, as `make bench` prints it and BENCHMARKS.md shows it.

import { z } from 'zod'

export const benchFigure = z.strictObject({
  what: z.string(),
  better: z.enum(['higher', 'lower']),
  /** Median of the rounds. */
  value: z.number(),
  /** Of the rounds, from the first to the third quartile. */
  spread: z.number(),
})
export type BenchFigure = z.output<typeof benchFigure>

export const benchTable = z.strictObject({
  title: z.string(),
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** Why some or all of it was not measured. */
  skipped: z.array(z.string()),
  /** Those that `make bench COMPARE=1` compares; their names differ within a part. */
  figures: z.array(benchFigure).optional(),
})
export type BenchTable = z.output<typeof benchTable>

export interface Bar {
  is: 'at least' | 'at most'
  at: number
}

/** @param rounds the figure in each round; a single one for what does not vary */
export function toFigure(what: string, better: BenchFigure['better'], rounds: readonly number[]): BenchFigure {
  const sorted = [...rounds].sort((a, b) => a - b)
  const at = (index: number): number => sorted[index] ?? Number.NaN
  const low = Math.floor(sorted.length / 4)
  return { what, better, value: at(Math.floor(sorted.length / 2)), spread: at(sorted.length - 1 - low) - at(low) }
}

/** `at least 0.60: held` */
export function toVerdict(value: number, bar: Bar | null): string {
  if (bar === null) return ''
  const held = bar.is === 'at least' ? value >= bar.at : value <= bar.at
  return `${bar.is} ${bar.at}: ${held ? 'held' : '**missed**'}`
}

export function printTables(tables: readonly BenchTable[]): void {
  for (const { title, columns, rows, skipped } of tables) {
    console.log(`\n${title}`)
    const widths = columns.map((column, at) => Math.max(column.length, ...rows.map((row) => row[at]?.length ?? 0)))
    for (const row of rows.length > 0 ? [columns, ...rows] : [])
      console.log(
        row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
      )
    for (const reason of skipped) console.log(`Not measured: ${reason}`)
  }
}
