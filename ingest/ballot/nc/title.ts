// Parses a contest title of North Carolina's listings into office, seat and area.

import type { NumberedWord } from '../area.ts'
import { titleCase } from '../title-case.ts'
import type { ListedTitle, NcTitle, NcTitleContext } from './area.ts'
import { levelOf, NC_STATEWIDE, type NcFamily } from './family.ts'
import { findCounty, findMunicipal, findSchool, findSpecial, findUnprefixedMunicipal } from './local.ts'

const UNEXPIRED = / \((?:UNEXPIRED|UNEXPIRED TERM|UNEX)\)$/

/**
 * In characters; the longest real title has 100. Parsing tries each place name at the start of a title, so longer titles would be
 * slow.
 */
const TITLE_LENGTH_MAX = 1000

/** Undefined for an unknown pattern. `contestName` is in capitals, as in the listings. */
export function parseNcTitle(contestName: string, context: NcTitleContext): NcTitle | undefined {
  if (contestName.length > TITLE_LENGTH_MAX) return undefined
  const unexpired = UNEXPIRED.test(contestName)
  const text = contestName.replace(UNEXPIRED, '').replace(/\s+/g, ' ').trim()
  const found =
    findStatewide(text) ??
    findNumbered(text) ??
    findMunicipal(text, context) ??
    findSpecial(text) ??
    findCounty(text, context) ??
    findSchool(text) ??
    findUnprefixedMunicipal(text, context)
  if (!found) return undefined
  const suffix = unexpired ? ' (Unexpired)' : ''
  const { family, level, office, seat, area, short } = found
  return {
    family,
    level: level ?? (family === 'statewide' ? 'state' : levelOf(family)),
    office,
    seat,
    unexpired,
    area,
    title: titleCase(text) + suffix,
    short_title: titleCase(short) + suffix,
  }
}

function findStatewide(text: string): ListedTitle | undefined {
  const [, seat] = / SEAT (\d+)$/.exec(text) ?? []
  const name = text.replace(/ SEAT \d+$/, '')
  const office = NC_STATEWIDE[name]
  if (!office) return undefined
  return {
    ...office,
    seat: seat ? `seat-${Number(seat)}` : null,
    area: { kind: 'state' },
    short: text.replace(/^NC /, ''),
  }
}

interface Numbered {
  pattern: RegExp
  family: NcFamily
  office: string
  word: NumberedWord
  short: string
}

const numbered = (family: NcFamily, office: string, word: NumberedWord, words: string, short: string): Numbered => ({
  pattern: new RegExp(`^${words} DISTRICT (\\d+[A-Z]?)( SEAT \\d+)?$`),
  family,
  office,
  word,
  short,
})

const NUMBERED: readonly Numbered[] = [
  numbered('us-house', 'us-house', 'cd', 'US HOUSE OF REPRESENTATIVES', 'US HOUSE'),
  numbered('state-senate', 'state-senate', 'sldu', 'NC STATE SENATE', 'NC SENATE'),
  numbered('state-house', 'state-house', 'sldl', 'NC HOUSE OF REPRESENTATIVES', 'NC HOUSE'),
  numbered('superior-court', 'superior-court-judge', 'superior_court', 'NC SUPERIOR COURT JUDGE', 'SUPERIOR COURT'),
  numbered('district-court', 'district-court-judge', 'district_court', 'NC DISTRICT COURT JUDGE', 'DISTRICT COURT'),
  numbered(
    'district-attorney',
    'district-attorney',
    'prosecutorial_district',
    'DISTRICT ATTORNEY',
    'DISTRICT ATTORNEY',
  ),
]

function findNumbered(text: string): ListedTitle | undefined {
  for (const { pattern, family, office, word, short } of NUMBERED) {
    const [whole, number, seat = ''] = pattern.exec(text) ?? []
    if (whole === undefined || number === undefined) continue
    const code = number.replace(/^0+(?=.)/, '').toLowerCase()
    return {
      family,
      office,
      seat: seat ? `seat-${Number(seat.replace(' SEAT ', ''))}` : null,
      area: { kind: 'numbered', word, code },
      short: `${short} DISTRICT ${number}${seat}`,
    }
  }
  return undefined
}
