// Data goes to stdout, everything else to stderr.

export type OutputCell = string | number | boolean | null

/** A table of data: column names, and rows of the same length. */
export interface OutputTable {
  columns: readonly string[]
  rows: readonly (readonly OutputCell[])[]
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function printJson(data: unknown): void {
  printLine(escapeControls(JSON.stringify(data, null, 2)))
}

/** JSON escapes only control characters below U+0020; a terminal also obeys those from U+007F to U+009F. */
export function escapeControls(json: string): string {
  return json.replace(/[\u007f-\u009f]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)
}

/** Messages for people: progress, notes, the next command. */
export function logToStderr(text: string): void {
  process.stderr.write(`${text}\n`)
}

export function printTable(table: OutputTable): void {
  printLine(formatTable(table))
}

export function printCsv(table: OutputTable): void {
  for (const line of toCsvLines(table)) printLine(line)
}

export function toCsvLines({ columns, rows }: OutputTable): string[] {
  return [columns, ...rows].map((row) => row.map(toCsvField).join(','))
}

/** Aligns columns of numbers right, all others left; null is an empty cell. */
export function formatTable({ columns, rows }: OutputTable): string {
  const texts = rows.map((row) => columns.map((_, column) => toText(row[column])))
  const widths = columns.map((name, column) => Math.max(width(name), ...texts.map((row) => width(row[column] ?? ''))))
  const numeric = columns.map((_, column) => rows.length > 0 && rows.every((row) => isNumeric(row[column])))
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const space = ' '.repeat((widths[column] ?? 0) - width(cell))
        return numeric[column] ? space + cell : cell + space
      })
      .join('  ')
      .trimEnd()
  return [line(columns), line(widths.map((size) => '─'.repeat(size))), ...texts.map(line)].join('\n')
}

/** A label padded to eleven characters, and its text. */
export function entry(word: string, text: string): string {
  return `${word.padEnd(11)}${text}`
}

/** 1234567 as 1,234,567, whatever the locale. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

/** `1 source`, `1,200 sources` */
export function formatNumberOf(count: number, noun: string): string {
  return `${formatCount(count)} ${count === 1 ? noun : `${noun}s`}`
}

/** `15 kB` */
export function formatKilobytes(bytes: number): string {
  return `${formatCount(Math.ceil(bytes / 1000))} kB`
}

/** 0.3 MB, 1,234 MB */
export function formatMegabytes(bytes: number): string {
  const megabytes = bytes / 1e6
  return `${megabytes < 100 ? megabytes.toFixed(1) : formatCount(Math.round(megabytes))} MB`
}

function toText(cell: OutputCell | undefined): string {
  // A line break or a control character in the data must not break the table or reach the terminal.
  return String(cell ?? '').replace(/\p{Cc}+/gu, ' ')
}

export function toCsvField(cell: OutputCell): string {
  const text = typeof cell === 'string' ? toPlainText(cell) : String(cell ?? '')
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Disarms terminal commands and spreadsheet formulas (OWASP, CSV injection). Keeps line breaks and tabs. */
function toPlainText(text: string): string {
  const plain = text.replace(/[^\P{Cc}\t\r\n]+/gu, ' ')
  return /^[=+\-@\t\r]/.test(plain) ? `'${plain}` : plain
}

function isNumeric(cell: OutputCell | undefined): boolean {
  return cell === null || typeof cell === 'number'
}

function width(text: string): number {
  return [...text].length
}

export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''
}
