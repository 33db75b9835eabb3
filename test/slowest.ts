// Slow files begin first. A reporter of Vitest names the ten slowest tests at the end of a run, and the files of `make test` over their
// budget, so that a slow one is noticed when it is written. It never fails a run: a busy machine is slow.

import { relative } from 'node:path'
import { BaseSequencer, type Reporter, type TestModule, type TestSpecification } from 'vitest/node'

const SHOWN = 10

/** Seconds that a file of `make test` may take on an idle machine with two cores. */
const BUDGET_S = 10

/** Budgets of the files that need more, in seconds. */
const BUDGETS_S: Readonly<Record<string, number>> = {
  // Build the sample many times, by each command.
  'test/cli/private-source.test.ts': 30,
  'test/cli/sources.test.ts': 25,
  'test/cli/dry-run.test.ts': 15,
  // Wait for intervals and pauses, on real clocks.
  'test/cli/polls.test.ts': 15,
  // Whole builds to compare with.
  'test/build/changes.test.ts': 35,
  // Wait as long as a server may be behind, on real clocks.
  'test/server/serving/release-watch.test.ts': 15,
  // Refusals are timed until the machine is quiet enough.
  'test/server/http/auth-guess.test.ts': 15,
  // Hash passwords, at the cost that guards them.
  'test/cli/accounts.test.ts': 15,
  // Compare each command with a process of its own.
  'test/cli/command.test.ts': 15,
  // Kill a process at many moments.
  'test/build/archive/archive.test.ts': 15,
  // Read and write a working database again and again.
  'test/data/store/replace-source.test.ts': 20,
  'test/ingest/engine/rebuild.test.ts': 15,
  'test/ingest/engine/source-dependencies.test.ts': 15,
  // Publishes thousands of endorsements many times.
  'test/build/publish/publish-events.test.ts': 30,
  // Asks every route for every night, by three names each.
  'test/server/snapshot.test.ts': 15,
  // Answers of many slices, and as many as may wait.
  'test/server/area-answer.test.ts': 20,
}

/** Seconds that the longest files of `make test-all` take beside others: a file that begins last would run alone. */
const LONG_S: Readonly<Record<string, number>> = {
  'test/whole/national.long.test.ts': 700,
  'test/whole/real.long.test.ts': 450,
  'test/deploy/one-machine.long.test.ts': 450,
  'test/whole/held-back.long.test.ts': 380,
  'test/deploy/systemd.long.test.ts': 360,
  'test/deploy/proxies.long.test.ts': 300,
  'test/server/location-strings-national.long.test.ts': 260,
  'test/cli/alarm.long.test.ts': 260,
  'test/apps/explore/map.long.test.ts': 240,
  'test/whole/narrowing.long.test.ts': 150,
}

/** Files with a known time, the longest first; then the others as Vitest orders them. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = { ...BUDGETS_S, ...LONG_S }
    const timeOf = ({ moduleId, project }: TestSpecification): number =>
      known[relative(project.config.root, moduleId)] ?? 0
    return (await super.sort(files)).sort((a, b) => timeOf(b) - timeOf(a))
  }
}

export class SlowestTests implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly { message: string }[]): void {
    // No test is failed by these, but the run is: they are said where a reader of the end of a log sees them.
    for (const { message } of errors) console.log(`\nAn error outside every test: ${message.split('\n', 1)[0]}`)
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
    for (const { name, ms } of timed) console.log(`  ${seconds(ms)} s  ${name}`)
    printOverBudget(modules.filter(({ project }) => project.name === 'test'))
  }
}

function printOverBudget(modules: readonly TestModule[]): void {
  const over = modules
    .map((module) => ({
      name: module.relativeModuleId,
      ms: module.diagnostic().duration,
      budget: BUDGETS_S[module.relativeModuleId] ?? BUDGET_S,
    }))
    .filter(({ ms, budget }) => ms > budget * 1000)
    .sort((a, b) => b.ms - a.ms)
  if (over.length === 0) return
  console.log('\nFiles over their budget (test/slowest.ts), unless the machine is busy:')
  for (const { name, ms, budget } of over) console.log(`  ${seconds(ms)} s of ${budget} s  ${name}`)
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(1).padStart(6)
}
