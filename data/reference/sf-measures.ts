// San Francisco's measures since 1907: their elections, and the meaning of the words that their file uses.

/**
 * California's statewide primaries among the file's dates; `presidential` if only parties chose candidates for President.
 * Source: California Secretary of State, Statements of Vote.
 */
export const CA_PRIMARIES: Readonly<Record<'direct' | 'presidential', readonly string[]>> = {
  direct: [
    ...['1930-08-26', '1932-08-30', '1948-06-01', '1950-06-06', '1952-06-03', '1954-06-08', '1956-06-05', '1958-06-03'],
    ...['1960-06-07', '1962-06-05', '1964-06-02', '1966-06-07', '1968-06-04', '1970-06-02', '1972-06-06', '1974-06-04'],
    ...['1976-06-08', '1978-06-06', '1980-06-03', '1982-06-08', '1984-06-05', '1986-06-03', '1988-06-07', '1990-06-05'],
    ...['1992-06-02', '1994-06-07', '1996-03-26', '1998-06-02', '2000-03-07', '2002-03-05', '2004-03-02', '2006-06-06'],
    ...['2008-06-03', '2010-06-08', '2012-06-05', '2014-06-03', '2016-06-07', '2018-06-05'],
  ],
  presidential: ['1928-05-01', '1932-05-03', '1940-05-07', '1944-05-16', '2008-02-05'],
}

/**
 * California's statewide special elections among the file's dates: the state voted on its own propositions. Source: Ballotpedia,
 * California ballot propositions by year; since 1973 Public Policy Institute of California, Special Elections in California, 2009.
 */
export const CA_SPECIALS: readonly string[] = [
  ...['1933-06-27', '1933-12-19', '1939-11-07', '1949-11-08', '1973-11-06', '1979-11-06', '1993-11-02', '2005-11-08'],
]

/** Runoffs for Mayor. Source: San Francisco Department of Elections, past election results. */
export const SF_RUNOFFS: readonly string[] = ['1987-12-08', '1991-12-10']

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

export type SfMeasureArea = 'bart' | 'bay' | 'tolls' | 'brisbane'

/** Measures on which a larger area than the city voted, by `<date> <number>`. All others are the city's. */
export const SF_BEYOND_THE_CITY: Readonly<Record<string, SfMeasureArea>> = {
  '1962-11-06 A': 'bart',
  '2001-11-06 I': 'brisbane',
  '2002-11-05 BB': 'bart',
  '2004-03-02 2': 'tolls',
  '2004-11-02 AA': 'bart',
  '2016-06-07 AA': 'bay',
  '2016-11-08 RR': 'bart',
}

/** Regional Measure 2 of 2004: Cal. Streets and Highways Code § 30921. */
export const TOLL_COUNTIES = [
  'alameda',
  'contra_costa',
  'marin',
  'san_francisco',
  'san_mateo',
  'santa_clara',
  'solano',
] as const

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
