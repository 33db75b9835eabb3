// What is said of North Carolina's contests that are used only after a fix.

import type { Issue } from '../../source.ts'
import type { NcTitle } from './area.ts'
import type { NcContest } from './listing.ts'

function mended({ contest_name, line }: NcContest, file: string, code: string, message: string): Issue {
  return { file, line, field: 'contest_name', code, value: contest_name, message, severity: 'mended' }
}

export const unknownTitle = (listed: NcContest, file: string): Issue =>
  mended(
    listed,
    file,
    'unknown-contest-title',
    'no pattern knows this title; the contest is kept, possible in its counties',
  )

export const flagDisagrees = (listed: NcContest, title: NcTitle, file: string): Issue =>
  mended(
    listed,
    file,
    'unexpired-flag-disagrees',
    `the title says unexpired ${title.unexpired}, is_unexpired ${listed.unexpired}; read as unexpired`,
  )

export const unlistedDay = (listed: NcContest, file: string, key: string): Issue => ({
  ...mended(
    listed,
    file,
    'unlisted-election-day',
    `data/reference/nc-elections.ts has no ${listed.date}; read as ${key}`,
  ),
  field: 'election_dt',
  value: listed.date,
})
