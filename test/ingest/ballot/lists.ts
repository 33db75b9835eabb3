// Lists of candidates of invented people, in the layouts that their states publish: with every status, and with personal columns full.
// The golden folders have them as their input: `GOLDEN=write` on lists.test.ts writes it.

import { novemberElection } from '../../../data/reference/elections.ts'
import { makePdf } from '../read/pdf-bytes.ts'
import { makeBook, makeSheet } from '../read/xlsx-bytes.ts'

// In every personal column.
const [ADDRESS, PHONE, EMAIL] = ['77 Quexzylvane Road', '555-0177', 'ann@quexzylvane.example'] as const

// Delaware.

const DE_COLUMNS = [
  ...['County', 'Office', 'Last Name', 'First Name', 'Filing Date', 'Withdrawal Date', 'BallotName', 'Party'],
  ...['DisplayedStatus', 'Residential Address', 'Mailing Address', 'Website', 'Email', 'Other Email', 'Phone'],
  'Other Phone',
]

export function deList(rows: readonly (readonly string[])[] = DE_ROWS): Buffer {
  const full = rows.map(([county = '', office = '', name = '', party = '', status = '', withdrawn = '']) => {
    const own = [county, office, 'Quexzylvane', 'Quexzylvane', '7/1/2026', withdrawn, name, party, status]
    return [...own, ADDRESS, ADDRESS, 'https://quexzylvane.example', EMAIL, EMAIL, PHONE, PHONE]
  })
  return makeSheet([DE_COLUMNS, ...full])
}

const DE_ROWS = [
  ['Statewide', 'U.S. Senator', 'Ann Example', 'Democratic', 'Qualified'],
  ['Statewide', 'U.S. Senator', 'Bo &quot;Dr. Bo&quot; Sample', 'Republican', 'Provisional'],
  ['Statewide', 'U.S. Senator', 'Cy Specimen', 'Ind Pty of DE', 'Withdrawn', '8/1/2026'],
  ['Statewide', 'Representative in Congress', 'Di Example', 'Democratic', 'Qualified'],
  ['Statewide', 'Attorney General', 'Ed Example', 'Republican', 'Disqualified'],
  ['Statewide', 'Attorney General', 'Eve Example', 'Democratic', 'Deceased'],
  ['Statewide', 'State Treasurer', 'Flo Example', 'Libertarian', 'Qualified', '9/1/2026'],
  ['Statewide', 'Auditor of Accounts', 'Gus Example', 'Democratic', 'Qualified'],
  ['New Castle', 'State Senator District 1', 'Hal Example', 'Democratic', 'Qualified'],
  ['Kent', 'State Representative District 31', 'Ivy Example', 'Republican', 'Qualified'],
  ['Kent', 'State Representative District 31', 'Jo Sample', 'No Labels Delaware', 'Qualified'],
  ['Sussex', 'Invented Clerk of Example', 'Kit Example', 'Republican', 'Qualified'],
]

// Vermont.

const VT_COLUMNS = [
  ...['Contest', 'District Name', 'Name On Ballot', 'Party', 'Town Of Residence', 'Mailing Address', 'City', 'State'],
  ...['Zip', 'Day Phone', 'Evening Phone', 'Email', 'Website', 'Vote for Count', 'Term Length(Years)'],
]

export function vtList(rows: readonly (readonly string[])[] = VT_ROWS, updated = 'Last Updated: 9/23/2026'): Buffer {
  return makeBook({
    'Candidate Listing': [['2026 General Election Candidate Listing'], VT_COLUMNS, ...rows.map(vtRow)],
    'Selection Criteria': [['Selection Criteria'], ['Election', '11/03/2026 - GENERAL ELECTION'], [updated]],
  })
}

