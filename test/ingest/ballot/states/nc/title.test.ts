import { describe, expect, it } from 'vitest'
import { findDivision, indexDivisions, isPlace } from '../../../../../ingest/ballot/division.ts'
import { titleCase } from '../../../../../ingest/ballot/printed-name.ts'
import { parseNcTitle } from '../../../../../ingest/ballot/states/nc/title.ts'
import { table, textsBeside } from '../../../../table.ts'
import { publishedIn } from '../../published.ts'

const text = textsBeside(import.meta.url)

const PUBLISHED = table<[id: string, name: string]>(text('published'))
const index = indexDivisions('NC', publishedIn('NC', PUBLISHED))

function read(contestName: string, ...counties: string[]) {
  const title = parseNcTitle(contestName, { counties, isPlace: (name) => isPlace(index, name) })
  if (!title) return undefined
  const { ocd_id, within_ocd_id, ...division } = findDivision(title.area, counties, index)
  const cut = (id: string) => id.replace(/^ocd-division\/country:us\/state:nc\/?/, '')
  return { ...title, ...division, ocd: cut(ocd_id), within: within_ocd_id === null ? null : cut(within_ocd_id) }
}

describe('titles of North Carolina', () => {
  it.each(table(text('kinds of offices')))('%s', (contestName, family, ocd, level, short_title) => {
    expect(read(contestName, 'WAKE')).toMatchObject({ family, ocd, level, short_title })
  })

  it.each(table(text('cities')))('gives %s of %s to %s', (contestName, counties, ocd, office) => {
    expect(read(contestName, ...counties.split(', '))).toMatchObject({ ocd, office, level: 'city', unmatched: null })
  })

  it.each(table(text('minted ids')))(
    'mints what Open Civic Data lacks, and says so: %s of %s',
    (contestName, county, ocd, unmatched) => {
      expect(read(contestName, county)).toMatchObject({ ocd, unmatched })
    },
  )

  it('gives a part of a city its type and the city that it lies in', () => {
    const part = { within: 'place:raleigh', district_type: 'council', district_level: 'city' }
    expect(read('CITY OF RALEIGH CITY COUNCIL DISTRICT A', 'WAKE')).toMatchObject(part)
  })

  it.each(table(text('published ids')))(
    'uses a published id, else mints one in the words of the title: %s of %s',
    (contestName, counties, ocd) => {
      expect(read(contestName, ...counties.split(', '))).toMatchObject({
        ocd,
        unexpired: contestName.includes('(UNEX'),
      })
    },
  )

  it.each(table(text('school boards')))(
    "tells a city's school board from its county's: %s, district %s",
    (board, number, counties, ocd, within) => {
      const title = `${board} BOARD OF EDUCATION DISTRICT ${number}`
      expect(read(title, ...counties.split(', '))).toMatchObject({ ocd, within: `county:${within}` })
    },
  )

  it.each([
    ['WAKE COUNTY DOG CATCHER', 'WAKE'],
    ['WAKE COUNTY SHERIFF', 'DURHAM'],
    ['WAKE COUNTY BOARD OF COMMISSIONERS SOMEWHERE ELSE', 'WAKE'],
    ['TOWN OF CARY POET LAUREATE', 'WAKE'],
    ['FONTANA DAM COMMISSIONERS', 'GRAHAM'],
    ['FONTANA DAM DRAINAGE BOARD', 'GRAHAM'],
  ])('does not guess at %s listed in %s', (contestName, county) => {
    expect(read(contestName, county)).toBeUndefined()
  })

  it('refuses a title of more than 1,000 characters without trying every place name in it', () => {
    const start = performance.now()
    expect(read(`${'A '.repeat(100_000)}MAYOR`, 'WAKE')).toBeUndefined()
    expect(performance.now() - start).toBeLessThan(5_000)
  })

  it.each([
    ['MCDOWELL COUNTY BD OF EDUCATION DISTRICT 02', 'McDowell County Board of Education District 2'],
    ['CITY OF HENDERSON ALDERMAN AT-LARGE 1ST WARD', 'City of Henderson Alderman At-Large 1st Ward'],
    ['MOORE COUNTY BOARD OF EDUCATION DISTRICT IV', 'Moore County Board of Education District IV'],
  ])('writes %s as people do', (text, title) => expect(titleCase(text)).toBe(title))
})
