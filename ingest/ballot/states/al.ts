// Alabama's results of the party runoffs of June 2026: the first sheet of a workbook, one candidate and county a line.

import { MAJOR_PARTIES } from '../../../data/reference/party-labels.ts'
import { stateOf } from '../../../data/schema/states.ts'
import { encoder } from '../../read/field-value.ts'
import { slug } from '../../read/identity.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../read/source.ts'
import { readXlsx } from '../../read/xlsx.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { civicMirrorFile } from '../civic-mirror.ts'
import type { AreaPart } from '../division.ts'
import { primaryRunoff } from '../election-days.ts'
import {
  countywide,
  type ListedOffice,
  type OfficeRule,
  stateHouse,
  stateSenate,
  statewide,
  usHouse,
  usSenate,
} from '../office.ts'
import { titleCase } from '../printed-name.ts'

export const alSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'al-results-2026-runoff',
      state: 'AL',
      office: 'Alabama Secretary of State',
      vintage: '2026',
      path: 'backend/integrations/al_sos/tests/fixtures/al_sos_enr_export.xlsx',
      name: 'al_results_2026_primary_runoff.xlsx',
    }),
    lists: { basis: 'returns', kinds: ['candidate', 'measure'], whole_in: [] },
    needs: ['divisions'],
    read: readAl,
  },
]

const TITLE = '2026 PRIMARY RUNOFF ELECTION'
/** The fourth Tuesday after the primary of May 19 (Code of Ala. § 17-13-18). */
const ELECTION = primaryRunoff('AL', '2026-06-16')

/** In ballot order. The rules match the title without its party; a county's referendum is `<county>: REFERENDUM`. */
const OFFICES: readonly OfficeRule[] = [
  { pattern: /^UNITED STATES SENATOR$/, office: () => usSenate },
  {
    pattern: /^UNITED STATES REPRESENTATIVE, (\d+)(?:ST|ND|RD|TH) CONGRESSIONAL DISTRICT$/,
    office: (district) => usHouse(district),
  },
  { pattern: /^LIEUTENANT GOVERNOR$/, office: () => statewide('lieutenant-governor', 'Lieutenant Governor') },
  { pattern: /^ATTORNEY GENERAL$/, office: () => statewide('attorney-general', 'Attorney General') },
  {
    pattern: /^COMMISSIONER OF AGRICULTURE AND INDUSTRIES$/,
    office: () => statewide('commissioner-of-agriculture-and-industries', 'Commissioner of Agriculture and Industries'),
  },
  {
    pattern: /^PUBLIC SERVICE COMMISSION, PLACE (\d+)$/,
    office: (place) => ({
      ...statewide('public-service-commission', `Public Service Commission, Place ${place}`),
      seat: `place-${place}`,
    }),
  },
  { pattern: /^STATE SENATOR, DISTRICT (\d+)$/, office: (district) => stateSenate('AL', district) },
  { pattern: /^STATE REPRESENTATIVE, DISTRICT (\d+)$/, office: (district) => stateHouse('AL', district) },
  { pattern: /^STATE BOARD OF EDUCATION MEMBER,? DISTRICT (\d+)$/, office: (district) => stateBoard(district) },
  {
    pattern: /^CIRCUIT COURT JUDGE, (\d+)(?:ST|ND|RD|TH) JUDICIAL CIRCUIT(?:, PLACE (?:NO\. ?)?(\d+))?$/,
    office: (circuit, place) => ({
      ...statewide(
        'circuit-court-judge',
        `Circuit Court Judge, Circuit ${circuit}${place === '' ? '' : `, Place ${place}`}`,
      ),
      area: { kind: 'numbered', word: 'circuit_court', code: circuit },
      ...(place !== '' && { seat: `place-${place}` }),
    }),
  },
  {
    pattern: /^DISTRICT COURT JUDGE, (.+) COUNTY(?:, PLACE (?:NO\. ?)?(\d+))?$/,
    office: (county, place) => ({
      ...countywide('district-court-judge', `District Court Judge${place === '' ? '' : `, Place ${place}`}`, county),
      ...(place !== '' && { seat: `place-${place}` }),
    }),
  },
  {
    pattern:
      /^(.+) COUNTY (SHERIFF|CORONER|REVENUE COMMISSIONER|TAX ASSESSOR|TAX COLLECTOR|PROBATE JUDGE|CIRCUIT CLERK)$/,
    office: (county, office) => countywide(slug(office), titleCase(office), county),
  },
  {
    pattern: /^(ASSISTANT TAX COLLECTOR), (BESSEMER DIV)\. OF (JEFFERSON)$/,
    office: (office, division, county) => bessemer(office, division, county),
  },
  {
    pattern: /^MEMBER, (.+) COUNTY COMMISSION, DISTRICT NO\. ?(\d+)$/,
    office: (county, district) => ({
      ...countywide('county-commission', `Member, County Commission, District ${district}`, county),
      area: { kind: 'county', county, part: districtPart(district) },
    }),
  },
  {
    pattern: /^(SUPERINTENDENT), (.+ COUNTY) BOARD OF EDUCATION$/,
    office: (_, school) => ofSchools('superintendent', 'Superintendent of Education', school),
  },
  {
    pattern: /^MEMBER, (.+ COUNTY) BOARD OF EDUCATION, (?:DIST(?:RICT)? NO\. ?(\d+)|AT-LARGE)$/,
    office: (school, district) => schoolBoard(school, district),
  },
  {
    pattern: /^(.+): REFERENDUM$/,
    office: (county) => ({ ...countywide('referendum', 'Referendum', county), measure_code: '' }),
  },
]

