import type { StateCode } from '../schema/vocabulary.ts'

/**
 * States, of those whose towns a mirror has, in which no city lies in a town: land that a city annexes leaves the town. Connecticut's
 * boroughs and Vermont's villages lie in towns.
 */
export const CITIES_OUTSIDE_TOWNS: readonly StateCode[] = ['MA', 'ME', 'MN', 'NH', 'NJ', 'RI']

/**
 * Maximum error in meters of the cities' simplified boundaries, which are drawn for maps of 1:500,000 (2015). In twelve big cities that
 * annexed little (e.g. Jackson, Kansas City, Nashville, Plano), 99 % of the vertices of 2019 on land lie within 98 m of these boundaries,
 * half within
 * 8 m. Land that a city annexed since 2015 is not in them.
 */
export const CITY_BOUNDARIES_ERROR_M = 100
