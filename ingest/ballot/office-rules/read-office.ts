// Reads the office of one line of any source: federal, state, court, school, special district, county, city, township, measure.

import { slug } from '../../read/identity.ts'
import type { DivisionIndex } from '../division.ts'
import type { ListedOffice } from '../office-rule.ts'
import { cityOffice, place } from './city-office.ts'
import type { County } from './county.ts'
import { countyOffice, unknown } from './county-office.ts'
import { namesArea, readCourt, readJudge } from './court.ts'
import { splitLocality } from './locality.ts'
import { readMeasure } from './measure-area.ts'
import { plain, splitOffice } from './office-text.ts'
import { type OfficeLine, type OfficeReading, withCountySpelling, withoutFillers } from './reading.ts'
import { readSchool } from './school.ts'
import { readSpecial } from './special.ts'
import { readStateOffice } from './state.ts'
import { patternOf } from './tables.ts'

export type { OfficeReading } from './reading.ts'

export interface OfficeText {
  /** As the source names it: `CITY OF TULSA MAYOR`, `Board of Education`. */
  office: string
  /** The district column, if the source has one. */
  district?: string
  /** The county that lists the line (`indexCounties`); null for a line of the whole state. */
  county: County | null
  /** The town of the line, where a source lists towns and its offices do not name them. */
  town?: string | null
  /** True if the whole state votes on it; without it, `AUDITOR` is a county's. */
  statewide?: boolean
  /** The choices are yes and no, and no judge is named. */
  measure?: boolean
  /** The judge whom voters keep or not, as served. */
  judge?: string | null
  /** The number of the judge's district is not to be trusted. */
  misnumbered?: boolean
}

/**
 * Always gives an office. One whose area the words do not name gets an area of its own under its county, with `unmatched`: it is then
 * possible in the whole county. Only a line without any word is none.
 */
export function readOffice(given: OfficeText, index: DivisionIndex): OfficeReading | undefined {
  const { office, district, county, judge = null, town = null } = given
  const words = splitOffice(...withDistrict(office, district))
  if (words.text === '') return undefined
  const line = { words, county, statewide: given.statewide ?? false, index }
  const reading =
    given.misnumbered && judge
      ? readJudge(line, judge)
      : given.measure && judge === null
        ? readMeasure(line, office, district)
        : readCandidate(line, { judge, town })
  return reading && county ? withCountySpelling(reading, county) : reading
}

function readCandidate(
  line: OfficeLine,
  { judge, town }: { judge: string | null; town: string | null },
): OfficeReading | undefined {
  return (
    (judge === null ? readStateOffice(line) : undefined) ??
    readCourt(line, judge) ??
    readSchool(line, town) ??
    readSpecial(line) ??
    readLocal(line, town)
  )
}

/** `JP-MANISTEE`, `CONSTABLE-ENCANTO`: the precinct is in the text. */
const PRECINCT = /^(JP|CONSTABLE) ?- ?(\w.*)$/

/** Without the precinct in the text. */
function withDistrict(office: string, district: string | undefined): [string, string | undefined] {
  // `CIRCUIT JUDGEDIVISION 17`
  const text = plain(office).replace(/\bJUDGE(?=DIVISION|DISTRICT)/, 'JUDGE ')
  const [, kind = '', precinct] = PRECINCT.exec(text) ?? []
  if (precinct !== undefined) return [kind === 'JP' ? 'JUSTICE OF THE PEACE' : kind, `${precinct} PRECINCT`]
  return [text, district]
}

// Offices of townships, counties, cities and towns; else of an unknown area.

const TOWNSHIP_OFFICE = patternOf('township office', '\\b(?:TOWNSHIP )?(?:{})(?= |$)')

/** Every office gets an area: if it names none, an unknown part of its county. */
function readLocal(line: OfficeLine, town: string | null): OfficeReading | undefined {
  return township(line) ?? countyOffice(line) ?? cityOffice(line, town) ?? unknown(line)
}

function township(line: OfficeLine): OfficeReading | undefined {
  const { text } = line.words
  if (!/\bTOWNSHIP\b|\bTWP\b|\bTWSP\b/.test(text) || !line.county || !TOWNSHIP_OFFICE.test(text)) return undefined
  // `JASPER COUNTY COUNCIL HARDEEVILLE TOWNSHIP` is a seat of the county's council.
  if (namesArea(text, `${line.county.full_name} Council`)) return undefined
  const role = TOWNSHIP_OFFICE.exec(text)?.[0] ?? ''
  const office = role.replace(/^TOWNSHIP /, '')
  const name = withoutFillers(
    text
      .replace(role, ' ')
      .replace(/\bTOWNSHIP OF\b/, ' ')
      .replace(/\b(?:TOWNSHIP|TWP|TWSP)\b/g, ' '),
  )
  if (name === '') return undefined
  // `COLUMBUS CITY TOWNSHIP TRUSTEE` is no city's.
  const isTownship = splitLocality(name).type === null || text.includes(`TOWNSHIP ${office}`)
  const area = isTownship ? `${name} TOWNSHIP` : name
  return place(line, area, office, { subject: `township-${slug(office)}` })
}

// The place of an office on a ballot, as most states order it.

const FEDERAL = ['president', 'us-senate', 'us-house']
const STATE = [
  ...['governor', 'lieutenant-governor', 'attorney-general', 'secretary-of-state', 'state-treasurer'],
  ...['state-auditor', 'state-controller', 'state-senate', 'state-house', 'state-assembly'],
]
const LEVELS = ['federal', 'state', 'county', 'city', 'school', 'special']

/** Lower is earlier: federal, state, judges, county, city, school, special; then retentions; then measures, those of the state first. */
export function officeRank(office: ListedOffice | undefined): number {
  if (!office) return 0
  const { level, subject, retention, measure_code } = office
  const place = LEVELS.indexOf(level) * 100
  if (measure_code !== undefined) return 2000 + place
  if (retention) return 1000 + place
  const order = level === 'federal' ? FEDERAL : level === 'state' ? STATE : []
  const at = order.indexOf(subject)
  const judge = /judge|justice|court/.test(subject) ? 60 : 50
  return place + (at < 0 ? judge : at)
}
