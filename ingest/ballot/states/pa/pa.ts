// Pennsylvania's general-election candidates from Spotlight PA: {office: {district: [candidate]}}, in ballot order. The publisher's
// candidates.json (the primary of 2023, judges only) is not read.

import { z } from 'zod'
import { PA_PARTIES } from '../../../../data/reference/party-labels.ts'
import { stateOf } from '../../../../data/schema/states.ts'
import { encoder } from '../../../read/field-value.ts'
import { findItemLines, parseJson } from '../../../read/json.ts'
import { type FetchedFile, type Sink, type Source, SourceError, type SourceReader } from '../../../read/source.ts'
import { decodeText } from '../../../read/text.ts'
import { type Candidacy, type CandidacyLayout, writeCandidacies } from '../../candidacies.ts'
import { loadOffices } from '../../office-table.ts'

const COMMIT = '26cd433e47be25ff9d109380f72c9839e33670fe'

export const paSources: readonly Source[] = ['2022-11-08', '2024-11-05'].map(paCandidates)

/** @param date of the general election, which the file does not state */
function paCandidates(date: string): Source {
  const year = date.slice(0, 4)
  const name = `candidates-${year}.json`
  return {
    id: `pa-candidates-${year}`,
    publisher: 'Spotlight PA',
    url: 'https://www.spotlightpa.org/elections/',
    licence: 'MIT',
    vintage: year,
    published_on: '2024-10-01',
    states: ['PA'],
    files: [
      {
        url: `https://raw.githubusercontent.com/spotlightpa/viz-sample-ballot-2024/${COMMIT}/geolocator/embeds/${name}`,
        mirror: `ballots/pa_spotlightpa/${name}`,
      },
    ],
    personal: [],
    family: 'public',
    lists: { kinds: ['candidate'], levels: ['federal', 'state'], whole_in: [stateOf('PA').ocd_id] },
    needs: ['divisions'],
    read: readPa(date),
  }
}

const encodeParty = encoder({ field: 'party', known: PA_PARTIES })

/** The rules match `<office>/<district>`. */
const layout: CandidacyLayout = { state: 'PA', offices: loadOffices('PA') }

const listing = z.record(
  z.string(),
  z.record(z.string(), z.array(z.object({ name: z.string().min(1), party: z.string() }))),
)

function readPa(date: string): SourceReader<'divisions'> {
  return (files, context, sink) => {
    for (const file of files) writeCandidacies(layout, candidacies(file, date, sink), { files: [file], context, sink })
  }
}

function* candidacies(file: FetchedFile, date: string, sink: Sink): Generator<Candidacy> {
  const text = decodeText(file)
  const parsed = listing.safeParse(parseJson(text, { file: file.name, line: 1 }))
  if (!parsed.success) throw new SourceError(sentenceOf(parsed.error), { file: file.name })
  const lines = findItemLines(text, 2)
  const election = { state: 'PA', date, type: 'general', words: 'General Election' } as const
  for (const [office, districts] of Object.entries(parsed.data))
    for (const [district, listed] of Object.entries(districts)) {
      const places = lines.get(`${office}\t${district}`) ?? []
      const parties = new Map<string, string[]>()
      for (const { name, party } of listed) parties.set(name, [...(parties.get(name) ?? []), party.trim()])
      for (const [index, { name, party }] of listed.entries()) {
        const at = { file: file.name, line: places[index] ?? null }
        const plain = encodeParty(party, at, sink) ?? null
        // A candidate of two parties is one choice, listed under the first party.
        if (listed.findIndex((one) => one.name === name) < index) continue
        const party_label = parties.get(name)?.join(' / ') ?? null
        yield { at, election, contest: `${office}/${district}`, name, party: plain, party_label }
      }
    }
}

function sentenceOf({ issues }: z.ZodError): string {
  const [first] = issues
  const where = first?.path.map((key) => `"${String(key)}"`).join(' → ') || 'the file'
  return `${where}: ${first?.message ?? 'not read'}; expected {office: {district: [{"name", "party"}, …]}}`
}
