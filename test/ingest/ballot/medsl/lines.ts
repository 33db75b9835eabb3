// Reads invented lines of one state's returns, and shows what becomes of them.

import { expect } from 'vitest'
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

/**
 * Lines as text, a row for each office: `office | names | more`. Each name, with its votes (`BO DIAZ = 40`), has a line in each of
 * the counties and precincts: `county: ADAMS, BOONE; precinct: 1-3; party: DEMOCRAT; votes: 40; seats: 2; district: 4; special`.
 */
export function linesOf(text: string): Line[] {
  return rowsOf(text).flatMap((row) => {
    const [office = '', names = '', more = ''] = row.split('|').map((cell) => cell.trim())
    const told = new Map(
      more.split(';').map((one): [string, string] => {
        const [key = '', value = ''] = one.split(':')
        return [key.trim(), value.trim()]
      }),
    )
    const [first = 1, last = first] = (told.get('precinct') ?? '1').split('-').map(Number)
    const precincts = Array.from({ length: last - first + 1 }, (_, at) => first + at)
    const line = {
      ...{ office, party: told.get('party') ?? '', district: told.get('district') ?? '' },
      ...{ magnitude: Number(told.get('seats') ?? 1), special: told.has('special'), written: told.has('written') },
    }
    return names.split(',').flatMap((one) => {
      const [name = '', votes = told.get('votes') ?? '50'] = one.split('=').map((part) => part.trim())
      return (told.get('county') ?? 'ADAMS')
        .split(',')
        .flatMap((county) =>
          precincts.map((precinct): Line => ({ ...line, name, votes: Number(votes), county: county.trim(), precinct })),
        )
    })
  })
}

/** Without the spaces of the test around each. */
const rowsOf = (text: string): string[] => text.split('\n').flatMap((row) => row.trim() || [])

type Contest = Awaited<ReturnType<typeof readLines>>['contests'][number]

/** What a case says of a contest. */
export const SHOWN = {
  people: ({ title, choices, details }: Contest) =>
    [`${title}:`, choices.join(', '), details.choices_incomplete && '…', details.may_include_write_ins && '?']
      .filter(Boolean)
      .join(' '),
  /** A plus sign: at least so many. */
  seats: ({ title, votes_allowed, details }: Contest) =>
    `${title}: ${votes_allowed}${details.votes_allowed_is_minimum ? '+' : ''}${details.uncontested ? ' uncontested' : ''}`,
  area: ({ title, area, details }: Contest) => `${title}: ${area}${details.elected_at_large ? ' at large' : ''}`,
} satisfies Record<string, (contest: Contest) => string>

/**
 * Compares all contests but the President's with the rows of `gives`; with the President where a row names it. Rows that begin with
 * `!` are the issues of the codes that they name.
 */
export async function expectContests(
  show: (contest: Contest) => string,
  state: Lowercase<StateCode>,
  { lines, gives }: { lines: string; gives: string },
): Promise<void> {
  const { contests, issues } = await readLines(state, linesOf(lines))
  const expected = rowsOf(gives).filter((row) => !row.startsWith('!'))
  const withPresident = expected.some((row) => row.startsWith('President'))
  const shown = contests.filter(({ title }) => withPresident || !title.startsWith('President')).map(show)
  expect(shown).toEqual(expected)
  const said = rowsOf(gives).filter((row) => row.startsWith('!'))
  const codes = new Set(said.map((row) => row.split(' ')[1]))
  expect(issues.filter(({ code }) => codes.has(code)).map(({ code, value }) => `! ${code} ${value}`)).toEqual(said)
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
