// Reads invented lines of one state's returns.

import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { toDivisions } from '../../../../ingest/engine/source-dependencies.ts'
import { makeZip } from '../../read/zip-bytes.ts'
import { readText } from '../read.ts'

const HEADER =
  'precinct,district,office,writein,party_detailed,candidate,dataverse,votes,jurisdiction_name,year,stage,state_po,county_name,magnitude,special'

export interface Line {
  office: string
  name: string
  county?: string
  party?: string
  votes?: number
  precinct?: number
  magnitude?: number
  special?: boolean
  district?: string
  written?: boolean
}

/** @param state whose habits apply */
export async function readLines(state: Lowercase<StateCode>, lines: readonly Line[]) {
  const rows = lines.map((line) =>
    [
      ...[
        line.precinct ?? 1,
        line.district ?? '',
        line.office,
        line.written ? 'TRUE' : 'FALSE',
        line.party ?? '',
        line.name,
        'LOCAL',
        line.votes ?? 50,
        '',
      ],
      ...['2024', 'GEN', state.toUpperCase(), line.county ?? 'ADAMS', line.magnitude ?? 1],
      line.special ? 'TRUE' : 'FALSE',
    ].join(','),
  )
  const content = [HEADER, ...rows, ''].join('\n')
  const read = await readText(`medsl-2024-${state}`, [makeZip([{ name: 'a', content }])], toDivisions([]))
  return {
    ...read,
    contests: read.contest.map(({ contest_key, title, ocd_id, votes_allowed, details }) => ({
      title,
      area: ocd_id.replace(`ocd-division/country:us/state:${state}`, ''),
      votes_allowed,
      details: JSON.parse(details),
      choices: read.choice
        .filter((choice) => choice.contest_key === contest_key)
        .map(({ label, party }) => (party ? `${label} (${party})` : label)),
    })),
  }
}
