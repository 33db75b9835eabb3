// San Francisco's elections of 2016 and 2024 and its measures since 1907: the endorsers, and facts that the files do not state.

import type { EndorserRow } from '../core/rows.ts'

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

// San Francisco's primary of March 5, 2024: the endorsers in the grid of github.com/siggy/sfendorsements, and facts that it does not state.

/**
 * The contest behind each heading of a column of offices, as the grid of 2016 calls it. `Senator` is the full term; the same candidates
 * also stood for the rest of the term.
 */
export const SF_2024_OFFICES: Readonly<Record<string, string>> = {
  'Superior Court Judge, Seat 1': 'Judge of the Superior Court, Office No 1',
  'Superior Court Judge, Seat 13': 'Judge of the Superior Court, Office No 13',
  'DCCC 17': 'District 17',
  'DCCC 19': 'District 19',
  'State Senate, District 7': 'State Senator, District 7',
  'State Senate, District 11': 'State Senator, District 11',
  'State Assemblymember, District 17': 'Member, State Assembly, District 17',
  'State Assemblymember, District 19': 'Member, State Assembly, District 19',
  Senator: 'United States Senator',
  D11: 'United States Representative, District 11',
  D15: 'United States Representative, District 15',
}

const endorser = (name: string, category: EndorserRow['category'], website_url: string): EndorserRow => ({
  endorser_slug: name
    .toLowerCase()
    .replace(/[.’']/g, '')
    .replace(/[^a-z0-9]+/g, '-'),
  name,
  category,
  state: 'CA',
  description: null,
  website_url,
})

/** By the grid's name. Names are those of the grids of 2016 where the organization is the same. */
export const SF_2024_ENDORSERS: Readonly<Record<string, EndorserRow>> = {
  'Alice B. Toklas Democratic Club': endorser('Alice B. Toklas Democratic Club', 'party', 'https://alicebtoklas.org'),
  GrowSF: endorser('GrowSF', 'advocacy', 'https://growsf.org'),
  'Harvey Milk LGBTQ Democratic Club': endorser(
    'Harvey Milk LGBT Democratic Club',
    'party',
    'https://www.milkclub.org',
  ),
  'League Of Pissed Off Voters': endorser(
    'San Francisco League of Pissed Off Voters',
    'advocacy',
    'https://www.theleaguesf.org',
  ),
  'League Of Women Voters': endorser('League of Women Voters of San Francisco', 'civic', 'https://lwvsf.org'),
  'SEIU 1021': endorser('SEIU Local 1021', 'labor', 'https://www.seiu1021.org'),
  'SF Berniecrats': endorser('SF Berniecrats', 'party', 'https://sfberniecrats.com'),
  'SF Chronicle': endorser('San Francisco Chronicle', 'newspaper', 'https://www.sfchronicle.com'),
  'SF Democrats': endorser('SF Democrats', 'party', 'https://www.sfdemocrats.org'),
  'SF Labor Council': endorser('San Francisco Labor Council', 'labor', 'https://www.sflaborcouncil.org'),
  'SF League of Conservation Voters': endorser(
    'San Francisco League of Conservation Voters',
    'environment',
    'https://www.sflcv.org',
  ),
  'SF Republicans': endorser('SF GOP', 'party', 'https://www.sfgop.org'),
  'SF Tenants Union': endorser('San Francisco Tenants Union', 'advocacy', 'https://sftu.org'),
  'SF Women’s Political Committee': endorser(
    "San Francisco Women's Political Committee",
    'advocacy',
    'https://sfwpc.org',
  ),
  SPUR: endorser('SPUR', 'civic', 'https://www.spur.org'),
  'Sierra Club SFBay': {
    ...endorser('Sierra Club', 'environment', 'https://www.sierraclub.org'),
    state: 'national',
  },
  'TogetherSF Action': endorser('TogetherSF Action', 'advocacy', 'https://tsfaction.org'),
  'United Democratic Club': endorser('United Democratic Club', 'party', 'https://www.uniteddems.org'),
  'United Educators of SF': endorser('United Educators of San Francisco', 'labor', 'https://uesf.org'),
  'Yimby Action': endorser('YIMBY Action', 'advocacy', 'https://yimbyaction.org'),
}

/** The state league, which the grid calls by the same name where it links to the state league's page. */
export const LEAGUE_OF_CALIFORNIA: EndorserRow = endorser(
  'League of Women Voters of California',
  'civic',
  'https://lwvc.org',
)

// San Francisco's measures since 1907: their elections, and the meaning of the words that their file uses.

/** Wrong dates in the file. The file's other measures of the election, or the election's results, have the right day. */
export const SF_DATE_FIXES: Readonly<Record<string, string>> = {
  // The recall of Police Judge Weller and two ordinances were on one ballot.
  '1913-04-23': '1913-04-22',
  // The purchase of the Market Street Railway, on the ballot of the presidential primary.
  '1944-05-19': '1944-05-16',
  // The municipal election of 2009.
  '2009-11-04': '2009-11-03',
}

/** Questions whose answers are not Yes and No (one with five answers): `<date> <number>`. */
export const SF_NOT_YES_NO: readonly string[] = ['1972-11-07 2']

/** Measures on which a larger area than the city voted, by `<date> <number>`. All others are the city's. */
export const SF_BEYOND_THE_CITY: Readonly<Record<string, 'bart' | 'bay' | 'tolls' | 'brisbane'>> = {
  '1962-11-06 A': 'bart',
  '2001-11-06 I': 'brisbane',
  '2002-11-05 BB': 'bart',
  '2004-03-02 2': 'tolls',
  '2004-11-02 AA': 'bart',
  '2016-06-07 AA': 'bay',
  '2016-11-08 RR': 'bart',
}

/** The first election at which school bonds passed with 55 % (Proposition 39; Cal. Const. art. XIII A § 1(b)(3)) came after this day. */
export const CA_55_PERCENT_AFTER = '2000-11-07'

/** The file's kinds → `measure_type`; null if the kind has no specific meaning. */
export const SF_MEASURE_TYPES: Readonly<Record<string, string | null>> = {
  'Charter Amendment': 'charter amendment',
  'New Charter': 'charter amendment',
  Ordinance: 'ordinance',
  Initiative: 'initiative',
  Referendum: 'referendum',
  Recall: 'recall',
  'Policy Declaration': 'policy declaration',
  'Bond Issue': 'bond',
  'Revenue Bonds': 'bond',
  'Regional Bond Measure': 'bond',
  'Lease Financing': 'lease financing',
  Tax: 'tax',
  'Special Tax': 'tax',
  'Parcel Tax': 'tax',
  'School District Tax': 'tax',
  'Regional Measure': 'regional measure',
  Measure: null,
  Proposition: null,
}

export const SF_MEASURE_TYPE_FIXES: Readonly<Record<string, string>> = {
  Bond: 'Bond Issue',
  'Bond Measure': 'Bond Issue',
  'Bond Measure easure': 'Bond Issue',
  'Bond issue': 'Bond Issue',
  'District Bond Issue (San Francisco Bay Area Rapid Transit District': 'Bond Issue',
  'Parcel Tax Measure': 'Parcel Tax',
  'Tax School District': 'School District Tax',
}
