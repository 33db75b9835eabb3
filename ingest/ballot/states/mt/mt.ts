// Montana: a party nominates in June; who has no party files for November.

import type { Candidacy } from '../../candidacies.ts'
import { generalElection } from '../../election-days.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'

const GENERAL = generalElection('MT', 2026)

export const mt: ListReader = {
  columns: ['Race', 'Term Length'],
  *candidacies(read, { sink }) {
    const filings = read.map(withName)
    for (const filing of filings) {
      const { at, name, party, record } = filing
      const isPending = record.Status?.trim().toUpperCase() === 'PENDING PETITION'
      if (isPending || party === 'Independent') {
        // Without the parties' nominees, a contest in November would look uncontested.
        const [code, message] = isPending
          ? ['pending-petition', 'the petition is not decided; the line is left out']
          : ['no-nominees', 'the list lacks the nominees of the parties for November; the line is left out']
        sink.issue({ ...at, field: 'Status', code, value: name, message, severity: 'ignored' })
      } else if (party === null) yield* nonpartisan(filing, filings)
      else yield filing
    }
  },
}

/** An asterisk marks who holds the office. */
function withName({ unexpired = false, ...filing }: ListedCandidacy): ListedCandidacy {
  const years = filing.record['Term Length']?.trim() ?? ''
  return {
    ...filing,
    unexpired,
    name: filing.name.replace(/^\*/, '').trim(),
    ...(/^\d+$/.test(years) && !unexpired && { details: { term: `${years} years` } }),
  }
}

/**
 * Two meet in November without a primary. Voters keep or do not keep a judge in office without an opponent (Mont. Const. art. VII § 8).
 */
function* nonpartisan(filing: ListedCandidacy, all: readonly ListedCandidacy[]): Generator<Candidacy> {
  const rivals = all.filter(({ record }) => record.Race === filing.record.Race)
  const base = rivals.length > 2 ? filing : { ...filing, election: GENERAL }
  if (rivals.length > 1 || !filing.record.Name?.trim().startsWith('*')) yield base
  else
    for (const answer of ['yes', 'no'] as const) {
      const { office, rank, ...question } = base
      const contest = `${base.contest}/${base.name}`
      yield { ...question, contest, name: answer === 'yes' ? 'Yes' : 'No', answer }
    }
}
