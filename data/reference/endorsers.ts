// Endorsers of FiveThirtyEight's files, and the home states of newspapers.

import type { EndorserRow } from '../core/rows.ts'
import { STATE_CODES, type StateCode } from '../schema/vocabulary.ts'

// The endorsers in the columns of FiveThirtyEight's primary files, and the columns that are endorsements.
// Source: the README of each year's folder. A column counts only if its README says that Yes means: endorsed by that
// organization or person. If Yes may also mean money spent, a list, a policy or a local branch, it is not an endorsement.
// Websites are the links in the README of 2022. A person who held an elected office at the time is `official`. All endorse in
// several states, so their home is `national`.

export type FiveThirtyEightFile = 'dem-2018' | 'rep-2018' | 'dem-2022' | 'rep-2022'

/** The endorser's slug, or why the column is not an endorsement. */
type Column = { column: string; endorser: string } | { column: string; why: string }

const endorser = (endorser_slug: string, name: string, category: string, website_url: string | null): EndorserRow => ({
  endorser_slug,
  name,
  category,
  state: 'national',
  description: null,
  website_url,
})

export const FIVETHIRTYEIGHT_ENDORSERS: readonly EndorserRow[] = [
  endorser('alexandria-ocasio-cortez', 'Alexandria Ocasio-Cortez', 'official', null),
  endorser('bernie-sanders', 'Bernie Sanders', 'official', null),
  endorser('club-for-growth', 'Club for Growth', 'advocacy', 'https://www.clubforgrowth.org'),
  endorser('donald-trump', 'Donald Trump', 'official', 'https://www.donaldjtrump.com'),
  endorser('e-pac', 'E-PAC', 'advocacy', 'https://elevate-pac.com'),
  endorser('elizabeth-warren', 'Elizabeth Warren', 'official', null),
  endorser('emilys-list', 'EMILY’s List', 'advocacy', 'https://emilyslist.org'),
  endorser('indivisible', 'Indivisible', 'advocacy', 'https://indivisible.org'),
  endorser('joe-biden', 'Joe Biden', 'person', null),
  endorser('justice-democrats', 'Justice Democrats', 'advocacy', 'https://www.justicedemocrats.com'),
  endorser('maggies-list', 'Maggie’s List', 'advocacy', 'http://maggieslist.org'),
  endorser('our-revolution', 'Our Revolution', 'advocacy', 'https://ourrevolution.com'),
  endorser(
    'progressive-change-campaign-committee',
    'Progressive Change Campaign Committee',
    'advocacy',
    'https://www.boldprogressives.org',
  ),
  endorser('republican-main-street-partnership', 'Republican Main Street Partnership', 'advocacy', null),
  endorser('steve-bannon', 'Steve Bannon', 'person', null),
  endorser('sunrise-movement', 'Sunrise Movement', 'environment', 'https://www.sunrisemovement.org'),
  endorser('susan-b-anthony-list', 'Susan B. Anthony List', 'advocacy', null),
  endorser('tea-party-express', 'Tea Party Express', 'advocacy', null),
  endorser('view-pac', 'VIEW PAC', 'advocacy', 'https://viewpac.org'),
  endorser('votevets', 'VoteVets', 'advocacy', null),
  endorser('winning-for-women', 'Winning for Women', 'advocacy', 'https://winningforwomen.com'),
  endorser('working-families-party', 'Working Families Party', 'party', null),
]

const PARTY_2018 = 'Yes means a program, an endorsement or advertisements of one of several party committees'
const PARTY_2022 = 'Yes means a program or an endorsement of one of several party committees, or an incumbent’s office'
const NO_LABELS = 'Yes means money spent by one of five groups'

