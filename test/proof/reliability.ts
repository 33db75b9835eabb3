// RELIABILITY.md: each promise, the test that proves it, and the figures of its last run.

import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { projectFile } from '../../data/store/paths.ts'
import { presentFigure } from './figure.ts'
import { GROUPS, PROMISES, type Promised } from './promises.ts'
import { loadRecords, type ProofRecord, type ProofRecords } from './records.ts'

export const RELIABILITY_PAGE = projectFile('RELIABILITY.md')

const INTRO = `# Reliability

Each row is a promise and the test that proves it. \`make proof\` runs every proof in full and writes this page. One proof alone updates its
own rows:

\`\`\`sh
PROOF=1 npx vitest run --project long test/whole/swaps.long.test.ts
\`\`\`

- **held**: the test passed, and each figure is within its bar.
- **missed**: the test passed, and a figure is beyond its bar. A bar that is a time applies to a machine without other work, so no test
  fails because of it.
- **failed**: the test failed.
- **not run**: the test needs something that the machine does not have, or it has not run in full yet.

The load is the number of programs that wanted a core in the minute before the run: above the number of cores, others slowed it down.
\`make test\` and \`make test-all\` run some of these tests with smaller numbers, and write nothing here. [BENCHMARKS.md](BENCHMARKS.md) has the
measured speed.
`

export function writeReliabilityPage(records: ProofRecords): string {
  const machines = [...new Set(PROMISES.flatMap(({ name }) => records[name]?.machine ?? []))]
  const groups = Object.entries(GROUPS).map(([group, heading]) => {
    const rows = PROMISES.filter((one) => one.group === group).map((one) => toRow(one, records[one.name], machines))
    return `## ${heading}\n\n| promise | result | figures | measured | test |\n|---|---|---|---|---|\n${rows.join('\n')}\n`
  })
  const listed = machines.map((machine, at) => `- Machine ${at + 1}: ${machine}.`)
  return `${INTRO}\n${groups.join('\n')}\n## Machines\n\n${listed.join('\n') || 'No proof has run yet.'}\n`
}

function toRow({ promise, file, test }: Promised, record: ProofRecord | undefined, machines: string[]): string {
  const result = record?.result ?? 'not run'
  const figures = record?.figures.map(presentFigure) ?? []
  const measured = record ? `${record.date}, machine ${machines.indexOf(record.machine) + 1}, load ${record.load}` : ''
  const said = result === 'held' ? 'held' : `**${result}**`
  const cells = [
    promise,
    record?.reason === undefined ? said : `${said}: ${record.reason}`,
    figures.join('<br>'),
    measured,
    `\`${file}\`: ${test}`,
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

/** In the order of the promises, without those that are no more. */
export function inOrder(records: ProofRecords): ProofRecords {
  return Object.fromEntries(PROMISES.flatMap(({ name }) => (records[name] ? [[name, records[name]] as const] : [])))
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(RELIABILITY_PAGE, writeReliabilityPage(loadRecords()))
