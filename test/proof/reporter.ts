// A reporter of Vitest: with PROOF=1, writes RELIABILITY.md from the tests that ran. Rows of other tests stay.

import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { isHeld } from './figure.ts'
import { describeMachine, loadAtStart, today } from './machine.ts'
import { PROMISES } from './promises.ts'
import { loadRecords, type ProofRecord, saveRecords } from './records.ts'
import { inOrder, RELIABILITY_PAGE, writeReliabilityPage } from './reliability.ts'

export class ReliabilityReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env.PROOF !== '1') return
    const records = { ...loadRecords() }
    let ran = false
    for (const { name, file, test } of PROMISES) {
      const module = modules.find(({ relativeModuleId }) => relativeModuleId === file)
      const found = [...(module?.children.allTests() ?? [])].find((one) => one.name === test)
      // A module that could not be loaded has no tests.
      const record = found ? toRecord(found, name) : module?.state() === 'failed' ? failed() : undefined
      // A skipped test does not undo what an earlier run measured; its row has the date of that run.
      if (!record || (record.result === 'not run' && records[name])) continue
      records[name] = record
      ran = true
    }
    if (!ran) return
    const ordered = inOrder(records)
    saveRecords(ordered)
    writeFileSync(RELIABILITY_PAGE, writeReliabilityPage(ordered))
  }
}

const measured = () => ({ date: today(), machine: describeMachine(), load: loadAtStart })
const failed = (): ProofRecord => ({ result: 'failed', figures: [], ...measured() })

/** Undefined if the run ended before the test did, or a filter left it out. */
function toRecord(test: TestCase, name: string): ProofRecord | undefined {
  const { state } = test.result()
  if (state === 'pending') return undefined
  const figures = test.meta().proofs?.find(({ promise }) => promise === name)?.figures ?? []
  if (state === 'failed') return { ...failed(), figures }
  if (state === 'passed') return { result: figures.every(isHeld) ? 'held' : 'missed', figures, ...measured() }
  const [, reason] = /skipped: (.+?)\)?( >|$)/.exec(test.fullName) ?? []
  return { result: 'not run', ...(reason === undefined ? {} : { reason }), figures: [], ...measured() }
}
