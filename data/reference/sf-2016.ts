// San Francisco's elections of 2016: the endorsers, and facts of the ballots that the feed does not state.

import type { EndorserRow } from '../core/endorsement.ts'

/**
 * Seats filled at the election. Sources: San Francisco Department of Elections, results of June 7 and November 8, 2016
 * (Democratic County Central Committee: 14 members of Assembly District 17 and 10 of 19; Board of Education and Community
 * College Board: 4 members each).
 */
export const SF_2016_SEATS = {
  'committee-17': 14,
  'committee-19': 10,
  'board-of-education': 4,
  'community-college-board': 4,
} as const

/** Supervisors were elected by ranked choice, with three ranks (San Francisco Charter § 13.102, the ballots of 2016). */
export const SF_2016_RANKS = 3

/**
 * Counties that vote in a contest beyond the city. Measure AA was on the ballot in the nine counties of the Bay, Measure RR in the
 * three of the Bay Area Rapid Transit District. Its district 9 is inside the city; its district 7 is in all three counties.
 */
export const BAY_COUNTIES = [
  'alameda',
  'contra_costa',
  'marin',
  'napa',
  'san_francisco',
  'san_mateo',
  'santa_clara',
  'solano',
  'sonoma',
] as const
export const BART_COUNTIES = ['alameda', 'contra_costa', 'san_francisco'] as const

/** Contests whose candidates the feed does not all list: the State Senate had three in June. */
export const SF_2016_INCOMPLETE: readonly string[] = ['State Senate']

/** Endorsers with two names, in the two files or in one: the feed's name → the served name. The feed's addresses identify them. */
export const SF_2016_ALIASES: Readonly<Record<string, string>> = {
  'Affordable Housing Alliance': 'SF Affordable Housing Alliance',
  'FDR Democratic Club': 'FDR Democratic Club of San Francisco',
  'RFK Democratic Club': 'Robert F. Kennedy Democratic Club',
  'SEIU 1021': 'SEIU Local 1021',
  'SF Chronicle': 'San Francisco Chronicle',
  'SF District 11 Democratic Club': 'San Francisco District 11 Democratic Club',
  'SF Examiner': 'San Francisco Examiner',
  'SF Labor Council': 'San Francisco Labor Council',
  'SF Latino Democrats': 'San Francisco Latino Democratic Club',
  'SF League of Pissed Off Voters': 'San Francisco League of Pissed Off Voters',
  'SF Tech Dems': 'SF Tech Democrats',
  'SF Tenants Union': 'San Francisco Tenants Union',
  SFWPC: "San Francisco Women's Political Committee",
}

/** Endorsers by category, with the feed's name or its alias. Members of public bodies at the time are `official`. */
export const SF_2016_ENDORSERS: Readonly<Record<EndorserRow['category'], readonly string[]>> = {
  advocacy: [
    'EQCA',
    'Evolve CA',
    'SF Affordable Housing Alliance',
    'SF Bicycle Coalition',
    'SF Moderates',
    'SF Tenants and Families',
    'SF YIMBY',
    'SF4ALL',
    'San Francisco League of Pissed Off Voters',
    'San Francisco Tenants Union',
    "San Francisco Women's Political Committee",
    'San Francisco for Democracy',
  ],
  business: ['BOMA', 'SF Chamber of Commerce', 'San Francisco Apartment Association'],
  civic: ['Haight Ashbury Neighborhood Council', 'SPUR', 'San Francisco Human Services Network'],
  environment: ['San Francisco League of Conservation Voters', 'Sierra Club'],
  labor: [
    'AFT Local 2121',
    'IFPTE Local 21',
    'National Nurses United',
    'National Union of Healthcare Workers',
    'SEIU Local 1021',
    'SF Fire Fighters Local 798',
    'San Francisco Building & Construction Trades Council',
    'San Francisco Labor Council',
    'San Francisco Police Officers Association',
    'United Educators of San Francisco',
  ],
  newspaper: ['Bay Area Reporter', 'San Francisco Bay Guardian', 'San Francisco Chronicle', 'San Francisco Examiner'],
  official: ['Aaron Peskin', 'Mark Farrell', 'Nick Josefowitz', 'Scott Wiener'],
  party: [
    'Alice B. Toklas Democratic Club',
    'Bay Area GOP',
    'Bernal Heights Democratic Club',
    'Black Young Democrats of San Francisco',
    'Central City Democrats',
    'City Democratic Club',
    'District 5 Democratic Club',
    'District 8 Progressive Democrats',
    'FDR Democratic Club of San Francisco',
    'Harvey Milk LGBT Democratic Club',
    'Latina/o Young Democrats of San Francisco',
    'New Avenues Democratic Club',
    'Noe Valley Democratic Club',
    'Potrero Hill Democratic Club',
    'Progress Dems',
    'Raoul Wallenberg Democratic Club',
    'Richmond District Democratic Club',
    'Robert F. Kennedy Democratic Club',
    'SF Democrats',
    'SF GOP',
    'SF Green Party',
    'SF Tech Democrats',
    'San Francisco District 11 Democratic Club',
    'San Francisco Latino Democratic Club',
    'San Francisco Log Cabin Republicans',
    'San Francisco Young Democrats',
    'South Beach District 6 Democratic Club',
  ],
  person: ['Alix Rosenthal', 'Jon Golinger'],
}

/** National endorsers; the home of all others is California. */
export const SF_2016_NATIONAL: readonly string[] = ['National Nurses United', 'Sierra Club']
