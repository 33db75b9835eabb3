// Indexes a feed's ballot elements by id. Skips street segments, polling places and persons. Of precincts it keeps only which
// localities a district lies in.

import type { FetchedFile, Sink } from '../../read/source.ts'
import { childrenOf, readXml, textOf, type XmlElement } from '../../read/xml.ts'
import type { At } from '../listed.ts'
import { PERSONAL } from './personal.ts'

export interface VipLayout {
  root: string
  /** Names of the elements to keep. */
  kept: readonly string[]
  precinct: string
  /** Names of a precinct's child elements. */
  locality: string
  districts: string
}

export interface VipIndex {
  all(name: string): readonly XmlElement[]
  /** The element that another refers to. A reference to a missing element gives an issue `missing-reference`. */
  find(name: string, id: string, from: XmlElement): XmlElement | undefined
  /** Ids of the localities that have a precinct in a district. */
  localitiesOf(districtId: string): readonly string[]
  at(element: XmlElement): At
}

const NEVER_READ: ReadonlySet<string> = new Set(PERSONAL)

export function indexVip(file: FetchedFile, layout: VipLayout, sink: Sink): VipIndex {
  const kept = new Map<string, Map<string, XmlElement>>(layout.kept.map((name) => [name, new Map()]))
  const localities = new Map<string, Set<string>>()
  const paths = new Set([...layout.kept, layout.precinct].map((name) => `${layout.root}/${name}`))
  for (const element of readXml(file, { take: (path) => paths.has(path), skip: NEVER_READ })) {
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

  function issue(element: XmlElement, code: string, value: string, message: string) {
    return { file: file.name, line: element.line, field: null, code, value, message, severity: 'refused' } as const
  }
  return {
    all: (name) => [...(kept.get(name)?.values() ?? [])],
    find(name, id, from) {
      const found = kept.get(name)?.get(plainId(id))
      if (found === undefined) {
        const message = `this ${from.name} refers to the ${name} "${id.slice(0, 60)}", which the feed does not have`
        sink.issue(issue(from, 'missing-reference', id, message))
      }
      return found
    },
    localitiesOf: (districtId) => [...(localities.get(plainId(districtId)) ?? [])],
    at: ({ line }) => ({ file: file.name, line }),
  }
}

/** Version 5 lists all ids in one child element; earlier versions use one child per id. */
export function idsOf(element: XmlElement, name: string): string[] {
  return childrenOf(element, name).flatMap(({ text }) => text.split(/\s+/).filter(Boolean).map(plainId))
}

/** Early versions write the same number with and without leading zeros. */
function plainId(id: string): string {
  return /^\d+$/.test(id) ? id.replace(/^0+(?=.)/, '') : id
}
