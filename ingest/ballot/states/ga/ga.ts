// Georgia's results: one JSON object, one contest an item, with names in several languages.

import { z } from 'zod'
import { readJson } from '../../../read/json.ts'
import { type FetchedFile, type Sink, SourceError } from '../../../read/source.ts'
import type { ListReader } from '../../list/built-in.ts'
import { leaveOutWriteIn } from '../../no-candidate.ts'

export const ga: ListReader = { lines: readResults }

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

function* readResults(file: FetchedFile, sink: Sink): Generator<{ line: null; record: Record<string, string> }> {
  const at = { file: file.name, line: null }
  const parsed = results.safeParse(readJson(file))
  if (!parsed.success) throw new SourceError(`${z.prettifyError(parsed.error).split('\n')[0]}; expected results`, at)
  const { election, ballotItems } = parsed.data
  for (const item of ballotItems) {
    const [name = '', primary = ''] = english(item.name).split(/ - (?=(?:Rep|Dem)$)/)
    const votes = /^Vote for (\d+)$/.exec(english(item.voteFor))?.[1]
    if (votes === undefined)
      throw new SourceError(`got "${english(item.voteFor).slice(0, 40)}" for ${name}, expected "Vote for 1"`, at)
    // `State Senate - District 7/ Senador Estatal del Distrito 7`
    const contest = name.replace(/\/.*$/s, '').trim()
    for (const option of item.summaryResults.ballotOptions) {
      // `Ann Example (I)` holds the office; `Ann Example (Rep)` stands where the contest names no party.
      const [, person = '', mark] = /^(.+?)(?: \((I|Rep|Dem)\))?$/.exec(english(option.name)) ?? []
      const party = mark === 'Rep' || mark === 'Dem' ? mark.toUpperCase() : (option.party?.abbreviation ?? '')
      if (option.isWriteIn || option.isQualifiedWriteIn) leaveOutWriteIn(person, at, sink)
      else yield { line: null, record: { date: election.electionDate, contest, name: person, party, primary, votes } }
    }
  }
}

function english(text: z.infer<typeof words>): string {
  return (text.find(({ languageId }) => languageId === 'en') ?? text[0])?.text.trim().replace(/\s+/g, ' ') ?? ''
}
