// Small published bundles in the folder of a command line.

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DAY } from '../../../data/schema/scalar.ts'
import { pathsIn } from '../../../data/store/paths.ts'
import { openState } from '../../../data/store/state/sqlite/state.ts'
import { writeSmall } from '../../build/publish/small-bundle.ts'

/** @returns its id; it stays, whatever the retention says, until a command deletes it */
export async function publishSmall(
  folder: string,
  { name, daysAgo, electionDays = [] }: { name: string; daysAgo: number; electionDays?: readonly string[] },
): Promise<string> {
  const paths = pathsIn(folder)
  const { bundle } = writeSmall(paths, name, electionDays)
  const state = await openState(paths)
  await state.publish({
    expectedPublication: (await state.head())?.publication ?? null,
    ...{ bundle, published_at: new Date(Date.now() - daysAgo * DAY).toISOString(), staged: null },
  })
  await state.close()
  return bundle
}

/** The day in UTC, YYYY-MM-DD. */
export function dayBefore(daysAgo: number): string {
  return new Date(Date.now() - daysAgo * DAY).toISOString().slice(0, 10)
}

/** An export of 3 bytes. */
export function exportSmall(folder: string, bundle: string): string {
  const exported = join(folder, 'exports', bundle)
  mkdirSync(exported, { recursive: true })
  writeFileSync(join(exported, 'contest.csv'), 'id\n')
  writeFileSync(join(exported, 'SHA256SUMS'), `${'ab'.repeat(32)}  contest.csv\n`)
  return exported
}
