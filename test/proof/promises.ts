// Every promise with a proof, from promises.csv: the test, by file and name. A test records its figures with `proved`.

import { parse } from 'csv-parse/sync'
import { z } from 'zod'
import { readProjectFile } from '../../data/store/paths.ts'

export const GROUPS = {
  kills: 'Processes that are killed',
  swaps: 'Publications during requests',
  bundles: 'Damaged bundles',
  disks: 'Disks that take no writes',
  hostile: 'Hostile and careless callers',
  stop: 'An end in order',
  time: 'Half an hour, and the nation',
} as const
type Group = keyof typeof GROUPS

const promised = z.strictObject({
  name: z.string(),
  group: z.enum(Object.keys(GROUPS) as [Group, ...Group[]]),
  promise: z.string(),
  file: z.string(),
  /** Its own name, without those of its suites. */
  test: z.string(),
})
export type Promised = z.output<typeof promised>

export const PROMISES: readonly Promised[] = z
  .array(promised)
  .parse(parse(readProjectFile('test', 'proof', 'promises.csv'), { columns: true }))
