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
 * Codes of the list of candidates for the House of 2000 to 2024, which follow the Federal Election Commission's. Null: no party, or a code
 * that stands for several parties; `XX/CODE` is the code's meaning in one state alone, where it has none elsewhere. Sources: the FEC's "Party
 * code descriptions"; the parties' names as in the tables above.
 */
export const HOUSE_PARTIES: Readonly<Record<string, string | null>> = {
  'AZ/AE': 'Americans Elect',
  'CO/UN': 'Unaffiliated',
  'CO/UNI': 'Unity',
  'CT/CNC': 'Concerned Citizens',
  'MD/UN': 'Unaffiliated',
  'MI/TX': 'U.S. Taxpayers',
  'MN/DEM': 'Democratic-Farmer-Labor',
  'MN/IDP': 'Independence',
  'MS/VET': 'Veterans',
  'NY/IDP': 'Independence',
  'NY/LBL': 'Liberal',
  'SC/AMP': 'American',
  'SC/IDP': 'Independence',
  'SC/UC': 'United Citizens',
  'UT/PCH': 'Personal Choice',
  'UT/UN': 'Unaffiliated',
  'UT/UNI': 'United Utah',
  'VT/COM': 'Communist',
  'VT/GRT': 'Grassroots',
  'VT/LBU': 'Liberty Union',
  AE: null,
  AIP: 'American Independent',
  AKI: 'Alaskan Independence',
  AMP: null,
  CNC: null,
  COM: null,
  CON: 'Constitution',
  CRV: 'Conservative',
  DEM: 'Democratic',
  FRE: null,
  GRE: 'Green',
  GRT: null,
  IAP: 'Independent American',
  IDE: 'Independent Party of Delaware',
  IDP: null,
  IGR: 'Independent Green',
  IND: 'Independent',
  LAB: null,
  LBL: null,
  LBR: null,
  LBU: null,
  LIB: 'Libertarian',
  MTP: 'Mountain',
  N: null,
  NLP: 'Natural Law',
  NNE: null,
  NON: null,
  NOP: null,
  NPA: 'No Party Affiliation',
  OTH: null,
  PAF: 'Peace and Freedom',
  PCH: null,
  PFP: 'Peace and Freedom',
  PG: 'Pacific Green',
  PRO: 'Progressive',
  REF: 'Reform',
  REP: 'Republican',
  RTL: 'Right to Life',
  SEP: 'Socialist Equality',
  SOC: 'Socialist',
  SUS: null,
  SWP: 'Socialist Workers',
  TEA: 'Tea Party',
  TX: null,
  UC: null,
  UN: null,
  UNI: null,
  UNK: null,
  UST: 'U.S. Taxpayers',
  VET: null,
  WTP: 'We the People',
}

/**
 * The ways in which Pennsylvania's counties print the parties of their candidates in the results of 2025; LIB is the Liberal Party in some
 * and the Libertarian Party in others, and other codes are political bodies of one place.
 */
export const PA_COUNTY_PARTIES: Readonly<Record<string, readonly string[]>> = {
  CON: ['Constitution'],
  DAR: ['Democratic', 'Republican'],
  DEM: ['Democratic'],
  DEMOCRATIC: ['Democratic'],
  DEMREP: ['Democratic', 'Republican'],
  DNR: ['Democratic', 'Republican'],
  DRP: ['Democratic', 'Republican'],
  'D/R': ['Democratic', 'Republican'],
  GRE: ['Green'],
  GRN: ['Green'],
  IND: ['Independent'],
  LBR: ['Liberal'],
  LIBERAL: ['Liberal'],
  LRB: ['Liberal'],
  REP: ['Republican'],
  REPUBLICAN: ['Republican'],
}

/** The parties that hold primaries in Alabama, Florida, Georgia, Illinois and Texas, as their results of 2026 abbreviate and name them. */
export const MAJOR_PARTIES: Readonly<Record<string, string>> = {
  DEM: 'Democratic',
  DEMOCRATIC: 'Democratic',
  REP: 'Republican',
  REPUBLICAN: 'Republican',
}

