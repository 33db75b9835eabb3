import { expect, it } from 'vitest'
import { isCalendarDate, parseMonthDayYear } from '../../../ingest/read/field-value.ts'

it.each([
  ['2024-02-29', true],
  ['2023-02-29', false],
  ['2024-02-30', false],
  ['2024-04-31', false],
  ['2024-13-01', false],
  ['2024-00-10', false],
  ['2024-1-05', false],
  ['2024-11-05T00:00', false],
  ['', false],
])('%s is a day of the calendar: %s', (text, is) => {
  expect(isCalendarDate(text)).toBe(is)
})

it.each([
  ['11/5/2024', '2024-11-05'],
  [' 02/29/2024 ', '2024-02-29'],
  ['13/45/2022', undefined],
  ['2/30/2024', undefined],
  ['5/11/24', undefined],
  ['2024-11-05', undefined],
])('"%s" is read as %s', (text, date) => {
  expect(parseMonthDayYear(text)).toBe(date)
})
