// The elements that the specification has, so that a feed with others says so. Sources: vip_spec.xsd of the releases 2.1, 2.2, 2.3 and
// 3.0, and of 5.0, 5.1, 5.1.1, 5.1.2, 5.2 and 6.0.

/** The children of each element that is read. */
export type KnownElements = Readonly<Record<string, ReadonlySet<string>>>

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/).filter(Boolean))
}

const CONTEST = `Abbreviation BallotSelectionIds BallotSubTitle BallotTitle ElectoralDistrictId ElectorateSpecification
  ExternalIdentifiers HasRotation Name SequenceOrder VoteVariation OtherVoteVariation`
const MEASURE = `${CONTEST} ConStatement EffectOfAbstain FullText InfoUri PassageThreshold ProStatement SummaryText Type OtherType`

/** Of versions 5 and 6. Version 5.0 repeats an element in the singular where later ones list ids: see withSingular. */
export const ELEMENTS_5: KnownElements = withSingular({
  BallotMeasureContest: words(MEASURE),
  BallotMeasureSelection: words('SequenceOrder Selection ExternalIdentifiers'),
  BallotStyle: words('ImageUri OrderedContestIds PartyIds ExternalIdentifiers'),
  Candidate: words(`BallotName ContactInformation ExternalIdentifiers FileDate IsIncumbent IsTopTicket PartyId PersonId
    PostElectionStatus PreElectionStatus SequenceOrder`),
  CandidateContest: words(`${CONTEST} NumberElected OfficeIds PrimaryPartyIds VotesAllowed`),
  CandidateSelection: words('SequenceOrder CandidateIds EndorsementPartyIds IsWriteIn ExternalIdentifiers'),
  Election: words(`AbsenteeBallotInfo AbsenteeRequestDeadline Date ElectionType ExternalIdentifiers
    HasElectionDayRegistration HoursOpenId IsStatewide Name PollingHours RegistrationDeadline RegistrationInfo ResultsUri
    StateId`),
  ElectionAdministration: words(`AbsenteeUri AmIRegisteredUri BallotProvisionalTrackingUri BallotTrackingUri Department
    ElectionNotice ElectionsUri ExternalIdentifiers RegistrationUri RulesUri WhatIsOnMyBallotUri WhereDoIVoteUri`),
  ElectoralDistrict: words('ExternalIdentifiers Name Number Type OtherType'),
  Locality: words(`ElectionAdministrationId ExternalIdentifiers IsMailOnly Name PollingLocationIds StateId Type
    OtherType`),
  Office: words(`ContactInformation Description ElectoralDistrictId ExternalIdentifiers FilingDeadline IsPartisan Name
    OfficeHolderPersonIds Term`),
  OrderedContest: words('ContestId OrderedBallotSelectionIds'),
  Party: words('Abbreviation Color ExternalIdentifiers IsWriteIn LeaderPersonIds LogoUri Name'),
  PartyContest: words(CONTEST),
  Precinct: words(`BallotStyleId ElectoralDistrictIds ExternalIdentifiers IsMailOnly LocalityId Name Number
    PollingLocationIds PrecinctSplitName SpatialBoundary Ward`),
  RetentionContest: words(`${MEASURE} CandidateId OfficeId`),
  State: words('ElectionAdministrationId ExternalIdentifiers Name PollingLocationIds'),
})

/** Elements of versions 5 and 6 without a part of the ballot, or whose part other elements repeat. */
export const LEFT_OUT_5 = words('ExternalFile HoursOpen PartySelection Person PollingLocation Source StreetSegment')

/** Of versions 2 and 3. */
export const ELEMENTS_3: KnownElements = {
  ballot: words('candidate_id custom_ballot_id image_url referendum_id write_in'),
  ballot_response: words('sort_order text'),
  candidate: words('biography candidate_url email filed_mailing_address name party phone photo_url sort_order'),
  contest: words(`ballot_id ballot_placement election_id electoral_district_id electorate_specifications
    filing_closed_date number_elected number_voting_for office partisan primary_party special type`),
  custom_ballot: words('ballot_response_id heading'),
  election: words(`absentee_ballot_info absentee_request_deadline date election_day_registration election_type
    polling_hours registration_deadline registration_info results_url state_id statewide`),
  election_administration: words(`absentee_url am_i_registered_url elections_url eo_id hours mailing_address name ovc_id
    physical_address registration_url rules_url voter_services what_is_on_my_ballot_url where_do_i_vote_url`),
  electoral_district: words('name number type'),
  locality:
    words(`ballot_style_image_url early_vote_site_id election_administration_id name polling_location_id state_id
    type`),
  precinct: words(`ballot_style_image_url early_vote_site_id electoral_district_id locality_id mail_only name number
    polling_location_id ward`),
  referendum: words(`ballot_response_id brief con_statement effect_of_abstain passage_threshold pro_statement subtitle
    text title`),
  state: words('early_vote_site_id election_administration_id name'),
}

/** Elements of versions 2 and 3 without a part of the ballot. */
export const LEFT_OUT_3 = words(`ballot_line_result ballot_response_result campaign_issue candidate_statement
  contest_result early_vote_site election_official polling_location precinct_split source street_segment`)

/** `CandidateIds` and `CandidateId`. */
function withSingular(elements: KnownElements): KnownElements {
  const both = (names: ReadonlySet<string>) => new Set([...names].flatMap((name) => [name, name.replace(/Ids$/, 'Id')]))
  return Object.fromEntries(Object.entries(elements).map(([name, children]) => [name, both(children)]))
}
