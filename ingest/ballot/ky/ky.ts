// Kentucky's candidate filings: one file per county, one candidate per line.

import { KY_PARTIES } from '../../../data/reference/party-labels.ts'
import { encoder } from '../../read/code-table.ts'
import { readCsv } from '../../read/csv.ts'
import type { FetchedFile, ReadContext, Sink, Source } from '../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../candidacies.ts'
import { indexDivisions } from '../division.ts'
import type { At, ListedElection } from '../listed.ts'
import { kyContest, kyOffices } from './office.ts'
import { kyPlace } from './place.ts'

// A candidate's name, joined from four columns into reading order.

type NameColumns = Record<'Last Name' | 'First Name' | 'Middle Name' | 'Suffix', string>

/**
 * `BILLY JOE "BJ" PICKERELL JR`. Moves a nickname in the Suffix column before the last name, and drops a suffix that another column
 * repeats. Removes a courtesy title (`MR`), which ballots do not print, with an issue `courtesy-title`.
 */
export function kyName(record: NameColumns, at: At, sink: Pick<Sink, 'issue'>): string {
  const { 'First Name': first, 'Middle Name': middle, 'Last Name': last, Suffix: suffix } = record
  const words = (...parts: string[]): string => parts.join(' ').trim().replace(/\s+/g, ' ')
  const others = ` ${words(first, middle, last).replace(/[."“”]/g, '')} `
  if (/^(MR|MRS|MS|MISS)\.?$/.test(suffix)) {
    const message = `the suffix "${suffix}" is a courtesy title; the name is written without it`
    sink.issue({ ...at, field: 'Suffix', code: 'courtesy-title', value: suffix, message, severity: 'mended' })
    return words(first, middle, last)
  }
  if (others.includes(` ${suffix.replace(/[."“”]/g, '')} `)) return words(first, middle, last)
  return /^(JR|SR|I{1,3}|IV|V)\.?$/.test(suffix)
    ? words(first, middle, last, suffix)
    : words(first, middle, suffix, last)
}

const COLUMNS = [
  ...[
    'County',
    'Last Name',
    'First Name',
    'Middle Name',
    'Suffix',
    'Party',
    'Office',
    'Office Description',
    'District',
  ],
  ...['Unexpired', 'Withdrawn', 'Disqualified', 'Deceased'],
] as const
const PERSONAL = ['PO Address', 'PO City', 'PO State', 'PO Zip', 'EMail'] as const
const COPY =
  'https://raw.githubusercontent.com/alexbkirk/county-candidate-filings/aa96a83a454af7ed1874e4b23b30a0ea6f359a6b'

/** Counties with filings in the first week: all but three of Kentucky's 120. */
const COUNTIES: readonly string[] = `
ADAIR ALLEN ANDERSON BALLARD BARREN BATH BELL BOONE BOURBON BOYD BOYLE BRACKEN BREATHITT BRECKINRIDGE BULLITT BUTLER
CALDWELL CALLOWAY CAMPBELL CARLISLE CARROLL CARTER CASEY CHRISTIAN CLARK CLAY CLINTON CRITTENDEN CUMBERLAND DAVIESS
ELLIOTT ESTILL FAYETTE FLEMING FLOYD FRANKLIN FULTON GALLATIN GARRARD GRANT GRAVES GRAYSON GREENUP HANCOCK HARDIN
HARLAN HARRISON HART HENDERSON HENRY HICKMAN HOPKINS JACKSON JEFFERSON JESSAMINE JOHNSON KENTON KNOX LARUE LAUREL
LAWRENCE LEE LESLIE LETCHER LEWIS LINCOLN LIVINGSTON LOGAN LYON MADISON MAGOFFIN MARION MARSHALL MARTIN MASON
MCCRACKEN MCCREARY MCLEAN MEADE MENIFEE MERCER METCALFE MONROE MONTGOMERY MORGAN MUHLENBERG NELSON NICHOLAS OHIO
OLDHAM OWEN OWSLEY PENDLETON PERRY PIKE POWELL PULASKI ROBERTSON ROCKCASTLE ROWAN RUSSELL SCOTT SHELBY SIMPSON
SPENCER TAYLOR TODD TRIGG TRIMBLE UNION WARREN WASHINGTON WAYNE WEBSTER WHITLEY WOLFE WOODFORD
`
  .trim()
  .split(/\s+/)

