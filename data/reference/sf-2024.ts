// San Francisco's primary of March 5, 2024: the endorsers in the grid of github.com/siggy/sfendorsements, and facts that it does not state.

import type { EndorserRow } from '../core/endorsement.ts'

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

/** By the grid's name. Names are those of the grids of 2016 where the organisation is the same. */
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
