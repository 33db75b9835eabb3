// Party codes of publishers' files and the plain names that are served. A source with an unknown code fails.

/** Source: the abbreviations of the North Carolina State Board of Elections' candidate listings, 2020 to 2024. */
export const NC_PARTIES: Readonly<Record<string, string>> = {
  CST: 'Constitution',
  DEM: 'Democratic',
  GRE: 'Green',
  JFA: 'Justice For All',
  LIB: 'Libertarian',
  REP: 'Republican',
  UNA: 'Unaffiliated',
  WTP: 'We The People',
}

/** Source: the District of Columbia Board of Elections' certified results, 2022 and 2024. NPN is nonpartisan: no party. */
export const DC_PARTIES: Readonly<Record<string, string | null>> = {
  DEM: 'Democratic',
  IND: 'Independent',
  LIB: 'Libertarian',
  NPN: null,
  REP: 'Republican',
  STG: 'Statehood Green',
}

/** Source: the congress-legislators files, which name the party's members. Other names are served as printed. */
export const CONGRESS_PARTIES: Readonly<Record<string, string>> = {
  Democrat: 'Democratic',
}

/** Source: the readme of the Michigan Bureau of Elections' result files, 2012 and 2014. */
export const MI_PARTIES: Readonly<Record<string, string>> = {
  DEM: 'Democratic',
  GRN: 'Green',
  LIB: 'Libertarian',
  NLP: 'Natural Law',
  NPA: 'No Party Affiliation',
  REP: 'Republican',
  UST: 'U.S. Taxpayers',
}

/**
 * Sources, by party: Associated Press, 1 August 2024, for parties with candidates who filed with the Department of State;
 * The Keystone Courier, 2024, for ASP; PoliticsPA, 2022, for KEY; The Militant, July 2022, for SWP; Ballotpedia, "William Foster
 * (Pennsylvania)", for FOV, his alone.
 */
export const PA_PARTIES: Readonly<Record<string, string>> = {
  ASP: 'American Solidarity',
  CST: 'Constitution',
  DEM: 'Democratic',
  FOV: 'Fostering Our Vote',
  FWD: 'Forward',
  GRN: 'Green',
  IND: 'Independent',
  KEY: 'Keystone',
  LIB: 'Libertarian',
  REP: 'Republican',
  SWP: 'Socialist Workers',
}

/**
 * Source: the codes and names of the Florida Division of Elections' list of candidates, 2026, and of its list of political parties. NOP is
 * the code of offices without parties.
 */
export const FL_PARTIES: Readonly<Record<string, string | null>> = {
  ASP: 'American Solidarity',
  CPF: 'Constitution',
  DEM: 'Democratic',
  ECO: 'Ecology',
  FFP: 'Florida Forward',
  GRE: 'Green',
  IND: 'Independent Party of Florida',
  LPF: 'Libertarian',
  NOP: null,
  NPA: 'No Party Affiliation',
  PSL: 'Socialism and Liberation',
  REP: 'Republican',
}

/** Source: the key of the Montana Secretary of State's lists of candidates, 2026. NON is the code of offices without parties. */
export const MT_PARTIES: Readonly<Record<string, string | null>> = {
  DEM: 'Democratic',
  IND: 'Independent',
  LIB: 'Libertarian',
  MP: 'Minor Party',
  NON: null,
  REP: 'Republican',
}

/** Source: the Party column of the Kentucky Secretary of State's candidate filings, 2026. */
export const KY_PARTIES: Readonly<Record<string, string | null>> = {
  'DEMOCRATIC PARTY': 'Democratic',
  INDEPENDENT: 'Independent',
  NONPARTISAN: null,
  'REPUBLICAN PARTY': 'Republican',
}

/** Source: the roster of candidates of Wyoming's general election of 2026, in CSV and, in full, in PDF. Judges have no party. */
export const WY_PARTIES: Readonly<Record<string, string | null>> = {
  '': null,
  CT: 'Constitution',
  DEM: 'Democratic',
  LBR: 'Libertarian',
  REP: 'Republican',
}

/**
 * Sources: the list of candidates of Vermont's general election of 2026. It joins several nominations of a candidate with a slash, and
 * then abbreviates them.
 */
export const VT_PARTIES: Readonly<Record<string, string | null>> = {
  DEM: 'Democratic',
  PROG: 'Progressive',
  PROGRESSIVE: 'Progressive',
  REP: 'Republican',
  UNKNOWN: null,
}

/**
 * Party names that feeds of a standard format print, in lower case. Each means the same party in every state. The Independent Party is
 * omitted, because `independent` may also mean a candidate without a party. Null: no party.
 * Sources: the names in the tables above, with and without the word party, and their usual abbreviations; the Santa Cruz County Clerk's
 * list of California's qualified parties, for American Independent and Peace and Freedom; the New York City Board of Elections, "Party
 * Affiliation", for Working Families.
 */
export const PARTY_WORDS: Readonly<Record<string, string | null>> = {
  'american independent': 'American Independent',
  'american independent party': 'American Independent',
  'american solidarity': 'American Solidarity',
  'american solidarity party': 'American Solidarity',
  constitution: 'Constitution',
  'constitution party': 'Constitution',
  d: 'Democratic',
  dem: 'Democratic',
  democrat: 'Democratic',
  democratic: 'Democratic',
  'democratic party': 'Democratic',
  'democratic-farmer-labor': 'Democratic-Farmer-Labor',
  'democratic-farmer-labor party': 'Democratic-Farmer-Labor',
  dfl: 'Democratic-Farmer-Labor',
  gop: 'Republican',
  green: 'Green',
  'green party': 'Green',
  independent: 'Independent',
  'justice for all': 'Justice For All',
  'justice for all party': 'Justice For All',
  'legal marijuana now': 'Legal Marijuana Now',
  'legal marijuana now party': 'Legal Marijuana Now',
  lib: 'Libertarian',
  libertarian: 'Libertarian',
  'libertarian party': 'Libertarian',
  'natural law': 'Natural Law',
  'natural law party': 'Natural Law',
  'no party': null,
  'no party preference': null,
  'non partisan': null,
  'non-partisan': null,
  none: null,
  nonpartisan: null,
  'party for socialism and liberation': 'Socialism and Liberation',
  'party preference: none': null,
  'peace and freedom': 'Peace and Freedom',
  'peace and freedom party': 'Peace and Freedom',
  r: 'Republican',
  rep: 'Republican',
  republican: 'Republican',
  'republican party': 'Republican',
  'socialism and liberation': 'Socialism and Liberation',
  'socialist workers': 'Socialist Workers',
  'socialist workers party': 'Socialist Workers',
  unaffiliated: 'Unaffiliated',
  'voter nominated': null,
  'voter-nominated': null,
  'we the people': 'We The People',
  'we the people party': 'We The People',
  'working families': 'Working Families',
  'working families party': 'Working Families',
}
