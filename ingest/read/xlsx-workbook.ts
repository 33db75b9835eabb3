// The parts of an XLSX workbook that cells refer to: sheets, shared strings, and the styles that mark a number as a date.

import { type FetchedFile, SourceError } from './source.ts'
import { childrenOf, findChild, readXml, type XmlElement } from './xml.ts'

/** Largest unpacked part of the package. Excel's own limits allow little more. */
const PART_BYTES_MAX = 256 * 1024 * 1024
const SHEETS_MAX = 1000

export interface Workbook {
  /** In tab order. */
  sheets: readonly { name: string; part: FetchedFile }[]
  strings: readonly string[]
  /** Indexed by a cell's `s`. */
  isDate: readonly boolean[]
  /** True if days are counted from 1904. */
  from1904: boolean
}

/**
 * @param parts of the package, by name. Throws SourceError for missing or forged parts, and for relations that point outside the
 * package.
 */
export function readWorkbook(file: FetchedFile, parts: ReadonlyMap<string, Uint8Array>): Workbook {
  const part = (name: string): FetchedFile | undefined => {
    const bytes = parts.get(name)
    if (bytes && bytes.length > PART_BYTES_MAX)
      throw new SourceError(`${name} has ${bytes.length} bytes, expected at most ${PART_BYTES_MAX}`, {
        file: file.name,
      })
    return bytes && { name: `${file.name}/${name}`, url: file.url, bytes }
  }
  const book = part('xl/workbook.xml')
  const relations = part('xl/_rels/workbook.xml.rels')
  if (!book || !relations)
    throw new SourceError('has no xl/workbook.xml with its relations, expected an XLSX workbook', { file: file.name })
  const targets = readTargets(relations)
  const sheets: { name: string; part: FetchedFile }[] = []
  let from1904 = false
  for (const { name, attributes } of elementsOf(book, ['workbook/workbookPr', 'workbook/sheets/sheet'])) {
    if (name === 'workbookPr') from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
    else sheets.push(toSheet(attributes, targets, part, file))
    if (sheets.length > SHEETS_MAX)
      throw new SourceError(`has more than ${SHEETS_MAX} sheets, expected no more`, { file: file.name })
  }
  const strings = part('xl/sharedStrings.xml')
  const styles = part('xl/styles.xml')
  return {
    sheets,
    from1904,
    strings: strings ? Array.from(elementsOf(strings, ['sst/si'], new Set(['rPh'])), textOfRuns) : [],
    isDate: styles ? readDateStyles(styles) : [],
  }
}

function toSheet(
  attributes: XmlElement['attributes'],
  targets: ReadonlyMap<string, string>,
  part: (name: string) => FetchedFile | undefined,
  file: FetchedFile,
): Workbook['sheets'][number] {
  const [, id = ''] = Object.entries(attributes).find(([name]) => /^\w+:id$/.test(name)) ?? []
  const target = targets.get(id) ?? ''
  const found = part(target.startsWith('/') ? target.slice(1) : `xl/${target}`)
  const name = attributes.name ?? ''
  if (!found)
    throw new SourceError(`has no part for the sheet "${name.slice(0, 60)}", expected one`, { file: file.name })
  return { name, part: found }
}

function readTargets(relations: FetchedFile): Map<string, string> {
  const targets = new Map<string, string>()
  for (const { attributes } of elementsOf(relations, ['Relationships/Relationship']))
    if (attributes.TargetMode !== 'External') targets.set(attributes.Id ?? '', attributes.Target ?? '')
  return targets
}

/** A string's text; the text of its runs, if it has some. */
export function textOfRuns(string: XmlElement): string {
  const runs = [string, ...childrenOf(string, 'r')].map((run) => findChild(run, 't')?.text ?? '')
  // Characters that XML cannot hold are written as _x000D_.
  return runs
    .join('')
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** ECMA-376, part 1, 18.8.30: date formats that a workbook need not define. */
const BUILT_IN_DATES = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47])

function readDateStyles(styles: FetchedFile): boolean[] {
  const dates = new Set(BUILT_IN_DATES)
  const isDate: boolean[] = []
  for (const { name, attributes } of elementsOf(styles, ['styleSheet/numFmts/numFmt', 'styleSheet/cellXfs/xf'])) {
    const id = Number(attributes.numFmtId ?? 0)
    if (name === 'xf') isDate.push(dates.has(id))
    else if (isDateFormat(attributes.formatCode ?? '')) dates.add(id)
    else dates.delete(id)
  }
  return isDate
}

/** Looks for letters of dates and times outside of quotes, escapes, colours and conditions; `[h]` counts hours. */
function isDateFormat(code: string): boolean {
  const bare = code.replace(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^[\]]*\]/gi, '')
  return /[dmyhs]/i.test(bare)
}

/** Yields one at a time: a small workbook can hold millions of empty ones. */
function elementsOf(
  part: FetchedFile,
  paths: readonly string[],
  skip: ReadonlySet<string> = new Set(),
): Generator<XmlElement> {
  return readXml(part, { take: (path) => paths.includes(path), skip })
}