export const kySources: readonly Source[] = [
  {
    id: 'ky-filings-2026',
    publisher: 'county-candidate-filings, from the Kentucky Secretary of State',
    url: 'https://github.com/alexbkirk/county-candidate-filings',
    licence: 'Public record',
    vintage: '2026',
    published_on: '2025-11-11',
    states: ['KY'],
    files: COUNTIES.map((county) => ({
      url: `${COPY}/counties/${county}.csv`,
      mirror: `ballots/ky_sos_2026_filings/${county}.csv`,
    })),
    personal: PERSONAL,
    family: 'public',
    filesStandAlone: true,
    // Lists no area completely: three counties and all filings after the first week are missing.
    lists: { kinds: ['candidate'], whole_in: [] },
    needs: ['divisions'],
    read: readKy,
  },
]

const PRIMARY: ListedElection = {
  ...{ state: 'KY', date: '2026-05-19', type: 'primary', words: 'Primary Election', primary_system: 'closed' },
}
/**
 * Nonpartisan offices and independent candidates are elected in November (KRS 83A.045, 118.315). A city holds a nonpartisan primary
 * in May only if it has not forgone it and more candidates file than may be nominated (KRS 83A.170). The first week of filings does
 * not show this, so only the general election, which is certain, is listed.
 */
const GENERAL: ListedElection = { state: 'KY', date: '2026-11-03', type: 'general', words: 'General Election' }

const encodeParty = encoder({ field: 'Party', known: KY_PARTIES })
const encodeYes = (field: string) => encoder({ field, known: { '': false, YES: true } })
const isUnexpired = encodeYes('Unexpired')
/** Disqualified and deceased candidates stay in the list as withdrawn, so they are never recommended. */
const ENDINGS = ['Withdrawn', 'Disqualified', 'Deceased'] as const
const hasEnded = ENDINGS.map((field) => ({ field, encode: encodeYes(field) }))

/** The copy covers the first week of filings. Filings end in January, and in June for candidates of the general election only. */
const layout: CandidacyLayout = { state: 'KY', offices: kyOffices, complete: false }

function readKy(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, context, sink), { files: [file], context, sink })
}

function* candidacies(file: FetchedFile, { divisions }: ReadContext<'divisions'>, sink: Sink): Generator<Candidacy> {
  const index = indexDivisions('KY', divisions)
  for (const { line, record } of readCsv(file, { columns: COLUMNS, allowExtra: true }, sink)) {
    const at = { file: file.name, line }
    const { County: county, Office: office, 'Office Description': description, District: district, Party } = record
    if (!COUNTIES.includes(county)) {
      const message = 'got an unknown county, expected a Kentucky county with filings; the line is left out'
      sink.issue({ ...at, field: 'County', code: 'unknown-county', value: county, message, severity: 'refused' })
      continue
    }
    const party = encodeParty(Party, at, sink) ?? null
    const isPrimary = party !== null && party !== 'Independent'
    const place = kyPlace({ office, county, description, district }, index)
    if ('unknown' in place) {
      const value = [office, county, description, district].join(' | ')
      const message = `${place.unknown}, so its district is unknown; the line is left out`
      sink.issue({ ...at, field: 'Office Description', code: 'unknown-district', value, message, severity: 'refused' })
      continue
    }
    const election = isPrimary ? PRIMARY : GENERAL
    const withdrawn = hasEnded.map(({ field, encode }) => encode(record[field], at, sink)).includes(true)
    yield {
      ...{ at, election, name: kyName(record, at, sink), party, withdrawn },
      contest: kyContest(office, { ...place, type: election.type }),
      party_label: party === null ? null : Party.trim(),
      unexpired: isUnexpired(record.Unexpired, at, sink) ?? false,
      ...(isPrimary ? { party_contest: party } : {}),
      ...(party === null ? { details: { nonpartisan: true } } : {}),
      counties: [county],
    }
  }
}
