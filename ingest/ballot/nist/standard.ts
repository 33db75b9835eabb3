// The two common data formats of NIST that share their classes: the names of files, classes and fields, under which object.ts reads them.
// Sources: NIST_V1_ballot_definition.json of SP 1500-20; NIST_V2_election_results_reporting.json of SP 1500-100, and civics_cdf_spec.xsd of
// its Civics profile.

export interface Standard {
  /** As messages name it. */
  title: string
  /** The root element of an XML file. */
  root: string
  /** The class of a JSON file's object. */
  type: string
  /** Permitted namespaces of the root element; null stands for none. Absent: any. */
  namespaces?: readonly (string | null)[]
  /** Top-level fields that do not describe ballots or officeholders. */
  rootLeftOut: ReadonlySet<string>
  /** Left out with all their content wherever they are: contact data, outlines, positions on paper, counts of votes. */
  leftOut: ReadonlySet<string>
  /** Fields that the other standard has under another name, which the readers use. */
  renamed: ReadonlyMap<string, string>
  /** True for an element that only groups others, which then count as its parent's. */
  groups(element: string): boolean
  /** Of each field that holds objects: the fields of all classes that it may hold. The root is ''. */
  fields: Readonly<Record<string, ReadonlySet<string>>>
  /** The values of fields with a closed list, by `<holding field>/<field>`, where the readers do not check them. */
  values: Readonly<Record<string, ReadonlySet<string>>>
}

function words(...texts: string[]): ReadonlySet<string> {
  return new Set(texts.join(' ').split(/\s+/).filter(Boolean))
}

// The fields that both standards have.

const ROOT = 'Election GpUnit Office Party'
const ROOT_LEFT_OUT = `ExternalIdentifier GeneratedDate Issuer IssuerAbbreviation Notes OfficeGroup SequenceEnd SequenceStart TestType
  VendorApplicationId`
const LEFT_OUT = 'ContactInformation ElectionAdministration PartyRegistration SpatialDimension'
const ELECTION = `BallotStyle Candidate ContactInformation Contest ElectionScopeId EndDate ExternalIdentifier Name OtherType StartDate
  Type`
const CONTEST = `Abbreviation BallotSubTitle BallotTitle CandidateId ConStatement ContestOption EffectOfAbstain ElectionDistrictId
  ExternalIdentifier FullText HasRotation InfoUri Name NumberElected NumberRunoff OfficeId OfficeIds OtherType OtherVoteVariation
  PassageThreshold PrimaryPartyIds ProStatement SequenceOrder SummaryText TotalSubUnits Type VoteVariation VotesAllowed`
const OPTION = 'CandidateIds EndorsementPartyIds ExternalIdentifier IsWriteIn PartyIds Selection SequenceOrder'
// The results format has PostElectionStatus.
const CANDIDATE = `BallotName CampaignSlogan ContactInformation ExternalIdentifier FileDate IsIncumbent IsTopTicket PartyId PersonId
  PostElectionStatus PreElectionStatus`
const UNIT = `AuthorityIds ComposingGpUnitIds ContactInformation ElectionAdministration ExternalIdentifier IsDistricted IsMailOnly Name
  Number OtherType PartyRegistration SpatialDimension TotalSubUnits Type VotersRegistered`
const OFFICE = `ContactInformation Description ElectionDistrictId ExternalIdentifier FilingDeadline IsPartisan Name
  OfficeHolderPersonIds Term`
const PARTY = `Abbreviation Color ContactInformation ContestIds ExternalIdentifier IsRecognizedParty LeaderPersonIds LogoUri Name
  PartyIds PartyScopeGpUnitIds Slogan`

/** SP 1500-20, version 1.0.0. */
export const BALLOT_DEFINITION: Standard = {
  title: 'version 1.0.0',
  root: 'BallotDefinition',
  type: 'BallotDefinition.BallotDefinition',
  rootLeftOut: words(ROOT_LEFT_OUT, 'BallotFormat Header IsTest Person Shape'),
  leftOut: words(LEFT_OUT, 'Physical'),
  renamed: new Map(),
  groups: () => false,
  fields: {
    '': words(ROOT, 'Version'),
    Election: words(ELECTION),
    Contest: words(CONTEST, 'ControlledContestIds OtherStraightPartyRuleset RanksAllowed StraightPartyRuleset'),
    ContestOption: words(OPTION, 'CausesActivation'),
    Candidate: words(CANDIDATE, 'ReadName'),
    GpUnit: words(UNIT),
    Office: words(OFFICE),
    Party: words(PARTY),
  },
  values: {},
}

