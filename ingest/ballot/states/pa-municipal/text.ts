// Splits the text of an office as Pennsylvania's counties print it: `AUDITOR TOWNSHIP V1 YR4 UPPER YODER`,
// `Council (2 Year Term) Lehighton Boro`, `Region 2 School Board Director 2yr`.

import { z } from 'zod'
import { groupBy } from '../../../../data/core/group-by.ts'
import { readOwnTable } from '../../../read/csv.ts'
import { numberIn, once, plain } from '../../office-rules/office-text.ts'

const FOLDER = ['ingest', 'ballot', 'states', 'pa-municipal'] as const

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

const pattern = z
  .string()
  .min(1)
  .transform((text) => new RegExp(text))

const termRow = z.strictObject({
  /** The first pattern of a step that matches is taken out of the text. */
  step: z.string().min(1),
  pattern,
  /** What the groups of the pattern are. A part that an earlier step found stays. */
  parts: z.string().transform((text) => text.split(' ')),
  example: z.string(),
})
const STEPS = groupBy(readOwnTable(termRow, ...FOLDER, 'terms.csv'), ({ step }) => step)

/** @param district the column of its own, `` if the county has the place in the office's text */
export function splitText(office: string, district: string): PaText {
  let text = withoutDashes(
    plain(`${office} ${district}`)
      .replace(/\./g, '')
      .replace(/[(),:;_?"]/g, ' '),
  )
  const found = new Set<string>()
  const parts: Record<string, string> = {}
  for (const [step, rows] of STEPS) {
    const row = rows.find(({ pattern }) => pattern.test(text))
    if (!row) continue
    found.add(step)
    const [, ...groups] = row.pattern.exec(text) ?? []
    for (const [at, part] of row.parts.entries()) {
      const value = groups[at]
      if (value !== undefined) parts[part] ??= value
    }
    text = text.replace(row.pattern, ' ').replace(/\s+/g, ' ').trim()
    // `3rd Ward Council 4 Year Term 3`
    const { ward } = parts
    if (step === 'ward' && ward !== undefined && text.endsWith(`COUNCIL ${ward}`))
      text = text.slice(0, -ward.length).trim()
  }
  const { years, votes, ward, region, district: code = null } = parts
  return {
    text,
    years: toNumber(years),
    votes: toNumber(votes),
    unexpired: found.has('unexpired') || found.has('unexpired term'),
    at_large: found.has('at large'),
    ward: ward === undefined ? null : wardCode(ward),
    region: region === undefined ? null : numberIn(region),
    district: code,
  }
}

/** Words between single spaces. A dash stays within a word: `Salisbury-Elk Lick`, `Tax Collector - Penbrook` → `Tax Collector Penbrook`. */
function withoutDashes(text: string): string {
  const words = text.split(/\s+/).map((word) => {
    const start = [...word].findIndex((letter) => letter !== '-')
    let end = word.length
    while (end > 0 && word[end - 1] === '-') end--
    return start < 0 ? '' : word.slice(start, end)
  })
  return words.filter((word) => word !== '').join(' ')
}

const SIDES: Readonly<Record<string, string>> = { N: 'NORTH', S: 'SOUTH', E: 'EAST', W: 'WEST' }

function toNumber(digits: string | undefined): number | null {
  return digits === undefined ? null : Number(numberIn(digits))
}

function wardCode(printed: string): string {
  if (/^\d+$/.test(printed)) return String(Number(printed))
  return numberIn(SIDES[printed] ?? printed).toLowerCase()
}

// The offices of municipalities, and the names of municipalities.

const yes = z.enum(['', 'yes']).transform((text) => text === 'yes')
const orNone = z.string().transform((text) => text || undefined)

const municipalRow = z.strictObject({
  pattern,
  title: z.string().min(1),
  /** True if the office can have several places. */
  several: yes,
  /** True if wards or districts may elect it. */
  by_part: yes,
  /** Of all municipalities that have it, and of most. */
  type: orNone,
  prefers: orNone,
})

/** In this order: a council member of a township is no supervisor. */
const MUNICIPAL = readOwnTable(municipalRow, ...FOLDER, 'municipal.csv')

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
  const name = (after === undefined ? inner : once(inner).replace(TYPE_AFTER, ''))
    .replace(TYPE_BEFORE, '')
    // `E Nottingham`
    .replace(/^[NSEW](?= )/, (side) => SIDES[side] ?? side)
  return { role, name, type: MUNICIPAL_TYPES[after ?? before ?? ''] ?? role.type ?? null }
}
