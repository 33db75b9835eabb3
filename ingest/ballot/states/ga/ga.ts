// Georgia's results of the party runoffs of June 2026, as its results site sends them: one JSON object, one contest an item.

import { z } from 'zod'
import { MAJOR_PARTIES } from '../../../../data/reference/party-labels.ts'
import { encoder } from '../../../read/field-value.ts'
import { readJson } from '../../../read/json.ts'
import { type FetchedFile, type ReadContext, type Sink, type Source, SourceError } from '../../../read/source.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { civicMirrorFile } from '../../civic-mirror.ts'
import { primaryRunoff } from '../../election-days.ts'
import { loadOffices } from '../../office-table.ts'
import { leaveOutWriteIn } from '../../printed-name.ts'

export const gaSources: readonly Source[] = [
  {
    ...civicMirrorFile({
      id: 'ga-results-2026-runoff',
      state: 'GA',
      office: 'Georgia Secretary of State',
      vintage: '2026',
      path: 'backend/integrations/ga_sos/tests/fixtures/election_data_06162026.json',
      name: 'ga_results_20260616.json.gz',
    }),
    // The file of the state has no contest of a county.
    lists: { basis: 'returns', kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [] },
    needs: ['divisions'],
    read: readGa,
  },
]

/** The rules match the name without party and translation. */
const layout: CandidacyLayout = { state: 'GA', offices: loadOffices('GA') }
const encodeParty = encoder({ field: 'party', known: MAJOR_PARTIES })

const words = z.array(z.object({ languageId: z.string(), text: z.string() })).min(1)
const results = z.object({
  election: z.object({ electionDate: z.iso.date() }),
  ballotItems: z.array(
    z.object({
      name: words,
      voteFor: words,
      summaryResults: z.object({
        ballotOptions: z.array(
          z.object({
            name: words,
            isWriteIn: z.boolean(),
            isQualifiedWriteIn: z.boolean(),
            party: z.object({ abbreviation: z.string() }).nullable(),
          }),
        ),
      }),
    }),
  ),
})

function readGa(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  for (const file of files) writeCandidacies(layout, candidacies(file, sink), { files, context, sink })
}

function* candidacies(file: FetchedFile, sink: Sink): Generator<Candidacy> {
  const at = { file: file.name, line: null }
  const parsed = results.safeParse(readJson(file))
  if (!parsed.success) throw new SourceError(`${z.prettifyError(parsed.error).split('\n')[0]}; expected results`, at)
  const { election, ballotItems } = parsed.data
  const runoff = primaryRunoff('GA', election.electionDate)
  for (const item of ballotItems) {
    const [name = '', code] = english(item.name).split(/ - (?=(?:Rep|Dem)$)/)
    const party_contest = code === undefined ? null : (encodeParty(code.toUpperCase(), at, sink) ?? null)
    const votes = /^Vote for (\d+)$/.exec(english(item.voteFor))?.[1]
    if (votes === undefined)
      throw new SourceError(`got "${english(item.voteFor).slice(0, 40)}" for ${name}, expected "Vote for 1"`, at)
    for (const option of item.summaryResults.ballotOptions) {
      // `Ann Example (I)` holds the office; `Ann Example (Rep)` stands where the contest names no party.
      const [, person = '', mark] = /^(.+?)(?: \((I|Rep|Dem)\))?$/.exec(english(option.name)) ?? []
      if (option.isWriteIn || option.isQualifiedWriteIn) {
        leaveOutWriteIn(person, at, sink)
        continue
      }
      const own = mark === 'Rep' || mark === 'Dem' ? mark.toUpperCase() : (option.party?.abbreviation ?? '')
      yield {
        at,
        election: runoff,
        name: person,
        votes_allowed: Number(votes),
        // `State Senate - District 7/ Senador Estatal del Distrito 7`
        contest: name.replace(/\/.*$/s, '').trim(),
        party: own === '' ? null : (encodeParty(own, at, sink) ?? null),
        party_label: own === '' ? null : own,
        ...(party_contest !== null && { party_contest }),
        unexpired: name.startsWith('Special '),
      }
    }
  }
}

function english(text: z.infer<typeof words>): string {
  return (text.find(({ languageId }) => languageId === 'en') ?? text[0])?.text.trim().replace(/\s+/g, ' ') ?? ''
}
