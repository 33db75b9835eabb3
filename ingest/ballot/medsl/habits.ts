// The habits of states' returns files: what a file means that its columns do not say.

import type { StateCode } from '../../../data/schema/vocabulary.ts'

export interface Habit {
  /** Local offices do not name their town, which stands in the column of jurisdictions. */
  towns?: true
  /**
   * Local names without a party may be names that voters wrote, and the file does not mark them. Printed names got at least a share of
   * the votes of the first one. Names of counties; `all` if it may be any.
   */
  unmarked_write_ins?: readonly string[] | 'all'
  /** The same for contests without parties that have a printed name: the file lists some names that voters wrote, such as those that won. */
  some_unmarked?: true
  /** Contests, as `OFFICE DISTRICT`, of which the file has only names that voters wrote. */
  all_written?: readonly string[]
  /** Ballots print people without a party who get hardly a vote, or two of a party: the file names only few whom voters wrote. */
  printed?: true
  /**
   * Meaning of the column of seats: `of a text`, one number for all counties whose offices have the same text; `of partisans`, 1 for each
   * office without parties; `of districts`, the number of the county's districts that elect, each one member.
   */
  magnitude?: 'of a text' | 'of partisans' | 'of districts'
  /** In a contest of parties only a name that voters wrote has none. */
  blank_party?: 'write-in'
  /** The file lost lines: a contest may have more names. */
  incomplete?: true
  /** Seats of each district of the lower house, where the file says 1. Source: the state's constitution. */
  house_seats?: number
  /** Offices of a whole term that the column of special elections marks. */
  regular?: RegExp
  /** One text of an office for those that some counties write in another way, as `OFFICE` or `OFFICE DISTRICT`. */
  offices?: Readonly<Record<string, string>>
  /** Names of candidates with which the file mixes other words, such as the name of a running mate. */
  names?: Readonly<Record<string, string>>
  /** The district of an office of which the file gives none or a wrong one, by a candidate or by the file's district. */
  districts?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** The county whose board of elections counts a city apart. */
  counties?: Readonly<Record<string, string>>
  /** A cell has the parties of a candidate in the order of the ballot. */
  parties_as_printed?: true
  /** The right label of a party for one that no ballot of the state prints. */
  parties?: Readonly<Record<string, string>>
  /** The right label of a candidate's party, where the file has that of another. */
  party_of?: Readonly<Record<string, string>>
  /** The party whose line every ballot of the state prints first, as `party` names it. */
  first_line?: string
  /** Names are surnames: one with two parties is that of two people. */
  surnames?: true
  /** Two candidates of one party may stand for one seat in November. */
  party_rivals?: true
}

