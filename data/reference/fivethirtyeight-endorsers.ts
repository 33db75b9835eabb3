// The endorsers in the columns of FiveThirtyEight's primary files, and the columns that are endorsements.
// Source: the README of each year's folder. A column counts only if its README says that Yes means: endorsed by that
// organisation or person. If Yes may also mean money spent, a list, a policy or a local branch, it is not an endorsement.
// Websites are the links in the README of 2022. A person who held an elected office at the time is `official`. All endorse in
// several states, so their home is `national`.

import type { EndorserRow } from '../core/endorsement.ts'

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
