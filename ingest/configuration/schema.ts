// Defines sources.yaml, with which an operator adds sources. The reader, data/reference/sources.schema.json and the sentences of problems
// use these definitions.

import { z } from 'zod'
import { endorserSlug } from '../../data/schema/scalar.ts'
import { findStateByFips } from '../../data/schema/states.ts'
import { CONTEST_KINDS, type DistrictType, ELECTION_TYPES, STATE_CODES } from '../../data/schema/vocabulary.ts'
import { listKeys } from '../ballot/list/list-form.ts'
import { encoding, id, licence, page, personal, publisher, state } from '../read/source-keys.ts'

/** @setting Seconds between two requests of `watch` for a feed, if its entry does not say. */
export const POLL_SECONDS_DEFAULT = 60
/** @setting Least seconds between two requests of `watch` for a feed. */
const POLL_SECONDS_MIN = 10
/** @setting Most seconds between two requests of `watch` for a feed. */
const POLL_SECONDS_MAX = 86_400

/** Further rules are in address.ts. */
const address = z.string().min(1).max(2000).describe('an https URL, or the path of a file or folder')
const allow_private_network = z
  .literal(true)
  .describe('true, or no such key; true permits http, and addresses of this machine and of private networks')

const not_personal = z
  .array(z.string().min(1).max(100).describe('the name of a column or member'))
  .min(1)
  .describe('a list of columns or members that sound personal and are not, at least one')

/** Of entries whose files may have any column. */
const columns = { personal: personal.optional(), not_personal: not_personal.optional() }

/** Those that the fetcher sets, and those of the connection. */
const OWN_HEADERS =
  /^(accept|accept-encoding|connection|content-.*|cookie2|expect|host|if-.*|keep-alive|proxy-.*|range|te|trailer|transfer-encoding|upgrade|user-agent)$/i

const header_env = z
  .record(
    z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9-]{0,63}$/)
      .refine((name) => !OWN_HEADERS.test(name)),
    z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/)
      .describe('the name of an environment variable that holds the value of this header'),
  )
  .describe(
    'the name of an environment variable for each HTTP header, such as { Authorization: CITY_PAPER_TOKEN }, and no header that Hustings sets itself',
  )
const isPrivate = z
  .literal(true)
  .describe('true, or no such key; true keeps what the source gives out of exports and snapshots')

const common = {
  id,
  publisher,
  url: address,
  page,
  licence,
  encoding: encoding.optional(),
  allow_private_network: allow_private_network.optional(),
  header_env: header_env.optional(),
  private: isPrivate.optional(),
}

const every = z
  .string()
  .refine((text) => {
    const seconds = toSeconds(text)
    return seconds !== undefined && seconds >= POLL_SECONDS_MIN && seconds <= POLL_SECONDS_MAX
  })
  .describe(
    `a time such as 60s, 5m or 1h, from ${POLL_SECONDS_MIN}s to ${POLL_SECONDS_MAX / 3600}h; ${POLL_SECONDS_DEFAULT}s if there is no such key`,
  )

/** Undefined for another text. */
export function toSeconds(every: string): number | undefined {
  const [, count, unit = ''] = /^([1-9]\d{0,4})([smh])$/.exec(every) ?? []
  return count === undefined ? undefined : Number(count) * ({ s: 1, m: 60, h: 3600 }[unit] ?? 1)
}

const endorsementFeedEntry = z
  .strictObject({
    ...common,
    every: every.optional(),
    format: z.enum(['json', 'csv']).describe('json or csv'),
    endorsers: z
      .array(
        endorserSlug.describe(
          'the slug of an endorser: lower-case letters and digits joined by single hyphens, at most 100 characters',
        ),
      )
      .min(1)
      .describe('a list of the slugs of the endorsers that the feed may speak for, at least one'),
    states: z.array(state).min(1).optional().describe('a list of postal codes, or no such key for all states'),
    ...columns,
  })
  .describe('an endorsement feed with id, publisher, url, page, licence, format and endorsers')
export type EndorsementFeedEntry = z.output<typeof endorsementFeedEntry>

