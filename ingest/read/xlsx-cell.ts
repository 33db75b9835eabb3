// A cell of an XLSX sheet to text.

import type { Fault } from './records.ts'
import { textOfRuns, type Workbook } from './xlsx-workbook.ts'
import { findChild, type XmlElement } from './xml.ts'

/** What no program writes: the workbook is forged or damaged. A sentence without its subject. */
export interface Broken {
  broken: string
}

/** ECMA-376, part 1, 18.3.1.4: a cell's type, with its value in `v` or, of a string inside the sheet, in `is`. */
export function toText(
  cell: XmlElement,
  { strings, isDate, from1904 }: Pick<Workbook, 'strings' | 'isDate' | 'from1904'>,
): string | Fault | Broken {
  if (findChild(cell, 'f')) return { code: 'formula-cell', message: 'holds a formula, which is not computed' }
  const value = findChild(cell, 'v')?.text ?? ''
  const type = cell.attributes.t ?? 'n'
  const inline = findChild(cell, 'is')
  if (type === 'inlineStr') return inline ? textOfRuns(inline) : ''
  if (value === '') return ''
  switch (type) {
    case 's':
      return (
        (/^\d+$/.test(value) ? strings[Number(value)] : undefined) ?? {
          broken: `refers to the string ${value.slice(0, 20)} of ${strings.length}`,
        }
      )
    case 'str':
    case 'd':
      return value
    case 'b':
      return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : { broken: `holds the boolean "${value.slice(0, 20)}"` }
    case 'e':
      return { code: 'error-cell', message: `holds the error ${value.slice(0, 20)}` }
    case 'n': {
      const number = Number(value)
      if (!Number.isFinite(number)) return { broken: `holds the number "${value.slice(0, 20)}"` }
      return isDate[Number(cell.attributes.s ?? 0)] ? toDate(number, from1904) : toNumber(value, number)
    }
    default:
      return { broken: `is of the type "${type.slice(0, 20)}", which sheets do not have` }
  }
}

/** Programs write 0.9193 as `0.91930000000000001`; long whole numbers stay as they are. */
function toNumber(value: string, number: number): string {
  return /^-?\d+$/.test(value) ? value : String(number)
}

const DAY = 86_400
/** 9999-12-31 in the count from 1900. */
const LAST = 2_958_465

/** Days since the workbook's first, with the time of day as a fraction; a fraction alone is a time. */
function toDate(serial: number, from1904: boolean): string | Fault {
  // The count from 1900 has a February 29, 1900, as its 60th day, and is one day off before it.
  if (serial < 0 || serial >= LAST + 1 || (Math.floor(serial) === 60 && !from1904))
    return { code: 'bad-date', message: `holds the day number ${serial}, which is no date` }
  const seconds = Math.round(serial * DAY)
  const day = Math.floor(seconds / DAY)
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, day < 60 ? 31 : 30)
  const [date = '', time = ''] = new Date(first + seconds * 1000).toISOString().slice(0, 19).split('T')
  if (day === 0 && !from1904) return time
  return time === '00:00:00' ? date : `${date}T${time}`
}
