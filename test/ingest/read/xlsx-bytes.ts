// Makes workbooks part by part, so that they can be forged.

import { makeZip } from './zip-bytes.ts'

export interface WorkbookParts {
  /** Cells of a row as XML, row 1 first; or the whole of `sheetData`. */
  rows?: readonly string[] | string
  /** `si` elements. */
  strings?: string
  /** `numFmts` and `cellXfs`. */
  styles?: string
  /** Inside `workbook`, before the sheets. */
  settings?: string
  sheets?: string
  relations?: string
  /** Parts by name, instead of those made here; null: none. */
  parts?: Readonly<Record<string, string | null>>
}

export function makeXlsx(made: WorkbookParts): Buffer {
  const { rows = [], strings = '', styles = '', settings = '' } = made
  const { sheets = '<sheet name="First" sheetId="1" r:id="rId1"/>' } = made
  const { relations = '<Relationship Id="rId1" Type="worksheet" Target="worksheets/sheet1.xml"/>' } = made
  const data =
    typeof rows === 'string' ? rows : rows.map((cells, index) => `<row r="${index + 1}">${cells}</row>`).join('')
  const parts: Record<string, string | null> = {
    'xl/workbook.xml': `<workbook xmlns:r="r">${settings}<sheets>${sheets}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${relations}</Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${data}</sheetData></worksheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    ...made.parts,
  }
  return makeZip(Object.entries(parts).flatMap(([name, content]) => (content === null ? [] : { name, content })))
}

/** Cells of a row, from A on, as strings inside the sheet. */
export function inline(line: number, texts: readonly string[]): string {
  return texts
    .map((text, at) => `<c r="${String.fromCharCode(65 + at)}${line}" t="inlineStr"><is><t>${text}</t></is></c>`)
    .join('')
}

/** A sheet of texts. */
export function makeSheet(lines: readonly (readonly string[])[]): Buffer {
  return makeXlsx({ rows: lines.map((texts, index) => inline(index + 1, texts)) })
}

/** Sheets of texts, by their names. */
export function makeBook(sheets: Readonly<Record<string, readonly (readonly string[])[]>>): Buffer {
  const names = Object.keys(sheets)
  const parts = Object.values(sheets).map((lines, at) => {
    const rows = lines.map((texts, row) => `<row r="${row + 1}">${inline(row + 1, texts)}</row>`)
    return [`xl/worksheets/sheet${at + 1}.xml`, `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`]
  })
  return makeXlsx({
    sheets: names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join(''),
    relations: names
      .map((_, at) => `<Relationship Id="rId${at + 1}" Type="worksheet" Target="worksheets/sheet${at + 1}.xml"/>`)
      .join(''),
    parts: Object.fromEntries(parts),
  })
}
