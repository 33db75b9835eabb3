// Texas' results of the Republican runoff of May 2026, as its results site sends them: one JSON object whose sections are base64 of JSON.

import { z } from 'zod'
import { MAJOR_PARTIES } from '../../../../data/reference/party-labels.ts'
import { encoder } from '../../../read/field-value.ts'
import { parseJson, readJson } from '../../../read/json.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import { primaryRunoff } from '../../election-days.ts'
import { loadOffices } from '../../office-table.ts'

export const txSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'tx-results-2026-runoff',
      state: 'TX',
      office: 'Texas Secretary of State',
      vintage: '2026',
      path: 'backend/integrations/tx_goelect/tests/fixtures/enr_58315_election.json',
      name: 'tx_results_20260526.json.gz',
    }),
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal', 'state', 'county'], whole_in: [] },
    needs: ['divisions'],
    read: readTx,
  },
]

const layout: CandidacyLayout = { state: 'TX', offices: loadOffices('TX') }
const encodeParty = encoder({ field: 'P', known: MAJOR_PARTIES })

/** Sections whose offices name their districts. */
const SECTIONS = ['Federal', 'StateWide', 'Districted'] as const
const sections = z.object({
  Home: z.string(),
  Race: z.string(),
  Federal: z.string(),
  StateWide: z.string(),
  Districted: z.string(),
})
const home = z.object({ ElecDate: z.string().regex(/^\d{8}$/) })
const races = z.object({
  Races: z.array(z.object({ N: z.string(), Candidates: z.array(z.object({ N: z.string(), P: z.string() })) })),
})
const offices = z.object({
  OfficeTypes: z.array(z.object({ OfficeType: z.string(), Races: z.array(z.object({ N: z.string() })) })),
})

function readTx(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const packed = parse(sections, readJson(file), file, 'the file')
  const { ElecDate } = unpack(home, packed.Home, file, 'Home')
  const date = `${ElecDate.slice(4)}-${ElecDate.slice(0, 2)}-${ElecDate.slice(2, 4)}`
  const election = primaryRunoff('TX', date)
  const at = { file: file.name, line: null }
  for (const section of SECTIONS)
    for (const race of unpack(races, packed[section], file, section).Races)
      for (const { N, P } of race.Candidates) {
        const party = encodeParty(P, at, sink) ?? null
        // `(I)` marks who holds the office.
        const name = N.replace(/ \(I\)$/, '').replace(/\s+/g, ' ')
        const counties = countiesOf(race.N)
        yield {
          at,
          election,
          contest: race.N.trim(),
          name,
          party,
          party_label: P.trim(),
          ...(party !== null && { party_contest: party }),
          ...(counties.length > 0 && { counties }),
        }
      }
  reportCounties(unpack(offices, packed.Race, file, 'Race'), at, sink)
}

function countiesOf(office: string): string[] {
  const [, county] = /^CRIMINAL DISTRICT ATTORNEY (.+) COUNTY\s*$/.exec(office) ?? []
  return county === undefined ? [] : [county]
}

/** The file does not say to which county an office of a county belongs. */
function reportCounties({ OfficeTypes }: z.infer<typeof offices>, at: { file: string; line: null }, sink: Sink): void {
  for (const { OfficeType, Races } of OfficeTypes) {
    if (!OfficeType.startsWith('COUNTY') || Races.length === 0) continue
    const message = `the file does not name the counties of these ${Races.length} contests; they are left out`
    sink.issue({ ...at, field: null, code: 'no-county', value: OfficeType, message, severity: 'refused' })
  }
}

function unpack<Section>(schema: z.ZodType<Section>, packed: string, file: FetchedFile, name: string): Section {
  const text = Buffer.from(packed, 'base64').toString('utf8')
  return parse(schema, parseJson(text, { file: `${file.name}#${name}`, line: 1 }), file, name)
}

function parse<Section>(schema: z.ZodType<Section>, value: unknown, file: FetchedFile, name: string): Section {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  const where = [name, ...(first?.path.map(String) ?? [])].join(' → ')
  throw new SourceError(`${where}: ${first?.message ?? 'not read'}; expected the sections of a results site`, {
    file: file.name,
  })
}
