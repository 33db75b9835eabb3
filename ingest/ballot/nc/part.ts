// The tail of a local title: whether it names the whole jurisdiction or a part of it, and which seat.

import { NC_NAMED_PARTS } from '../../../data/reference/division-names.ts'
import { ocdSlug, slug } from '../../identity.ts'
import type { Part } from '../area.ts'
import { titleCase } from '../title-case.ts'

export interface NcTail {
  part: Part | null
  /** `at-large`, `seat-2`, `chairman`; null where the title names no seat. */
  seat: string | null
}

const NUMBERS: Readonly<Record<string, string>> = {
  I: '1',
  II: '2',
  III: '3',
  IV: '4',
  V: '5',
  ONE: '1',
  TWO: '2',
  THREE: '3',
  FOUR: '4',
  FIRST: '1',
  SECOND: '2',
  THIRD: '3',
  FOURTH: '4',
}
const WORDS: Readonly<Record<string, Part['word']>> = {
  AREA: 'district',
  DIST: 'district',
  DISTRICT: 'district',
  END: 'ward',
  TWP: 'township',
  WARD: 'ward',
}

/**
 * Reads what follows the office in a title of capitals, e.g. ``, `AT-LARGE SEAT 02`, `DISTRICT 04`, `GASTONIA TWP`.
 * Undefined where the pattern is not known.
 */
export function parseTail(text: string): NcTail | undefined {
  const tail = text
    .replace(/^MEMBERS?\b ?/, '')
    .replace(/ ?\bMEMBERS?$/, '')
    .trim()
  if (tail === '') return { part: null, seat: null }
  if (/^(AT-LARGE|COUNTY-WIDE|CHAIR|CHAIRMAN)$/.test(tail)) return { part: null, seat: slug(tail) }
  const [, atLargeSeat] = /^AT-LARGE SEAT (\d+)$/.exec(tail) ?? []
  if (atLargeSeat) return { part: null, seat: `at-large-seat-${Number(atLargeSeat)}` }
  return parseSeatArea(tail) ?? parseNumbered(tail) ?? parseNamed(tail)
}

/** `SEAT 03 (EAST)`: the seat is the district's number. */
function parseSeatArea(tail: string): NcTail | undefined {
  const [, number, area] = /^SEAT (\d+) \(([A-Z ]+)\)$/.exec(tail) ?? []
  if (!number || !area) return undefined
  return { part: { word: 'seat', code: codeOf(number), name: titleCase(`SEAT ${number} (${area})`) }, seat: null }
}

/** `DISTRICT 04`, `DIST 01 SEAT 02`, `WARD ONE`, `CONSOLIDATED DISTRICT A`, `AT-LARGE 2ND WARD`. */
function parseNumbered(tail: string): NcTail | undefined {
  const [, prefix, word, number, seat] =
    /^(CONSOLIDATED )?(DISTRICT|DIST|WARD|AREA) ([A-Z]+|\d+)(?: SEAT (\d+))?$/.exec(tail) ?? []
  if (word && number && WORDS[word]) {
    const code = `${prefix ? 'consolidated_' : ''}${codeOf(number)}`
    const name = titleCase(`${prefix ?? ''}${word} ${number}`)
    return { part: { word: WORDS[word], code, name }, seat: seat ? `seat-${Number(seat)}` : null }
  }
  const [, atLarge, ordinal] = /^(AT-LARGE )?(\d+(?:ST|ND|RD|TH)|FIRST|SECOND|THIRD|FOURTH) WARD$/.exec(tail) ?? []
  if (!ordinal) return undefined
  const code = codeOf(ordinal)
  return { part: { word: 'ward', code, name: `Ward ${code}` }, seat: atLarge ? 'at-large' : null }
}

/** `GASTONIA TWP`, `OLD FORT DISTRICT`, `NORTH WARD`, `EAST END`, and the parts that the reference table names. */
function parseNamed(tail: string): NcTail | undefined {
  const [, place, word] = /^([A-Z][A-Z -]*?) (DISTRICT|WARD|TWP|END)$/.exec(tail) ?? []
  if (place && word && WORDS[word])
    return { part: { word: WORDS[word], code: ocdSlug(place), name: titleCase(tail) }, seat: null }
  const name = NC_NAMED_PARTS[tail]
  if (!name) return undefined
  return { part: { word: 'district', code: ocdSlug(name.replace(/ District$/, '')), name }, seat: null }
}

function codeOf(number: string): string {
  return (
    NUMBERS[number] ??
    number
      .replace(/^0+(?=.)/, '')
      .replace(/(?<=\d)(ST|ND|RD|TH)$/, '')
      .toLowerCase()
  )
}
