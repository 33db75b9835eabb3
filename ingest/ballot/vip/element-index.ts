// Indexes a feed's ballot elements by id. Skips street segments, polling places and persons. Of precincts it keeps only which
// localities a district lies in. Counts what it does not know, and what nothing refers to.

import type { FetchedFile, Sink } from '../../read/source.ts'
import { childrenOf, readXml, textOf, type XmlElement } from '../../read/xml.ts'
import type { At } from '../listed.ts'
import type { KnownElements } from './elements.ts'
import { PERSONAL } from './personal.ts'

export interface VipLayout {
  root: string
  /** The elements that are read, with their children. */
  elements: KnownElements
  /** Other elements of the specification. */
  leftOut: ReadonlySet<string>
  precinct: string
  /** Names of a precinct's child elements. */
  locality: string
  districts: string
  /** Names of elements that are nothing without a reference from another. */
  referred: readonly string[]
}

export interface VipIndex {
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
  const { elements, leftOut } = layout
  const kept = new Map<string, Map<string, XmlElement>>(
    Object.keys(elements).flatMap((name) => (name === layout.precinct ? [] : [[name, new Map()]])),
  )
  const localities = new Map<string, Set<string>>()
  const found = new Set<XmlElement>()
  const unknown = new Map<string, { line: number; count: number }>()
  const count = (name: string, { line }: XmlElement): void => {
    const before = unknown.get(name)
    unknown.set(name, { line: before?.line ?? line, count: (before?.count ?? 0) + 1 })
  }
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
    if (element.name === layout.precinct) {
      const locality = textOf(element, layout.locality)
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
  for (const [name, { line, count }] of unknown) {
    const message = `the feed has ${name} ${count === 1 ? 'once' : `${count} times`}, and no version of the specification that is read (2, 3, 5 and 6) has it; it is not read`
    sink.issue({ ...issue({ line }, 'unknown-element', name, message), severity: 'ignored' })
  }

  function issue({ line }: Pick<XmlElement, 'line'>, code: string, value: string, message: string) {
    return { file: file.name, line, field: null, code, value, message, severity: 'refused' } as const
  }
  const all = (name: string): readonly XmlElement[] => [...(kept.get(name)?.values() ?? [])]
  return {
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

/** Early versions write the same number with and without leading zeros. */
function plainId(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=.)/, '') : id
}
