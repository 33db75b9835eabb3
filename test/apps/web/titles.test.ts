// Titles of contests and elections, and answers of measures, in the language of the page.

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { districtIn, titleHtml, titleIn } from '../../../apps/web/ballot/titles.ts'
import { labelOf, nameOf, titleOf, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { readProjectFile } from '../../../data/store/paths.ts'

const inSpanish = (title: string, district = ''): string => {
  const { text, lang } = titleIn({ title, district: { name: district } }, 'es')
  return `${lang} ${text}`
}

test.each([
  ['US President', '', 'Presidente de los Estados Unidos'],
  ['United States Representative, District 12', '', 'Representante de los Estados Unidos, distrito 12'],
  ['United States Representative, At Large', '', 'Representante de los Estados Unidos, distrito único'],
  ['NC Court of Appeals Judge Seat 12', '', 'Juez de la Corte de Apelaciones, puesto 12'],
  ['Wake County Sheriff', 'Wake County', 'Condado de Wake: Sheriff'],
  [
    'Macon County Commission, District 2',
    'Macon County Commission District 2',
    'Condado de Macon: Comisión, distrito 2',
  ],
  ['Town of Troy Mayor (Unexpired)', 'Troy', 'Pueblo de Troy: Alcalde, resto del mandato'],
  ['Export Borough, Council Member, 4-Year Term', 'Export', 'Export Borough: Concejal, mandato de 4 años'],
  ['City of Raleigh Mayor', 'Raleigh', 'Ciudad de Raleigh: Alcalde'],
  [
    'Ward 4 Member of the Council of the District of Columbia',
    'Ward 4',
    'Distrito (ward) 4: Miembro del Concejo del Distrito de Columbia',
  ],
  ['Duval Soil District, Group 2', 'Duval Soil District', 'Duval Soil District, grupo 2'],
  ['Bloomfield School Board, 1-Year Term', 'Bloomfield School District', 'Bloomfield: Junta escolar, mandato de 1 año'],
  ['Franklin Park, Council Member, Ward 2', 'Franklin Park Ward 2', 'Franklin Park: Concejal, distrito (ward) 2'],
  ['Court of Appeals Judge: Avery Sample', 'Iowa', 'Juez de la Corte de Apelaciones: Avery Sample'],
  [
    'District Court Judge Retention, 2nd Judicial District: Bailey',
    'Denver',
    'Juez de la Corte de Distrito, retención, distrito judicial 2: Bailey',
  ],
  ['Mayor of Maysville', 'Maysville', 'Maysville: Alcalde'],
  ['Hopkinsville City Council, Ward 3', 'Hopkinsville Ward 3', 'Hopkinsville: Concejo municipal, distrito (ward) 3'],
  [
    'City of Stamps Alderman, Ward 1, Position 2',
    'Stamps Ward 1',
    'Ciudad de Stamps: Concejal, distrito (ward) 1, posición 2',
  ],
  ['Union Township Trustee, Polk County', 'Union Township', 'Municipio de Union: Fideicomisario, condado de Polk'],
  [
    'Member, Pike County Board of Education, District 1',
    'Pike County School District',
    'Condado de Pike: Miembro de la Junta de Educación, distrito 1',
  ],
  ['Sheriff (Lynchburg City)', 'Lynchburg', 'Sheriff, ciudad de Lynchburg'],
  ['County Commissioner, Precinct 4', 'Travis County Precinct 4', 'Comisionado del condado, precinto 4'],
  [
    'Circuit Court Judge, 10th Judicial Circuit, No. 8',
    'Circuit 10',
    'Juez de la Corte de Circuito, circuito judicial 10, n.º 8',
  ],
  [
    'State House District Rockingham 36',
    'New Hampshire House District Rockingham 36',
    'Cámara estatal, distrito Rockingham 36',
  ],
  [
    'Advisory Neighborhood Commissioner, Single Member District 3D04',
    'SMD 3D04',
    'Comisionado Asesor de Vecindario (ANC), distrito de un solo miembro 3D04',
  ],
  ['California Proposition 51', '', 'California: Proposición 51'],
  ['Constitutional Amendment 2', '', 'Enmienda constitucional 2'],
])('%s has a Spanish title; the names of places stay', (title, district, spanish) => {
  expect(inSpanish(title, district)).toBe(`es ${spanish}`)
  expect(titleIn({ title }, 'en')).toEqual({ text: title, lang: 'en' })
})

test('every office of data/reference/offices.csv has the Spanish title that stands there', () => {
  const rows = parse(readProjectFile('data', 'reference', 'offices.csv'), { columns: true }) as {
    title: string
    title_es: string
  }[]
  expect(rows.length).toBeGreaterThan(50)
  for (const { title, title_es } of rows) expect(inSpanish(title)).toBe(`es ${title_es}`)
})

test('another title stays as printed, and a Spanish page marks it as English', () => {
  const title = 'South Tyger River Watershed Conservation District'
  expect(inSpanish(title, title)).toBe(`en ${title}`)
  // The name of a measure stays.
  expect(inSpanish('Question 1: An Act About Lighthouses')).toBe('en Question 1: An Act About Lighthouses')
  // `State` is no place.
  expect(inSpanish('State Invented Council, District 1', 'State Invented District 1')).toContain('en ')
  expect(inSpanish('Mayoral Commission of Inquiry')).toContain('en ')
  expect(titleHtml({ title }, 'es').toString()).toBe(`<span lang="en">${title}</span>`)
  expect(titleHtml({ title }, 'en').toString()).toBe(title)
  // A publisher's own Spanish title.
  expect(titleHtml({ title: 'Junta escolar de Sample Harbor' }, 'es').toString()).toBe('Junta escolar de Sample Harbor')
})

test('the usual kinds of elections have a Spanish name; others stay', () => {
  const election = { name: 'Maine General Election, November 7, 2028', date: '2028-11-07' }
  expect(titleOf(election, 'en')).toBe('Maine General Election 2028')
  expect(titleOf(election, 'es')).toBe('Maine: elección general de 2028')
  expect(nameOf(election, 'es')).toBe('Maine: elección general')
  expect(titleOf({ name: 'Maine Party Nominating Contests', date: '2028-11-07' }, 'es')).toBe(
    'Maine Party Nominating Contests de 2028',
  )
})

test('the answers of a measure are Spanish on a Spanish page, and a candidate keeps the name', () => {
  const spanish = (label: string, candidate: object | null = null): string => labelOf({ label, candidate }, WORDS.es)
  expect(['Yes', 'No', 'For', 'Against', 'Reject'].map((label) => spanish(label))).toEqual([
    ...['Sí', 'No', 'A favor', 'En contra', 'Rechazar'],
  ])
  expect(spanish('For', {})).toBe('For')
  expect(labelOf({ label: 'For', candidate: null }, WORDS.en)).toBe('For')
})

test.each([
  ['State House District 38', 'Distrito 38 de la Cámara estatal'],
  ['Congressional District 2', 'Distrito congresional 2'],
  ['Maine Congressional District 2', 'Distrito congresional 2 de Maine'],
  ['Wake County', 'Condado de Wake'],
  ['Macon County Commission District 2', 'Condado de Macon: distrito 2 de la Comisión'],
  ['Corvallis Ward 3', 'Corvallis: distrito (ward) 3'],
  ['SMD 3D04', 'Distrito de un solo miembro (SMD) 3D04'],
  ['Raleigh', 'Raleigh'],
])('the district %s has a Spanish name', (name, spanish) => {
  expect(districtIn(name, 'es')).toBe(spanish)
  expect(districtIn(name, 'en')).toBe(name)
})