const ballotFeed = {
  ...common,
  elections: z
    .array(z.iso.date().describe('the day of an election, as YYYY-MM-DD'))
    .min(1)
    .optional()
    .describe('a list of the days of the elections that the feed may list, as YYYY-MM-DD; all if there is no such key'),
  contests: z
    .array(z.enum(CONTEST_KINDS).describe(`one of ${CONTEST_KINDS.join(', ')}`))
    .min(1)
    .optional()
    .describe(
      `a list of the kinds of contest that the feed lists: ${CONTEST_KINDS.join(', ')}; all if there is no such key`,
    ),
  complete_in: z
    .array(
      z
        .string()
        .regex(/^ocd-division\/country:us(?:\/[a-z_]+:[a-z0-9_~.-]+)+$/)
        .describe('an OCD id such as ocd-division/country:us/state:nc/county:wake'),
    )
    .optional()
    .describe('a list of the OCD ids of areas whose ballots the feed lists completely'),
  personal: personal.optional(),
}

const vipFeedEntry = z
  .strictObject({
    ...ballotFeed,
    states: z.array(state).length(1).describe('a list of one postal code: a feed of the VIP is of one state'),
    election_type: z
      .enum(ELECTION_TYPES)
      .optional()
      .describe(`one of ${ELECTION_TYPES.join(', ')}; it is needed only where the feed has no word for it`),
  })
  .describe('a feed of the Voting Information Project with id, publisher, url, page, licence and states')
export type VipFeedEntry = z.output<typeof vipFeedEntry>

const nistFeedEntry = z
  .strictObject({
    ...ballotFeed,
    states: z.array(state).min(1).describe('a list of postal codes, at least one'),
    format: z.enum(['json', 'xml']).describe('json or xml'),
  })
  .describe('a ballot definition of NIST with id, publisher, url, page, licence, states and format')
export type NistFeedEntry = z.output<typeof nistFeedEntry>

const cdfFeedEntry = nistFeedEntry.describe(
  'an election report of NIST or of its Civics profile with id, publisher, url, page, licence, states and format',
)

const candidateListEntry = z
  .strictObject({ ...common, ...columns, ...listKeys, complete_in: ballotFeed.complete_in })
  .describe('a list of candidates with id, publisher, url, page, licence, states, format, columns and election')
export type CandidateListEntry = z.output<typeof candidateListEntry>

/** Layers of which a city or county publishes the boundaries. */
const LOCAL_LAYERS = [
  'council',
  'county_council',
  'ward',
  'school_board',
  'special',
] as const satisfies readonly DistrictType[]
const withId = (text: z.ZodString) => text.regex(/\{id\}/)

const districtFileEntry = z
  .strictObject({
    ...common,
    ...columns,
    states: z.array(state).length(1).describe('a list of one postal code: the districts are of one state'),
    layer: z.enum(LOCAL_LAYERS).describe(`one of ${LOCAL_LAYERS.join(', ')}`),
    id_column: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe(
        "the name of the property or column with the district's number or name; the one that numbers the districts from 1 if there is no such key",
      ),
    where: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .describe("the features to take, such as CITY = 'Alvin' AND DIST <= 5; all if there is no such key"),
    layer_name: z
      .string()
      .min(1)
      .max(200)
      .optional()
      .describe('the name of the layer of a GeoPackage, or of the object of a TopoJSON file, that has several'),
    projection: z
      .string()
      .min(1)
      .max(4000)
      .optional()
      .describe('the projection of positions that are not in degrees, such as EPSG:2264, if the file does not say it'),
    districts: z.int().min(1).max(500).optional().describe('the number of districts, from 1 to 500'),
    least_covered: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('the least percent of its area that the districts cover, from 1 to 100; 95 if there is no such key'),
    ocd_id: withId(z.string().regex(/^ocd-division\/country:us(?:\/[a-z_]+:[a-z0-9_~.{}-]+)+$/)).describe(
      'an OCD id with {id}, such as ocd-division/country:us/state:nc/place:raleigh/council_district:{id}',
    ),
    name: withId(z.string().max(200)).describe('a name with {id}, such as Raleigh City Council District {id}'),
    plan: z
      .union([z.int().min(1900).max(2100), z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/)])
      .describe('the year or a short name of the plan of districts, such as 2022'),
    valid_from: z.iso.date().optional().describe('the first day of the elections that use these lines, as YYYY-MM-DD'),
    valid_to: z.iso.date().optional().describe('the last day of the elections that use these lines, as YYYY-MM-DD'),
    error_m: z
      .int()
      .min(1)
      .max(5000)
      .optional()
      .describe('how far, in whole meters, the lines may lie from the true ones; 10 if there is no such key'),
  })
  .describe('a file of districts with id, publisher, url, page, licence, states, layer, ocd_id, name and plan')
