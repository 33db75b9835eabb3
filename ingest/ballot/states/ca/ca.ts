// California's candidates of a general election, from the official results of its primary: for a voter-nominated office, the two candidates
// with the most votes are on the ballot in November, and nobody else (Elec. Code §§ 8141.5, 8142, 8606).

import { groupBy } from '../../../../data/core/group-by.ts'
import { type Sink, unexpected } from '../../../read/source.ts'
import type { ListedCandidacy, ListReader } from '../../list/built-in.ts'

const [DAY, ID, WRITE_IN, VOTES] = ['Election Date', 'Candidate ID', 'Write-in Flag', 'Vote Total'] as const

export const nominees: ListReader = {
  columns: [DAY, ID, WRITE_IN, VOTES],
  candidacies(read, { sink }) {
    const rows = groupBy(read, keyOf)
    const standings = [...rows.values()].flatMap((lines): Standing[] => {
      const [first] = lines
      return first ? [{ ...first, votes: lines.reduce((sum, line) => sum + votesOf(line), 0) }] : []
    })
    return [...groupBy(standings, ({ contest }) => contest).values()].flatMap((all) => findNominees(all, sink))
  },
}

/** A candidate of the primary on the first row, with the votes of all counties. */
interface Standing extends ListedCandidacy {
  votes: number
}

function votesOf({ at, election, record }: ListedCandidacy): number {
  const [day = '', votes = ''] = [record[DAY]?.trim(), record[VOTES]?.trim().replaceAll(',', '')]
  const year = election.date.slice(0, 4)
  if (!day.includes(year)) throw unexpected('the election date', day, `a day of ${year}`, at)
  if (!/^\d*$/.test(votes)) throw unexpected('the Vote Total', votes, 'a number', at)
  return Number(votes)
}

/** A candidate has an id; a write-in candidate may have a name alone. */
function keyOf({ at, contest, name, record }: ListedCandidacy): string {
  const id = record[ID]?.trim() ?? ''
  if (id !== '') return JSON.stringify([contest, 'id', id])
  if (record[WRITE_IN]?.trim() === 'Y' && name !== '') return JSON.stringify([contest, 'name', name.toLowerCase()])
  throw unexpected('no Candidate ID for the Candidate Name', name, 'one', at)
}

/**
 * In the order of the file: the two with the most votes, and all who are tied for the second place, or for the first. A write-in candidate
 * among them is printed in November. A candidate for a nonpartisan office who wins more than half of the votes is elected: § 8140.
 */
function findNominees(standings: readonly Standing[], sink: Sink): readonly Standing[] {
  const ranked = standings.filter(({ votes }) => votes > 0).toSorted((a, b) => b.votes - a.votes)
  const [first, second] = ranked
  if (!first) return []
  const total = ranked.reduce((sum, { votes }) => sum + votes, 0)
  if (/^non-?partisan$/i.test(first.record['Party Name']?.trim() ?? '') && first.votes * 2 > total) {
    const message =
      'a candidate won more than half of the votes in the primary, so the office is not on the ballot in November'
    const said = { field: null, code: 'elected-in-primary', value: first.contest, message } as const
    sink.issue({ ...first.at, ...said, severity: 'ignored' })
    return []
  }
  const least = second?.votes ?? first.votes
  return standings.filter(({ votes }) => votes >= least)
}
