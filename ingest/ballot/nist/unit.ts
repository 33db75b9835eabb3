// Converts the unit of a contest to the district that division.ts looks up.

import { findDivision } from '../division.ts'
import { countyOf, type FeedDistrict } from '../feed/feed.ts'
import { findOffice } from '../office.ts'
import { titleOffices } from '../title-office.ts'
import { findAll, type NistBallot } from './ballot.ts'
import { identifierOf, idsOf, type NistObject, textOf, translated } from './object.ts'

/** Types of units for counting voters and ballots. On a contest they give the location of this ballot, not the electorate. */
const COUNTED_IN =
  /^(ballot-batch|ballot-style-area|combined-precinct|drop-box|other|polling-place|precinct|split-precinct|vote-center)$/

/** Districts that may extend into counties not named on one county's ballot. */
const BEYOND_COUNTIES = /^(state|congressional|state-senate|state-house|judicial)$/

/** For a contest in a precinct, the district of the office in its title, if the title alone determines it. */
export function districtOf(contest: NistObject, ballot: NistBallot): FeedDistrict {
  const id = textOf(contest, 'ElectionDistrictId') ?? ''
  const [unit] = findAll([id], 'units', contest, ballot)
  const type = unit ? (textOf(unit, 'OtherType') ?? textOf(unit, 'Type') ?? '').toLowerCase() : ''
  const ocd_id = unit ? identifierOf(unit, 'ocd-id') : null
  const name = unit ? nameOf(unit) : id || contest.id
  const counted = ocd_id === null && (type === '' || COUNTED_IN.test(type))
  const titled = counted ? districtInTitle(textOf(contest, 'Name') ?? '', ballot) : undefined
  return (
    titled ?? {
      name: counted ? `${type.charAt(0).toUpperCase()}${type.slice(1).replaceAll('-', ' ')} ${name}`.trim() : name,
      type,
      number: unit ? numberOf(unit) : null,
      ocd_id,
      counties: BEYOND_COUNTIES.test(type) ? [] : countiesOf(id, ballot),
    }
  )
}

function districtInTitle(title: string, { index }: NistBallot): FeedDistrict | undefined {
  const found = findOffice(titleOffices(index.state), title)
  if (!found) return undefined
  const { ocd_id, district_name } = findDivision(found.office.area, [], index)
  return { name: district_name, type: '', number: null, ocd_id, counties: [] }
}

function nameOf(unit: NistObject): string {
  return translated(unit, 'Name')?.en ?? textOf(unit, 'Number') ?? identifierOf(unit, 'local-level') ?? unit.id
}

/** `District 07` gives `7`. */
function numberOf(unit: NistObject): string | null {
  const number = textOf(unit, 'Number') ?? /(?<!\d)\d+$/.exec(translated(unit, 'Name')?.en ?? '')?.[0]
  return number?.replace(/^0+(?=.)/, '') ?? null
}

/** The counties that contain the unit, else the county of the whole election. */
function countiesOf(id: string, ballot: NistBallot): string[] {
  const above = unitsAbove(id, ballot).flatMap((unit) => countyIn(unit))
  const scope = ballot.units.get(textOf(ballot.election, 'ElectionScopeId') ?? '')
  return above.length > 0 ? above : scope ? countyIn(scope) : []
}

function countyIn(unit: NistObject): string[] {
  const name = translated(unit, 'Name')?.en ?? null
  return [countyOf({ type: textOf(unit, 'Type'), name, ocd_id: identifierOf(unit, 'ocd-id') }) ?? []].flat()
}

/** Nearest first. */
function unitsAbove(id: string, { parents }: NistBallot): NistObject[] {
  const above = new Set(parents.get(id))
  for (const unit of above) for (const next of parents.get(unit.id) ?? []) above.add(next)
  return [...above]
}

export function parentsOf(units: Iterable<NistObject>): Map<string, NistObject[]> {
  const parents = new Map<string, NistObject[]>()
  for (const unit of units)
    for (const id of idsOf(unit, 'ComposingGpUnitIds')) {
      const held = parents.get(id) ?? []
      parents.set(id, held)
      held.push(unit)
    }
  return parents
}