/** SP 1500-100, version 2, and its Civics profile, which groups elements and has no namespace. */
export const ELECTION_REPORT: Standard = {
  title: 'SP 1500-100',
  root: 'ElectionReport',
  type: 'ElectionResults.ElectionReport',
  namespaces: [null, 'http://itl.nist.gov/ns/voting/1500-100/v2'],
  rootLeftOut: words(
    ROOT_LEFT_OUT,
    'Committee DataSource ElectoralCommission Format GovernmentBody Header Signature Status VoterInformation',
  ),
  leftOut: words(
    LEFT_OUT,
    `BallotCounts CountStatus Counts DateOfBirth Gender OtherCounts ResultsReportingStage ResultsReportingStageCollection SummaryCounts
      VoteCounts VoteCountsCollection`,
  ),
  renamed: new Map([
    ['BallotSelection', 'ContestOption'],
    ['ContestSelection', 'ContestOption'],
    ['ElectoralDistrictId', 'ElectionDistrictId'],
    ['InternationalizedAbbreviation', 'Abbreviation'],
    ['InternationalizedName', 'Name'],
    ['OrderedBallotSelectionIds', 'OrderedContestOptionIds'],
    ['OrderedContest', 'OrderedContent'],
    ['OrderedContestSelectionIds', 'OrderedContestOptionIds'],
    ['language', 'Language'],
  ]),
  groups: (element) => element === 'ExternalIdentifiers' || element.endsWith('Collection'),
  fields: {
    '': words(ROOT, 'IsTest OfficeHolderTenure Person'),
    Election: words(ELECTION, 'ElectionDateStatus ElectionDateType'),
    Contest: words(
      CONTEST,
      `AggregateBallotSelection BallotText BlankBallotSelection ComposingContestIds ContestDateStatus CountingDate
        CurrentResultsReportingStage EarliestPollsClose EndDate FilingDeadline IsNotable LatestPollsClose
        NoneOfTheAboveBallotSelection NullBallotSelection ResultsEmbargoEnd ResultsExpected Seat StartDate SubUnitsReported
        SubsequentContestId`,
    ),
    ContestOption: words(OPTION, 'IncludedInAggregation'),
    Candidate: words(CANDIDATE, 'IsNotable PartyLabel'),
    GpUnit: words(UNIT, 'Device SerialNumber SubUnitsReported VotersParticipated'),
    Office: words(
      OFFICE,
      'AdditionalData GovernmentBodyIds JurisdictionId Level OfficeHolderPersonIds Role SeatStatus SelectionMethod',
    ),
    OfficeHolderTenure: words(
      `ElectionDistrictId EndDate ExternalIdentifier OfficeHolderPersonId OfficeId OfficeSelectionMethod OfficeTermType SeatStatus
        StartDate`,
    ),
    Party: words(PARTY, 'Alias Colors IsIndependent IsNotable IsWriteIn Leadership'),
    Person: words(
      `ExternalIdentifier FirstName FullName ImageUri LastName MiddleName Nickname PartyId Prefix Profession Suffix Title`,
    ),
    ExternalIdentifier: words('Label OtherType Type Value label'),
    Term: words('EndDate StartDate Type label'),
  },
  values: {
    'Contest/Type': words(
      `ballot-measure general initiative other partisan-primary-closed partisan-primary-open primary recall referendum runoff
        special`,
    ),
    'ExternalIdentifier/Type': words('fips local-level national-level ocd-id other state-level'),
    'GpUnit/Type': words(
      `ballot-batch ballot-style-area borough city city-council combined-precinct congressional country county county-council drop-box
        judicial municipality other polling-place precinct school special split-precinct state state-house state-senate town township
        utility village vote-center ward water`,
    ),
    'Term/Type': words('full-term unexpired-term'),
  },
}
