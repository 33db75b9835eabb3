// Ends a run of CI: `node .ci/report.mjs FOLDER check=STATUS test=STATUS long=STATUS`. FOLDER/test.json and FOLDER/long.json are vitest's
// reports. Each file with a failed test is run once more, alone. If it passes then, it is named as flaky and the run passes. A file that is
// flaky in two runs in a row must be mended. The last line reads `N passed, N failed, N skipped`; the exit code is 0 if none failed.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** With more failed files than this, the fault is in the change and not in the machine: none is run again. */
const MAX_RERUNS = 5
const RERUN_TIMEOUT_MS = 240_000

const [folder, check, ...ends] = process.argv.slice(2)
const counts = { passed: 0, failed: 0, skipped: 0 }
const [failures, flaky] = [[], []]

/** @returns each test file's counts and first failures, or undefined if the run wrote no report */
function readReport(file) {
  if (!existsSync(file)) return undefined
  return JSON.parse(readFileSync(file, 'utf8')).testResults.map(
    ({ name, status, message, assertionResults: tests }) => {
      const failed = tests.filter((test) => test.status === 'failed')
      const messages = failed.map(({ fullName, failureMessages: [first] }) => `${fullName}: ${first}`)
      // A file that could not be loaded, or whose set-up failed, has no failed test.
      if (status === 'failed' && messages.length === 0) messages.push(String(message))
      const passed = tests.filter((test) => test.status === 'passed').length
      const path = relative(process.cwd(), name)
      return { path, passed, skipped: tests.length - passed - failed.length, failures: messages.map(toLine) }
    },
  )
}

function toLine(message) {
  return message.replace(/\s+/g, ' ').slice(0, 300)
}

function runAlone(project, path) {
  const report = join(folder, 'again.json')
  console.log(`${path} failed: it is run once more, alone.`)
  const { status } = spawnSync('npx', ['--no-install', 'vitest', 'run', '--project', project, path], {
    env: { ...process.env, HUSTINGS_TEST_REPORT: report },
    stdio: 'inherit',
    timeout: RERUN_TIMEOUT_MS,
  })
  return status === 0 ? readReport(report)?.find((file) => file.path === path) : undefined
}

if (check !== 'check=0') failures.push('make check')
for (const end of ends) {
  const [project, status] = end.split('=')
  const files = readReport(join(folder, `${project}.json`))
  const failed = files?.filter((file) => file.failures.length > 0) ?? []
  if (!files || (status !== '0' && failed.length === 0)) failures.push(`make ended with ${status}: ${project}`)
  for (const file of files ?? []) {
    const again = failed.includes(file) && failed.length <= MAX_RERUNS ? runAlone(project, file.path) : undefined
    const last = again ?? file
    counts.passed += last.passed
    counts.skipped += last.skipped
    if (again) flaky.push(`${file.path}: ${file.failures[0]}`)
    else failures.push(...file.failures.map((failure) => `${file.path}: ${failure}`))
  }
}
counts.failed = failures.length
for (const line of failures) console.log(`failed: ${line}`)
for (const line of flaky) console.log(`flaky: ${line}`)
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
