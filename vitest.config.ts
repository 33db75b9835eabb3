import { defineConfig } from 'vitest/config'
import { ReliabilityReporter } from './test/proof/reporter.ts'
import { SlowestFirst, SlowestTests } from './test/slowest.ts'

const report = process.env.HUSTINGS_TEST_REPORT
const LONG = 'test/**/*.long.test.ts'

export default defineConfig({
  test: {
    // `make test` runs the first project, `make test-all` the second, `make proof` both.
    projects: [
      { extends: true, test: { name: 'test', include: ['test/**/*.test.ts'], exclude: [LONG] } },
      { extends: true, test: { name: 'long', include: [LONG] } },
    ],
    // Files share a worker's modules, which are imported once and not for each file: a test leaves no global state behind.
    isolate: false,
    sequence: { sequencer: SlowestFirst },
    globalSetup: './test/run-folder.ts',
    // Only what hangs is ended: no test fails because a machine is slow.
    testTimeout: 600_000,
    hookTimeout: 1_800_000,
    // Many tests wait, for a signal, a clock or another process: five keep two cores at work.
    maxWorkers: 5,
    // A condition that normally takes milliseconds takes longer on a busy machine.
    expect: { poll: { timeout: 60_000 } },
    reporters: [
      'default',
      new SlowestTests(),
      new ReliabilityReporter(),
      ...(report ? [['json', { outputFile: report }] as const] : []),
    ],
  },
})
