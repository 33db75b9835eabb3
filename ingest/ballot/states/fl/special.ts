// Florida's results of special elections, as its election watch site sends them: tab-separated text, one candidate and county a line.

import { MAJOR_PARTIES } from '../../../../data/reference/party-labels.ts'
import { readCsv } from '../../../read/csv.ts'
import { encoder } from '../../../read/field-value.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import { loadOffices } from '../../office-table.ts'

export const flSpecialSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'fl-special-2026-03',
      state: 'FL',
      office: 'Florida Division of Elections',
      vintage: '2026',
      path: 'docs/state-research/FL/20260324_ElecResultsFL.txt',
      name: 'fl_results_20260324.txt.gz',
    }),
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readSpecial,
  },
]

const COLUMNS = [
  ...['ElectionDate', 'PartyCode', 'RaceCode', 'CountyName', 'Juris1num'],
  ...['CanNameLast', 'CanNameFirst', 'CanNameMiddle'],
] as const

/** The table matches `<RaceCode>/<Juris1num>`. */
const layout: CandidacyLayout = { state: 'FL', offices: loadOffices('FL', {}, 'special.csv') }
const encodeParty = encoder({ field: 'PartyCode', known: MAJOR_PARTIES })

function readSpecial(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const options = { columns: COLUMNS, delimiter: '\t', quotes: false, allowExtra: true } as const
  for (const { line, record } of readCsv(file, options, sink)) {
    const at = { file: file.name, line }
    const [, month, day, year] = /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(record.ElectionDate) ?? []
    if (year === undefined)
      throw new SourceError(`got ElectionDate "${record.ElectionDate.slice(0, 20)}", expected MM/DD/YYYY`, at)
    const names = [record.CanNameFirst, record.CanNameMiddle, record.CanNameLast]
    yield {
      at,
      election: { state: 'FL', date: `${year}-${month}-${day}`, type: 'special', words: 'Special Election' },
      contest: `${record.RaceCode.trim()}/${record.Juris1num.trim()}`,
      name: names
        .map((part) => part.trim())
        .filter((part) => part !== '')
        .join(' '),
      party: encodeParty(record.PartyCode, at, sink) ?? null,
      party_label: record.PartyCode.trim(),
      counties: [record.CountyName.trim()],
      // A special election fills the rest of a term (Fla. Stat. § 100.101).
      details: { short_term: true },
    }
  }
}
