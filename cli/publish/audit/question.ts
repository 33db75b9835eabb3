// A plain question, and the count of its answers.

import type { Nation } from './nation.ts'

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
export interface Failure {
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
