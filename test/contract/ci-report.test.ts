import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROJECT_ROOT } from '../../data/store/paths.ts'
import { shareFolder } from '../temporary.ts'

/** A quick file without failures: a failure that a report gives it is a flicker. */
const SOUND = 'test/data/geometry/outline.test.ts'
const GONE = 'test/data/gone.test.ts'

const folder = shareFolder()

const test = (status: string) => ({ status, fullName: `a ${status} test`, failureMessages: ['Error: expected\n  one'] })
const file = (path: string, ...statuses: string[]) => ({
  name: join(PROJECT_ROOT, path),
  status: statuses.includes('failed') ? 'failed' : 'passed',
  message: '',
  assertionResults: statuses.map(test),
})

function end(files: object[], statuses: string[]) {
  writeFileSync(join(folder, 'test.json'), JSON.stringify({ testResults: files }))
  writeFileSync(
    join(folder, 'long.json'),
    JSON.stringify({ testResults: [file('test/a.long.test.ts', 'passed', 'skipped')] }),
  )
  const [check, fast, long] = statuses
  const { status, stdout } = spawnSync(
    'node',
    ['.ci/report.mjs', folder, `check=${check}`, `test=${fast}`, `long=${long}`],
    { cwd: PROJECT_ROOT, encoding: 'utf8', timeout: 120_000 },
  )
  return {
    status,
    lines: stdout
      .trim()
      .split('\n')
      .filter((line) => /^(failed|flaky|\d+ passed)/.test(line)),
  }
}

it('passes a run in which nothing failed', () => {
  const { status, lines } = end([file('test/b.test.ts', 'passed', 'passed')], ['0', '0', '0'])
  expect({ status, lines }).toEqual({ status: 0, lines: ['3 passed, 0 failed, 1 skipped'] })
})

it('names a failed file as flaky if it passes alone', () => {
  const { status, lines } = end([file(SOUND, 'failed', 'passed')], ['0', '2', '0'])
  expect(status).toBe(0)
  expect(lines[0]).toBe(`flaky: ${SOUND}: a failed test: Error: expected one`)
  expect(lines[1]).toMatch(/^\d+ passed, 0 failed, 1 skipped$/)
})

it('fails a file that fails again, and does not count it as flaky', () => {
  const { status, lines } = end([file(GONE, 'failed', 'passed')], ['0', '2', '0'])
  expect(status).toBe(1)
  expect(lines).toEqual([`failed: ${GONE}: a failed test: Error: expected one`, '2 passed, 1 failed, 1 skipped'])
})

it('fails if the check, or a run without a failed test, ended with an error', () => {
  const { status, lines } = end([file('test/b.test.ts', 'passed')], ['1', '2', '0'])
  expect(status).toBe(1)
  expect(lines).toEqual(['failed: make check', 'failed: make ended with 2: test', '2 passed, 2 failed, 1 skipped'])
})

it('runs no file again if many failed', () => {
  const files = Array.from({ length: 6 }, (_, nth) => file(`test/${nth}.test.ts`, 'failed'))
  expect(end(files, ['0', '2', '0']).lines.at(-1)).toBe('1 passed, 6 failed, 1 skipped')
})
