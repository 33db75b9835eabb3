// Every closed list, once, in the order of the API. Numbers are in the file of their topic.

export const STATE_CODES = [
  'AK',
  'AL',
  'AR',
  'AS',
  'AZ',
  'CA',
  'CO',
  'CT',
  'DC',
  'DE',
  'FL',
  'GA',
  'GU',
  'HI',
  'IA',
  'ID',
  'IL',
  'IN',
  'KS',
  'KY',
  'LA',
  'MA',
  'MD',
  'ME',
  'MI',
  'MN',
  'MO',
  'MP',
  'MS',
  'MT',
  'NC',
  'ND',
  'NE',
  'NH',
  'NJ',
  'NM',
  'NV',
  'NY',
  'OH',
  'OK',
  'OR',
  'PA',
  'PR',
  'RI',
  'SC',
  'SD',
  'TN',
  'TX',
  'UT',
  'VA',
  'VI',
  'VT',
  'WA',
  'WI',
  'WV',
  'WY',
] as const
export type StateCode = (typeof STATE_CODES)[number]

/** In ballot order, federal first. */
export const LEVELS = ['federal', 'state', 'county', 'city', 'school', 'special'] as const
export type Level = (typeof LEVELS)[number]

export const ELECTION_TYPES = ['general', 'primary', 'special', 'special_primary', 'runoff', 'consolidated'] as const
export type ElectionType = (typeof ELECTION_TYPES)[number]

/**
 * The kind of source that a contest comes from, best first: a list of candidates published before the election, a feed (of a standard
 * format, or of endorsements), or the returns. Returns prove who stood, but may omit a seat that nobody contested.
 */
export const CONTEST_BASES = ['candidate_list', 'feed', 'returns'] as const
export type ContestBasis = (typeof CONTEST_BASES)[number]

export const CONTEST_KINDS = ['candidate', 'measure', 'retention'] as const
export type ContestKind = (typeof CONTEST_KINDS)[number]

/** Kinds of contests on a ballot, as a voter would name them, in ballot order. A court's candidates and retentions are one kind. */
export const BALLOT_KINDS = [
  'president',
  'us_senate',
  'us_house',
  'state_office',
  'state_upper',
  'state_lower',
  'court',
  'state_measure',
  'county',
  'city',
  'school',
  'special',
  'local_measure',
] as const
export type BallotKind = (typeof BALLOT_KINDS)[number]

/** Why a contest is absent from an answer, or only possible there. */
export const MISSING_REASONS = ['not_published', 'not_read', 'no_boundary', 'unknown'] as const
export type MissingReason = (typeof MISSING_REASONS)[number]

export const VOTE_METHODS = ['plurality', 'multi_seat', 'ranked_choice', 'approval', 'yes_no'] as const
export type VoteMethod = (typeof VOTE_METHODS)[number]

/** Why a district is in a ballot response. */
export const DISTRICT_BOUNDARIES = ['next_ballot', 'current_seat'] as const
export type DistrictBoundaries = (typeof DISTRICT_BOUNDARIES)[number]

/** The kinds of narrowing questions of an area. */
export const NARROWING_KINDS = ['district', 'ballot'] as const
export type NarrowingKind = (typeof NARROWING_KINDS)[number]

/** Where a part of an area lies in it. */
export const SIDES = [
  'middle',
  'north',
  'north_east',
  'east',
  'south_east',
  'south',
  'south_west',
  'west',
  'north_west',
] as const
export type Side = (typeof SIDES)[number]

/** How many of an election's ballots are held. */
export const BALLOT_COVERAGES = ['full', 'partial', 'none'] as const
export type BallotCoverage = (typeof BALLOT_COVERAGES)[number]

export const DISTRICT_TYPES = [
  'state',
  'county',
  'congressional',
  'state_upper',
  'state_lower',
  'place',
  'council',
  'county_council',
  'ward',
  'anc',
  'smd',
  'school',
  'school_board',
  'court',
  'special',
] as const
export type DistrictType = (typeof DISTRICT_TYPES)[number]

/** The usual level of each type of district. */
export const DISTRICT_LEVELS: Readonly<Record<DistrictType, Level>> = {
  state: 'state',
  county: 'county',
  congressional: 'federal',
  state_upper: 'state',
  state_lower: 'state',
  place: 'city',
  council: 'city',
  county_council: 'county',
  ward: 'city',
  anc: 'city',
  smd: 'city',
  school: 'school',
  school_board: 'school',
  court: 'state',
  special: 'special',
}

export const PRIMARY_SYSTEMS = ['none', 'closed', 'semi_closed', 'open', 'top_two', 'nonpartisan'] as const
export type PrimarySystem = (typeof PRIMARY_SYSTEMS)[number]

export const MEASURE_ANSWERS = ['yes', 'no'] as const
export type MeasureAnswer = (typeof MEASURE_ANSWERS)[number]

