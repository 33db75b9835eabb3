// The fields that version 1.0.0 has, so that a file with others says so. Source: NIST_V1_ballot_definition.json of SP 1500-20.

import type { FetchedFile, Sink } from '../../read/source.ts'
import { idsOf, listOf, type NistObject } from './object.ts'

function words(text: string): readonly string[] {
  return text.split(/\s+/).filter(Boolean)
}

/** Of each field that holds objects: the fields of all classes that it may hold. The root is ''. */
const FIELDS: Readonly<Record<string, ReadonlySet<string>>> = {
  '': new Set(words('Election GpUnit Office Party Version')),
  Election: new Set(
    words(`BallotStyle Candidate ContactInformation Contest ElectionScopeId EndDate ExternalIdentifier Name OtherType
      StartDate Type`),
  ),
  Contest: new Set(
    words(`Abbreviation BallotSubTitle BallotTitle CandidateId ConStatement ContestOption ControlledContestIds
      EffectOfAbstain ElectionDistrictId ExternalIdentifier FullText HasRotation InfoUri Name NumberElected NumberRunoff
      OfficeId OfficeIds OtherStraightPartyRuleset OtherType OtherVoteVariation PassageThreshold PrimaryPartyIds
      ProStatement RanksAllowed SequenceOrder StraightPartyRuleset SummaryText TotalSubUnits Type VoteVariation
      VotesAllowed`),
  ),
  ContestOption: new Set(
    words(`CandidateIds CausesActivation EndorsementPartyIds ExternalIdentifier IsWriteIn PartyIds Selection
      SequenceOrder`),
  ),
  // The results format has PostElectionStatus.
  Candidate: new Set(
    words(`BallotName CampaignSlogan ContactInformation ExternalIdentifier FileDate IsIncumbent IsTopTicket PartyId
      PersonId PostElectionStatus PreElectionStatus ReadName`),
  ),
  GpUnit: new Set(
    words(`AuthorityIds ComposingGpUnitIds ContactInformation ElectionAdministration ExternalIdentifier IsDistricted
      IsMailOnly Name Number OtherType PartyRegistration SpatialDimension TotalSubUnits Type VotersRegistered`),
  ),
  Office: new Set(
    words(`ContactInformation Description ElectionDistrictId ExternalIdentifier FilingDeadline IsPartisan Name
      OfficeHolderPersonIds Term`),
  ),
  Party: new Set(
    words(`Abbreviation Color ContactInformation ContestIds ExternalIdentifier IsRecognizedParty LeaderPersonIds LogoUri
      Name PartyIds PartyScopeGpUnitIds Slogan`),
  ),
}

export function hasUnknown(object: NistObject, kind: keyof typeof FIELDS & string): boolean {
  return unknownIn(object, kind).length > 0
}

function unknownIn({ fields }: NistObject, kind: string): string[] {
  return [...fields.keys()].filter((name) => FIELDS[kind]?.has(name) === false)
}

/** A field that the format does not have gives one issue `unknown-element` for each name, with how often it is there. */
export function sayUnknownFields(definition: NistObject, { name: file }: FetchedFile, sink: Pick<Sink, 'issue'>): void {
  const unknown = new Map<string, { line: number | null; count: number }>()
  const look = (object: NistObject, kind: string): void => {
    for (const field of unknownIn(object, kind)) {
      const name = kind === '' ? field : `${kind}/${field}`
      const before = unknown.get(name)
      unknown.set(name, { line: before?.line ?? object.line, count: (before?.count ?? 0) + 1 })
    }
    for (const [field, held] of object.fields)
      if (Object.hasOwn(FIELDS, field)) for (const one of held) look(one, field)
  }
  look(definition, '')
  for (const [name, { line, count }] of unknown) {
    const message = `the file has ${name} ${count === 1 ? 'once' : `${count} times`}, and version 1.0.0 does not have it; it is not read`
    sink.issue({ file, line, field: null, code: 'unknown-element', value: name, message, severity: 'ignored' })
  }
}

/** Reports the candidates of an election to whom no option and no retention refers: issue `unreferenced-element`. */
export function sayUnreferenced(election: NistObject, { name: file }: FetchedFile, sink: Pick<Sink, 'issue'>): void {
  const contests = listOf(election, 'Contest')
  const referred = new Set([
    ...contests.flatMap((contest) => idsOf(contest, 'CandidateId')),
    ...contests.flatMap((contest) =>
      listOf(contest, 'ContestOption').flatMap((option) => idsOf(option, 'CandidateIds')),
    ),
  ])
  const candidates = listOf(election, 'Candidate')
  const [first, ...others] = candidates.filter(({ id }) => !referred.has(id))
  if (!first) return
  const message = `the election has ${candidates.length} Candidate, and no contest refers to ${others.length + 1} of them, expected a reference to each; they are not served`
  const said = { field: null, code: 'unreferenced-element', value: 'Candidate', message, severity: 'refused' } as const
  sink.issue({ file, line: first.line, ...said })
}
