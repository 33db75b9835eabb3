// Splits the text of an office as Pennsylvania's counties print it: `AUDITOR TOWNSHIP V1 YR4 UPPER YODER`,
// `Council (2 Year Term) Lehighton Boro`, `Region 2 School Board Director 2yr`.

import { plain } from '../../office-rules/office-text.ts'

export interface PaText {
  /** Capitals, without the parts below. */
  text: string
  /** Of the term, if it is printed. */
  years: number | null
  /** How many a voter may vote for, if it is printed. */
  votes: number | null
  unexpired: boolean
  at_large: boolean
  ward: string | null
  region: string | null
  district: string | null
}

const NUMBER_WORDS: Readonly<Record<string, string>> = { TWO: '2', FOUR: '4', SIX: '6', TEN: '10' }
const ORDINALS = 'FIRST SECOND THIRD FOURTH FIFTH SIXTH SEVENTH EIGHTH NINTH TENTH ELEVENTH TWELFTH'.split(' ')
const ORDINAL_WARD = /\b(FIRST|SECOND|THIRD|FOURTH|FIFTH|SIXTH|SEVENTH|EIGHTH|NINTH|TENTH|ELEVENTH|TWELFTH) WARD\b/
const ROMAN: Readonly<Record<string, string>> = { I: '1', II: '2', III: '3', IV: '4', V: '5', VI: '6' }
const SIDES: Readonly<Record<string, string>> = { N: 'north', S: 'south', E: 'east', W: 'west' }

