// The one call by which a test records what it proved: RELIABILITY.md is written from these records.

import { TestRunner } from 'vitest'
import type { Figure } from './figure.ts'
import { PROMISES } from './promises.ts'

declare module 'vitest' {
  interface TaskMeta {
    proofs?: { promise: string; figures: Figure[] }[]
  }
}

/**
 * Records the figures of the running test. Call it before the expectations, so that a failed test shows its figures too.
 * Throws if `promises.csv` does not say that this test proves the promise.
 */
export function proved(promise: string, figures: readonly Figure[]): void {
  const test = TestRunner.getCurrentTest()
  const name = PROMISES.find((one) => one.name === promise)?.test
  if (!test || test.name !== name)
    throw new Error(`${promise}: got the test ${test?.name}, expected "${name}" of promises.csv`)
  test.meta.proofs = [...(test.meta.proofs ?? []), { promise, figures: [...figures] }]
}