/**
 * Source: the party names of MEDSL's returns, 2022 and 2024, without the word party. A candidate of several parties has them with a slash
 * between. OTHER and PARTY stand where a state's own file gives no name.
 */
export const MEDSL_PARTIES: Readonly<Record<string, string | null>> = {
  '': null,
  'A TRUE INDEPENDENT': 'A True Independent',
  'ALASKAN INDEPENDENCE PARTY': 'Alaskan Independence',
  ALLIANCE: 'Alliance',
  'AMERICA FIRST': 'America First',
  'AMERICAN CONSTITUTION': 'American Constitution',
  'AMERICAN INDEPENDENT': 'American Independent',
  'AMERICAN INDEPENDENT PARTY': 'American Independent',
  'AMERICAN SOLIDARITY': 'American Solidarity',
  'AMERICAN SOLIDARITY PARTY': 'American Solidarity',
  'APPROVAL VOTING': 'Approval Voting',
  'ARTS & CULTURE': 'Arts & Culture',
  AURORA: 'Aurora',
  'AURORA PARTY': 'Aurora',
  BETTER: 'Better',
  'BROADBAND NOW PARTY': 'Broadband Now',
  'BY PETITION': 'By Petition',
  CENTER: 'Center',
  'CHEAPER GAS GROCERIES': 'Cheaper Gas Groceries',
  'COMMON SENSE': 'Common Sense',
  'COMMON SENSE INDEPENDENT': 'Common Sense Independent',
  CONSERVATIVE: 'Conservative',
  'CONSERVATIVE PARTY': 'Conservative',
  CONSTITUTION: 'Constitution',
  'CONSTITUTION PARTY': 'Constitution',
  'CONSTITUTION PARTY OF FLORIDA': 'Constitution',
  CONSTITUTIONAL: 'Constitutional',
  DEMOCRAT: 'Democratic',
  DEMOCRATIC: 'Democratic',
  'DEMOCRATIC PARTY NOMINEES': 'Democratic',
  'DEMOCRATIC-FARMER-LABOR': 'Democratic-Farmer-Labor',
  'DEMOCRATIC-NPL': 'Democratic-NPL',
  'DISRUPT THE CORRUPTION': 'Disrupt the Corruption',
  EPIC: 'EPIC',
  FORWARD: 'Forward',
  'FREE AND INDEPENDENT PARTY': 'Free and Independent',
  FREEDOM: 'Freedom',
  'GODLINESS TRUTH JUSTICE': 'Godliness, Truth, Justice',
  'GODLINESS, TRUTH, JUSTICE': 'Godliness, Truth, Justice',
  GREEN: 'Green',
  'GREEN INDEPENDENT': 'Green Independent',
  'GREEN PARTY': 'Green',
  'GREEN-RAINBOW PARTY': 'Green-Rainbow',
  'HELP MAKE HARRISON COUNTY GREAT': 'Help Make Harrison County Great',
  INDEPENDENCE: 'Independence',
  'INDEPENDENCE-ALLIANCE': 'Independence-Alliance',
  INDEPENDENT: 'Independent',
  'INDEPENDENT AMERICAN': 'Independent American',
  'INDEPENDENT AMERICAN PARTY': 'Independent American',
  'INDEPENDENT CANDIDATES': 'Independent Candidates',
  'INDEPENDENT FOR MAINE': 'Independent for Maine',
  'INDEPENDENT PARTY OF DELAWARE': 'Independent Party of Delaware',
  'INDIANA REDEMPTION PARTY': 'Indiana Redemption',
  INTEGRITY: 'Integrity',
  'ITKIS CAMPAIGN': 'Itkis Campaign',
  'JUSTICE FOR ALL': 'Justice For All',
  KENNEDY: 'Kennedy',
  'KENTUCKY PARTY': 'Kentucky',
  'LEGAL MARIJUANA NOW': 'Legal Marijuana Now',
  LIBERAL: 'Liberal',
  LIBERTARIAN: 'Libertarian',
  'LIBERTARIAN PARTY': 'Libertarian',
  'LIBERTARIAN PARTY OF FLORIDA': 'Libertarian',
  'LIBERTARIAN PARTY OF NEVADA': 'Libertarian',
  'MAINE INDEPENDENT': 'Maine Independent',
  'MEDICAL FREEDOM': 'Medical Freedom',
  MODERATE: 'Moderate',
  MOUNTAIN: 'Mountain',
  NA: null,
  'NATURAL LAW': 'Natural Law',
  'NEVADA GREEN PARTY': 'Green',
  'NEW MOVEMENT': 'New Movement',
  'NO PARTY': 'No Party',
  'NO PARTY AFFILIATION': 'No Party Affiliation',
  'NO POLITICAL PARTY': 'No Political Party',
  'NO SLOGAN FILED': 'No Slogan Filed',
  'NOMINATED BY PETITION': 'Nominated by Petition',
  'NON PARTY CANDIDATE': 'Non Party Candidate',
  'NON-AFFILIATED': 'Non-Affiliated',
  NONPARTISAN: null,
  OTHER: null,
  'OTHER CANDIDATES': null,
  'PACIFIC GREEN': 'Pacific Green',
  'PARENT PARTY': 'Parent Party',
  PARTY: null,
  'PARTY FOR SOCIALISM AND LIBERATION': 'Socialism and Liberation',
  'PARTY FOR SOCIALISM AND LIBERATION - FLORIDA': 'Socialism and Liberation',
  'PEACE AND FREEDOM': 'Peace and Freedom',
  'PEACE AND JUSTICE': 'Peace and Justice',
  'PETITION CANDIDATE': 'Petition Candidate',
  'PETITIONING CANDIDATE': 'Petitioning Candidate',
  PIRATE: 'Pirate',
  PROGRESSIVE: 'Progressive',
  PROHIBITION: 'Prohibition',
  'RENT IS 2 DAMN HIGH': 'Rent Is 2 Damn High',
  REPUBLICAN: 'Republican',
  'SOCIALISM AND LIBERATION': 'Socialism and Liberation',
  'SOCIALISM AND LIBERATION PARTY NOMINEES': 'Socialism and Liberation',
  SOCIALIST: 'Socialist',
  'SOCIALIST EQUALITY': 'Socialist Equality',
  'SOCIALIST EQUALITY PARTY': 'Socialist Equality',
  'SOCIALIST EQUALITY PARTY NOMINEES': 'Socialist Equality',
  'SOCIALIST LABOR': 'Socialist Labor',
  'SOCIALIST PARTY USA': 'Socialist Party USA',
  'SOCIALIST WORKERS': 'Socialist Workers',
  'SOCIALIST WORKERS PARTY': 'Socialist Workers',
  'SOCIALIST WORKERS PARTY NOMINEES': 'Socialist Workers',
  'THE BETTER PARTY': 'The Better Party',
  'U.S. CONSTITUTION PARTY': 'U.S. Constitution',
  'U.S. TAXPAYERS': 'U.S. Taxpayers',
  UNAFFILIATED: 'Unaffiliated',
  UNAFFLIATED: 'Unaffiliated',
  UNDECLARED: 'Undeclared',
  UNENROLLED: 'Unenrolled',
  'UNITED CITIZEN': 'United Citizen',
  'UNITED COMMUNITY': 'United Community',
  'UNITED KANSAS': 'United Kansas',
  'UNITED UTAH PARTY': 'United Utah',
  UNITY: 'Unity',
  'UNITY PARTY OF COLORADO': 'Unity',
  'US TAXPAYERS': 'U.S. Taxpayers',
  'VETERANS PARTY': 'Veterans',
  'VOTE BETTER': 'Vote Better',
  'WE THE PEOPLE': 'We The People',
  'WICKED THRIFTY INDEPENDENT': 'Wicked Thrifty Independent',
  'WISCONSIN GREEN': 'Green',
  'WORKERS PARTY': 'Workers',
  'WORKING CLASS': 'Working Class',
  'WORKING FAMILIES': 'Working Families',
  DFL: 'Democratic-Farmer-Labor',
  G: 'Green',
  GOP: 'Republican',
  LAROUCHE: 'LaRouche',
  LBN: 'Libertarian',
  PSL: 'Socialism and Liberation',
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
