// Titles of contests and elections, and answers of measures, in the language of the page.

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { titleHtml, titleIn } from '../../../apps/web/ballot/titles.ts'
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
  ['Wake County Sheriff', 'Wake County', 'Wake County: Sheriff'],
  ['Macon County Commission, District 2', 'Macon County Commission District 2', 'Macon County: Comisión, distrito 2'],
  ['Town of Troy Mayor (Unexpired)', 'Troy', 'Town of Troy: Alcalde, resto del mandato'],
  ['Export Borough, Council Member, 4-Year Term', 'Export', 'Export Borough: Concejal, mandato de 4 años'],
  ['California Proposition 51', '', 'California: Proposición 51'],
  ['Constitutional Amendment 2', '', 'Enmienda constitucional 2'],
])('%s has a Spanish title; names of places stay', (title, district, spanish) => {
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
  const title = 'Advisory Neighborhood Commissioner, Single Member District 3D04'
  expect(inSpanish(title, 'SMD 3D04')).toBe(`en ${title}`)
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
