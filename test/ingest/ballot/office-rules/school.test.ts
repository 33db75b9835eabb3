import { describe, expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices, publishedInAll, publishedOf } from '../published.ts'

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

it('two states with one list of divisions give the same readings, whichever is read first', () => {
  const published = publishedOf(`
    IN | county:henry; county:henry/school_district:henry; county:lake; county:clay; county:parke
    KY | county:henry; county:henry/school_district:henry; county:lee; county:lee/school_district:lee
  `)
  const readAll = (...states: StateCode[]) => {
    const divisions = publishedInAll((['IN', 'KY'] as const).map((state) => [state, published(state)]))
    return states.map((state) => {
      const { read: readOffice, toId } = openOffices(state, [], divisions)
      return ['HENRY SCHOOL BOARD', 'GREENSBORO TOWNSHIP SCHOOL BOARD'].map((office) => {
        const reading = readOffice({ office, district: '2', county: 'HENRY' })
        return reading && toId(reading.office.area)
      })
    })
  }
  const [first, second] = readAll('IN', 'KY')
  expect(readAll('KY', 'IN')).toEqual([second, first])
  const greensboro = 'county:henry/school_district:greensboro_township/school_board_district:2'
  expect(first).toEqual(['county:henry/school_district:henry/school_board_district:2', greensboro])
  expect(second).toEqual(['county:henry/school_board_district:2', greensboro])
})