/** @param district the column of its own, `` if the county has the place in the office's text */
export function splitText(office: string, district: string): PaText {
  let text = plain(`${office} ${district}`)
    .replace(/\./g, '')
    .replace(/[(),:;_?"]/g, ' ')
  text = withoutDashes(text)
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const match = pattern.exec(text)
    if (match) text = text.replace(pattern, ' ').replace(/\s+/g, ' ').trim()
    return match
  }
  const both = take(/\bV(\d) YR ?(\d)\b/)
  const backwards = take(/\bT(\d)V(\d)\b/) ?? take(/\b(\d)YR\/(\d)\b/) ?? take(/\b(\d)YRV(\d)\b/)
  const special = take(/\bSPECIAL ELECTION\b/) !== null
  const vote = take(/\bVOTE ?(?:FOR(?: NOT MORE THAN)?)?(?: ?(\d+)(?! ?-?Y(?:EA)?RS?\b))?\b/) ?? take(/\bV(\d)\b/)
  const unexpired = take(/\bUNEXP(?:IRED)?\b/) !== null
  const years =
    take(/\b(\d+|TWO|FOUR|SIX|TEN) ?-?(?:YEARS?|YRS?)\b/) ??
    take(/\bT(\d)\b/) ??
    take(/(?<=\b(?:SUP|SUPER|SUPERVISOR|AUDITOR) )(\d)$/)
  // `(6 Year) 6YR`
  take(/\b\d ?-?YRS?\b/)
  take(/\b(?:FULL )?TERMS?\b/)
  const at_large = take(/\bAT[ -]LARGE\b/) !== null
  const ward =
    take(/\bWARD ?(?:NO |#)?(\d+)\b/) ??
    take(/\bWARD ([A-Z])\b/) ??
    take(/\b(\d+)(?:ST|ND|RD|TH) W(?:AR)?D\b/) ??
    take(ORDINAL_WARD) ??
    take(/\b(NORTH|SOUTH|EAST|WEST|MIDDLE|CENTER|CENTRAL|FLORIN|[NSEW]) WARD\b/) ??
    take(/\b(\d+)W\b/)
  // `3rd Ward Council 4 Year Term 3`
  if (ward?.[1] !== undefined && text.endsWith(`COUNCIL ${ward[1]}`)) text = text.slice(0, -ward[1].length).trim()
  const region = take(/\bREG(?:ION)? ?(?:NO\.? ?|# ?)?(\d+|[IVX]+|[A-Z])\b/) ?? take(/\bR(\d)\b/)
  take(/\bREG(?:ION)?(?: (?:NO ?|# ?)?(?:\d+|[IVX]+|[A-Z]))?(?=$| (?=\d*$))/)
  const district_code = take(/(?<!SCHOOL )\bDISTRICT (\d+|[A-Z])(?![-\w])/) ?? take(/\b(\d+)(?:ST|ND|RD|TH) DISTRICT\b/)
  return {
    text,
    years: toNumber(both?.[2] ?? backwards?.[1] ?? years?.[1]),
    votes: toNumber(both?.[1] ?? backwards?.[2] ?? vote?.[1]),
    unexpired: unexpired || special,
    at_large,
    ward: ward?.[1] === undefined ? null : wardCode(ward[1]),
    region: region?.[1] === undefined ? null : (ROMAN[region[1]] ?? region[1]),
    district: district_code?.[1] ?? null,
  }
}

/** Words between single spaces. A dash stays within a word: `Salisbury-Elk Lick`, `Tax Collector - Penbrook` → `Tax Collector Penbrook`. */
export function withoutDashes(text: string): string {
  const words = text.split(/\s+/).map((word) => {
    const start = [...word].findIndex((letter) => letter !== '-')
    let end = word.length
    while (end > 0 && word[end - 1] === '-') end--
    return start < 0 ? '' : word.slice(start, end)
  })
  return words.filter((word) => word !== '').join(' ')
}

function toNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(NUMBER_WORDS[digits] ?? digits)
}

function wardCode(printed: string): string {
  if (/^\d+$/.test(printed)) return String(Number(printed))
  const ordinal = ORDINALS.indexOf(printed)
  return ordinal < 0 ? (SIDES[printed] ?? printed.toLowerCase()) : String(ordinal + 1)
}

// The offices of municipalities, and the names of municipalities.

const MUNICIPAL: readonly {
  pattern: RegExp
  title: string
  several: boolean
  by_part?: true
  type?: string
  prefers?: string
}[] = [
  { pattern: /\bTAX COLLECTOR\b|\bTAX$/, title: 'Tax Collector', several: false },
  { pattern: /\bSUPERVISORS?\b|\bSUP(?:ER)?$/, title: 'Supervisor', several: true, type: 'TOWNSHIP' },
  { pattern: /\bAUDITORS?\b/, title: 'Auditor', several: true },
  { pattern: /\bCOUNCIL PRESIDENT\b/, title: 'Council President', several: false },
  {
    pattern: /\b(?:MEMBERS? OF (?:THE )?)?COUNCIL(?: ?(?:MEMBERS?|MEN|MAN|PERSON|ORS?))?\b/,
    title: 'Council Member',
    several: true,
    by_part: true,
    prefers: 'BOROUGH',
  },
  { pattern: /\bCOMMISSIONERS?\b/, title: 'Commissioner', several: true, by_part: true, type: 'TOWNSHIP' },
  { pattern: /\bMAYOR\b/, title: 'Mayor', several: false, prefers: 'BOROUGH' },
  { pattern: /\bCONSTABLE\b/, title: 'Constable', several: true, by_part: true },
  { pattern: /\bCONTROLLER\b/, title: 'Controller', several: false },
  { pattern: /\bTREASURER\b/, title: 'Treasurer', several: false },
]

export const MUNICIPAL_TYPES: Readonly<Record<string, string>> = {
  TOWNSHIP: 'TOWNSHIP',
  TWP: 'TOWNSHIP',
  TWSP: 'TOWNSHIP',
  BOROUGH: 'BOROUGH',
  BORO: 'BOROUGH',
  BOR: 'BOROUGH',
  CITY: 'CITY',
  TOWN: 'TOWN',
}
const TYPE = '(TOWNSHIP|TWP|TWSP|BOROUGH|BORO|BOR|CITY)'
const TYPE_BEFORE = new RegExp(`^(?:${TYPE}|(TOWN)(?= OF))(?: OF)? `)
const TYPE_AFTER = new RegExp(` ${TYPE}$`)
/** A part of a municipality that votes on its offices with the rest: `West End Shippensburg`, `Delmar Township South`. */
const PART_BEFORE = /^(?:NORTH|SOUTH|EAST|WEST) END /
const PART_AFTER = new RegExp(`(?<= ${TYPE}) (?:NORTH|SOUTH|EAST|WEST)$`)
/** `E Nottingham` */
const SIDES_IN_FULL: Readonly<Record<string, string>> = { N: 'NORTH', S: 'SOUTH', E: 'EAST', W: 'WEST' }

interface MunicipalName {
  role: (typeof MUNICIPAL)[number]
  name: string
  type: string | null
}

/** The office and the municipality that a text names; undefined for an office of another kind of area. */
export function splitMunicipal(text: string): MunicipalName | undefined {
  const role = MUNICIPAL.find(({ pattern }) => pattern.test(text))
  if (!role) return undefined
  const rest = withoutDashes(text.split(role.pattern).join(' ')).replace(PART_BEFORE, '').replace(PART_AFTER, '')
  const [, plainType, town] = TYPE_BEFORE.exec(`${rest} `) ?? []
  const before = plainType ?? town
  const inner = `${rest} `.replace(TYPE_BEFORE, '').trim()
  const end = TYPE_AFTER.exec(inner)?.[1]
  // `BOROUGH CENTRAL CITY`
  const after = end === 'CITY' && before !== undefined && before !== 'CITY' ? undefined : end
  const name = (after === undefined ? inner : halved(inner).replace(TYPE_AFTER, ''))
    .replace(TYPE_BEFORE, '')
    .replace(/^[NSEW](?= )/, (side) => SIDES_IN_FULL[side] ?? side)
  return { role, name, type: MUNICIPAL_TYPES[after ?? before ?? ''] ?? role.type ?? null }
}

/** `LIGONIER VALLEY LIGONIER VALLEY` → `LIGONIER VALLEY` */
export function halved(text: string): string {
  const tokens = text.split(' ')
  const half = tokens.slice(0, tokens.length / 2).join(' ')
  return tokens.length % 2 === 0 && `${half} ${half}` === text ? half : text
}
