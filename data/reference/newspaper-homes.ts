// The newspapers of the list of presidential endorsements (github.com/veltman/endorsements), each with the state in which it is published.
// `national` papers are sold everywhere and have no home ballot.

import { STATE_CODES, type StateCode } from '../schema/vocabulary.ts'

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
