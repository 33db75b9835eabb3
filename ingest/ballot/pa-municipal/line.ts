// The lines of a county's results that name a candidate or an answer. Counties differ in what else they list: tallies of several kinds, and
// every name that a voter wrote.

import { PA_COUNTY_PARTIES } from '../../../data/reference/party-labels.ts'
import type { MeasureAnswer } from '../../../data/schema/vocabulary.ts'
import { readCsv } from '../../read/csv.ts'
import type { FetchedFile, Sink } from '../../read/source.ts'
import type { At } from '../listed.ts'

const COLUMNS = ['county', 'office', 'district', 'party', 'candidate'] as const

export interface PaLine {
  at: At
  /** `Forest` */
  county: string
  office: string
  district: string
  /** Undefined for a tally or a written name: the line shows only that the contest exists. */
  choice?: { name: string; answer?: MeasureAnswer; party: string | null; party_label: string | null }
}

const TALLY =
  /^(?:write-?ins?(?: totals?)?|write-in ?\d*|s?scatter(?:ed|s)? ?\d*|unassigned write-ins?|(?:over|under) ?votes?|ballots cast.*|registered voters|invalid|total)$/i
const WRITTEN_PARTIES: readonly string[] = ['WRITE-IN', 'WI', 'NON', 'NONPARTISAN', 'TOTAL']
const NO_CONTEST = /^(?:registered voters|ballots cast.*)$/i

/** A county of which every candidate's party is empty gives no parties; in any other, a name without one was written by voters. */
export function readLines(file: FetchedFile, sink: Sink): PaLine[] {
  const records = [...readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)].filter(
    ({ record }) => !NO_CONTEST.test(record.office.trim()),
  )
  const gives_parties = records.some(({ record }) => partiesOf(record.party) !== undefined)
  let written = 0
  const lines = records.map(({ line, record }): PaLine => {
    const base = {
      at: { file: file.name, line },
      county: record.county.trim().replace(/ County$/i, ''),
      office: record.office.trim(),
      district: record.district.trim(),
    }
    const name = record.candidate.trim().replace(/\s+/g, ' ')
    const printed = record.party.trim()
    // Some counties print the judge in place of the answer, and the answer in place of the party.
    const said = [name, printed].find((text) => /^(?:yes|no)$/i.test(text))
    if (said !== undefined) {
      const yes = said.toLowerCase() === 'yes'
      return {
        ...base,
        choice: { name: yes ? 'Yes' : 'No', answer: yes ? 'yes' : 'no', party: null, party_label: null },
      }
    }
    if (name === '' || TALLY.test(name)) return base
    if (WRITTEN_PARTIES.includes(printed.toUpperCase()) || (printed === '' && gives_parties)) {
      written++
      return base
    }
    const parties = partiesOf(printed)
    const label = parties ? parties.join(' / ') : printed === '' ? null : printed
    return { ...base, choice: { name, party: parties?.[0] ?? null, party_label: label } }
  })
  if (written > 0) {
    const message = `${written} lines name people whom voters wrote; no ballot prints them, and the lines are left out`
    sink.issue({
      file: file.name,
      line: null,
      field: 'candidate',
      code: 'write-in-candidate',
      value: null,
      message,
      severity: 'ignored',
    })
  }
  return lines
}

/** `DEM/REP` → Democratic, Republican; undefined for an unknown one. */
function partiesOf(printed: string): readonly string[] | undefined {
  const code = printed.trim().toUpperCase()
  const whole = PA_COUNTY_PARTIES[code]
  if (whole) return whole
  const parts = code.split('/').map((part) => PA_COUNTY_PARTIES[part.trim()])
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined
}
