// Limits the memory of DuckDB during a step of the build that needs the memory itself.

import { quoteText, type Warehouse } from '../../data/store/warehouse.ts'
import { SPARE_MEMORY } from '../constants.ts'

/** What DuckDB keeps beyond SPARE_MEMORY is given back before the step. One thread, as each takes memory of its own. */
export async function withSpareMemory<Result>(work: Warehouse, step: () => Promise<Result>): Promise<Result> {
  const [before] = await work.all<{ threads: number; memory: string }>(
    "SELECT current_setting('threads') AS threads, current_setting('memory_limit') AS memory",
  )
  await work.run(`SET threads = 1; SET memory_limit = '${SPARE_MEMORY}'`)
  try {
    return await step()
  } finally {
    if (before) await work.run(`SET threads = ${before.threads}; SET memory_limit = ${quoteText(before.memory)}`)
  }
}
