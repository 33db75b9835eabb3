// The code of a measure, which its title begins with: `Measure AB-1`, `Question 4`.

import { titleCase } from '../title-case.ts'

const WORD = /^(measure|proposition|proposal|prop|question|amendment|issue|article)s? +(?:no\b\.? *|number +)?(?=\S)/i
/** `5`, `1A`, `26-210`; `AB-1`; letters, which are capitals, and end the title or stand before a sign. */
const CODE =
  /^(?:(?:\d+(?:-\d+|-?[A-Za-z])?|0*[A-Z]{1,3}-?\d+)(?![\w'/]|[-.]\d)|0*(?!(?:AND|AS|BE|BY|FOR|IN|IS|IT|NO|OF|ON|THE|TO)\b)[A-Z]{1,3}(?=$|[:.,;]| [-–—(]))/
/** Of `Amendments 1, 2 and 3`, and `Propositions 1 & 2`. */
const SEVERAL = /^ *(?:(?:and|&|through|to) *(?:no\b\.? *)?(?:\d|[B-Z]\b)|, *(?:\d{1,3}|[B-Z]) *(?:,|&|and\b|$))/i

export interface MeasureCode {
  /** `Measure AB-1` */
  code: string
  /** What follows it, as printed. */
  rest: string
}

/** Undefined where the title begins with none, or with several. */
export function findMeasureCode(title: string): MeasureCode | undefined {
  const [before, word = ''] = WORD.exec(title) ?? []
  if (before === undefined) return undefined
  const [code] = CODE.exec(title.slice(before.length)) ?? []
  if (code === undefined) return undefined
  const rest = title.slice(before.length + code.length)
  if (SEVERAL.test(rest)) return undefined
  return { code: `${titleCase(word.toUpperCase())} ${code.replace(/^0+(?=\d)/, '').toUpperCase()}`, rest }
}
