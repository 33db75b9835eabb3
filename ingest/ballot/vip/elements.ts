// A Voting Information Project feed: its elements, with one form for all versions of the specification, and an index of them by id.

import { z } from 'zod'
import { readOwnTable } from '../../read/csv.ts'
import type { FetchedFile, Sink } from '../../read/source.ts'
import { childrenOf, findChild, readXml, textOf, type XmlElement } from '../../read/xml.ts'
import { countUnknown, countyOf, type FeedContest, type FeedDistrict, type FeedText } from '../feed/feed.ts'
import type { At } from '../listed.ts'

// The elements that the specification has, so that a feed with others says so. Sources: vip_spec.xsd of the releases 2.1, 2.2, 2.3 and
// 3.0, and of 5.0, 5.1, 5.1.1, 5.1.2, 5.2 and 6.0.

const elementRow = z.strictObject({
  /** 5 for 5 and 6, 3 for 2 and 3. */
  version: z.enum(['3', '5']),
  element: z.string().min(1),
  /** Empty for an element without a part of the ballot, or whose part other elements repeat. */
  children: z.string(),
})
const ROWS = readOwnTable(elementRow, 'ingest', 'ballot', 'vip', 'elements.csv')

/** Version 5.0 repeats an element in the singular, `CandidateId`, where later ones list ids, `CandidateIds`. */
export function specificationOf(version: '3' | '5'): Pick<VipLayout, 'elements' | 'leftOut'> {
  const own = ROWS.filter((row) => row.version === version)
  const elements = own.flatMap(({ element, children }): [string, ReadonlySet<string>][] => {
    const names = children.split(' ').flatMap((name) => [name, name.replace(/Ids$/, 'Id')])
    return children === '' ? [] : [[element, new Set(names)]]
  })
  const leftOut = own.flatMap(({ element, children }) => (children === '' ? element : []))
  return { elements: Object.fromEntries(elements), leftOut: new Set(leftOut) }
}

// The ballot of a feed, with one form for all versions.

/** An election of a feed: the specification has one a feed, and some feeds have several. */
export interface VipFeed {
  election: VipElection
  /** In ballot order. */
  contests: readonly FeedContest[]
}

export interface VipElection {
  at: At
  state: string
  /** As written: YYYY-MM-DD, perhaps with a time or a zone. */
  date: string
  /** As printed, e.g. `General`; null if the feed does not state it. */
  type: FeedText | null
  /** The election's full name in Spanish, if the feed has one. */
  name_es: string | null
  /** Set if the election covers only this locality. */
  locality: string | null
  info_url: string | null
}

/** Elements of any version with a person's home, birth date or contact data. Blanked before the bytes are kept, and never read. */
export const PERSONAL = [
  'ContactInformation',
  'DateOfBirth',
  'ElectionOfficialPersonId',
  'FeedContactInformation',
  'PersonId',
  'candidate_url',
  'email',
  'filed_mailing_address',
  'mailing_address',
  'phone',
  'photo_url',
  'physical_address',
] as const

// Indexes a feed's ballot elements by id. Skips street segments, polling places and persons. Of precincts it keeps only which
// localities a district lies in. Counts what it does not know, and what nothing refers to.

export interface VipLayout {
  root: string
  /** The children of each element that is read. */
  elements: Readonly<Record<string, ReadonlySet<string>>>
  /** Other elements of the specification. */
  leftOut: ReadonlySet<string>
  /** The name of an element that all versions have, from the one of version 5. */
  written(name: string): string
  /** The child element of a precinct that refers to its districts. */
  districts: string
  /** Names of elements that are nothing without a reference from another. */
  referred: readonly string[]
}

export interface VipIndex extends Pick<VipLayout, 'written'> {
  all(name: string): readonly XmlElement[]
  /** The element that another refers to. A reference to a missing element gives an issue `missing-reference`. */
  find(name: string, id: string, from: XmlElement): XmlElement | undefined
  /** Ids of the localities that have a precinct in a district. */
  localitiesOf(districtId: string): readonly string[]
  at(element: XmlElement): At
  /** True if the element has a child that the specification does not have. */
  hasUnknown(element: XmlElement): boolean
  /** Reports, once the feed is read, elements that no reference has found: issue `unreferenced-element`. */
  sayUnreferenced(): void
}

const NEVER_READ: ReadonlySet<string> = new Set(PERSONAL)

