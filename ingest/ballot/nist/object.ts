// The objects of a NIST ballot definition (SP 1500-20), with the same form for JSON and XML.

import { parseWholeNumber } from '../../read/field-value.ts'
import { isObject, readJson } from '../../read/json.ts'
import { type FetchedFile, type Sink, SourceError } from '../../read/source.ts'
import { readXml, readXmlRoot, type XmlElement } from '../../read/xml.ts'
import type { FeedText } from '../feed/feed.ts'

export interface NistObject {
  /** The class without the package's prefix: `CandidateContest`; '' if the format does not require it. */
  type: string
  /** The id that references use; '' if there is none. */
  id: string
  /** 1-based in an XML file; null in JSON. */
  line: number | null
  /** The text of a plain value, e.g. `general`; '' for an object with fields. */
  text: string
  /** Values by field name, in file order. */
  fields: ReadonlyMap<string, readonly NistObject[]>
}

/** The top-level fields of version 1.0.0 that do not describe the ballot. */
const ROOT_LEFT_OUT: ReadonlySet<string> = new Set([
  'BallotFormat',
  'ExternalIdentifier',
  'GeneratedDate',
  'Header',
  'IsTest',
  'Issuer',
  'IssuerAbbreviation',
  'Notes',
  'OfficeGroup',
  'Person',
  'SequenceEnd',
  'SequenceStart',
  'Shape',
  'TestType',
  'VendorApplicationId',
])

/** Left out with all their content: contact data, outlines, and positions on paper. */
const LEFT_OUT: ReadonlySet<string> = new Set([
  'ContactInformation',
  'ElectionAdministration',
  'PartyRegistration',
  'Physical',
  'SpatialDimension',
])

export function listOf(object: NistObject, field: string): readonly NistObject[] {
  return object.fields.get(field) ?? []
}

/** A plain value with white space collapsed; null if it is missing or empty. */
export function textOf(object: NistObject, field: string): string | null {
  return plain(listOf(object, field)[0]?.text ?? '')
}

/** References: a list in JSON; ids separated by spaces in XML. */
export function idsOf(object: NistObject, field: string): string[] {
  return listOf(object, field).flatMap(({ text }) => text.split(/\s+/).filter(Boolean))
}

/** A whole number above 0; null for anything else. */
export function countOf(object: NistObject, field: string): number | null {
  return parseWholeNumber(textOf(object, field) ?? '') || null
}

/** A text in English and Spanish. Without English, the first other language takes its place. */
export function translated(object: NistObject, field: string): FeedText | null {
  const texts = listOf(object, field).flatMap((words) => listOf(words, 'Text'))
  const said = (language: string) =>
    texts.find((text) => (textOf(text, 'Language') ?? '').toLowerCase().split('-')[0] === language)
  const en = plain((said('en') ?? texts[0])?.text ?? '')
  return en === null ? null : { en, es: plain(said('es')?.text ?? '') }
}

/** The value of an identifier of this type, e.g. `ocd-id`. */
export function identifierOf(object: NistObject, type: string): string | null {
  const found = listOf(object, 'ExternalIdentifier').find((identifier) => textOf(identifier, 'Type') === type)
  return found ? textOf(found, 'Value') : null
}

export function byId(objects: readonly NistObject[]): ReadonlyMap<string, NistObject> {
  return new Map(objects.map((object) => [object.id, object]))
}

function plain(text: string): string | null {
  return text.replace(/\s+/g, ' ').trim() || null
}

// Reads a ballot definition in JSON. `@type` and `@id` name objects; lists are arrays.

/** Throws SourceError if the file is not a ballot definition. */
export function readNistJson(file: FetchedFile): NistObject {
  const root = readJson(file)
  if (!isObject(root) || root['@type'] !== 'BallotDefinition.BallotDefinition')
    throw new SourceError('expected an object of the type BallotDefinition.BallotDefinition', { file: file.name })
  return fromJson(root, (field) => !ROOT_LEFT_OUT.has(field))
}

function fromJson(value: unknown, takes: (field: string) => boolean): NistObject {
  if (!isObject(value)) return { type: '', id: '', line: null, text: plainText(value), fields: new Map() }
  const fields = Object.entries(value)
    .filter(([field]) => !field.startsWith('@') && takes(field))
    .map(([field, held]) => [field, listed(held).map((one) => fromJson(one, isRead))] as const)
  return {
    type: plainText(value['@type']).replace(/^.*\./, ''),
    id: plainText(value['@id']),
    line: null,
    // A text with a language or an annotation.
    text: plainText(value.Content),
    fields: new Map(fields),
  }
}

function isRead(field: string): boolean {
  return !LEFT_OUT.has(field)
}

function listed(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

// Reads a ballot definition in XML. `ObjectId` and `xsi:type` name objects; an attribute gives the language of a text.

const ROOT = 'BallotDefinition'

/** Throws SourceError if the file is not a ballot definition, or has an election of more than 16,000,000 characters. */
export function readNistXml(file: FetchedFile): NistObject {
  const { name, line } = readXmlRoot(file)
  if (name !== ROOT) throw new SourceError(`got the element ${name}, expected ${ROOT}`, { file: file.name, line })
  const take = (path: string): boolean => {
    const [root, name, ...inside] = path.split('/')
    return root === ROOT && name !== undefined && inside.length === 0 && !ROOT_LEFT_OUT.has(name)
  }
  return { type: ROOT, id: '', line, text: '', fields: group(readXml(file, { take, skip: LEFT_OUT })) }
}

function fromElement({ attributes, line, text, children }: XmlElement): NistObject {
  const fields = new Map(group(children))
  let [type, id] = ['', '']
  for (const [name, value = ''] of Object.entries(attributes)) {
    if (name === 'ObjectId') id = value
    else if (name.endsWith(':type')) type = value.slice(value.indexOf(':') + 1)
    else fields.set(name, [{ type: '', id: '', line, text: value, fields: new Map() }])
  }
  return { type, id, line, text, fields }
}

function group(elements: Iterable<XmlElement>): Map<string, NistObject[]> {
  const fields = new Map<string, NistObject[]>()
  for (const element of elements) {
    const held = fields.get(element.name) ?? []
    fields.set(element.name, held)
    held.push(fromElement(element))
  }
  return fields
}

// The fields that version 1.0.0 has, so that a file with others says so. Source: NIST_V1_ballot_definition.json of SP 1500-20.

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