const NEW_JERSEY: Readonly<Record<string, string>> = {
  'BOARD OF ED PINLEANDS REGIONAL LITTLE EGG HARBOR': 'BOARD OF EDUCATION PINELANDS REGIONAL LITTLE EGG HARBOR',
  'BOARD OF EDUCATION BRIDGEWATER-RARITAN BRIDGEWATE': 'BOARD OF EDUCATION BRIDGEWATER-RARITAN REGIONAL BRIDGEWATER',
  'BOARD OF EDUCATION CHESTERFEILD-NORTHERN BURLINGTON COUNTY REGIONAL SCHOOL DISTRICT':
    'BOARD OF EDUCATION CHESTERFIELD-NORTHERN BURLINGTON COUNTY REGIONAL SCHOOL DISTRICT',
  'BOARD OF EDUCATION LBI CONS LONG BEACH': 'BOARD OF EDUCATION LONG BEACH ISLAND - LONG BEACH',
  'BOARD OF EDUCATION LBI CONS SURF CITY': 'BOARD OF EDUCATION LONG BEACH ISLAND - SURF CITY',
  'BOARD OF EDUCATION MAPLEWOOD / S ORANGE': 'BOARD OF EDUCATION SOUTH ORANGE-MAPLEWOOD',
  'BOARD OF EDUCATION SO REGIONAL STAFFORD': 'BOARD OF EDUCATION SOUTHERN REGIONAL STAFFORD',
  'BOARD OF EDUCATION SOMERSET HILLS PEAPACK-GLADSTO': 'BOARD OF EDUCATION SOMERSET HILLS REGIONAL PEAPACK-GLADSTONE',
  'BURLINGTON CITY BOARD OF ISLAND MANAGERS-MANAGERS': 'BURLINGTON CITY BOARD OF ISLAND MANAGERS',
  'BURLINGTON CITY BOARD OF ISLAND MANAGERS-TREASURER': 'BURLINGTON CITY BOARD OF ISLAND MANAGERS TREASURER',
  'FOR MEMBERSHIP TO THE BOARD OF FIRE COMMISSIONER S EAST AMWELL': 'BOARD OF FIRE COMMISSIONERS EAST AMWELL',
  'FOR MEMBERSHIP TO THE BOARD OF FIRE COMMISSIONERS FRANKLIN TOWNSHIP':
    'BOARD OF FIRE COMMISSIONERS FRANKLIN TOWNSHIP',
  'MEMBER OF MANCHESTER REG 1YT UNEXP NORTH HALEDON':
    'MEMBER OF THE PASSAIC COUNTY MANCHESTER BOARD OF EDUCATION 1YT UNEXP NORTH HALEDON',
  'MEMBER OF THE GEH REG BOARD OF EDUCATION - EGG HRBR CTY':
    'MEMBER OF THE GREATER EGG HARBOR REGIONAL BOARD OF EDUCATION - EGG HARBOR CITY',
  'MEMBER OF THE GEH REG BOARD OF EDUCATION - GALLOWAY':
    'MEMBER OF THE GREATER EGG HARBOR REGIONAL BOARD OF EDUCATION - GALLOWAY',
  'MEMBER OF THE GEH REG BOARD OF EDUCATION - HAMILTON':
    'MEMBER OF THE GREATER EGG HARBOR REGIONAL BOARD OF EDUCATION - HAMILTON',
  'MEMBER OF THE LOCAL BOARD OF EDUCATION 1YUXP - NORTHFIEL':
    'MEMBER OF THE LOCAL BOARD OF EDUCATION 1YUXP - NORTHFIELD',
  'MEMBER OF THE LOCAL BOARD OF EDUCATION2YUXP - PLEASANT':
    'MEMBER OF THE LOCAL BOARD OF EDUCATION 2YUXP - PLEASANTVILLE',
  'MEMBER OF THE MANCHESTER REG BD OF ED PROSPECT PARK':
    'MEMBER OF THE PASSAIC COUNTY MANCHESTER BOARD OF EDUCATION PROSPECT PARK',
  'MEMBERS OF MANCHESTER REG BD OF ED NORTH HALEDON':
    'MEMBERS OF THE PASSAIC COUNTY MANCHESTER BOARD OF EDUCATION NORTH HALEDON',
  'MEMBERS OF THE LOCAL BOARD OF EDUCATION - PLEASANT': 'MEMBERS OF THE LOCAL BOARD OF EDUCATION - PLEASANTVILLE',
  'MEMBERS OF THE LOCAL BOARD OF EDUCATION - PORT REP': 'MEMBERS OF THE LOCAL BOARD OF EDUCATION - PORT REPUBLIC',
  'MEMBERS OF THE LOCAL BOARD OF EDUCATION- EGG HRBR CITY': 'MEMBERS OF THE LOCAL BOARD OF EDUCATION - EGG HARBOR CITY',
  'MEMBERS OF THE LOCAL BOARD OF EDUCATION- EGG HRBR TWP':
    'MEMBERS OF THE LOCAL BOARD OF EDUCATION - EGG HARBOR TOWNSHIP',
}

