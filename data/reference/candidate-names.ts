// Candidates' names that a feed misspells, with the correct spelling.

/**
 * FiveThirtyEight 2018: letters garbled by wrong encodings (as read in windows-1252), and words that its source,
 * Ballotpedia, adds to distinguish pages.
 */
export const FIVETHIRTYEIGHT_NAMES: Readonly<Record<string, string>> = {
  'Anthony White (Alabama)': 'Anthony White',
  'Cristina OsmeÌ±a': 'Cristina Osmeña',
  'Jim Shea (Maryland)': 'Jim Shea',
  'Jonathan Edwards (Oregon)': 'Jonathan Edwards',
  'Michael McCarthy (Michigan)': 'Michael McCarthy',
  'Rick Trevi\u0331o': 'Rick Treviño',
  'Rocky ChÌÁvez': 'Rocky Chávez',
}

/** San Francisco 2016: the June list of candidates has the first spelling, the election's results the second. */
export const SF_2016_NAMES: Readonly<Record<string, string>> = {
  'Gywneth Borden': 'Gwyneth Borden',
  'Nicholas Pasquarielleo': 'Nicholas Pasquariello',
}

/**
 * Whole names of one word, in lower case. Sources: California Secretary of State, certified list of candidates, November 2020; Washington
 * Secretary of State, voters' pamphlet, August 2018.
 */
export const WHOLE_ONE_WORD_NAMES: ReadonlySet<string> = new Set(['goodspaceguy', 'starchild'])
