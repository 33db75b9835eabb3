import { expect, it } from 'vitest'
import type { StateCode } from '../../../../data/schema/vocabulary.ts'
import { officeTitle } from '../../../../ingest/ballot/office-rules/office-text.ts'
import { table, textsBeside } from '../../../table.ts'
import { openOffices, publishedOf } from '../published.ts'

const text = textsBeside(import.meta.url)

const publishedIn = publishedOf(text('published'))

function read(code: StateCode, county: string, text: { office: string; district: string; town?: string }): string[] {
  const { read: readOffice, toId } = openOffices(code, publishedIn(code))
  const { office, unexpired } = readOffice({ ...text, county }) ?? {}
  return [`${office?.title}${unexpired ? ' (Unexpired)' : ''}`, office ? toId(office.area) : '', office?.seat ?? '']
}

it.each(table<[StateCode, ...string[]]>(text('offices')))(
  'The rules for local offices read %s %s %s %s',
  (state, county = '', office = '', district = '', ...expected) => {
    expect(read(state, county, { office, district })).toEqual(expected)
  },
)

it.each([
  ['GROTON', 'Groton Registrar of Voters', 'place:groton_town'],
  ['LITCHFIELD', 'Litchfield Registrar of Voters', 'place:litchfield_town'],
])('The rules for local offices take the town %s of the column where a city has its name, too', (town, ...expected) => {
  const text = { office: 'REGISTRAR OF VOTERS', district: '', town }
  expect(read('CT', 'NEW LONDON', text).slice(0, 2)).toEqual(expected)
})

it.each([
  ['PCSSD SCHOOL BOARD', 'PCSSD School Board'],
  ['LORI A MARET', 'Lori A Maret'],
  ['ESTABLISH A CHARTER FOR THE COUNTY', 'Establish a Charter for the County'],
  ['AMENDMENT E: AN AMENDMENT TO THE CONSTITUTION', 'Amendment E: An Amendment to the Constitution'],
  ['PROPOSITION JJ (STATUTORY)', 'Proposition JJ (Statutory)'],
  ['AMENDMENT NO.1', 'Amendment No. 1'],
  ['FIRE DISTRICT #02', 'Fire District #2'],
  ['JOSEPH "JOEY" DARRAH', 'Joseph "Joey" Darrah'],
  ['H.E.L.P. LEVY', 'H.E.L.P. Levy'],
])('A title of %s has the usual capitals', (text, title) => {
  expect(officeTitle(text)).toBe(title)
})
