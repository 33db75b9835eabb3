// A reporter of Vitest: names the ten slowest tests at the end of a run, so that a slow one is noticed when it is written.

import type { Reporter, TestModule } from 'vitest/node'

const SHOWN = 10

export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const timed = modules
      .flatMap((module) => [...module.children.allTests()])
      .map((test) => ({
        name: `${test.module.relativeModuleId} > ${test.fullName}`,
        ms: test.diagnostic()?.duration ?? 0,
      }))
      .sort((a, b) => b.ms - a.ms)
      .slice(0, SHOWN)
    if (timed.length < SHOWN) return
    console.log(`\nThe ${SHOWN} slowest tests:`)
    for (const { name, ms } of timed) console.log(`  ${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`)
  }
}
