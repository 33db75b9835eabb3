// Titles of contests and elections, and answers of measures, in the language of the page.

import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { districtIn, titleHtml, titleIn } from '../../../apps/web/ballot/titles.ts'
import { labelOf, nameOf, titleOf, WORDS } from '../../../apps/web/ballot/words/words.ts'
import { readProjectFile } from '../../../data/store/paths.ts'
import { table, textsBeside } from '../../table.ts'

const text = textsBeside(import.meta.url)

const inSpanish = (title: string, district = ''): string => {
  const { text, lang } = titleIn({ title, district: { name: district } }, 'es')
  return `${lang} ${text}`
}

test.each(table(text('titles')))('%s has a Spanish title; the names of places stay', (title, district, spanish) => {
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
  // Of a title, all or nothing is Spanish.
  for (const whole of ['Statewide Referendum Question A', 'City of Tacoma Charter Amendment No 6'])
    expect(inSpanish(whole, 'Tacoma')).toBe(`en ${whole}`)
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
  expect(titleOf({ name: 'Maine Second Primary and Runoff Election', date: '2028-11-07' }, 'es')).toBe(
    'Maine: segunda elección primaria y segunda vuelta de 2028',
  )
  expect(titleOf({ name: 'Maine Town Caucus', date: '2028-11-07' }, 'es')).toBe('Maine Town Caucus de 2028')
})

test('the answers of a measure are Spanish on a Spanish page, and a candidate keeps the name', () => {
  const spanish = (label: string, candidate: object | null = null): string => labelOf({ label, candidate }, WORDS.es)
  expect(['Yes', 'No', 'For', 'Against', 'Reject'].map((label) => spanish(label))).toEqual([
    ...['Sí', 'No', 'A favor', 'En contra', 'Rechazar'],
  ])
  expect(spanish('For', {})).toBe('For')
  expect(labelOf({ label: 'For', candidate: null }, WORDS.en)).toBe('For')
})

test.each(table(text('districts')))('the district %s has a Spanish name', (name, spanish) => {
  expect(districtIn(name, 'es')).toBe(spanish)
  expect(districtIn(name, 'en')).toBe(name)
})