function districtPart(district: string): AreaPart {
  return { word: 'district', code: district, name: `District ${district}` }
}

function stateBoard(district: string): ListedOffice {
  const { ocd_id, name } = stateOf('AL')
  const title = `State Board of Education Member, District ${district}`
  return {
    ...statewide('state-board-of-education', title),
    area: {
      kind: 'found',
      division: {
        ocd_id: `${ocd_id}/board_of_education:${district}`,
        district_type: 'special',
        district_level: 'state',
        district_name: `${name} State Board of Education District ${district}`,
        within_ocd_id: null,
        unmatched: null,
      },
    },
  }
}

function ofSchools(subject: string, title: string, school: string): ListedOffice {
  return { subject, level: 'school', title, short_title: title, area: { kind: 'school', school, part: null } }
}

/** @param district '' for a member whom the whole district elects */
function schoolBoard(school: string, district: string): ListedOffice {
  const office = ofSchools('board-of-education', 'Member, Board of Education', school)
  if (district === '') return { ...office, seat: 'at-large', details: { elected_at_large: true } }
  const title = `${office.title}, District ${district}`
  return { ...office, title, short_title: title, area: { kind: 'school', school, part: districtPart(district) } }
}

/** One of the two divisions of Jefferson County; no boundaries of it are available. */
function bessemer(office: string, division: string, county: string): ListedOffice {
  const name = titleCase(`${division}ISION`)
  const title = `${titleCase(office)}, ${name}`
  const area = { kind: 'special', county, name, word: 'county_division' } as const
  return { subject: slug(office), level: 'county', title, short_title: title, area }
}

const layout: CandidacyLayout = { state: 'AL', offices: OFFICES }
const COLUMNS = ['Election Title', 'County Name', 'Contest Title', 'Candidate Name', 'Party Code'] as const
const encodeParty = encoder({ field: 'Party Code', known: MAJOR_PARTIES })

async function readAl(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): Promise<void> {
  for (const file of files) {
    const lines: Candidacy[] = []
    for await (const candidacy of candidacies(file, sink)) lines.push(candidacy)
    writeCandidacies(layout, lines, { files, context, sink })
  }
}

async function* candidacies(file: FetchedFile, sink: Sink): AsyncGenerator<Candidacy> {
  for await (const { line, record } of readXlsx(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    if (record['Election Title'] !== TITLE)
      throw new SourceError(`got Election Title "${record['Election Title'].slice(0, 60)}", expected "${TITLE}"`, at)
    const title = record['Contest Title'].trim()
    const county = record['County Name'].trim()
    const name = record['Candidate Name'].trim()
    const base = { at, election: ELECTION, name, counties: [county] }
    if (title === 'REFERENDUM') {
      // No party has a part in it: every voter answers.
      const contest = `${county.toUpperCase()}: ${title}`
      if (/^(?:Yes|No)$/.test(name)) yield { ...base, contest, answer: name === 'Yes' ? 'yes' : 'no' }
      else throw new SourceError(`got the answer "${name.slice(0, 40)}", expected Yes or No`, at)
      continue
    }
    const party = encodeParty(record['Party Code'], at, sink) ?? null
    yield {
      ...base,
      contest: title.replace(/ \((?:REP|DEM)\)$/, ''),
      party,
      party_label: record['Party Code'].trim(),
      ...(party !== null && { party_contest: party }),
    }
  }
}
