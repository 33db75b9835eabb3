// One changed row of 200,000 built, beside the whole part, as a ratio in one run.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../build/build.ts'
import { writeRowPart } from '../../build/bundle/row-part.ts'
import { buildChanges } from '../../build/changes.ts'
import { runChecks } from '../../build/check/checks.ts'
import { ENDORSEMENTS_SQL, runSql } from '../../build/sql/run-sql.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { FULL, median } from './compare.ts'
import { drawEndorsements, ENDORSEMENTS } from './drawn.ts'
import { type Bar, type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const NOW = new Date('2028-01-01T00:00:00Z')
const ROUNDS = FULL ? 21 : 9

export const CHANGES = `Changes over ${ENDORSEMENTS} endorsements; ratios in one run`

export interface ChangesRow {
  what: string
  milliseconds: number
  ratio: number
  /** The bound that performance asks for. */
  bar: Bar | null
  /** Undefined of a baseline, and of a median of others. */
  figure: BenchFigure | undefined
}

export async function benchChanges(): Promise<ChangesRow[]> {
  const root = mkdtempSync(join(tmpdir(), 'hustings-changes-'))
  const paths = pathsIn(root)
  try {
    await drawEndorsements(paths, NOW)
    await build({ paths })
    const whole = await timeWhole(paths)
    await edit(paths, "UPDATE core.endorsement SET statement = 'Said anew.' WHERE line = 4711")
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const built = await buildChanges({ paths })
      times.push(performance.now() - began)
      if (built.taken !== 'changes') throw new Error(`one changed row was built whole: ${built.why}`)
    }
    const one = median(times)
    return [
      { what: 'a whole endorsements part', milliseconds: whole, ratio: 1, bar: null, figure: undefined },
      {
        ...{ what: 'one changed row', milliseconds: one, ratio: one / whole, bar: { at: 0.02, is: 'at most' } },
        figure: toFigure(
          'one changed row',
          'lower',
          times.map((time) => time / whole),
        ),
      },
    ]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

async function edit(paths: Paths, sql: string): Promise<void> {
  const warehouse = await openWarehouse(paths.work)
  await warehouse.run(sql)
  await warehouse.close()
}

/** From rows to the sealed file, with the checks: what a changes part is instead of. */
async function timeWhole(paths: Paths): Promise<number> {
  const warehouse = await openWarehouse(paths.work)
  const folder = join(paths.root, 'whole')
  const began = performance.now()
  for (const name of ENDORSEMENTS_SQL) await runSql(warehouse, name)
  await runChecks(warehouse, 'endorsements')
  await writeRowPart(warehouse, folder, 'endorsements')
  const milliseconds = performance.now() - began
  await warehouse.close()
  rmSync(folder, { recursive: true, force: true })
  return milliseconds
}

export function toChangesTable(rows: readonly ChangesRow[]): BenchTable {
  return {
    ...{ title: CHANGES, columns: ['work', 'ms', 'ratio', 'bar'], skipped: [] },
    rows: rows.map(({ what, milliseconds, ratio, bar }) => [
      ...[what.trim(), milliseconds.toFixed(3), ratio.toFixed(3)],
      toVerdict(ratio, bar),
    ]),
    figures: rows.flatMap(({ figure }) => (figure ? [figure] : [])),
  }
}
