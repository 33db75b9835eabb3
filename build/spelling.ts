// How candidates' names that a source prints in capitals are served: the case of each word is restored.

import type { IssueRow } from '../data/store/source-read.ts'
import type { Warehouse } from '../data/store/warehouse.ts'
import { caseName, type HeldName, isInCapitals, openSpellings } from './name-case.ts'

/** What the build finds in the rows of a source. */
export interface BuildIssue extends IssueRow {
  source_id: string
  severity: 'mended' | 'refused'
}

interface PrintedName extends HeldName {
  choice_key: string
  source_id: string
  file: string
  line: number | null
}

/** Writes out.spelling: one row a choice whose name is in capitals. @returns an issue `doubtful-case` for each name of which a part is a guess */
export async function spellNames(warehouse: Warehouse): Promise<BuildIssue[]> {
  await warehouse.run('CREATE OR REPLACE TABLE out.spelling (choice_key VARCHAR, name VARCHAR)')
  const printed = await warehouse.all<PrintedName>(`
    SELECT choice_key, choice.source_id, choice.file, choice.line, candidate_name AS name, state
    FROM core.choice AS choice
    JOIN (SELECT contest_key, min(state) AS state FROM core.contest GROUP BY contest_key) USING (contest_key)
    WHERE candidate_name = upper(candidate_name)
    ORDER BY choice.source_id, choice.file, choice.line, choice_key`)
  const inCapitals = printed.filter(({ name }) => isInCapitals(name))
  if (inCapitals.length === 0) return []
  const held = await warehouse.all<HeldName>(`
    SELECT DISTINCT candidate_name AS name, state
    FROM core.choice
    JOIN (SELECT contest_key, min(state) AS state FROM core.contest GROUP BY contest_key) USING (contest_key)
    WHERE candidate_name <> upper(candidate_name)
    UNION
    SELECT name, state FROM core.officeholder WHERE name <> upper(name)
    ORDER BY ALL`)
  const spellings = openSpellings(held)
  const cased = inCapitals.map((one) => ({ ...one, ...caseName(one, spellings), printed: one.name }))
  await warehouse.append(
    'out.spelling',
    // Two rows of one choice are told by a check.
    [...new Map(cased.map(({ choice_key, name }) => [choice_key, name]))],
  )
  return cased.flatMap(({ source_id, file, line, name, printed, doubtful }): BuildIssue[] => {
    if (doubtful.length === 0) return []
    const words = doubtful.map((word) => `"${word}"`).join(', ')
    const message = `is served as "${name}"; the case of ${words} is a guess, as no held name decides it`
    return [{ source_id, file, line, field: null, code: 'doubtful-case', value: printed, message, severity: 'mended' }]
  })
}
