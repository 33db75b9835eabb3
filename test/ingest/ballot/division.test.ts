// The division of an area, and the words of the offices that most ballots share.

import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../data/schema/states.ts'
import {
  type ContestArea,
  countyId,
  findDivision,
  indexDivisions,
  isPlace,
  placeInState,
} from '../../../ingest/ballot/division.ts'
import * as office from '../../../ingest/ballot/office.ts'
import { findOffice } from '../../../ingest/ballot/office-rule.ts'
import { toDivisions } from '../../../ingest/engine/source-dependencies.ts'
import { publishedIn } from './published.ts'

const NC = 'ocd-division/country:us/state:nc'
const LA = 'ocd-division/country:us/state:la'
const index = indexDivisions(
  'NC',
  publishedIn('NC', [
    ['county:wake/school_district:lincoln_schools', 'lincoln schools'],
    ['county:wake/school_district:lincoln_charter', 'lincoln charter school'],
    ['county:lee/school_district:lincoln_schools', 'lincoln schools'],
    ['county:lee/school_district:monroe_academy', 'monroe academy'],
    ['county:wake/school_district:monroe_schools', 'monroe academy schools'],
    ['county:lee/school_district:adams', 'adams'],
    ['place:elm', 'Elm city'],
    ['place:elm/ward:1', 'Elm ward 1'],
    ['place:elm/council_district:1', 'Elm council 1'],
    ['place:oak', 'Oak town'],
    ['place:oak/ward:2', 'Oak ward 2'],
    ['place:bay_city', 'Bay city'],
    ['place:bay_town', 'Bay town'],
    ['county:wake/place:inner', 'Inner town'],
    ['county:wake/water:north', 'North Water'],
  ]),
)
const find = (area: ContestArea, ...counties: string[]) => {
  const { ocd_id, unmatched } = findDivision(area, counties, index)
  return `${ocd_id.slice(NC.length + 1)}${unmatched === null ? '' : ` ${unmatched}`}`
}

describe('the division', () => {
  it.each([
    ['LINCOLN', 'WAKE', 'county:wake/school_district:lincoln_schools'],
    ['LINCOLN', 'LEE', 'county:lee/school_district:lincoln_schools'],
    ['LINCOLN', 'NASH', 'county:nash/school_district:lincoln_schools unmatched-school-district'],
    ['MONROE ACADEMY', 'LEE', 'county:wake/school_district:monroe_schools'],
    ['ADAMS', 'NASH', 'county:lee/school_district:adams'],
    ['TAFT', 'NASH', 'county:nash/school_district:taft_schools unmatched-school-district'],
  ])('of the schools of %s, listed in %s', (school, county, id) => {
    expect(find({ kind: 'school', school, part: null }, county)).toBe(id)
  })

  it.each([
    ['ELM', 'ward', '1', 'place:elm/ward:1'],
    ['ELM', 'district', '1', 'place:elm/council_district:1'],
    ['OAK', 'district', '2', 'place:oak/ward:2'],
    ['OAK', 'ward', '3', 'place:oak/ward:3'],
    ['OAK', 'district', '3', 'place:oak/council_district:3'],
  ] as const)('of a part of %s, %s %s, is the one published', (place, word, code, id) => {
    expect(find({ kind: 'place', place, part: { word, code, name: `${word} ${code}` } }, 'WAKE')).toBe(id)
  })

  it('of a place that has a namesake, or that is published under a county, is not guessed', () => {
    expect([isPlace(index, 'BAY'), isPlace(index, 'ELM'), isPlace(index, 'INNER')]).toEqual([true, true, false])
    expect(find({ kind: 'place', place: 'BAY', part: null }, 'WAKE')).toBe('county:wake/place:bay unmatched-place')
    expect(find({ kind: 'place', place: 'YEW', part: null }, 'WAKE')).toBe('place:yew unmatched-place')
  })

  it.each([
    [null, ['LEE', 'WAKE'], 'county:wake/water:north'],
    [null, ['LEE', 'NASH'], 'county:lee/water:north'],
    ['NASH', ['WAKE'], 'county:nash/water:north'],
    [null, [], 'water:north'],
  ])('of a special district of %s is the one published, in any county that lists it: %j', (county, counties, id) => {
    expect(find({ kind: 'special', county, name: 'NORTH', word: 'water' }, ...counties)).toBe(id)
  })

  it('of a county has the type that is published, and its alias leads to it', () => {
    const parish = { ocd_id: `${LA}/parish:caddo`, name: 'Caddo', census_geoid: null, valid_through: null }
    const old = { ...parish, ocd_id: `${LA}/county:orleans`, same_as: `${LA}/parish:orleans` }
    const divisions = toDivisions([{ ...parish, same_as: null }, old])
    const idOf = (county: string) => countyId({ state: stateOf('LA'), divisions }, county).slice(LA.length + 1)
    expect(['CADDO', 'ORLEANS', 'DE SOTO'].map(idOf)).toEqual(['parish:caddo', 'parish:orleans', 'county:de_soto'])
  })

  it('without a county or a parent lies somewhere in the state', () => {
    const base = findDivision({ kind: 'place', place: 'ELM', part: null }, [], index)
    expect(placeInState(base, [], { ocd_id: NC }).within_ocd_id).toBe(NC)
    expect(placeInState(base, ['WAKE'], { ocd_id: NC }).within_ocd_id).toBeNull()
    expect(placeInState({ ...base, within_ocd_id: 'x' }, [], { ocd_id: NC }).within_ocd_id).toBe('x')
    expect(placeInState({ ...base, ocd_id: NC }, [], { ocd_id: NC }).within_ocd_id).toBeNull()
  })
})