export function vtPrimaryList(updated = 'Last Updated: 6/5/2026'): Buffer {
  const democratic = [
    ['REPRESENTATIVE TO CONGRESS', '', 'ANN Q. EXAMPLE', 'DEMOCRATIC'],
    ['STATE SENATOR', 'ADD 1', 'BO EXAMPLE', 'DEMOCRATIC', 'TWO'],
  ]
  const republican = [
    ['REPRESENTATIVE TO CONGRESS', '', 'CY EXAMPLE', 'REPUBLICAN'],
    ['', '', 'DI EXAMPLE', 'REPUBLICAN'],
  ]
  return makeBook({
    DEMOCRATIC: [VT_COLUMNS, ...democratic.map(vtRow)],
    PROGRESSIVE: [VT_COLUMNS, ...[['GOVERNOR', '', 'ED EXAMPLE', 'PROGRESSIVE']].map(vtRow)],
    REPUBLICAN: [VT_COLUMNS, ...republican.map(vtRow)],
    'REGISTERED WRITE-IN': [
      ['OFFICE', 'SENATE DISTRICT', 'FIRST NAME', 'MIDDLE NAME', 'LAST NAME'],
      ['GOVERNOR', '', 'FLO', '', 'QUEXZYLVANE'],
    ],
    'Last Updated': [[updated]],
  })
}

function vtRow([contest = '', district = '', name = '', party = '', count = 'ONE']: readonly string[]): string[] {
  const own = [contest, district, name, party, 'Quexzylvane', ADDRESS, 'Quexzylvane', 'VT', '05000']
  return [...own, PHONE, PHONE, EMAIL, 'quexzylvane.example', count, '2']
}

const VT_ROWS = [
  ['REPRESENTATIVE TO CONGRESS', '', 'ANN Q. EXAMPLE', 'DEMOCRATIC'],
  ['', '', 'BO SAMPLE', 'REPUBLICAN'],
  ['', '', 'CY &quot;CYD&quot; SPECIMEN', 'INDEPENDENT'],
  ['GOVERNOR', '', 'DI EXAMPLE', 'REP/LIBERTARIAN'],
  ['', '', 'ED SAMPLE', 'DEM/PROG'],
  ['AUDITOR OF ACCOUNTS', '', 'FLO EXAMPLE', 'PROGRESSIVE'],
  ['STATE SENATOR', 'ADD 1', 'GUS EXAMPLE', 'DEMOCRATIC', 'TWO'],
  ['', 'ADD 1', 'HAL EXAMPLE', 'REPUBLICAN', 'TWO'],
  ['', 'CHI SE 1', 'IVY EXAMPLE', 'DEMOCRATIC', 'THREE'],
  ['STATE REPRESENTATIVE', 'ADD 1', 'JO EXAMPLE', 'DEMOCRATIC', 'TWO'],
  ['', 'WDR ORA 1', 'KIT EXAMPLE', 'REPUBLICAN', 'ONE'],
  ['', 'GI CHI', 'LEE EXAMPLE', 'GREEN MOUNTAIN', 'TWO'],
  ['', 'ADD 99', 'MO EXAMPLE', 'DEMOCRATIC', 'ONE'],
  ['', 'XYZ 1', 'NED EXAMPLE', 'DEMOCRATIC', 'ONE'],
  ['SHERIFF', 'GRAND ISLE', 'OPAL EXAMPLE', 'DEM/REP', 'ONE'],
  ['ASSISTANT JUDGE', 'ADDISON', 'PAT EXAMPLE', 'DEMOCRATIC', 'TWO'],
  ['JUSTICE OF THE PEACE', 'INVENTEDTOWN', 'QUIN EXAMPLE', 'UNKNOWN', 'FIVE'],
]

// California.

const CA_COLUMNS = [
  ...['Election Date', 'County Id', 'County Name', 'Contest Name', 'Candidate ID', 'Candidate Name', 'Incumbent Flag'],
  ...['Write-in Flag', 'Party Name', 'Vote Total'],
]

/** @param rows contest, id, name, party, votes in two counties, and Y for a write-in candidate */
export function caList(rows: readonly (readonly string[])[] = CA_ROWS, day = '06/02/2026'): Buffer {
  const full = rows.flatMap(([contest = '', id = '', name = '', party = '', votes = '0 0', writeIn = 'N']) =>
    votes
      .split(' ')
      .map((count, at) => [day, String(at + 1), `Invented ${at + 1}`, contest, id, name, 'N', writeIn, party, count]),
  )
  return makeSheet([CA_COLUMNS, ...full])
}

