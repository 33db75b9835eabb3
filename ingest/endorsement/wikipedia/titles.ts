// The titles of Wikipedia's articles on elections, which follow a pattern by year and state.

import { STATES, stateOf } from '../../../data/schema/states.ts'
import type { StateCode } from '../../../data/schema/vocabulary.ts'
import type { RaceOffice } from '../race.ts'

export interface RacePage {
  title: string
  state: StateCode
  office: Exclude<RaceOffice, 'president'>
  year: number
}

const TERRITORIES: readonly StateCode[] = ['AS', 'DC', 'GU', 'MP', 'PR', 'VI']
const FIFTY = STATES.map(({ code }) => code).filter((code) => !TERRITORIES.includes(code))

/** One seat in the House. Montana has two since 2022. */
export function isAtLarge(state: StateCode, year: number): boolean {
  return ['AK', 'DE', 'ND', 'SD', 'VT', 'WY', ...(year < 2022 ? ['MT'] : [])].includes(state)
}

export function titleOf({ state, office, year }: Omit<RacePage, 'title'>): string {
  const { name } = stateOf(state)
  switch (office) {
    case 'us-senate':
      return `${year} United States Senate election in ${name}`
    case 'us-house':
      return `${year} United States House of Representatives election${isAtLarge(state, year) ? '' : 's'} in ${name}`
    case 'governor':
      return `${year} ${name} gubernatorial election`
    default:
      return office satisfies never
  }
}

/** @param title with spaces */
export function articleUrl(title: string): string {
  return `https://en.wikipedia.org/wiki/${encodeURIComponent(title.replaceAll(' ', '_'))}`
}

/** Every title that the pattern gives for a year; the encyclopedia lacks those of races that are not held. */
export function listPages(year: number): RacePage[] {
  const offices = year % 2 === 0 ? (['us-senate', 'us-house', 'governor'] as const) : (['governor'] as const)
  return offices.flatMap((office) =>
    FIFTY.map((state) => ({ title: titleOf({ state, office, year }), state, office, year })),
  )
}
