// What is said of North Carolina's contests that are used only after a fix.

import type { Issue } from '../source.ts'
import type { NcTitle } from './nc-area.ts'
import type { ListedContest } from './nc-listing.ts'
import type { ContestDivision } from './part-division.ts'

function mended({ contest_name, line }: ListedContest, file: string, code: string, message: string): Issue {
  return { file, line, field: 'contest_name', code, value: contest_name, message, severity: 'mended' }
}

export const unknownTitle = (listed: ListedContest, file: string): Issue =>
  mended(
    listed,
    file,
    'unknown-contest-title',
    'no pattern knows this title; the contest is kept, possible in its counties',
  )

export const unmatched = (listed: ListedContest, { ocd_id }: ContestDivision, code: string, file: string): Issue =>
  mended(listed, file, code, `Open Civic Data has no division of the name in this title; minted in ${ocd_id}`)

export const flagDisagrees = (listed: ListedContest, title: NcTitle, file: string): Issue =>
  mended(
    listed,
    file,
    'unexpired-flag-disagrees',
    `the title says unexpired ${title.unexpired}, is_unexpired ${listed.unexpired}; read as unexpired`,
  )

export const keyTaken = (listed: ListedContest, key: string, file: string): Issue =>
  mended(
    listed,
    file,
    'contest-key-taken',
    `another contest has the key ${key} already; this one's holds its whole title`,
  )

export const unlistedDay = (listed: ListedContest, file: string, key: string): Issue => ({
  ...mended(
    listed,
    file,
    'unlisted-election-day',
    `data/reference/nc-elections.ts has no ${listed.date}; read as ${key}`,
  ),
  field: 'election_dt',
  value: listed.date,
})
