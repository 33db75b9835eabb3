// The larger cities by population, for the order of names: no table of a bundle has a population.

import { readFileSync } from 'node:fs'
import { compareText, placeKey } from '../../data/schema/folded-name.ts'
import { projectFile } from '../../data/store/paths.ts'

interface LargeCity {
  /** The name as `place_name` folds it. */
  key: string
  state: string
  population: number
}

let cities: readonly LargeCity[] | undefined
let populations: ReadonlyMap<string, number> | undefined

/** Largest first: for each name that a city of 50,000 people has, the places of 10,000 or more. Read once. */
export function largeCities(): readonly LargeCity[] {
  cities ??= readCities()
  return cities
}

/** 0 for a place that is none of the larger cities. */
export function populationOf(name: string, state: string): number {
  populations ??= new Map(largeCities().map((city) => [`${city.state} ${city.key}`, city.population]))
  return populations.get(`${state} ${placeKey(name)}`) ?? 0
}

/** @setting Fewest people of a city that the name of a state may mean as well. */
const NAMESAKE_PEOPLE_MIN = 500_000

/** The large city that has the name of a state: `new york, NY`; undefined if there is none. */
export function cityNamedLike(stateName: string): { name: string; state: string } | undefined {
  const key = placeKey(stateName)
  const city = largeCities().find((one) => one.key === key && one.population >= NAMESAKE_PEOPLE_MIN)
  return city && { name: stateName, state: city.state }
}

/** Places of one name: the most populous first, then by state. */
export function byPopulation<Named extends { state: string; label: string }>(names: readonly Named[]): Named[] {
  return names
    .map((named) => ({ named, people: populationOf(named.label.split(',')[0] ?? '', named.state) }))
    .sort((a, b) => b.people - a.people || compareText(a.named.state, b.named.state))
    .map(({ named }) => named)
}

function readCities(): LargeCity[] {
  const [, ...lines] = readFileSync(projectFile('data', 'reference', 'city-populations.csv'), 'utf8')
    .trim()
    .split('\n')
  return lines
    .map((line) => {
      const [state = '', name = '', population = ''] = line.split(',')
      return { key: placeKey(name), state, population: Number(population) }
    })
    .sort((a, b) => b.population - a.population)
}