export const FIVETHIRTYEIGHT_COLUMNS: Readonly<Record<FiveThirtyEightFile, readonly Column[]>> = {
  'dem-2018': [
    { column: 'Party Support?', why: PARTY_2018 },
    { column: 'Emily Endorsed?', endorser: 'emilys-list' },
    { column: 'Guns Sense Candidate?', why: 'Yes means a distinction, which several candidates of a contest may have' },
    { column: 'Biden Endorsed?', endorser: 'joe-biden' },
    { column: 'Warren Endorsed?', endorser: 'elizabeth-warren' },
    { column: 'Sanders Endorsed?', endorser: 'bernie-sanders' },
    { column: 'Our Revolution Endorsed?', endorser: 'our-revolution' },
    { column: 'Justice Dems Endorsed?', endorser: 'justice-democrats' },
    { column: 'PCCC Endorsed?', endorser: 'progressive-change-campaign-committee' },
    { column: 'Indivisible Endorsed?', endorser: 'indivisible' },
    { column: 'WFP Endorsed?', endorser: 'working-families-party' },
    { column: 'VoteVets Endorsed?', endorser: 'votevets' },
    { column: 'No Labels Support?', why: NO_LABELS },
  ],
  'rep-2018': [
    { column: 'Rep Party Support?', why: PARTY_2018 },
    { column: 'Trump Endorsed?', endorser: 'donald-trump' },
    { column: 'Bannon Endorsed?', endorser: 'steve-bannon' },
    { column: 'Great America Endorsed?', why: 'Yes may mean money spent by another group, Great America PAC' },
    { column: 'NRA Endorsed?', why: 'Yes may mean money spent without an endorsement' },
    { column: 'Right to Life Endorsed?', why: 'Yes may mean the endorsement of a local affiliate' },
    { column: 'Susan B. Anthony Endorsed?', endorser: 'susan-b-anthony-list' },
    { column: 'Club for Growth Endorsed?', why: 'Yes may mean money spent without an endorsement' },
    { column: 'Koch Support?', why: 'Yes may mean money of one of several groups' },
    { column: 'House Freedom Support?', why: 'Yes may mean a donation' },
    { column: 'Tea Party Endorsed?', endorser: 'tea-party-express' },
    { column: 'Main Street Endorsed?', endorser: 'republican-main-street-partnership' },
    { column: 'Chamber Endorsed?', why: 'Yes may mean a state’s chamber of commerce, or money spent' },
    { column: 'No Labels Support?', why: NO_LABELS },
  ],
  'dem-2022': [
    { column: "EMILY's List", endorser: 'emilys-list' },
    { column: 'Justice Dems', endorser: 'justice-democrats' },
    { column: 'Indivisible', endorser: 'indivisible' },
    { column: 'PCCC', endorser: 'progressive-change-campaign-committee' },
    { column: 'Our Revolution', endorser: 'our-revolution' },
    { column: 'Sunrise', endorser: 'sunrise-movement' },
    { column: 'Sanders', endorser: 'bernie-sanders' },
    { column: 'AOC', endorser: 'alexandria-ocasio-cortez' },
    { column: 'Party Committee', why: PARTY_2022 },
  ],
  'rep-2022': [
    { column: 'Trump', endorser: 'donald-trump' },
    { column: 'Club for Growth', endorser: 'club-for-growth' },
    { column: 'Party Committee', why: PARTY_2022 },
    { column: 'Renew America', why: 'Yes means a place on the Renew America Movement’s list of “Renewers”' },
    { column: 'E-PAC', endorser: 'e-pac' },
    { column: 'VIEW PAC', endorser: 'view-pac' },
    { column: "Maggie's List", endorser: 'maggies-list' },
    { column: 'Winning for Women', endorser: 'winning-for-women' },
  ],
}

// The newspapers of the list of presidential endorsements (github.com/veltman/endorsements), each with the state in which it is published.
// `national` papers are sold everywhere and have no home ballot.

