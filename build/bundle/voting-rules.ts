// Loads the committed voting rules into the working database as out.voting_rule.

import { ELECTION_TYPES, STATE_CODES } from '../../data/schema/vocabulary.ts'
import { projectFile } from '../../data/store/paths.ts'
import type { Warehouse } from '../../data/store/warehouse.ts'

/** Rules that 50_election_body.sql turns into details. */
const RULES: readonly string[] = ['all_mail', 'ranked_choice', 'fusion_voting', 'runoff']

interface VotingRule {
  state: string
  rule: string
  /** Election types to which the rule applies. */
  types: string[]
  /** Dates of the first and last election, YYYY-MM-DD; null means open. */
  first_election: string | null
  last_election: string | null
  /** Set for a runoff only. */
  runoff_date: string | null
  /** Of a runoff: the offices, as the subjects of contests, for which it decides if nobody has more than half of the votes. */
  offices: string[] | null
  source: string
}

/** Throws for an unknown rule, state or type, and names it. Otherwise a typo would silently drop the rule. */
export async function loadVotingRules(
  warehouse: Warehouse,
  file = projectFile('data', 'reference', 'voting-rules.csv'),
): Promise<void> {
  await warehouse.run(
    `CREATE OR REPLACE TABLE out.voting_rule AS
     SELECT * REPLACE (string_split(types, ' ') AS types, string_split(offices, ' ') AS offices), CAST(row_number() OVER () + 1 AS INTEGER) AS line
     FROM read_csv($file, header = true, auto_detect = false, delim = ',', quote = '"', escape = '"',
       columns = {'state': 'VARCHAR', 'rule': 'VARCHAR', 'types': 'VARCHAR', 'first_election': 'DATE', 'last_election': 'DATE',
         'runoff_date': 'DATE', 'offices': 'VARCHAR', 'source': 'VARCHAR', 'note': 'VARCHAR'})`,
    { file },
  )
  const rules = await warehouse.all<VotingRule>(
    `SELECT
       state, rule, types, CAST(first_election AS VARCHAR) AS first_election,
       CAST(last_election AS VARCHAR) AS last_election, CAST(runoff_date AS VARCHAR) AS runoff_date, offices, source
     FROM out.voting_rule
     ORDER BY ALL`,
  )
  for (const rule of rules) {
    const wrong = findFault(rule)
    if (wrong !== undefined)
      throw new Error(`${file}: ${rule.state}, ${rule.rule}, from ${rule.first_election}: ${wrong}`)
  }
}

function findFault({ state, rule, types, runoff_date, ...rest }: VotingRule): string | undefined {
  const { first_election, last_election, offices, source } = rest
  if (!STATE_CODES.some((code) => code === state)) return `got the state "${state}", expected a code such as NC`
  if (!RULES.includes(rule)) return `got the rule "${rule}", expected one of ${RULES.join(', ')}`
  const type = types.find((one) => !ELECTION_TYPES.some((known) => known === one))
  if (type !== undefined) return `got the type "${type}", expected one of ${ELECTION_TYPES.join(', ')}`
  if (first_election !== null && last_election !== null && last_election < first_election)
    return `its last election, ${last_election}, is before its first`
  if (rule === 'runoff' && (runoff_date === null || first_election === null || first_election !== last_election))
    return 'a runoff needs a date and exactly one election'
  if (rule !== 'runoff' && runoff_date !== null) return `got the runoff date ${runoff_date}, expected none`
  if (rule !== 'runoff' && offices !== null) return `got the offices ${offices.join(' ')}, expected none`
  return URL.canParse(source) ? undefined : `got the source "${source}", expected a URL`
}
