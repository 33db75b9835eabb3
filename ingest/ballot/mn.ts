// Minnesota's candidates of a general election in the layout of its Secretary of State ("Text File Layout", 2020 to 2024): cand.txt and
// CntyTbl.txt, with semicolons and without a header. No cand.txt is held: that of the golden folder mn-made-up is invented, and the
// titles that the rules read are guesses at words the layout does not give: a real one that differs is an issue. CandTbl.txt, the same
// list with addresses, is no source: no header says which of its columns to blank.

import { MN_PARTIES } from '../../data/reference/party-labels.ts'
import { encoder } from '../encoder.ts'
import { slug } from '../identity.ts'
import { readCsv } from '../read/csv.ts'
import { type FetchedFile, type Sink, type Source, SourceError } from '../source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from './candidacies.ts'
import { countywide, type Office, president, stateHouse, stateSenate, statewide, usHouse, usSenate } from './office.ts'

const CANDIDATE_COLUMNS = ['id', 'name', 'office', 'title', 'county', 'party_id', 'party'] as const
const COUNTY_COLUMNS = ['id', 'name', 'precincts'] as const
const SHAPE = { header: false, delimiter: ';', quotes: false } as const

/** Of a candidate for the whole state, or for a district of several counties. */
const SEVERAL_COUNTIES = '88'

export interface MnSource extends Omit<Source, 'states' | 'personal' | 'family' | 'read'> {
  /** Of the general election, YYYY-MM-DD; the files say none. */
  date: string
}

/** @param source whose files are cand.txt and CntyTbl.txt, in this order. */
export function mnSource({ date, ...source }: MnSource): Source {
  return {
    ...source,
    states: ['MN'],
    personal: [],
    family: 'public',
    read(files, context, sink) {
      const [candidates, counties] = files
      if (!candidates || !counties)
        throw new SourceError(`files: got ${files.length}, expected cand.txt and CntyTbl.txt`, { file: source.id })
      const names = readCounties(counties, sink)
      writeCandidacies(layout, candidacies(candidates, { date, names }, sink), { files, context, sink })
    },
  }
}

const encodeParty = encoder({ field: 'party', known: MN_PARTIES, ignored: ['WI'] })

/** The rules read `<county>/<office title>`; the county is empty where there are several. */
const layout: CandidacyLayout = {
  state: 'MN',
  offices: [
    { pattern: /^\/U\.S\. President & Vice President$/, office: () => president },
    { pattern: /^\/U\.S\. Senator$/, office: () => usSenate },
    { pattern: /\/U\.S\. Representative District (\d+)$/, office: (district) => usHouse(district) },
    { pattern: /\/State Senator District (\d+)$/, office: (district) => stateSenate('MN', district) },
    { pattern: /\/State Representative District (\d+[AB])$/, office: (district) => stateHouse('MN', district) },
    { pattern: /^\/Governor & Lt Governor$/, office: () => statewide('governor', 'Governor and Lieutenant Governor') },
    {
      pattern: /^\/(Secretary of State|State Auditor|Attorney General)$/,
      office: (title) => statewide(slug(title), title),
    },
    { pattern: /^([^/]+)\/County Commissioner District (\d+)$/, office: commissioner },
    {
      pattern: /^([^/]+)\/County (Attorney|Auditor\/Treasurer|Auditor|Recorder|Sheriff|Treasurer)$/,
      office: (county, title) => countywide(slug(`county ${title}`), `${county} County ${title}`, county),
    },
    {
      pattern: /^\/(Chief|Associate) Justice - Supreme Court (\d+)$/,
      office: (rank, seat) => ({
        ...statewide('supreme-court-justice', `${rank} Justice of the Supreme Court, Seat ${seat}`),
        seat: `seat-${seat}`,
      }),
    },
    { pattern: /\/Judge - (\d+)(?:st|nd|rd|th) District Court (\d+)$/, office: districtJudge },
  ],
}

function commissioner(county: string, district: string): Office {
  const name = `District ${district}`
  const office = countywide('county-commissioner', `${county} County Commissioner, ${name}`, county)
  return { ...office, area: { kind: 'county', county, part: { word: 'district', code: district, name } } }
}

function districtJudge(district: string, seat: string): Office {
  const title = `District Court Judge, District ${district}, Seat ${seat}`
  return {
    ...statewide('district-court-judge', title),
    seat: `seat-${seat}`,
    area: { kind: 'numbered', word: 'district_court', code: district },
  }
}

/** Names by id. */
function readCounties(file: FetchedFile, sink: Sink): Map<string, string> {
  const names = new Map<string, string>()
  for (const { record } of readCsv(file, { ...SHAPE, columns: COUNTY_COLUMNS }, sink))
    names.set(record.id.trim(), record.name.trim())
  return names
}

/** Who may be written in (party WI) is an issue of the encoder, and no candidate. */
function* candidacies(
  file: FetchedFile,
  { date, names }: { date: string; names: ReadonlyMap<string, string> },
  sink: Sink,
): Generator<Candidacy> {
  const election = { state: 'MN', date, type: 'general', words: 'General Election' } as const
  for (const { line, record } of readCsv(file, { ...SHAPE, columns: CANDIDATE_COLUMNS }, sink)) {
    const at = { file: file.name, line }
    const id = record.county.trim()
    const county = id === SEVERAL_COUNTIES ? '' : names.get(id)
    if (county === undefined) throw new SourceError(`got county "${id}", expected 88 or one that CntyTbl.txt names`, at)
    const party = encodeParty(record.party, at, sink)
    if (party === undefined) continue
    yield {
      at,
      election,
      contest: `${county}/${record.title.trim()}`,
      name: record.name.trim(),
      party,
      ...(party === null ? { details: { nonpartisan: true } } : {}),
      ...(county === '' ? {} : { counties: [county] }),
      discriminator: record.id.trim(),
    }
  }
}
