// Numbers the distinct answers of one worker, so that a row takes four bytes.

import type { Answer } from './answer.ts'
import type { NumberedAnswer } from './chunk.ts'

export interface Numbering {
  /** The same for answers with equal cells and reason. */
  numberOf(answer: Answer): number
  /** The answers that were numbered since the last call. */
  takeNew(): NumberedAnswer[]
}

/** @param first number. @param step to the next number: workers that begin at 0, 1, … and step by their count share no number */
export function createNumbering(first: number, step: number): Numbering {
  const numbers = new Map<string, number>()
  const known = new WeakMap<Answer, number>()
  let fresh: NumberedAnswer[] = []
  return {
    numberOf(answer) {
      const found = known.get(answer)
      if (found !== undefined) return found
      const key = JSON.stringify([answer.reason, ...answer.cells])
      let number = numbers.get(key)
      if (number === undefined) {
        number = first + numbers.size * step
        numbers.set(key, number)
        fresh.push({ number, answer })
      }
      known.set(answer, number)
      return number
    },
    takeNew() {
      const taken = fresh
      fresh = []
      return taken
    },
  }
}
