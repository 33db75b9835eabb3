// Finds the OCD division of a state legislative district by its code, or, if districts have names, by the words of the name.

import { folded } from '../../data/schema/folded-name.ts'
import type { UsState } from '../../data/schema/states.ts'
import type { Divisions } from '../read/source.ts'
import type { DivisionCandidate } from './tiger.ts'

/**
 * Massachusetts, Vermont and New Hampshire name districts. Each plan reassigns Census codes (a code of 2014 belongs to another
 * district in 2024), so the project's GEOIDs of 2014 are never used.
 */
export function matchLegislative(
  divisions: Divisions,
  chamber: 'sldu' | 'sldl',
): (candidate: DivisionCandidate) => string | null {
  const byState = new Map<UsState, Map<string, string | null>>()
  return ({ state, geoid, name }) => {
    const byCode = `${state.ocd_id}/${chamber}:${geoid.slice(2).replace(/^0+/, '').toLowerCase()}`
    if (divisions.has(byCode)) return byCode
    const byName = byState.get(state) ?? indexByName(divisions, state, chamber)
    byState.set(state, byName)
    return byName.get(toDistrictWords(name)) ?? null
  }
}

/** Leaves out words that two divisions share. */
function indexByName(divisions: Divisions, state: UsState, chamber: string): Map<string, string | null> {
  const index = new Map<string, string | null>()
  for (const { ocd_id } of divisions.under(state.ocd_id, chamber)) {
    const words = toDistrictWords(ocd_id.slice(ocd_id.lastIndexOf(':') + 1))
    index.set(words, index.has(words) ? null : ocd_id)
  }
  return index
}

const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth']
const SUFFIXES = ['st', 'nd', 'rd', 'th', 'th', 'th', 'th', 'th', 'th', 'th']
const FILLERS = new Set(['and', 'district', 'house', 'of', 'senate', 'senatorial', 'state'])

/** `First Essex and Middlesex District` and `1st_essex_and_middlesex` become `1st essex middlesex`; `Coos 01` becomes `coos 1`. */
export function toDistrictWords(text: string): string {
  const words = folded(text)
    .replace(/\b(north|south) (east|west)\b/g, '$1$2')
    .split(/[^a-z0-9]+/)
  return words
    .filter((word) => word !== '' && !FILLERS.has(word))
    .map((word) => {
      const ordinal = ORDINALS.indexOf(word)
      if (ordinal >= 0) return `${ordinal + 1}${SUFFIXES[ordinal]}`
      return word.replace(/^0+(?=\d)/, '')
    })
    .join(' ')
}
