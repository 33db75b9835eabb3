import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices, publishedOf } from '../published.ts'

const text = textsBeside(import.meta.url)

const publishedIn = publishedOf(text('published'))

function read(state: StateCode, county: string, office: string, district = '', measure = false): unknown[] {
  const { read: readOffice, toId } = openOffices(state, publishedIn(state))
  const reading = readOffice({ office, district, county, measure })
  if (!reading) return []
  const { title, level, seat = '', area } = reading.office
  return [title, level, toId(area), ...(seat === '' && !reading.unexpired ? [] : [seat, reading.unexpired])]
}

describe('The rules for school boards', () => {
  it.each<[StateCode, string, string, string, string, string]>(table(text('boards')))(
    '%s, %s: %s %s',
    (state, county, office, district, title, division) => {
      expect(read(state, county, office, district)).toEqual([title, 'school', division])
    },
  )

  // biome-ignore format: a case a line
  it.each([
    ['BRADLEY BEACH BOE (FULL TERM)', 'Bradley Beach Board of Education', []],
    ['BOARD OF EDUCATION2YUXP - BRADLEY BEACH', 'Board of Education - Bradley Beach, 2-Year Term', ['2-Year Term', true]],
  ])('read terms, however the file writes them: %s', (office, title, term) => {
    const beach = 'county:monmouth/school_district:bradley_beach'
    expect(read('NJ', 'MONMOUTH', office)).toEqual([title, 'school', beach, ...term])
  })

  it.each<[StateCode, string, string, string, string]>(table(text('questions')))(
    'find the district of a question: %s, %s: %s',
    (state, county, office, title, division) => {
      expect(read(state, county, office, '', true)).toEqual([title, 'school', division])
    },
  )
})
