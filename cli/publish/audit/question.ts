// A plain question, the count of its answers, and the audit: it asks the questions and judges the answers by the list of known gaps.

import { STATES } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { Gap } from './facts.ts'
import { type Ask, createNation, type Nation } from './nation.ts'

/** @setting The first year of the elections that `audit` asks about: older districts are hardly drawn. */
export const AUDIT_FIRST_YEAR = 2012

export interface Question {
  /** In kebab-case. It never changes: gaps and the record of the last run name it. */
  id: string
  /** As a person would ask. */
  asks: string
  /** Whether it compares with facts of the nation, so that invented elections cannot pass it. */
  ofTheNation: boolean
  /** Whether it asks at a sample of places, so that a known gap may not be met. */
  sampled: boolean
  answer(nation: Nation): Promise<Tally>
}

/** A wrong answer. */
interface Failure {
  /** A short name without line breaks that stays the same from night to night, such as `TX 2026 congressional 15`. Gaps name it. */
  what: string
  got: string
  expected: string
  /** Path and query of /v1 that show it. */
  at: string
}

export class Tally {
  asked = 0
  readonly failures: Failure[] = []

  /** @param expected compared with what was got: equal is right */
  expect(what: string, got: string | number, expected: string | number, at: string): void {
    this.asked += 1
    if (got !== expected) this.fail(what, String(got), String(expected), at)
  }

  /** Counts a question whose answer is judged by the caller. */
  judge(right: boolean, failure: () => Failure): void {
    this.asked += 1
    if (!right) this.failures.push(failure())
  }

  private fail(what: string, got: string, expected: string, at: string): void {
    this.failures.push({ what, got, expected, at })
  }
}

// The audit.

export interface QuestionReport {
  id: string
  asks: string
  asked: number
  /** Outside the known gaps. */
  failed: number
  failures: readonly Failure[]
  /** Known gaps that were met, with the number of wrong answers that each explains. */
  gaps: readonly (Gap & { explains: number })[]
  /** Known gaps that no longer fail. Empty for a question that asks only at a sample of places. */
  stale: readonly Gap[]
  seconds: number
}

export interface AuditReport {
  /** The day of the service. */
  day: string
  seconds: number
  questions: readonly QuestionReport[]
}

interface AuditOptions {
  questions: readonly Question[]
  gaps: readonly Gap[]
  /** Null: all. */
  states: readonly StateCode[] | null
  places: number
  /** YYYY-MM-DD. */
  day: string
  /** Called before each question. */
  onQuestion(id: string): void
}

export async function runAudit(
  ask: Ask,
  { questions, gaps, states, places, day, onQuestion }: AuditOptions,
): Promise<AuditReport> {
  const nation = createNation(ask, { states, sample: places, day })
  const began = performance.now()
  const reports: QuestionReport[] = []
  for (const question of questions) {
    const start = performance.now()
    onQuestion(question.id)
    const { asked, failures } = await question.answer(nation)
    const judged = judge(
      failures,
      gaps.filter((gap) => gap.question === question.id),
    )
    // A partial audit does not meet every gap, and neither does an installation with a part of the nation.
    const isWhole = !question.sampled && states === null && judged.stale.length > 0
    reports.push({
      id: question.id,
      asks: question.asks,
      asked,
      failed: judged.failures.length,
      ...judged,
      stale: isWhole ? await findHeld(judged.stale, nation) : [],
      seconds: secondsSince(start),
    })
  }
  return { day, seconds: secondsSince(began), questions: reports }
}

function judge(failures: readonly Failure[], gaps: readonly Gap[]) {
  const explains = new Map(gaps.map((gap) => [gap, 0]))
  const outside = failures.filter(({ what }) => {
    const gap = gaps.find((one) => covers(one, what))
    if (gap) explains.set(gap, (explains.get(gap) ?? 0) + 1)
    return gap === undefined
  })
  const met = [...explains].map(([gap, count]) => ({ ...gap, explains: count }))
  return {
    failures: outside,
    gaps: met.filter((gap) => gap.explains > 0),
    stale: gaps.filter((gap) => explains.get(gap) === 0),
  }
}

/** The gaps of states that are built; a gap of any state needs all of them. */
async function findHeld(gaps: readonly Gap[], nation: Nation): Promise<Gap[]> {
  const held = new Set((await nation.districts()).flatMap((one) => (one.has_boundary ? one.state : [])))
  const isWhole = STATES.every(({ code, ocd_id }) => ocd_id.includes('/territory:') || held.has(code))
  return gaps.filter(({ what }) => {
    const [, code] = /^([a-z]{2})[ -]/i.exec(what) ?? []
    const state = STATES.find((one) => one.code === code?.toUpperCase())
    return state ? held.has(state.code) : isWhole
  })
}

/** An asterisk stands for any text. */
function covers({ what }: Gap, failure: string): boolean {
  const [start = '', ...rest] = what.split('*')
  const end = rest.pop()
  if (end === undefined) return start === failure
  if (!failure.startsWith(start)) return false
  let at = start.length
  for (const part of rest) {
    const found = failure.indexOf(part, at)
    if (found < 0) return false
    at = found + part.length
  }
  return failure.length - end.length >= at && failure.endsWith(end)
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 100) / 10
}
