import { defineConfig } from 'vitest/config'

const report = process.env.HUSTINGS_TEST_REPORT

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
    // What takes milliseconds takes longer on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
  },
})