/** One text for an office's numbered districts: `CABELL COUNTY CITY COUNCIL 001`. */
function inDistricts(text: string, office: string, districts: readonly string[]): Record<string, string> {
  return Object.fromEntries(districts.map((district) => [`${text} ${district}`, office]))
}

const numbered = (...districts: readonly number[]): string[] =>
  districts.map((district) => String(district).padStart(3, '0'))

export const HABITS: Readonly<Partial<Record<StateCode, Habit>>> = {
  /** Alaska Statutes 15.25.010: the first four of all parties go on. */
  AK: { party_rivals: true },
  /** A misspelled county. */
  AL: {
    offices: { 'MEMBER, MARHSALL COUNTY BOARD OF EDUCATION': 'MEMBER, MARSHALL COUNTY BOARD OF EDUCATION' },
  },
  /** Names that the file cuts, repeats or misspells. Only a city council has wards with positions. */
  AR: {
    offices: {
      'ALDERMAN OF OXFORD CITY OF OXFO': 'CITY OF OXFORD ALDERMAN',
      'CITY OF ARKANSAS CITY ALDERMAN NORTHITIO': 'CITY OF ARKANSAS CITY ALDERMAN',
      'CITY OF BEAVER CITY MAYOR': 'CITY OF BEAVER MAYOR',
      'CITY OF BULL SHOALS MAYOR SPECIAL': 'CITY OF BULL SHOALS MAYOR',
      'CITY OF CLARKSVILLE CITY OF CLA': 'CITY OF CLARKSVILLE CITY COUNCIL',
      'CITY OF DEVALLS ALDERMAN': 'CITY OF DEVALLS BLUFF ALDERMAN',
      'CITY OF DIAMOND CITY COUNCIL RECORDER': 'CITY OF DIAMOND CITY RECORDER',
      'CITY OF EUDORA CITY CITY COUNCIL': 'CITY OF EUDORA CITY COUNCIL',
      'CITY OF HELENA-WEST HELENA ALD': 'CITY OF HELENA-WEST HELENA ALDERMAN',
      'CITY OF LESLIE CITY COUNCIL CIT': 'CITY OF LESLIE CITY COUNCIL',
      'CITY OF LESLIE CITY COUNCILCIT': 'CITY OF LESLIE CITY COUNCIL',
      'CITY OF MT PINE ALDERMAN': 'CITY OF MOUNTAIN PINE ALDERMAN',
      'CITY OF WEST MEMPHIS POLICE IMRPOVEMENT BONDS': 'CITY OF WEST MEMPHIS POLICE IMPROVEMENT BONDS',
    },
  },
  /** Arizona Constitution, article 4, part 2, section 1: two representatives a district. Boards of which the county gives the initials. */
  AZ: {
    blank_party: 'write-in',
    house_seats: 2,
    offices: {
      'CAWCD BOARD OF DIRECTORS': 'CENTRAL ARIZONA WATER CONSERVATION DISTRICT BOARD OF DIRECTORS',
      'EVIT - DIST 5': 'EAST VALLEY INSTITUTE OF TECHNOLOGY DISTRICT 5',
      'MCCCD AT-LARGE': 'MARICOPA COUNTY COMMUNITY COLLEGE DISTRICT AT-LARGE',
      'WESTMEC - DIST 5-2YR': 'WESTERN MARICOPA EDUCATION CENTER DISTRICT 5 2-YEAR TERM',
    },
  },
  CT: { towns: true },
  /** Trustees of the Office of Hawaiian Affairs, whom the whole state elects. Source: Hawaii Revised Statutes 13D-1 and 13D-3. */
  HI: {
    offices: {
      'AT-LARGE TRUSTEE': 'OFFICE OF HAWAIIAN AFFAIRS TRUSTEE, AT-LARGE',
      'KAUAI RESIDENT TRUSTEE': 'OFFICE OF HAWAIIAN AFFAIRS KAUAI RESIDENT TRUSTEE',
      'MOLOKAI RESIDENT TRUSTEE': 'OFFICE OF HAWAIIAN AFFAIRS MOLOKAI RESIDENT TRUSTEE',
    },
  },
  /** Counties that list every name that was written; the others list those that won. */
  IA: {
    magnitude: 'of a text',
    some_unmarked: true,
    unmarked_write_ins: [
      ...['ALLAMAKEE', 'APPANOOSE', 'BUENA VISTA', 'CHEROKEE', 'CRAWFORD', 'SHELBY', 'TAMA', 'WRIGHT'],
    ],
  },
  /** The city's bond, of which the file has a letter for `CITY OF`. */
  ID: { offices: { 'C MURTAUGH SPECIAL REVENUE BOND': 'CITY OF MURTAUGH SPECIAL REVENUE BOND' } },
  /**
   * The question that the whole state decided, the two judges of the Court of Appeals, the one seat of a senator that two counties number
   * in two ways, and Rush County's commissioners, whom the file takes for Justice Rush. Source: Indiana Election Division, 2024. The
   * Western School Corporation has a member for each of its three townships.
   */
  IN: {
    districts: {
      'STATE SENATE': { 'RODRIC D BRAY': '37', 'KIMBERLY M SCHOFIELD': '37' },
      'COURT OF APPEALS RETENTION: PETER FOLEY': { YES: '1', NO: '1' },
      'COURT OF APPEALS RETENTION: RUDOLPH PYLE': { YES: '4', NO: '4' },
    },
    offices: {
      'COURT OF APPEALS JUDICIAL RETENTION 001': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'COURT OF APPEALS JUDICIAL RETENTION 004': 'COURT OF APPEALS RETENTION: RUDOLPH PYLE',
      'INDIANA COURT OF APPEALS 001': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'INDIANA COURT OF APPEALS 004': 'COURT OF APPEALS RETENTION: RUDOLPH PYLE',
      'RETAIN FOLEY HANCOCK': 'COURT OF APPEALS RETENTION: PETER FOLEY',
      'SUPREME COURT RETENTION: LORETTA RUSH MIDDLE': 'RUSH COUNTY COMMISSIONER',
      'SUPREME COURT RETENTION: LORETTA RUSH SOUTHERN': 'RUSH COUNTY COMMISSIONER',
      'HARRISON WESTERN SCHOOL BOARD': 'WESTERN SCHOOL BOARD HARRISON TOWNSHIP',
      'HONEY CREEK WESTERN SCHOOL BOARD': 'WESTERN SCHOOL BOARD HONEY CREEK TOWNSHIP',
      'MONROE WESTERN SCHOOL BOARD': 'WESTERN SCHOOL BOARD MONROE TOWNSHIP',
      'CONSTITUTIONAL AMENDMENT QUESTION': 'CONSTITUTIONAL AMENDMENT',
      'PUBLIC QUESTION #1': 'CONSTITUTIONAL AMENDMENT',
      'PUBLIC QUESTION-CONST AMENDMENT': 'CONSTITUTIONAL AMENDMENT',
    },
  },
  /**
   * Declared write-in candidates are listed with the others. The senator of the 29th district, whom alone the ballot named, died two weeks
   * before the election, and votes for him were not counted. Source: Kentucky Secretary of State, list of write-in candidates, 2024.
   */
  KY: { some_unmarked: true, all_written: ['STATE SENATE 029'] },
  /** La. R.S. 18:511: the first and the second of all parties go on. */
  LA: { party_rivals: true },
  /** The publisher's own file of presidential returns by state. */
  MA: {
    names: { 'AYYADURAI ELLIS': 'SHIVA AYYADURAI' },
    /** Worcester County has two registries of deeds; the one in Worcester is of the South District. Source: sec.state.ma.us, registries. */
    districts: { 'REGISTER OF DEEDS': { WORCESTER: 'WORCESTER SOUTH' } },
  },
  ME: { incomplete: true },
  /** RSMo 115.017: the city's board of elections has the part of Kansas City that lies in Jackson County. */
  MO: { counties: { 'KANSAS CITY': 'JACKSON' } },
  /** Districts of the separate school districts, of which the file has initials. */
  /** The county's schools and Greenwood's are one district since 2019. */
  MS: {
    offices: {
      'LEFLORE SCHOOL BOARD': 'GREENWOOD LEFLORE SCHOOL BOARD',
      'LEFLORE SCHOOL BOND ELECTION': 'GREENWOOD LEFLORE SCHOOL BOND ELECTION',
    },
    districts: {
      'BOLIVAR SCHOOL BOARD': { 'BEVERELY JANOUSH': 'CLEVELAND 002', 'LUCILLE HOLMES': 'CLEVELAND 004' },
      'JACKSON SCHOOL BOARD': {
        'CLAYTON RUSSELL': 'OCEAN SPRINGS ADDED TERRITORY',
        'KACEE T WATERS': 'OCEAN SPRINGS ADDED TERRITORY',
      },
    },
  },
  /** MCA 7-4-2104: a county's commissioner is of one district. The candidates' own districts: Montana Secretary of State, 2024. */
  MT: {
    magnitude: 'of districts',
    districts: {
      'US HOUSE': {
        'RYAN K ZINKE': '1',
        'MONICA TRANEL': '1',
        'DENNIS HAYES': '1',
        'TROY DOWNING': '2',
        'JOHN B DRISCOLL': '2',
      },
    },
  },
  /** Names that the file spoils or cuts. */
  ND: {
    districts: {
      'SOIL CONSERVATION DISTRICT SUPERVISOR': {
        'STUTSMAN COUNTY SOIL CONSERVATION COUNTY': 'STUTSMAN COUNTY SOIL CONSERVATION DISTRICT',
        'TURTLE MOUNTAIN DISTRICT': 'TURTLE MOUNTAIN SOIL CONSERVATION DISTRICT',
      },
    },
    offices: { 'PROPOSITION FARGODOME SALES TAX FARGO': 'CITY OF FARGO - PROPOSITION FARGODOME SALES TAX' },
  },
  /** The candidates' own districts: Nebraska Secretary of State, official report of the general election, 2024. */
  NE: {
    printed: true,
    districts: {
      'MEMBER OF THE STATE BOARD OF EDUCATION': {
        'KRISTIN CHRISTENSEN': '1',
        'LIZ DAVIDS': '1',
        'MAGGIE DOUGLAS': '2',
        'LINDA VERMOOTEN': '2',
        'LISA SCHONHOFF': '3',
        'BILL MCALLISTER': '3',
        'LIZ RENNER': '4',
        'LEDONNA WHITE GRIFFIN': '4',
      },
      'PUBLIC SERVICE COMMISSIONER': { 'DAN WATERMEIER': '1', 'TIM SCHRAM': '3' },
    },
  },
  /** A party's letter. */
  NH: { names: { 'MARK PROULXR': 'MARK PROULX' } },
  NJ: {
    printed: true,
    unmarked_write_ins: ['MERCER', 'SALEM', 'CUMBERLAND'],
    /** N.J.S.A. 18A:12-9: members of a school board have terms of three years. */
    regular: /^BOARD OF EDUCATION .*- ?3 YEARS$/,
    /** Names that the file cuts, shortens or misspells. */
    offices: NEW_JERSEY,
    /** A fire district's mark. */
    names: {
      'FIR GINA PANTUSO': 'GINA PANTUSO',
      'FIR HANSEL S TORRIERO': 'HANSEL S TORRIERO',
      'FIR MARC DE MARCO': 'MARC DE MARCO',
    },
  },
  /**
   * Two state parties of Libertarians named a candidate for President in 2024. The ballot calls the nominee of the one that had joined the Liberal
   * Party USA Liberal, and the file calls both Libertarian. Source: Ballot Access News, October 8, 2024, on the ballot of the Secretary of State.
   */
  NM: { printed: true, party_of: { 'LAURA EBKE': 'LIBERAL' } },
  /** Names of the ballot, where the file cuts them in two. */
  NV: {
    offices: {
      'LOGANDALE, MOAPA VALLEY WATER DISTRICT': 'MOAPA VALLEY WATER DISTRICT',
      'OVERTON, MOAPA VALLEY WATER DISTRICT': 'MOAPA VALLEY WATER DISTRICT',
      'OVERTON POWER 5, SEAT 7, TRUSTEE, AT LARGE': 'OVERTON POWER DISTRICT NO. 5 TRUSTEE',
    },
    districts: {
      'MOAPA VALLEY WATER DISTRICT': {
        'JANICE RIDONDO': 'OVERTON',
        'SCOTT FARNSWORTH': 'OVERTON',
        'MARCUS JENSEN': 'LOGANDALE',
        'ROBERT A TERRIL': 'LOGANDALE',
      },
      'OVERTON POWER DISTRICT NO. 5 TRUSTEE': { 'RANDY LAUB': 'SEAT 7 AT LARGE', 'JUDY METZ': 'SEAT 7 AT LARGE' },
    },
  },
  /**
   * Parties stand in the order of their votes for governor. Source: New York Election Law 7-116, and the election of 2018. The file of 2024 has
   * the Constitution Party for the Conservative Party, whose line the President's electors had. Source: New York State Board of Elections,
   * certified results of November 5, 2024.
   */
  NY: { first_line: 'Democratic', parties: { CONSTITUTION: 'CONSERVATIVE' } },
  /**
   * Multnomah County's position numbers stand as districts, and Linn County's wards are all Ward 1. Sources: Oregon Secretary of State,
   * official results of November 5, 2024 (Multnomah is the 4th district); hh-today.com, August 25, 2024 (the candidates' wards). Clackamas
   * County's lines of the 3rd district of Congress give each of the last candidates the party of the next. Source: bruinbanner.com, 2024.
   */
  OR: {
    parties_as_printed: true,
    party_of: { 'JOE MEYER': 'PACIFIC GREEN', 'DAVID W WALKER': 'PROGRESSIVE' },
    unmarked_write_ins: 'all',
    districts: {
      'JUDGE OF THE CIRCUIT COURT': {
        '20TH DISTRICT': '4TH DISTRICT POSITION 20',
        '21ST DISTRICT': '4TH DISTRICT POSITION 21',
        '33RD DISTRICT': '4TH DISTRICT POSITION 33',
        '38TH DISTRICT': '4TH DISTRICT POSITION 38',
      },
      'ALBANY COUNCILOR': {
        'CAROLYN MCLEOD': 'WARD 2',
        'KEVIN KREITMAN': 'WARD 2',
        'MARILYN SMITH': 'WARD 3',
        'BRYAN MUNSON': 'WARD 3',
      },
    },
    offices: { 'COLUMIA CITY COUNCIL B': 'COLUMBIA CITY COUNCIL' },
  },
  /** Names that the file spoils or cuts, by the precincts of their lines; regional districts as the other town's line names them. */
  RI: {
    magnitude: 'of partisans',
    /** Without opponents, and in the file without a district. Source: Rhode Island Board of Elections, 2024. */
    districts: { 'STATE HOUSE': { "WILLIAM W O'BRIEN": '54', 'TERRI-DENISE CORTVRIEND': '72' } },
    offices: {
      'BLOCK ISLAND LAND TRUST TRUSTEE TOWN OF NEW': 'BLOCK ISLAND LAND TRUST TRUSTEE TOWN OF NEW SHOREHAM',
      'REGIONAL SCHOOL COMMITTEE TOWN OF BRISTOL': 'BRISTOL/WARREN REGIONAL SCHOOL COMMITTEE TOWN OF BRISTOL',
      'SCHOOL COMMITTEE EAST PROVIDENCEST PROVIDENCE': 'SCHOOL COMMITTEE EAST PROVIDENCE',
      'SCHOOL COMMITTEE TOWN OF CUMBERLANDD': 'SCHOOL COMMITTEE TOWN OF CUMBERLAND',
      'SCHOOL COMMITTEE TOWN OF EXETER': 'EXETER-WEST GREENWICH SCHOOL COMMITTEE TOWN OF EXETER',
      'SCHOOL COMMITTEE TOWN OF WEST GREENWICH': 'EXETER-WEST GREENWICH SCHOOL COMMITTEE TOWN OF WEST GREENWICH',
      'SCHOOL COMMITTEE-AT': 'SCHOOL COMMITTEE CITY OF EAST PROVIDENCE AT LARGE',
    },
  },
  TX: { surnames: true },
  /** Salt Lake County's name of the one amendment of 2022. Source: Utah Lieutenant Governor, voter information pamphlet of 2022. */
  UT: { offices: { 'STATE CONSTITUTIONAL AMENDMENT': 'CONSTITUTIONAL AMENDMENT A' } },
  VT: { parties_as_printed: true },
  /** RCW 29A.52.112: the first two of all parties go on. The councils' districts: Washington Secretary of State, 2024. */
  WA: {
    party_rivals: true,
    districts: {
      'CLARK COUNTY COUNCILOR': {
        'WIL FUENTES': '3',
        'CHUCK KEPLAR': '3',
        'MATT LITTLE': '4',
        'JOE ZIMMERMAN': '4',
      },
      'PIERCE COUNTY COUNCIL': {
        'PAUL HERRERA': '2',
        'DAVIDA HAYGOOD': '2',
        'AMY CRUVER': '3',
        'JOHN M LINBOE': '3',
        'ROSIE AYALA': '4',
        'RODNEY ROBINSON': '4',
        'JANI HITCHEN': '6',
        'LOUJANNA "LJ" ROHRER': '6',
      },
    },
  },
  /**
   * City councils of which the file names only the county. Huntington is the one city in Cabell and Wayne Counties, Weirton that in Brooke
   * and Hancock; Parkersburg alone in Wood and Fairmont alone in Marion have so many districts. Source: the cities' charters.
   */
  WV: {
    offices: {
      ...inDistricts('CABELL COUNTY CITY COUNCIL', 'HUNTINGTON CITY COUNCIL', [
        ...numbered(1, 2, 3, 4, 5, 6, 7, 8, 9),
        'AT LARGE',
      ]),
      ...inDistricts('WAYNE COUNTY CITY COUNCIL', 'HUNTINGTON CITY COUNCIL', ['001', 'AT LARGE']),
      ...inDistricts('BROOKE COUNTY CITY COUNCIL', 'WEIRTON CITY COUNCIL', numbered(3, 4, 5)),
      ...inDistricts('HANCOCK COUNTY CITY COUNCIL', 'WEIRTON CITY COUNCIL', numbered(1, 2, 3, 4, 5, 6, 7)),
      ...inDistricts('WOOD COUNTY CITY COUNCIL', 'PARKERSBURG CITY COUNCIL', numbered(1, 2, 3, 4, 5, 6, 7, 8, 9)),
      ...inDistricts('MARION COUNTY CITY COUNCIL', 'FAIRMONT CITY COUNCIL', numbered(2, 4, 6, 7)),
    },
  },
}

/** Lines without an office: counts of voters and ballots, and one mark for all candidates of a party. */
export const NO_CONTEST =
  /^(?:MAILIN$|STRAIGHT[ -](?:PARTY|TICKET)\b|(?:PAPER )?(?:BALLOTS|CARDS) (?:CAST|COUNTED)\b|REGISTERED VOTERS\b|TURNOUT\b|TOTAL (?:STATEFED|VOTERS|BALLOTS|ABSENTEE|ELECTION DAY|EARLY|PROVISIONAL|MAIL-IN|EMERGENCY|REGISTERED)\b)/