describe('an office', () => {
  it.each([
    [office.usHouse('07'), { short_title: 'US House District 7', area: { code: '7' } }],
    [office.usHouse('at-large'), { short_title: 'US House At Large', area: { code: 'at-large' } }],
    [office.usHouse('0'), { area: { code: '0' } }],
    [office.stateSenate('MN', '010A'), { title: 'State Senate District 10A', area: { code: '10a' } }],
    [office.stateHouse('MN', '10a'), { subject: 'state-house', area: { word: 'sldl', code: '10a' } }],
    [office.stateHouse('NV', '4'), { subject: 'state-assembly' }],
  ])('of a numbered district is named by its number, of a state with one seat at large: %#', (made, said) => {
    expect(made).toMatchObject(said)
  })

  it('of a numbered district names its district', () => {
    expect(findDivision(office.stateHouse('NC', '10a').area, [], index).district_name).toMatch(/ District 10A$/)
  })

  it('of a title of its own state only: the District of Columbia shares the President alone, a territory nothing', () => {
    const count = (code: 'DC' | 'PR' | 'NC') => office.titleOffices(stateOf(code)).length
    expect([count('DC'), count('PR'), count('NC') > 10]).toEqual([1, 0, true])
    expect(findOffice(office.titleOffices(stateOf('DC')), 'President')?.office.subject).toBe('president')
    expect(findOffice(office.titleOffices(stateOf('DC')), 'United States Senator')).toBeUndefined()
  })

  it('is shared where its area is the whole area of the district', () => {
    const state = findDivision({ kind: 'state' }, [], index)
    const county = findDivision({ kind: 'county', county: 'WAKE', part: null }, [], index)
    expect(office.findSharedOffice('Governor', state, index)?.subject).toBe('governor')
    expect(office.findSharedOffice('Governor', county, index)).toBeUndefined()
    const numbered = (word: 'cd' | 'sldu' | 'sldl') =>
      office.findSharedOffice('Any', findDivision({ kind: 'numbered', word, code: '3' }, [], index), index)?.subject
    expect([numbered('cd'), numbered('sldu'), numbered('sldl')]).toEqual(['us-house', 'state-senate', 'state-house'])
  })
})
