// Changes beside whole parts: one changed row of 200,000 built, and reads through base + changes, as ratios in one run.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from '../../build/build.ts'
import { writeRowPart } from '../../build/bundle/row-part.ts'
import { buildChanges } from '../../build/changes.ts'
import { runChecks } from '../../build/check/checks.ts'
import { ENDORSEMENTS_SQL, runSql } from '../../build/sql/run-sql.ts'
import { type Bundle, openBundle } from '../../data/store/bundle.ts'
import { loadManifest } from '../../data/store/manifest.ts'
import { type Paths, pathsIn } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'
import { FULL, median } from './compare.ts'
import { drawEndorsements, ENDORSEMENTS } from './drawn.ts'
import { drawReads, type Read } from './overlay-reads.ts'
import { type Bar, type BenchFigure, type BenchTable, toFigure, toVerdict } from './table.ts'

const NOW = new Date('2028-01-01T00:00:00Z')
const ROUNDS = FULL ? 21 : 9
const CHANGED = 10_000
const FOLD_NEVER = { share: 1, rows: 1 }

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
    const base = (await build({ paths })).bundle
    const whole = await timeWhole(paths)
    await edit(paths, "UPDATE core.endorsement SET statement = 'Said anew.' WHERE line = 4711")
    const times: number[] = []
    let bundle = ''
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now()
      const built = await buildChanges({ paths })
      times.push(performance.now() - began)
      if (built.taken !== 'changes') throw new Error(`one changed row was built whole: ${built.why}`)
      bundle = built.bundle
    }
    await edit(
      paths,
      `UPDATE core.endorsement
SET statement = 'Said anew, and not alone.'
WHERE contest_key IN (
  SELECT contest_key FROM core.endorsement GROUP BY contest_key ORDER BY hash(contest_key) LIMIT ${CHANGED / 10}
)`,
    )
    const many = await buildChanges({ paths, fold: FOLD_NEVER })
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
      ...compareReads(paths, base, { bundle, at: 0.9, label: '1 row' }),
      ...compareReads(paths, base, { bundle: many.bundle, at: 0.7, label: `${CHANGED} rows` }),
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

/** Each read in turn from the one and the other, so that what else the machine does meets both. */
function compareReads(
  paths: Paths,
  base: string,
  { bundle, at, label }: { bundle: string; at: number; label: string },
): ChangesRow[] {
  const [alone, both] = [openBundle(paths, loadManifest(paths, base)), openBundle(paths, loadManifest(paths, bundle))]
  try {
    const rows = drawReads(alone).map(({ what, read, times }): ChangesRow => {
      const rounds = Array.from({ length: ROUNDS + 1 }, () => [
        timeRead(alone, read, times),
        timeRead(both, read, times),
      ])
      const [, ...warm] = rounds
      const ratios = warm.map(([first = 0, second = 1]) => first / second)
      const milliseconds = median(warm.map(([, second = 0]) => second / times))
      const figure = toFigure(`${what}, base + ${label}`, 'higher', ratios)
      return { what: `  ${what}`, milliseconds, ratio: median(ratios), bar: null, figure }
    })
    const [ratio, milliseconds] = [median(rows.map((row) => row.ratio)), median(rows.map((row) => row.milliseconds))]
    const bar = { at, is: 'at least' as const }
    return [
      { what: `reads through base + ${label}, the median of`, milliseconds, ratio, bar, figure: undefined },
      ...rows,
    ]
  } finally {
    for (const part of new Set([alone, both].flatMap(partsOf))) part.close()
  }
}

function timeRead(bundle: Bundle, read: Read['read'], times: number): number {
  const began = performance.now()
  for (let nth = 0; nth < times; nth++) read(bundle, nth)
  return performance.now() - began
}

function partsOf({ places, ballots, endorsements, officeholders }: Bundle) {
  return [places, ballots, endorsements, officeholders]
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
