// Ballot definitions in NIST's common data format, in JSON and XML. Declare a source with nistSource.
// Specification: NIST SP 1500-20, Ballot Definition Common Data Format, version 1.0.0.

import type { Listing } from '../../../data/store/source-read.ts'
import { electionKey } from '../../read/identity.ts'
import {
  type BallotFeed,
  type FetchedFile,
  type ReadContext,
  type Sink,
  type SourceEntry,
  SourceError,
} from '../../read/source.ts'
import { indexDivisions } from '../division.ts'
import type { At, ListedContest, ListedElection } from '../listed.ts'
import { writeBallot } from '../write.ts'
import { atOf } from './ballot.ts'
import { listContest } from './contest.ts'
import { readElection } from './election.ts'
import { sayUnknownFields, sayUnreferenced } from './fields.ts'
import { readNistJson } from './json.ts'
import { byId, listOf, type NistObject, textOf } from './object.ts'
import { orderElection } from './order.ts'
import { parentsOf } from './unit.ts'
import { readNistXml } from './xml.ts'

/** Personal data of a person. */
const PERSONAL = ['ContactInformation', 'DateOfBirth'] as const

/** Files end in `.json` or `.xml`, and each holds whole elections. An election that continues in a second file stops the source. */
export function nistSource(source: Omit<SourceEntry, 'personal' | 'family'> & { lists: Listing }): BallotFeed {
  return { ...source, personal: PERSONAL, family: 'public', needs: ['divisions'], read: readNist }
}

function readNist(files: readonly FetchedFile[], context: ReadContext<'divisions'>, sink: Sink): void {
  const keys = new Set<string>()
  for (const file of files) {
    const definition = readDefinition(file)
    const version = textOf(definition, 'Version')
    if (version !== '1.0.0')
      throw new SourceError(`got version "${version ?? ''}", expected 1.0.0`, { file: file.name })
    sayUnknownFields(definition, file, sink)
    for (const { listed, at, contests } of readElections(definition, file, { context, sink })) {
      const key = electionKey(listed)
      if (keys.has(key)) throw new SourceError(`repeats the election ${key} of another file`, at)
      keys.add(key)
      writeBallot(listed, at, contests, sink)
    }
  }
}

function readDefinition(file: FetchedFile): NistObject {
  return file.name.endsWith('.xml') ? readNistXml(file) : readNistJson(file)
}

/** Elections of the selected states. */
function* readElections(
  definition: NistObject,
  file: FetchedFile,
  { context, sink }: { context: ReadContext<'divisions'>; sink: Sink },
): Generator<{ listed: ListedElection; at: At; contests: ListedContest[] }> {
  const { source, states, divisions } = context
  const units = byId(listOf(definition, 'GpUnit'))
  const parties = byId(listOf(definition, 'Party'))
  const parents = parentsOf(units.values())
  const offices = byId(listOf(definition, 'Office'))
  for (const election of listOf(definition, 'Election')) {
    const listed = readElection(election, { units: units.values(), file, source, sink })
    if (!listed || !states.has(listed.state)) continue
    const candidates = byId(listOf(election, 'Candidate'))
    const index = indexDivisions(listed.state, divisions)
    const ballot = { file, election, candidates, offices, parties, units, parents, index, sink }
    const order = orderElection(election)
    const contests = order.contests.flatMap((contest) => listContest(contest, order, ballot) ?? [])
    sayUnreferenced(election, file, sink)
    yield { listed, at: atOf(file, election), contests }
  }
}
