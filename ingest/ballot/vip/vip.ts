// Feeds of the Voting Information Project. Declare a source with vipSource, which adds facts that the publisher's feeds lack.
// Specification: https://vip-specification.readthedocs.io

import { STATES } from '../../../data/schema/states.ts'
import type { ElectionType, StateCode } from '../../../data/schema/vocabulary.ts'
import type { Listing } from '../../../data/store/source-read.ts'
import { parseXmlDay } from '../../read/field-value.ts'
import { electionKey } from '../../read/identity.ts'
import {
  type BallotFeed,
  type FetchedFile,
  type ReadContext,
  type Sink,
  type Source,
  type SourceEntry,
  type SourceReader,
  unexpected,
} from '../../read/source.ts'
import { readXmlRoot } from '../../read/xml.ts'
import { indexDivisions } from '../division.ts'
import { ELECTION_WORDS } from '../election-days.ts'
import { type FeedTitle, plainTitle, toContest } from '../feed/contest.ts'
import type { FeedContest, FeedDistrict } from '../feed/feed.ts'
import type { At, ListedElection } from '../listed.ts'
import { writeBallot } from '../write.ts'
import { PERSONAL, type VipElection, type VipFeed } from './elements.ts'
import { readVip3 } from './version-3.ts'
import { readVip5 } from './version-5.ts'

interface VipSource extends Omit<SourceEntry, 'states' | 'personal' | 'family'> {
  state: StateCode
  lists: Listing
  election?: KnownOfElection
  /** Reads a title that holds more than the office. Default: the title is the office. */
  titleOf?: (office: string) => FeedTitle
  /** Converts a district's name to Open Civic Data's form. Default: unchanged. */
  districtName?: (name: string) => string
  /** True if the feed's biographies are ballot designations. Default: false; they are then not served. */
  designations?: boolean
}

export function vipSource({
  state,
  election = {},
  titleOf = plainTitle,
  districtName = (name) => name,
  designations = false,
  ...source
}: VipSource): BallotFeed {
  const read: SourceReader<'divisions'> = (files, context, sink) => {
    for (const file of files) {
      const feeds = readFeed(file, sink).map((feed) => adapt(feed, { districtName, designations }))
      let count = 0
      for (const { listed, at, contests } of joinSame(feeds, context, election)) {
        const index = indexDivisions(listed.state, context.divisions)
        const place = { index, primary: /primary$/.test(listed.type), titleOf, source_url: file.url }
        const own = contests.flatMap((contest) => toContest(contest, place, sink) ?? [])
        count += own.length
        writeBallot(listed, at, own, sink)
      }
      sink.records?.(file.name, count)
    }
  }
  return { ...source, states: [state], personal: PERSONAL, family: 'public', needs: ['divisions'], read }
}

function readFeed(file: FetchedFile, sink: Sink): VipFeed[] {
  const { name, attributes, line } = readXmlRoot(file)
  const version = attributes.schemaVersion ?? ''
  if (name === 'vip_object' && /^[23]\./.test(version)) return readVip3(file, sink)
  if (name === 'VipObject' && /^[56]\./.test(version)) return [readVip5(file, sink)]
  throw unexpected(`a ${name.slice(0, 60)} of version`, version, 'a vip_object of 2 or 3, or a VipObject of 5 or 6', {
    file: file.name,
    line,
  })
}

function adapt(
  feed: VipFeed,
  { districtName, designations }: Required<Pick<VipSource, 'districtName' | 'designations'>>,
): VipFeed {
  const renamed = (district: FeedDistrict) => ({ ...district, name: districtName(district.name) })
  const contests = feed.contests.map((contest) => ({
    ...contest,
    district: renamed(contest.district),
    choices: contest.choices.map((choice) => ({ ...choice, designation: designations ? choice.designation : null })),
  }))
  return { ...feed, contests }
}

/** Elections with one day and type are one, with the contests of all. */
function joinSame(feeds: readonly VipFeed[], { source }: ReadContext<'divisions'>, known: KnownOfElection) {
  const joined = new Map<string, { listed: ListedElection; at: At; contests: readonly FeedContest[] }>()
  for (const { election, contests } of feeds) {
    const listed = electionOf(election, source, known)
    const key = electionKey(listed)
    const { contests: before = [], ...first } = joined.get(key) ?? { listed, at: election.at }
    joined.set(key, { ...first, contests: [...before, ...contests] })
  }
  return joined.values()
}

// Reads the election of a feed. If the feed does not state the type, the registry must.

/** Facts of the election for which the registry overrides the feed. */
type KnownOfElection = Partial<Pick<ListedElection, 'type' | 'words' | 'place' | 'info_url'>>

/** The first pattern that matches the feed's words decides. */
const TYPES: readonly (readonly [RegExp, ElectionType])[] = [
  [/^(?=.*special).*primary/is, 'special_primary'],
  [/run-?off/i, 'runoff'],
  [/primary/i, 'primary'],
  [/special/i, 'special'],
  [/consolidated/i, 'consolidated'],
  [/general/i, 'general'],
]

/** Throws SourceError if the state is not the source's, or if the date or the type is missing. */
function electionOf(election: VipElection, { states }: Source, known: KnownOfElection): ListedElection {
  const { at } = election
  const state = STATES.find(({ name }) => name.toLowerCase() === election.state.toLowerCase())
  if (!state || !states.includes(state.code)) throw unexpected('the state', election.state, states.join(', '), at)
  const date = parseXmlDay(election.date)
  if (date === undefined) throw unexpected('the election date', election.date, 'a calendar date, YYYY-MM-DD', at)
  const printed = election.type?.en ?? ''
  const type = known.type ?? TYPES.find(([pattern]) => pattern.test(printed))?.[1]
  if (type === undefined)
    throw unexpected('the election', printed, 'a word for its type, e.g. General; the registry can set the type', at)
  const place = known.place ?? election.locality
  const info_url = known.info_url ?? election.info_url
  return {
    state: state.code,
    date,
    type,
    words: known.words ?? ELECTION_WORDS[type],
    ...(place === null ? {} : { place }),
    ...(election.name_es === null ? {} : { words_es: election.name_es }),
    ...(info_url === null ? {} : { info_url }),
  }
}
