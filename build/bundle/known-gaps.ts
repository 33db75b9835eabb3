// Loads the committed table of contests that are known to be absent into the working database as out.known_gap.

import { BALLOT_KINDS, MISSING_REASONS, STATE_CODES } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

/** A row whose `reason` is `none` says that the state votes on nothing of the kind on that day. */
const REASONS: readonly string[] = [...MISSING_REASONS.filter((reason) => reason !== 'no_boundary'), 'none']

interface KnownGap {
  state: string
  /** YYYY-MM-DD, of the elections of that day. */
  date: string | null
  kind: string
  reason: string
  /** What is absent where other contests of the kind are held; null if all of them are. */
  part: string | null
  note: string | null
  source: string | null
}

/** @throws Error that names the row, for an unknown state, kind or reason, a missing date or source, and a second row of the same key */
export async function loadKnownGaps(
  warehouse: Warehouse,
  file = projectFile('data', 'reference', 'missing-contests.csv'),
): Promise<void> {
  await warehouse.run(
    `CREATE OR REPLACE TABLE out.known_gap AS
     SELECT *
     FROM read_csv($file, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
       columns = {'state': 'VARCHAR', 'date': 'DATE', 'kind': 'VARCHAR', 'reason': 'VARCHAR', 'part': 'VARCHAR', 'note': 'VARCHAR',
         'source': 'VARCHAR'})`,
    { file },
  )
  const gaps = await warehouse.all<KnownGap>(
    'SELECT * REPLACE (CAST(date AS VARCHAR) AS date) FROM out.known_gap ORDER BY ALL',
  )
  const known = new Set<string>()
  for (const gap of gaps) {
    const key = `${gap.state}, ${gap.date}, ${gap.kind}`
    const wrong = known.has(key) ? 'it stands there twice' : findFault(gap)
    if (wrong !== undefined) throw new Error(`${file}: ${key}: ${wrong}`)
    known.add(key)
  }
}

function findFault({ state, date, kind, reason, part, note, source }: KnownGap): string | undefined {
  if (!STATE_CODES.some((code) => code === state)) return `got the state "${state}", expected a code such as NC`
  if (date === null) return 'expected the date of an election'
  if (!BALLOT_KINDS.some((one) => one === kind))
    return `got the kind "${kind}", expected one of ${BALLOT_KINDS.join(', ')}`
  if (!REASONS.includes(reason)) return `got the reason "${reason}", expected one of ${REASONS.join(', ')}`
  if (reason === 'none' && part !== null) return 'nothing is voted on, so expected no part'
  if (note === null) return 'expected a note'
  return source !== null && URL.canParse(source) ? undefined : `got the source "${source}", expected a URL`
}
