import { defineConfig } from 'vitest/config'

const report = process.env.HUSTINGS_TEST_REPORT

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // Many tests wait, for a signal, a clock or another process: three keep two cores at work.
    maxWorkers: 3,
    // What takes milliseconds takes longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
