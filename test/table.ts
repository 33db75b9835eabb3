// Rows of a test as text: a row a line, its cells apart by "|". Empty lines and lines that begin with // are left out.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * Long tables lie in a text file beside their test, `local.txt` beside `local.test.ts`, each below a line `# its name`.
 * @param test its `import.meta.url`
 */
export function textsBeside(test: string): (name: string) => string {
  const file = fileURLToPath(test).replace(/(\.long)?(\.test)?\.ts$/, '.txt')
  const [before, ...parts] = readFileSync(file, 'utf8').split(/^# /m)
  const texts = new Map(
    parts.map((part) => [part.split('\n', 1)[0], `${part.slice(part.indexOf('\n') + 1).trimEnd()}\n`]),
  )
  if (before !== '' || texts.size < parts.length)
    throw new RangeError(`${file}: expected each text below a name of its own`)
  return (name) => {
    const text = texts.get(name)
    if (text === undefined) throw new RangeError(`${file}: has no text "# ${name}"`)
    return text
  }
}

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
