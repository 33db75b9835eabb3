// Reads a county file and answers for its points. The same rules and codecs answer in the server.

import { toMicrodegrees } from '../../data/geometry/polygon.ts'
import { findCellKey } from '../../data/index/cell-key.ts'
import { areasInCell } from '../../data/index/crossing.ts'
import {
  type AreaRule,
  type BallotContest,
  boundariesDiffer,
  compareContests,
  compareDistricts,
  compareElections,
  findContestGaps,
  findDistrictGaps,
  findDistrictsHere,
  findDoubtful,
  findElectionGaps,
  findNextBallots,
  isListedWithin,
  listDistrict,
  type Matched,
  matchContest,
  sortMissing,
} from '../../data/place/ballot.ts'
import { type CountyAddresses, type CountyFacts, decodeCounty } from '../../data/place/county-file.ts'
import { type AreasAt, findPossible, type PlaceArea, toAreas, toPlace } from '../../data/place/point.ts'
import type { Ballot } from '../../data/schema/ballot.ts'

export type { Ballot }

export interface County extends Pick<CountyFacts, 'county' | 'bundle' | 'day' | 'lang' | 'elections'> {
  /**
   * `data` of `/v1/ballot?lat=…&lng=…&elections=…` with the elections of the file, on its day. Undefined outside the county.
   * @param lat, lng degrees
   */
  ballot(lat: number, lng: number): Ballot | undefined
  /** The input of `openAddresses` (addresses.ts). */
  held: {
    /** Null if no address of the county is held. */
    addresses: CountyAddresses | null
    /** Ordinal of the county's own area. */
    own: number
    areasAt: AreasAt
  }
}

/** @param file of `hustings export county`, as it was written. @throws Error if it is no county file, or one of another version */
export async function openCounty(file: ArrayBuffer | Uint8Array<ArrayBuffer>): Promise<County> {
  const unpacked = new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))
  const bytes = await new Response(unpacked).arrayBuffer().catch((fault: unknown) => {
    throw new Error('This is no county file, or it is damaged: download it again.', { cause: fault })
  })
  return readCounty(new Uint8Array(bytes))
}

interface VotedContest extends Matched {
  contest: BallotContest
  /** Its place in the file. */
  at: number
}

function readCounty(bytes: Uint8Array): County {
  const { facts, cells, addresses } = decodeCounty(bytes)
  const { county, bundle, day, lang, elections, contests, rules } = facts
  const known = toAreas(facts.areas)
  const ordinals = new Map(facts.areas.map(({ ordinal, role, district_id }) => [`${role} ${district_id}`, ordinal]))
  const districts = new Map(facts.districts.map((district) => [district.id, district]))
  // Within a fraction of a millimeter of a side, both cells say the same.
  const findCell = (x: number, y: number) => cells.get(findCellKey(x, y, false))
  const areasAt = (x: number, y: number): number[] => {
    const cell = findCell(x, y)
    if (!cell) throw new Error(`the county file lacks the cell of a point near the county: export it again`)
    return areasInCell(cell, x, y).filter((ordinal) => known.areas[ordinal])
  }

  const asked = elections.map(({ listed_in, ...one }) => ({
    ...one,
    state: county.state,
    listed_in: new Set(listed_in),
  }))
  const own = ordinals.get(`lines ${county.district_id}`) ?? -1
  const placeOf = (x: number, y: number, within: readonly number[]) => {
    const point = { within, lngMicro: x, latMicro: y }
    const place = toPlace(known, { within, possible: [] })
    // Any layer of the file may be near.
    const possible = findPossible(known, place, { ...point, areasAt, layers: place.gaps })
    return possible.length === 0 ? place : toPlace(known, { within, possible })
  }

  const findVoted = (areas: readonly PlaceArea[]): VotedContest[] => {
    const said = new Map<number, AreaRule[]>()
    for (const { role, district_id, covers, share } of areas)
      for (const [rule, at] of rules[ordinals.get(`${role} ${district_id}`) ?? -1] ?? [])
        said.set(at, [...(said.get(at) ?? []), { rule, district_id, covers, share }])
    return [...said]
      .flatMap(([at, own]): VotedContest[] => {
        const [contest, matched] = [contests[at], matchContest(own, [])]
        return contest && matched ? [{ contest, at, ...matched }] : []
      })
      .sort((a, b) => compareElections(a.contest, b.contest) || compareContests(a.contest, b.contest))
  }

  return {
    county,
    bundle,
    day,
    lang,
    elections,
    held: { addresses, own, areasAt },
    ballot(lat, lng) {
      const [x, y] = [toMicrodegrees(lng), toMicrodegrees(lat)]
      const within = findCell(x, y) ? areasAt(x, y) : []
      if (!within.includes(own)) return undefined
      const { state, areas } = placeOf(x, y, within)
      if (state !== county.state) return undefined
      const voted = findVoted(areas)
      const nextBallots = findNextBallots(voted)
      const nextBallot = nextBallots.get(county.state) ?? day
      const here = findDistrictsHere(areas, voted, nextBallots)
      const listed = [...new Set([...here.within.keys(), ...here.near, ...here.certain])]
        .flatMap((id) => districts.get(id) ?? [])
        .sort(compareDistricts)
        .flatMap((one) => listDistrict(one, here, { nextBallot, isSeat: one.is_seat }) ?? [])
      const covering = areas.flatMap(({ district_id, covers }) =>
        covers ? (districts.get(district_id)?.ocd_id ?? []) : [],
      )
      const areasOf = [county.state_ocd_id, ...covering]
      const isListed = isListedWithin(
        asked.map(({ listed_in }) => listed_in),
        areasOf,
      )
      const natures = voted.flatMap(({ at, ...one }) => {
        const body = contests[at]?.body
        return body ? [{ ...one, nature: { level: body.level, kind: body.kind, type: body.district.type } }] : []
      })
      const missing = sortMissing([
        ...findElectionGaps(asked, {
          isListed,
          date: asked[0]?.date ?? '',
          here: {
            exact: true,
            covering: areasOf,
            within: [...here.within.keys()].flatMap((id) => districts.get(id) ?? []),
            voted: natures.map(({ contest: { election_date, state }, nature }) => ({
              ...nature,
              election_date,
              state,
            })),
          },
        }),
        ...findContestGaps(natures),
        ...findDistrictGaps(findDoubtful(listed, here, { exact: true })),
      ])
      const lines_differ = boundariesDiffer(
        listed,
        voted.flatMap(({ contest }) => districts.get(contest.district_id)?.type ?? []),
      )
      const kind = 'coordinates'
      return {
        location: {
          exact: true,
          complete: missing.length === 0,
          lines_differ,
          basis: 'point',
          kind,
          label: null,
          state: county.state,
          resolver: kind,
          missing,
        },
        narrow_by: null,
        districts: listed.map(({ district: { summary, valid_from, valid_to }, lines, match }) => ({
          ...JSON.parse(summary),
          lines,
          match,
          valid_from,
          valid_to,
          share: null,
        })),
        contests: voted.flatMap(({ at, match }) => {
          const body = contests[at]?.body
          return body ? [{ match, share: null, ...body }] : []
        }),
      }
    },
  }
}
