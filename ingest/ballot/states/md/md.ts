// Maryland: who is on the ballot, and the number of delegates of a district.

import type { Candidacy } from '../../candidacies.ts'
import type { ListReader } from '../../list/built-in.ts'
import { leaveOutWriteIn } from '../../no-candidate.ts'

const [STATUS, FILING] = ['Candidate Status', 'Filing Type and Date'] as const

export const md: ListReader = {
  columns: [FILING],
  *candidacies(read, { sink }) {
    const inThree = new Set(read.flatMap(({ contest }) => /\/Legislative District (\d+)C$/i.exec(contest)?.[1] ?? []))
    for (const { record, ...candidacy } of read) {
      const { at, name, contest } = candidacy
      const status = record[STATUS]?.trim() ?? ''
      if (/^write-?in\b/i.test(record[FILING]?.trim() ?? '')) leaveOutWriteIn(name, at, sink)
      else if (/^seeking the nomination\b/i.test(status)) {
        const message = 'the candidate is not nominated yet; the line is left out'
        sink.issue({ ...at, field: STATUS, code: 'not-nominated', value: status, message, severity: 'ignored' })
      } else yield { ...candidacy, ...(contest.startsWith('House of Delegates/') && delegates(contest, inThree)) }
    }
  },
}

/**
 * A district elects three delegates. It may be divided into three districts of one delegate, or into one of one and one of two (Md. Const.
 * III § 3), which the list does not tell apart. @param inThree the numbers of the districts with a part C
 */
function delegates(contest: string, inThree: ReadonlySet<string>): Pick<Candidacy, 'votes_allowed' | 'details'> {
  const [, number = '', letter = ''] = /(\d{1,3})([A-C]?)$/i.exec(contest) ?? []
  if (letter === '') return { votes_allowed: 3 }
  return inThree.has(number) ? { votes_allowed: 1 } : { votes_allowed: 1, details: { votes_allowed_is_minimum: true } }
}