/** An element that the specification does not have gives one issue `unknown-element` for each name, with how often it is there. */
export function indexVip(file: FetchedFile, layout: VipLayout, sink: Sink): VipIndex {
  const { elements, leftOut, written } = layout
  const [precinct, localityId] = [written('Precinct'), written('LocalityId')]
  const kept = new Map<string, Map<string, XmlElement>>(
    Object.keys(elements).flatMap((name) => (name === precinct ? [] : [[name, new Map()]])),
  )
  const localities = new Map<string, Set<string>>()
  const found = new Set<XmlElement>()
  const unknown = countUnknown()
  const count = (name: string, { line }: XmlElement): void => unknown.count('unknown-element', name, line)
  const take = (path: string): boolean => {
    const [root, name, ...inside] = path.split('/')
    return root === layout.root && name !== undefined && inside.length === 0 && !leftOut.has(name)
  }
  for (const element of readXml(file, { take, skip: NEVER_READ })) {
    const children = elements[element.name]
    if (children === undefined) {
      count(element.name, element)
      continue
    }
    for (const child of element.children) if (!children.has(child.name)) count(`${element.name}/${child.name}`, child)
    if (element.name === precinct) {
      const locality = textOf(element, localityId)
      for (const district of locality === null ? [] : idsOf(element, layout.districts))
        localities.set(district, (localities.get(district) ?? new Set()).add(plainId(locality ?? '')))
      continue
    }
    const same = kept.get(element.name)
    const id = plainId(element.attributes.id ?? '')
    if (same?.has(id)) {
      const message = `another ${element.name} already has the id "${id}"; this one is left out`
      sink.issue(issue(element, 'duplicate-id', id, message))
    } else same?.set(id, element)
  }
  const lacks = 'no version of the specification that is read (2, 3, 5 and 6) has it'
  unknown.report(file.name, 'the feed has', lacks, sink)

  function issue({ line }: Pick<XmlElement, 'line'>, code: string, value: string, message: string) {
    return { file: file.name, line, field: null, code, value, message, severity: 'refused' } as const
  }
  const all = (name: string): readonly XmlElement[] => [...(kept.get(name)?.values() ?? [])]
  return {
    written,
    all,
    find(name, id, from) {
      const element = kept.get(name)?.get(plainId(id))
      if (element === undefined) {
        const message = `this ${from.name} refers to the ${name} "${id.slice(0, 60)}", which the feed does not have`
        sink.issue(issue(from, 'missing-reference', id, message))
      } else found.add(element)
      return element
    },
    localitiesOf: (districtId) => [...(localities.get(plainId(districtId)) ?? [])],
    at: ({ line }) => ({ file: file.name, line }),
    hasUnknown: ({ name, children }) => children.some((child) => elements[name]?.has(child.name) === false),
    sayUnreferenced() {
      for (const name of layout.referred) {
        const [first, ...others] = all(name).filter((element) => !found.has(element))
        if (!first) continue
        const message = `the feed has ${all(name).length} ${name}, and nothing that is read refers to ${others.length + 1} of them, expected a reference to each; they are not served`
        sink.issue(issue(first, 'unreferenced-element', name, message))
      }
    },
  }
}

/**
 * Versions 5.1 to 6 list all ids in one child element, `CandidateIds`; version 5.0 repeats the element in the singular, `CandidateId`, and
 * earlier versions too.
 */
export function idsOf(element: XmlElement, name: string): string[] {
  const singular = name.replace(/Ids$/, 'Id')
  const children = singular === name ? [] : childrenOf(element, singular)
  return [...childrenOf(element, name), ...children].flatMap(({ text }) =>
    text.split(/\s+/).filter(Boolean).map(plainId),
  )
}

/** The district of a contest. Undefined, with an issue, if the feed does not have it. */
export function districtOf(contest: XmlElement, index: VipIndex): FeedDistrict | undefined {
  const { written } = index
  const text = (element: XmlElement, name: string): string | null => textOf(element, written(name))
  const id = text(contest, 'ElectoralDistrictId') ?? ''
  const district = index.find(written('ElectoralDistrict'), id, contest)
  if (!district) return undefined
  const listed = index.localitiesOf(id).flatMap((one) => index.find(written('Locality'), one, district) ?? [])
  const within = index.localitiesOf(id).length > 0 ? listed : index.all(written('Locality'))
  return {
    name: text(district, 'Name') ?? '',
    type: (text(district, 'Type') ?? '').toLowerCase(),
    number: text(district, 'Number'),
    ocd_id: ocdIdOf(district),
    counties: within.flatMap((locality) => {
      const named = { type: text(locality, 'Type'), name: text(locality, 'Name'), ocd_id: ocdIdOf(locality) }
      return countyOf(named) ?? []
    }),
  }
}

/** Null before version 5. */
function ocdIdOf(element: XmlElement): string | null {
  const identifiers = findChild(element, 'ExternalIdentifiers')
  const found =
    identifiers && childrenOf(identifiers, 'ExternalIdentifier').find((one) => textOf(one, 'Type') === 'ocd-id')
  return found ? textOf(found, 'Value') : null
}

/** Early versions write the same number with and without leading zeros. */
function plainId(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=.)/, '') : id
}
