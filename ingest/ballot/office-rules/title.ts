// Title case for the words of an office.

import { titleCase } from '../title-case.ts'

const ABBREVIATIONS = new Set('BOE CDD EMS ESD HB ISD JP LLC MSD PUD RFPD SPLOST TSPLOST TV UHSD USD WDD'.split(' '))

/** `CITY OF COEUR D'ALENE RECORDER/TREASURER` → `City of Coeur d'Alene Recorder/Treasurer` */
export function officeTitle(text: string): string {
  return titleCase(text.replace(/-GBM\b/, ' GOVERNING BOARD MEMBER'))
    .replace(/\/([a-z])/g, (_, letter: string) => `/${letter.toUpperCase()}`)
    .replace(
      /\b([DL])'([a-z])/g,
      (_, article: string, letter: string) => `${article.toLowerCase()}'${letter.toUpperCase()}`,
    )
    .replace(/ (?:A|An)(?= [A-Za-z])/g, (article) => article.toLowerCase())
    .replace(
      /\b(Measure|Proposition) ([A-Z][a-z]{1,2})$/,
      (_, word: string, code: string) => `${word} ${code.toUpperCase()}`,
    )
    .replace(/\b[A-Z][a-z]{1,6}\b/g, (word) => (ABBREVIATIONS.has(word.toUpperCase()) ? word.toUpperCase() : word))
}
