import { expect, it } from 'vitest'
import { findStateByFips, isStateCode, STATES, stateOf } from '../../../data/schema/states.ts'
import { STATE_CODES } from '../../../data/schema/vocabulary.ts'

/** The time zones of each state that has more than one. */
const ZONES: Readonly<Record<string, readonly string[]>> = {
  AK: ['America/Anchorage', 'America/Juneau', 'America/Nome', 'America/Adak'],
  AZ: ['America/Phoenix', 'America/Denver'],
  FL: ['America/New_York', 'America/Chicago'],
  ID: ['America/Boise', 'America/Los_Angeles'],
  IN: ['America/Indiana/Indianapolis', 'America/Indiana/Tell_City', 'America/Chicago'],
  KS: ['America/Chicago', 'America/Denver'],
  KY: ['America/Kentucky/Louisville', 'America/Chicago'],
  MI: ['America/Detroit', 'America/Menominee'],
  ND: ['America/Chicago', 'America/Denver', 'America/North_Dakota/Beulah'],
  NE: ['America/Chicago', 'America/Denver'],
  OR: ['America/Los_Angeles', 'America/Boise'],
  SD: ['America/Chicago', 'America/Denver'],
  TN: ['America/New_York', 'America/Chicago'],
  TX: ['America/Chicago', 'America/Denver'],
}

/** Hours behind UTC at noon UTC. */
function hoursBehind(zone: string, date: string): number {
  const noon = new Date(`${date}T12:00:00Z`)
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(noon)
  const offset = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours] = /^GMT([+-])(\d\d):00$/.exec(offset) ?? []
  if (sign === undefined) throw new Error(`${zone} is ${offset} from Greenwich`)
  return sign === '-' ? Number(hours) : -Number(hours)
}

it('states are the 56 of the vocabulary, in its order, each found by its FIPS code', () => {
  expect(STATES.map(({ code }) => code)).toEqual([...STATE_CODES])
  expect(new Set(STATES.map(({ fips }) => fips)).size).toBe(56)
  for (const state of STATES) {
    expect(state.fips).toMatch(/^\d\d$/)
    expect(findStateByFips(state.fips)).toBe(state)
  }
  expect(findStateByFips('99')).toBeUndefined()
  expect(isStateCode('NC')).toBe(true)
  expect(isStateCode('toString')).toBe(false)
  expect(isStateCode('nc')).toBe(false)
})

it('states have the OCD ids of states, the district and territories', () => {
  expect(stateOf('NC').ocd_id).toBe('ocd-division/country:us/state:nc')
  expect(stateOf('DC').ocd_id).toBe('ocd-division/country:us/district:dc')
  const territories = STATES.filter(({ ocd_id }) => ocd_id.includes('/territory:'))
  expect(territories.map(({ code }) => code)).toEqual(['AS', 'GU', 'MP', 'PR', 'VI'])
})

it.each(['2024-11-05', '2024-06-04'])('states have the time zone in which %s ends last', (date) => {
  for (const { code, time_zone } of STATES) {
    const latest = Math.max(...(ZONES[code] ?? [time_zone]).map((zone) => hoursBehind(zone, date)))
    expect(`${code} ${hoursBehind(time_zone, date)}`).toBe(`${code} ${latest}`)
  }
  expect(hoursBehind(stateOf('GU').time_zone, date)).toBe(-10)
  expect(hoursBehind(stateOf('HI').time_zone, date)).toBe(10)
})