const BY_HOME: Readonly<Partial<Record<StateCode | 'national', readonly string[]>>> = {
  national: ['Investor’s Business Daily', 'USA Today', 'Wall Street Journal'],
  AL: ['Birmingham News'],
  AR: ['Arkansas Democrat-Gazette'],
  AZ: ['Arizona Daily Star', 'Arizona Republic'],
  CA: [
    ...['East Bay Times', 'Fresno Bee', 'La Opinión', 'Los Angeles Daily News', 'Los Angeles Times', 'Modesto Bee'],
    ...['Orange County Register', 'Riverside Press-Enterprise', 'Sacramento Bee', 'San Diego Union Tribune'],
    ...['San Francisco Chronicle', 'San Jose Mercury News'],
  ],
  CO: ['Denver Post'],
  CT: ['Hartford Courant'],
  DC: ['Washington Post'],
  DE: ['Wilmington News Journal'],
  FL: [
    ...['Daytona Beach News-Journal', 'Florida Times-Union', 'Miami Herald', 'Orlando Sentinel', 'Palm Beach Post'],
    ...['Sarasota Herald-Tribune', 'South Florida Sun-Sentinel', 'Tampa Bay Times', 'Tampa Tribune'],
  ],
  GA: ['Atlanta Journal-Constitution'],
  HI: ['Honolulu Star-Advertiser'],
  IA: ['Des Moines Register'],
  IL: ['Chicago Sun-Times', 'Chicago Tribune', 'Daily Herald (Illinois)'],
  IN: ['Indianapolis Star', 'Northwest Indiana Times'],
  KS: ['Wichita Eagle'],
  KY: ['Lexington Herald-Leader', 'Louisville Courier-Journal'],
  LA: ['Baton Rouge Advocate', 'New Orleans Times-Picayune'],
  MA: ['Boston Globe', 'Boston Herald'],
  MD: ['Baltimore Sun'],
  MI: ['Detroit Free Press', 'Detroit News', 'Grand Rapids Press'],
  MN: ['Minneapolis Star Tribune', 'St. Paul Pioneer Press'],
  MO: ['Kansas City Star', 'St. Louis Post-Dispatch'],
  MS: ['Jackson Clarion-Ledger'],
  NC: ['Charlotte Observer', 'Greensboro News & Record', 'Raleigh News & Observer'],
  NE: ['Omaha World-Herald'],
  NJ: ['Asbury Park Press', 'Bergen Record', 'Newark Star-Ledger'],
  NM: ['Albuquerque Journal'],
  NV: ['Las Vegas Review-Journal'],
  NY: [
    ...['Albany Times Union', 'Buffalo News', 'New York Daily News', 'New York Post', 'New York Times'],
    ...['Newsday (New York)', 'Rochester Democrat & Chronicle', 'Syracuse Post-Standard'],
  ],
  OH: [
    ...['Akron Beacon Journal', 'Cincinnati Enquirer', 'Cleveland Plain Dealer', 'Columbus Dispatch'],
    ...['Dayton Daily News', 'Toledo Blade'],
  ],
  OK: ['Oklahoman', 'Tulsa World'],
  OR: ['Oregonian'],
  PA: [
    ...['Allentown Morning Call', 'Philadelphia Daily News', 'Philadelphia Inquirer', 'Pittsburgh Post-Gazette'],
    ...['Pittsburgh Tribune-Review'],
  ],
  RI: ['Providence Journal'],
  SC: ['Charleston Post and Courier', 'State (Columbia)'],
  TN: ['Chattanooga Times Free Press', 'Knoxville News Sentinel', 'Memphis Commercial Appeal', 'Tennessean'],
  TX: [
    ...['Austin American-Statesman', 'Dallas Morning News', 'Fort Worth Star-Telegram', 'Houston Chronicle'],
    ...['San Antonio Express-News'],
  ],
  UT: ['Salt Lake Tribune'],
  VA: ['Norfolk Virginian-Pilot', 'Richmond Times-Dispatch'],
  WA: ['Seattle Post-Intelligencer', 'Seattle Times', 'Spokane Spokesman-Review', 'Tacoma News Tribune'],
  WI: ['Milwaukee Journal Sentinel', 'Wisconsin State Journal'],
}

/** By the list's name of a newspaper. */
export const NEWSPAPER_HOMES: ReadonlyMap<string, StateCode | 'national'> = new Map(
  [...STATE_CODES, 'national' as const].flatMap((home) => (BY_HOME[home] ?? []).map((name) => [name, home] as const)),
)

/** Names that the list completes with a place in brackets: the paper's own name, and a key that no other paper has. */
export const NEWSPAPER_NAMES: Readonly<Record<string, { name: string; slug: string }>> = {
  'Daily Herald (Illinois)': { name: 'Daily Herald', slug: 'daily-herald-il' },
  'Newsday (New York)': { name: 'Newsday', slug: 'newsday' },
  'State (Columbia)': { name: 'The State', slug: 'state-sc' },
}
