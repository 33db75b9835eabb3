// A small listing of candidates: one invented election, one contest a file.

import { readCsv } from '../../ingest/read/csv.ts'
import type { SourceReader } from '../../ingest/read/source.ts'

export const ELECTION = 'nc-2028-11-07-general'
const DIVISION = 'ocd-division/country:us/state:nc'

export function candidates(names: readonly string[], office = 'governor'): string {
  return `office,name\n${names.map((name) => `${office},${name}\n`).join('')}`
}

export const readListing: SourceReader = (files, _context, sink) => {
  for (const file of files) {
    const at = { file: file.name, line: 1 }
    sink.row(
      'election',
      {
        election_key: ELECTION,
        state: 'NC',
        date: '2028-11-07',
        type: 'general',
        name: 'Sample Election',
        name_es: null,
        short_name: 'Sample',
        primary_system: null,
        info_url: null,
        details: '{}',
      },
      at,
    )
    const contests = new Set<string>()
    for (const { line, record } of readCsv(file, { columns: ['office', 'name'] }, sink)) {
      const contest_key = `${ELECTION}/${DIVISION}/${record.office}`
      if (!contests.has(contest_key)) sink.row('contest', contestRow(contest_key, record.office), at)
      contests.add(contest_key)
      const choice = {
        choice_key: `${contest_key}/${record.name.toLowerCase().replaceAll(' ', '-')}`,
        contest_key,
        label: record.name,
        label_es: null,
        measure_answer: null,
        candidate_name: record.name,
        party: null,
        party_label: null,
        option: null,
        withdrawn: false,
        ballot_designation: null,
        details: '{}',
        ballot_order: line,
      }
      sink.row('choice', choice, { file: file.name, line })
    }
  }
}

function contestRow(contest_key: string, office: string) {
  const title = office.charAt(0).toUpperCase() + office.slice(1)
  return {
    contest_key,
    election_key: ELECTION,
    title,
    title_es: null,
    short_title: title,
    short_title_es: null,
    kind: 'candidate',
    vote_method: 'plurality',
    votes_allowed: 1,
    ranks_allowed: null,
    measure_code: null,
    description: null,
    description_es: null,
    level: 'state',
    party: null,
    ballot_order: 1,
    source_url: null,
    details: '{}',
    ocd_id: DIVISION,
    district_type: 'state',
    district_level: 'state',
    district_name: 'North Carolina',
    state: 'NC',
    within_ocd_id: null,
  } as const
}
