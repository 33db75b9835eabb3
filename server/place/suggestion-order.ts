// The larger cities by population, for the order of suggested names: no table of a bundle has a population.

import { readFileSync } from 'node:fs'
import { placeKey } from '../../data/schema/folded-name.ts'
import { projectFile } from '../../data/store/paths.ts'

interface LargeCity {
  /** The name as `place_name` folds it. */
  key: string
  state: string
  population: number
}

let cities: readonly LargeCity[] | undefined

/** Largest first: for each name that a city of 50,000 people has, the places of 10,000 or more. Read once. */
export function largeCities(): readonly LargeCity[] {
  cities ??= readCities()
  return cities
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
