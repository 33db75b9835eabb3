// The orders in SQL equal those of the vocabulary.

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { LEVELS, OFFICES } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import { openWarehouse } from '../../data/store/warehouse.ts'

test('levels and offices rank in the order of their lists', async () => {
  const warehouse = await openWarehouse(':memory:', { threads: 1 })
  await warehouse.run(`
    CREATE TABLE out.alias (kind VARCHAR, key VARCHAR, old_key VARCHAR);
    CREATE TABLE out.salt (kind VARCHAR, key VARCHAR, salt VARCHAR)`)
  await warehouse.run(readFileSync(projectFile('build', 'sql', '00_macro.sql'), 'utf8'))
  const rank = async (macro: string, word: string) => {
    const [row] = await warehouse.all<{ rank: number | null }>(`SELECT ${macro}($word) AS rank`, { word })
    return row?.rank
  }
  for (const [at, level] of LEVELS.entries()) expect(await rank('level_rank', level)).toBe(at + 1)
  for (const [at, office] of OFFICES.entries()) expect(await rank('office_rank', office)).toBe(at + 1)
  for (const macro of ['level_rank', 'office_rank']) expect(await rank(macro, 'unheard-of')).toBeFalsy()
  await warehouse.close()
})
