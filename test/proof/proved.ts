// The one call by which a test records what it proved: RELIABILITY.md is written from these records.

import { TestRunner } from 'vitest'
import type { Figure } from './figure.ts'
import { PROMISES, type PromiseName } from './promises.ts'

declare module 'vitest' {
  interface TaskMeta {
    proofs?: { promise: PromiseName; figures: Figure[] }[]
  }
}

/**
 * Records the figures of the running test. Call it before the expectations, so that a failed test shows its figures too.
 * Throws if `promises.ts` does not say that this test proves the promise.
 */
export function proved(promise: PromiseName, figures: readonly Figure[]): void {
  const test = TestRunner.getCurrentTest()
  const { test: name } = PROMISES[promise]
  if (test?.name !== name) throw new Error(`${promise}: got the test ${test?.name}, expected "${name}" of promises.ts`)
  test.meta.proofs = [...(test.meta.proofs ?? []), { promise, figures: [...figures] }]
}