export type DistrictFileEntry = z.output<typeof districtFileEntry>

const addressFileEntry = z
  .strictObject({
    ...common,
    ...columns,
    states: z.array(state).length(1).describe('a list of one postal code: the addresses are of one state'),
  })
  .describe('a file of addresses in the form of OpenAddresses with id, publisher, url, page, licence and states')
export type AddressFileEntry = z.output<typeof addressFileEntry>

const county = z
  .union([z.int(), z.string()])
  .refine((fips) => /^\d{5}$/.test(toCounty(fips)) && findStateByFips(toCounty(fips).slice(0, 2)) !== undefined)
  .describe('the five digits of a county, such as 37183')

/** Five digits: YAML reads 01001 as a number. */
export function toCounty(fips: string | number): string {
  return String(fips).padStart(5, '0')
}

const councilChoice = z
  .union([z.enum(STATE_CODES), z.literal('all'), z.int().min(100_000).max(9_999_999), z.string().regex(/^\d{7}$/)])
  .describe('a postal code such as TX, the seven digits of a city such as 4827000, or all')

/** Null is a key without a value, as `hustings sources init` writes it. */
function listOf<Item extends z.ZodType>(item: Item, what: string) {
  return z.array(item).nullable().optional().describe(`a list of ${what}`)
}

const evidence = z
  .strictObject({
    endorsers: listOf(
      endorserSlug.describe('the slug of an endorser'),
      'the slugs of endorsers whose pages are captured',
    ),
    sources: listOf(
      z.string().min(1).max(100).describe('the id of a source of endorsements'),
      'the ids of sources of endorsements whose announced pages are captured',
    ),
    do_not_capture: listOf(
      endorserSlug.describe('the slug of an endorser'),
      'the slugs of endorsers that asked not to be captured; nothing of them is fetched, kept or served',
    ),
    allow_private_network: allow_private_network.optional(),
  })
  .describe('whose pages are captured, with endorsers, sources and do_not_capture')

export const sourcesFile = z
  .strictObject({
    version: z.literal(1).describe('1, the version of this format'),
    endorsement_feeds: listOf(endorsementFeedEntry, 'endorsement feeds'),
    vip_feeds: listOf(vipFeedEntry, 'feeds of the Voting Information Project'),
    nist_feeds: listOf(nistFeedEntry, 'ballot definitions of NIST'),
    cdf_feeds: listOf(cdfFeedEntry, 'election reports of NIST or of its Civics profile'),
    candidate_lists: listOf(candidateListEntry, 'lists of candidates'),
    district_files: listOf(districtFileEntry, 'files of districts'),
    address_files: listOf(addressFileEntry, 'files of addresses'),
    council_districts: listOf(
      councilChoice,
      'states and cities whose council districts are read from the layers of data/reference/council_layers.csv',
    ),
    street_ranges: listOf(county, 'counties whose street ranges are read'),
    evidence: evidence.nullable().optional(),
    overrides: z
      .record(
        z.string(),
        z.union([address, z.record(z.string(), address)]).describe('an address, or an address for each file'),
      )
      .nullable()
      .optional()
      .describe('for each id of a built-in source another address'),
    disabled: listOf(z.string().describe('the id of a built-in source'), 'ids of built-in sources'),
  })
  .describe('the sources that an operator adds to the built-in ones, moves or switches off')
export type SourcesFile = z.output<typeof sourcesFile>

/** The text of data/reference/sources.schema.json: JSON Schema, draft 2020-12. */
export function sourcesFileSchema(): string {
  const schema = z.toJSONSchema(sourcesFile, { io: 'input', target: 'draft-2020-12' })
  return `${JSON.stringify({ title: 'Sources of Hustings', ...schema }, null, 2)}\n`
}
