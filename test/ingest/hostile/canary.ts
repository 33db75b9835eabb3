// Invented personal data in every place of a publisher's file that the registry marks as personal.

import { parse } from 'csv-parse/sync'

/** Part of every invented value, and of nothing else. */
export const CANARY = 'Quexzylvane'

/** The file with the personal columns, elements or members full. @returns how many places were filled, too */
export function fillPersonal(
  bytes: Uint8Array,
  name: string,
  personal: readonly string[],
): { bytes: Buffer; filled: number } {
  if (personal.length === 0) return { bytes: Buffer.from(bytes), filled: 0 }
  let filled = 0
  const value = (): string => `${CANARY} ${++filled}`
  // Without the byte order mark of UTF-8.
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
  const content = /\.(xml|json)$/.test(name) ? fillMarkup(text, personal, value) : fillColumns(text, personal, value)
  return { bytes: Buffer.from(content, 'latin1'), filled }
}

function fillColumns(text: string, personal: readonly string[], value: () => string): string {
  const [header = [], ...lines]: string[][] = parse(text, { relax_column_count: true })
  const fill = (line: readonly string[]) =>
    line.map((field, at) => (personal.includes(header[at] ?? '') ? value() : field))
  const write = (line: readonly string[]) => line.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
  return [header, ...lines.map(fill)].map((line) => `${write(line)}\r\n`).join('')
}

/** One more of them in each person and candidate of XML and each object of JSON, in turn, and all that stand there already. */
function fillMarkup(text: string, personal: readonly string[], value: () => string): string {
  let turn = 0
  const next = (): string => personal[turn++ % personal.length] ?? ''
  const names = personal.join('|')
  return text
    .replace(
      new RegExp(`(<(?:\\w+:)?(?:${names})(?:\\s[^<>]*[^/<>])?>)[^<]*</`, 'g'),
      (_, open) => `${open}${value()}</`,
    )
    .replace(new RegExp(`("(?:${names})"\\s*:\\s*)"[^"]*"`, 'g'), (_, open) => `${open}"${value()}"`)
    .replace(/<\/(?:\w+:)?(?:person|candidate)>/gi, (close) => {
      const name = next()
      return `<${name}>${value()}</${name}>${close}`
    })
    .replace(/\{(?=\s*")/g, () => `{"${next()}": "${value()}", `)
}
