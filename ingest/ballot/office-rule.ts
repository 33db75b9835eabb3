// The office that a source's title names, with its area, and the rules that find it.

import type { ContestDetails } from '../../data/schema/contest.ts'
import { LEVELS, type Level } from '../../data/schema/vocabulary.ts'
import type { ContestArea } from './division.ts'

export interface ListedOffice {
  /** Segment of the contest's key. */
  subject: string
  level: Level
  title: string
  short_title: string
  area: ContestArea
  seat?: string
  /** Used if the source does not state it. Default: 1. */
  votes_allowed?: number
  /** Set for a measure, e.g. `Proposal 12-1`; '' for one without a number. Its choices are answers. */
  measure_code?: string
  /** True if voters say whether a judge stays. The choices are answers. */
  retention?: true
  details?: ContestDetails
}

/**
 * @param pattern matches the contest as the source names it; its groups are the arguments of `office`, with '' for a missing group
 */
export interface OfficeRule {
  pattern: RegExp
  /** Sorts contests on a ballot. Default: the position of the rule. */
  rank?: number
  /** Of an office table. */
  row?: TableRow
  office: (...groups: string[]) => ListedOffice
}

export interface TableRow {
  file: string
  line: number
  pattern: string
  /** True if two titles that the row takes for one contest differ only in words that the pattern writes out. */
  tellsApart: boolean
}

export interface FoundOffice {
  office: ListedOffice
  /** Sorts contests on a ballot and is unique per contest: the rule's position, the area, the office and its seat. */
  place: string
  rank: number
  row?: TableRow
}

/** Returns the first rule that matches. The rules must be in ballot order. */
export function findOffice(rules: readonly OfficeRule[], text: string): FoundOffice | undefined {
  for (const [index, { pattern, rank = index, row, office }] of rules.entries()) {
    const match = pattern.exec(text)
    if (!match) continue
    return { ...placeOffice(office(...match.slice(1).map((group) => group ?? '')), rank), ...(row && { row }) }
  }
  return undefined
}

/** @param rank of the office on a ballot. Default: by its level. */
export function placeOffice(office: ListedOffice, rank = LEVELS.indexOf(office.level)): FoundOffice {
  const place = JSON.stringify([rank, office.area, office.subject, office.seat ?? ''])
  return { office, rank, place: place.replace(/\d+/g, (digits) => digits.padStart(6, '0')) }
}