export const CHOICE_OPTIONS = ['none_of_these'] as const
export type ChoiceOption = (typeof CHOICE_OPTIONS)[number]
export const PARTY_REASONS = ['no_party', 'unknown_label', 'order_unknown', 'not_stated'] as const

/** The home of an endorser that has no single state. */
export const NATIONAL = 'national'
export const ENDORSER_STATES = [...STATE_CODES, NATIONAL] as const
export type EndorserState = (typeof ENDORSER_STATES)[number]

/** Federal first: the order of officeholders. */
export const OFFICES = [
  'us_senator',
  'us_representative',
  'governor',
  'lieutenant_governor',
  'attorney_general',
  'secretary_of_state',
  'chief_election_officer',
  'treasurer',
  'auditor',
  'state_senator',
  'state_representative',
  'state_legislator',
  'city_council',
] as const
export type Office = (typeof OFFICES)[number]

export const OFFICEHOLDER_LEVELS = ['federal', 'state', 'city'] as const
export type OfficeholderLevel = (typeof OFFICEHOLDER_LEVELS)[number]

/** Why an endorser that looked at a contest has no position in it. */
export const STANCES = ['no_position', 'declined', 'rescinded'] as const
export type Stance = (typeof STANCES)[number]

export const AGREEMENTS = ['unanimous', 'majority', 'plurality', 'split', 'none'] as const
export type Agreement = (typeof AGREEMENTS)[number]

/** The rule that decided a recommendation; data/schema/recommendation.ts describes each. */
export const DECIDING_RULES = [
  'no_position',
  'only_withdrawn',
  'most_backed',
  'more_than_half',
  'tie',
  'first_choices',
  'mean_rank',
  'ballot_order',
] as const
export type DecidingRule = (typeof DECIDING_RULES)[number]

export const LANGUAGES = ['en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/** Whether a place certainly votes in a contest, or lies in an area that several districts share. */
export const MATCHES = ['certain', 'possible'] as const
export type Match = (typeof MATCHES)[number]

export const LOCATION_KINDS = ['address', 'coordinates', 'zip', 'city', 'county', 'state'] as const
export type LocationKind = (typeof LOCATION_KINDS)[number]

export const LOCATION_BASES = ['point', 'area', 'county'] as const
export type LocationBasis = (typeof LOCATION_BASES)[number]

export const LOCATION_RESOLVERS = ['local', 'census', 'coordinates', 'area'] as const
export type LocationResolver = (typeof LOCATION_RESOLVERS)[number]

export const BOUNDARY_PRECISIONS = ['exact', 'simplified', 'generalised'] as const
export type BoundaryPrecision = (typeof BOUNDARY_PRECISIONS)[number]

export const SCOPES = ['data:read', 'stream:read', 'subscriptions:write'] as const
export type Scope = (typeof SCOPES)[number]

export const ERROR_CODES = [
  'missing_api_key',
  'invalid_api_key',
  'revoked_api_key',
  'account_pending',
  'insufficient_scope',
  'invalid_parameter',
  'not_found',
  'rate_limit_exceeded',
  'daily_limit_exceeded',
  'too_many_streams',
  'cursor_expired',
  'state_unavailable',
  'internal_error',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** Kinds of changes of an endorsement; `types` in a feed filter. */
export const CHANGE_KINDS = ['created', 'updated', 'deleted'] as const
export type ChangeKind = (typeof CHANGE_KINDS)[number]

/** Where a reader of the feed starts if it sends no position. */
export const FEED_STARTS = ['latest', 'earliest'] as const
export type FeedStart = (typeof FEED_STARTS)[number]

/** Why a stream was ended: the `reason` of a reconnect event. */
export const RECONNECT_REASONS = ['lifetime', 'shutdown', 'revoked'] as const
export type ReconnectReason = (typeof RECONNECT_REASONS)[number]

/** Kinds of data, by the purpose of their sources; `addresses` are ZIP codes, street ranges and address points. */
export const DATA_KINDS = ['ballots', 'endorsements', 'officeholders', 'lines', 'addresses'] as const
export type DataKind = (typeof DATA_KINDS)[number]

/** How a run ended; `partial`: some sources failed, and the others were read. */
export const RUN_OUTCOMES = ['done', 'partial', 'failed'] as const
export type RunOutcome = (typeof RUN_OUTCOMES)[number]

export const RUN_STEPS = ['ingest', 'build', 'publish', 'roll back'] as const
export type RunStep = (typeof RUN_STEPS)[number]

/** How an endorsement is known: a kept file of a source, the publishing desk, or a capture of the announced page. */
export const EVIDENCE_METHODS = ['feed', 'desk', 'capture'] as const
export type EvidenceMethod = (typeof EVIDENCE_METHODS)[number]

/** Least evidence of an endorsement, weakest first; `feed` includes the publishing desk. */
export const EVIDENCE_LEVELS = ['none', 'feed', 'capture'] as const
export type EvidenceLevel = (typeof EVIDENCE_LEVELS)[number]
