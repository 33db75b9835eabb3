// Text in columns that fits a width: words wrap, and nothing of the data reaches the terminal as a command.

/** A cell of several lines has line breaks. */
export interface Column {
  name: string
  /** It gives way first when the table is too wide; at most `share` of the width. */
  share?: number
}

const GAP = 2
/** Fewest characters of a column. */
const LEAST = 8
/** Longer words may run over the edge of their column. */
const WORD_MAX = 16

/** Replaces control characters, and the marks that turn the direction of text. Line breaks and tabs become spaces. */
export function toPlain(text: string): string {
  return text.replace(/[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu, ' ')
}

/** Characters in a row; accents written as marks of their own take no room. */
export function widthOf(text: string): number {
  return [...text.replace(/\p{M}|\u200d/gu, '')].length
}

/** Lines of at most `width` characters. A longer word, such as a URL, keeps its line, so that it can be copied. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of toPlain(paragraph).split(' ').filter(Boolean)) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
        lines.push(line)
        line = word
      } else line = line === '' ? word : `${line} ${word}`
    }
    lines.push(line)
  }
  return lines
}

/** Wrapped and indented, also behind a first line with another start. */
export function indent(text: string, width: number, by: string, first: string = by): string[] {
  return wrap(text, Math.max(LEAST, width - widthOf(by))).map((line, at) => `${at === 0 ? first : by}${line}`)
}

interface TableOptions {
  width: number
  /** Before each line. */
  by: string
  styleHead(text: string): string
  /** The style of a cell's lines. */
  style?(text: string, at: { row: number; column: number }): string
}

/**
 * Columns without any content are left out. Where the width has no room for columns, each row becomes a list.
 * No rows: no lines.
 */
export function layOut(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  options: TableOptions,
): string[] {
  const shown = columns.flatMap((column, at) => (rows.some((row) => row[at]) ? [{ ...column, at }] : []))
  if (shown.length === 0) return []
  const sizes = shown.map(({ name, at }) => sizeOf([name, ...rows.map((row) => row[at] ?? '')]))
  const room = options.width - widthOf(options.by) - GAP * (shown.length - 1)
  const widths = fitWidths(shown, sizes, room)
  return widths ? toTable(shown, rows, widths, options) : toLists(shown, rows, options)
}

type Shown = Column & { at: number }

function toTable(
  shown: readonly Shown[],
  rows: readonly (readonly string[])[],
  widths: readonly number[],
  { by, styleHead, style = (text) => text }: TableOptions,
): string[] {
  const join = (cells: readonly string[], paint: (text: string, column: number) => string): string => {
    const last = cells.findLastIndex((cell) => cell !== '')
    const painted = cells.slice(0, last + 1).map((cell, column) => {
      const space = column === last ? 0 : Math.max(0, (widths[column] ?? 0) - widthOf(cell)) + GAP
      return `${paint(cell, column)}${' '.repeat(space)}`
    })
    return `${by}${painted.join('')}`.trimEnd()
  }
  const toLines = (cells: readonly string[], paint: (text: string, column: number) => string): string[] => {
    const wrapped = cells.map((cell, column) => wrap(cell, widths[column] ?? LEAST))
    const height = Math.max(...wrapped.map((lines) => lines.length))
    return Array.from({ length: height }, (_, line) =>
      join(
        wrapped.map((lines) => lines[line] ?? ''),
        paint,
      ),
    )
  }
  const names = shown.map(({ name }) => name)
  const body = rows.flatMap((cells, row) =>
    toLines(
      shown.map(({ at }) => cells[at] ?? ''),
      (text, column) => style(text, { row, column: shown[column]?.at ?? 0 }),
    ),
  )
  return [...toLines(names, styleHead), ...body]
}

/** The first cell, and under it the others, each with the name of its column. */
function toLists(
  shown: readonly Shown[],
  rows: readonly (readonly string[])[],
  { width, by, style = (text) => text }: TableOptions,
): string[] {
  return rows.flatMap((cells, row) =>
    shown.flatMap(({ name, at }, column) => {
      const cell = cells[at] ?? ''
      if (cell === '') return []
      const deeper = `${by}  `
      const text = column === 0 ? cell : `${name}: ${cell.replaceAll('\n', ', ')}`
      const lines = indent(text, width, column === 0 ? by : deeper)
      return lines.map((line) => line.replace(/\S.*/, (words) => style(words, { row, column: at })))
    }),
  )
}

interface Size {
  /** The longest line. */
  wanted: number
  /** The longest word. */
  least: number
}

function sizeOf(cells: readonly string[]): Size {
  const lines = cells.flatMap((cell) => cell.split('\n').map(toPlain))
  const words = lines.flatMap((line) => line.split(' '))
  return {
    wanted: Math.max(...lines.map(widthOf)),
    least: Math.min(WORD_MAX, Math.max(...words.map(widthOf))),
  }
}

/** Narrows columns to their share and the widest first, until they fit. Undefined if their words do not fit. */
function fitWidths(columns: readonly Column[], sizes: readonly Size[], room: number): number[] | undefined {
  if (sum(sizes.map(({ least }) => least)) > room) return undefined
  const widths = sizes.map(({ wanted, least }, at) => {
    const share = columns[at]?.share
    return share === undefined ? wanted : Math.min(wanted, Math.max(least, Math.floor(room * share)))
  })
  for (let over = sum(widths) - room; over > 0; over--) {
    const spare = widths.map((width, at) => (width > (sizes[at]?.least ?? 0) ? width : 0))
    const widest = spare.indexOf(Math.max(...spare))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  // A column that was cut to its share may take the room that is left.
  let left = room - sum(widths)
  for (const [at, { wanted }] of sizes.entries()) {
    const more = Math.max(0, Math.min(left, wanted - (widths[at] ?? 0)))
    widths[at] = (widths[at] ?? 0) + more
    left -= more
  }
  return widths
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
