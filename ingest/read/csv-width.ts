import { SourceError } from '../source.ts'
import { lineAt } from './text.ts'

/** Fields of one record. */
const WIDTH_MAX = 100_000
const [QUOTE, LF, CR] = [0x22, 10, 13]

/**
 * Before parsing, which holds a record's fields until it ends: a file of delimiters alone has as many as bytes. Throws SourceError with
 * the line for a record of over 100,000 fields.
 * @param quotes false where they are plain characters
 */
export function refuseWide(
  { name, bytes }: { name: string; bytes: Uint8Array },
  { delimiter, quotes }: { delimiter: string; quotes: boolean },
): void {
  const separator = delimiter.charCodeAt(0)
  let [quoted, fields] = [false, 1]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) quoted = quotes && !quoted
    else if (quoted) continue
    else if (byte === LF || byte === CR) fields = 1
    else if (byte === separator && ++fields > WIDTH_MAX)
      throw new SourceError(`has more than ${WIDTH_MAX} fields in one record, expected no more`, {
        file: name,
        line: lineAt(bytes, at),
      })
  }
}
