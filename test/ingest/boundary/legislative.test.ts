import { describe, expect, it } from 'vitest'
import { stateOf } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import { matchLegislative, toDistrictWords } from '../../../ingest/boundary/layout.ts'
import { divisionsOf } from './collect.ts'

function match(code: StateCode, chamber: 'sldu' | 'sldl', geoid: string, name: string, slugs: string[]): string | null {
  const prefix = `${stateOf(code).ocd_id}/${chamber}:`
  const find = matchLegislative(divisionsOf(slugs.map((slug) => prefix + slug)), chamber)
  return find({ state: stateOf(code), geoid, name, class: null })?.replace(prefix, '') ?? null
}

describe('the division of a legislative district', () => {
  it.each([
    ['NC', 'sldu', '37014', 'State Senate District 14', '14'],
    ['MD', 'sldl', '2401A', 'State Legislative Subdistrict 1A', '1a'],
    ['AK', 'sldu', '0200A', 'State Senate District A', 'a'],
    ['MA', 'sldl', '25003', '3rd Barnstable District', '3rd_barnstable'],
    ['MA', 'sldu', '25D21', 'First Essex and Middlesex District', '1st_essex_and_middlesex'],
    ['MA', 'sldu', '25D04', 'Hampden-Hampshire-Worcester District', 'hampden_hampshire_and_worcester'],
    ['NH', 'sldl', '33301', 'State House District Coos 01', 'coos_1'],
    ['VT', 'sldl', '50C13', 'Chittenden-13 State House District', 'chittenden-13'],
    ['VT', 'sldu', '50CHS', 'Chittenden South East Senatorial District', 'chittenden_southeast'],
  ] as const)('%s %s %s %s is %s', (code, chamber, geoid, name, slug) => {
    expect(match(code, chamber, geoid, name, ['1st_plymouth', slug, 'essex'])).toBe(slug)
  })

  it('is null if the name is unknown or matches two divisions', () => {
    expect(match('MA', 'sldl', '25003', '3rd Barnstable District', ['4th_barnstable'])).toBeNull()
    expect(
      match('MA', 'sldu', '25D04', 'Hampden and Worcester', ['hampden_and_worcester', 'hampden-worcester']),
    ).toBeNull()
  })

  it('does not read a number of two digits as an ordinal', () => {
    expect(toDistrictWords('10th Essex District')).toBe('10th essex')
    expect(toDistrictWords('Tenth Essex')).toBe('10th essex')
    expect(toDistrictWords('Hillsborough 009')).toBe('hillsborough 9')
  })
})
