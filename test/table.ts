// Rows of a test as text: a row a line, its cells apart by "|". Empty lines and lines that begin with // are left out.

export function table<Row extends readonly string[] = string[]>(text: string): Row[] {
  const lines = text.split('\n').map((line) => line.trim())
  const rows = lines.filter((line) => line !== '' && !line.startsWith('//')).map((line) => line.split('|'))
  const odd = rows.find(({ length }) => length !== rows[0]?.length)
  if (odd) throw new RangeError(`a row has ${odd.length} cells, expected ${rows[0]?.length}: ${odd.join('|')}`)
  return rows.map((cells) => cells.map((cell) => cell.trim())) as unknown as Row[]
}

/** Single words or names as text: several on a line, apart by "|". Empty ones are left out. */
export function cells(text: string): string[] {
  return text.split(/[|\n]/).flatMap((cell) => cell.trim() || [])
}