const CA_ROWS = [
  ['Governor', '1', 'Ann Example', 'Democratic', '400 300'],
  ['Governor', '2', 'Bo Sample', 'Republican', '500 100'],
  ['Governor', '3', 'Cy Specimen', 'No Party Preference', '300 299'],
  ['Controller', '4', 'Di Example', 'Democratic', '50 50'],
  ['Controller', '5', 'Ed Example', 'Republican', '40 10'],
  ['Controller', '6', 'Flo Example', 'Green', '25 25'],
  ['Insurance Commissioner', '7', 'Gus Example', 'Peace and Freedom', '9 9'],
  ['Insurance Commissioner', '8', 'Hal Example', 'Libertarian', '9 9'],
  ['Insurance Commissioner', '9', 'Ivy Example', 'American Independent', '17 1'],
  ['Superintendent of Public Instruction', '10', 'Jo Example', 'Non-Partisan', '60 41'],
  ['Superintendent of Public Instruction', '11', 'Kit Example', 'Non-Partisan', '50 50'],
  ['Board of Equalization Member District 2', '12', 'Lee Example', 'Democratic', '5 5'],
  ['United States Representative District 1', '13', 'Mo Example', 'Republican', '5 5'],
  ['United States Representative District 1', '14', 'Ned Example', 'Democratic', '0 2', 'Y'],
  ['United States Representative District 1', '15', 'Opal Example', 'Democratic', '0 0', 'Y'],
  ['State Senate District 2', '16', 'Pat Example', 'Democratic', '7 7'],
  ['State Senate District 2', '17', 'Quin Example', 'Democratic', '8 8'],
  ['State Assembly Member District 80', '18', 'Rae Example', 'Democratic', '1 1'],
  ['Invented Office', '19', 'Sal Example', 'Democratic', '1 1'],
]

// Missouri.

/** @param lines the printed lines of each page */
export function moList(pages: readonly (readonly string[])[] = MO_PAGES): Buffer {
  return makePdf(
    pages.map((lines) =>
      lines.flatMap((text, at) => {
        const y = 720 - 18 * at
        // Programs break a line into several pieces of text.
        const [first = '', ...rest] = text.split(/(?<=, )/)
        return [
          { x: 72, y, text: first },
          ...rest.map((part, place) => ({ x: 252 + 150 * place, y: y + 0.4, text: part })),
        ]
      }),
    ),
  )
}

/** The certification's own words, with invented people. */
export const moPages = (year: number): string[][] => [
  [
    'STATE OF MISSOURI',
    'CERTIFICATION OF CANDIDATES AND PARTY EMBLEMS',
    'General Election',
    `Tuesday, November ${Number(novemberElection(year).slice(8))}, ${year}`,
    '77 Quexzylvane Road',
    `August 25, ${year}`,
  ],
  [
    'REPUBLICAN CANDIDATES',
    'REPUBLICAN PARTY EMBLEM',
    'For State Auditor',
    'Ann Example',
    'For U.S. Representative',
    'District 1, Bo Sample, Jr.',
    'District 2, Cy Specimen',
    'For State Senator',
    'District 28, Di Example',
    '2',
  ],
  ['District 30, Ed Example', 'For Circuit Judge', 'Circuit 11 Division 1, Flo Example', '3'],
  [
    'DEMOCRATIC CANDIDATES',
    'For U.S. Representative',
    'District 1, Gus Example',
    'For State Representative',
    'District 127, Hal Example',
    'LIBERTARIAN CANDIDATES',
    'For State Auditor',
    'Ivy Example',
    'INDEPENDENT CANDIDATES',
    'For State Representative',
    'District 127, Jo Example',
    'JUDICIAL CANDIDATES',
    'Article V, Section 25(c)',
    'For the Missouri Supreme Court',
    'Kit Example',
    'CERTIFICATION',
    'Lee Example, Secretary of State',
    'For the record, 77 Quexzylvane Road',
  ],
]
const MO_PAGES = moPages(2026)

export const lists: Readonly<Record<string, () => Buffer>> = {
  'ca-candidates-2026': caList,
  'de-candidates-2026': deList,
  'mo-candidates-2026': moList,
  'vt-candidates-2026-general': vtList,
  'vt-candidates-2026-primary': vtPrimaryList,
}
