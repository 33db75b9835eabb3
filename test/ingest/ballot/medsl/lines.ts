// Reads invented lines of one state's returns, and shows what becomes of them.

import { expect } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { makeZip } from '../../read/zip-bytes.ts'
import { readText } from '../read.ts'

const HEADER =
  'precinct,district,office,writein,party_detailed,candidate,dataverse,votes,jurisdiction_name,year,stage,state_po,county_name,magnitude,special'

type Line = ReturnType<typeof linesOf>[number]

/**
 * Lines as text, a row for each office: `office | names | more`. Each name, with its votes (`BO DIAZ = 40`), has a line in each of
 * the counties and precincts: `county: ADAMS, BOONE; precinct: 1-3; party: DEMOCRAT; votes: 40; seats: 2; district: 4; special`.
 */
export function linesOf(text: string) {
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
          precincts.map((precinct) => ({ ...line, name, votes: Number(votes), county: county.trim(), precinct })),
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

export interface LinesCase {
  state: Lowercase<StateCode>
  lines: string[]
  gives: string[]
}

/**
 * Cases as text: `ia: what it shows`, the lines of that state below it, and what they give, in rows that begin with `=`. Rows that
 * begin with `!` are the issues of the codes that they name.
 */
export function casesOf(text: string): [what: string, one: LinesCase][] {
  const cases: [string, LinesCase][] = []
  for (const row of rowsOf(text)) {
    const [, state, what] = /^([a-z]{2}): (.+)$/.exec(row) ?? []
    if (state !== undefined && what !== undefined)
      cases.push([what, { state: state as Lowercase<StateCode>, lines: [], gives: [] }])
    else if (/^[=!]/.test(row)) cases.at(-1)?.[1].gives.push(row)
    else if (!row.startsWith('//')) cases.at(-1)?.[1].lines.push(row)
  }
  return cases
}

/** Compares all contests but the President's; with the President where a row names it. */
export async function expectContests(show: (contest: Contest) => string, one: LinesCase): Promise<void> {
  const { contests, issues } = await readLines(one.state, linesOf(one.lines.join('\n')))
  const [expected, said] = [
    one.gives.filter((row) => row.startsWith('=')),
    one.gives.filter((row) => row.startsWith('!')),
  ]
  const withPresident = expected.some((row) => row.startsWith('= President'))
  const shown = contests.filter(({ title }) => withPresident || !title.startsWith('President')).map(show)
  expect(shown.map((row) => `= ${row}`)).toEqual(expected)
  const codes = new Set(said.map((row) => row.split(' ')[1]))
  expect(issues.filter(({ code }) => codes.has(code)).map(({ code, value }) => `! ${code} ${value}`)).toEqual(said)
}

/** @param state whose habits apply */
export async function readLines(state: Lowercase<StateCode>, lines: readonly Line[]) {
  const rows = lines.map(({ precinct, district, office, written, party, name, votes, county, magnitude, special }) => {
    const flag = (is: boolean) => (is ? 'TRUE' : 'FALSE')
    const first = [precinct, district, office, flag(written), party, name, 'LOCAL', votes, '']
    return [...first, '2024', 'GEN', state.toUpperCase(), county, magnitude, flag(special)].join(',')
  })
  const content = [HEADER, ...rows, ''].join('\n')
  const read = await readText(`medsl-2024-${state}`, [makeZip([{ name: 'a', content }])])
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
