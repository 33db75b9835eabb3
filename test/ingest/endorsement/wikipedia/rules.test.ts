import { expect, it } from 'vitest'
import { findPublicOffice, findStateNamed, STATE_WORDS } from '../../../../ingest/endorsement/wikipedia/endorser.ts'
import { parseCandidate, parseHeading } from '../../../../ingest/endorsement/wikipedia/heading.ts'
import { cells } from '../../../table.ts'

const kindOf = (line: string) => {
  const group = parseHeading(line, STATE_WORDS)
  return (
    group &&
    [group.kind, ...('category' in group ? [group.category] : []), ...('reach' in group ? [group.reach] : [])].join(' ')
  )
}

it.each([
  ['U.S. Senators', 'official wide'],
  ['Former US Executive Branch officials', 'official wide'],
  ['Texas State Representatives', 'official home'],
  ['Mayors and other municipal leaders', 'official home'],
  ['State and local officials from other states', 'official unknown'],
  ['Labor unions', 'organisation labor'],
  ['Newspapers and other media', 'organisation newspaper'],
  ['County Republican Party organizations', 'organisation party'],
  ['Organizations', 'organisation advocacy'],
  ['Party officials', 'person'],
  ['Labor union leaders', 'person'],
  ['Notable individuals', 'person'],
  ['Declined to endorse Ann Sample', 'stance'],
  ['Withdrawn endorsements', 'stance'],
  ['Gun violence activists', 'unknown'],
  ['National:', 'unknown'],
  ['Political advocacy groups', 'organisation advocacy'],
])('a category line %s', (line, kind) => expect(kindOf(line)).toBe(kind))

it.each(
  cells(`
    Oregon Progressive Party | The State | Union County | Delaware United | Justice Democrats | Ann Sample
    League of Voters
  `),
)('a category line %s is none', (line) => expect(kindOf(line)).toBeUndefined())

it.each([
  ['U.S. Representative (CA-17)', { elected: true, wide: true }],
  ['44th President of the United States (2009–2017)', { elected: false, wide: true }],
  ['45th President of the United States (2017–present)', { elected: true, wide: true }],
  ['former Governor of Ohio', { elected: false, wide: true }],
  ["State Senator from Oregon's 1st Senate district", { elected: true, wide: false }],
  ['Lieutenant Governor of California', { elected: true, wide: false }],
  ['Mayor of Point Pleasant', { elected: true, wide: false }],
  ['Mayor of Point Pleasant (2016–2020)', { elected: true, wide: false }],
  ['U.S. Secretary of Labor (1993–1997)', { elected: false, wide: true }],
  ['actress and former city councilwoman', { elected: false, wide: false }],
])('a public office %s', (words, office) => expect(findPublicOffice(words, 2020)).toEqual(office))

it.each(
  cells(`
    actor | candidate for Governor | 2018 nominee for U.S. Senate | wife of Senator Ann Sample
    deputy campaign manager of the Mayor | President of the National Education Association
    vice president of a company | county party chairwoman | Democratic Committeewoman
  `),
)('a public office %s is none', (words) => expect(findPublicOffice(words, 2020)).toBeUndefined())

it.each([
  ['U.S. Senator (D-NY)', 'NY'],
  ['U.S. Representative from West Virginia', 'WV'],
  ['Mayor of Reno, Nevada', 'NV'],
  ['State Senator, SD-11', undefined],
  ['Mayor of Reno', undefined],
])('a public office %s is of %s', (words, state) => expect(findStateNamed(words)).toBe(state))

it.each([
  ['Ann Sample (D) (withdrew)', { name: 'Ann Sample', party: 'Democratic' }],
  ['Ann Sample (Republican)', { name: 'Ann Sample', party: 'Republican' }],
  ['hideAnn Sample[3]', { name: 'Ann Sample', party: null }],
  ['Declined to endorse', undefined],
  ['', undefined],
])('the title of a box %s', (title, candidate) => expect(parseCandidate(title)).toEqual(candidate))
