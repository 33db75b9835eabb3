// Finds a contest of one election by id, key, title, measure code or short title. Party and district resolve equal titles.

import type { KnownContest } from '../read/source.ts'
import type { FindLikely } from './likely.ts'
import { addTo, listLikely, plain, type ResolvedReference, truncate } from './reference.ts'

export interface ContestReference {
  contest: string
  party: string | null
  /** An OCD id, or a part of one in words: `cd:2`, `2`, `Wake County`. */
  district: string | null
}

export type FindContest = (reference: ContestReference) => ResolvedReference<KnownContest>

export function openContests(
  electionKey: string,
  contests: readonly KnownContest[],
  findLikely: FindLikely,
): FindContest {
  const ways = [keysOf, titlesOf, codesOf, shortTitlesOf].map((textsOf) => {
    const byText = new Map<string, KnownContest[]>()
    for (const contest of contests) for (const text of textsOf(contest)) addTo(byText, text, contest)
    return byText
  })
  const byKey = new Map(contests.map((contest) => [contest.contest_key, contest]))
  return ({ contest: reference, party, district }) => {
    const text = plain(reference)
    // A key names exactly one contest, but folding could make two keys equal.
    const exact = byKey.get(reference)
    const named = exact ? [exact] : (ways.map((byText) => byText.get(text)).find((found) => found) ?? [])
    const fitting = named.filter((one) => fitsParty(one.party, party) && fitsDistrict(one, district))
    const [contest] = fitting
    if (contest && fitting.length === 1) return { found: contest }
    const problem = { field: 'contest', value: reference }
    if (named.length === 0) {
      const likely = findLikely(reference, contests, (one) => [one.title, one.short_title])
      const sentence =
        contests.length === 0 ? `; no contest of ${electionKey} is known` : listLikely(likely.map(describe))
      const message = `got a contest that ${electionKey} does not have; use its title or its id${sentence}`
      return { problem: { ...problem, code: 'unmatched-contest', message } }
    }
    if (fitting.length === 0) {
      const message =
        `${electionKey} has no such contest of ${[party, district].filter((hint) => hint !== null).join(', ')}; ` +
        `use its id, or another party or district${listLikely(named.slice(0, 3).map(describe))}`
      return { problem: { ...problem, code: 'unmatched-contest', message } }
    }
    const message =
      `got the title of ${fitting.length} contests of ${electionKey}; add party or district, or use an id` +
      listLikely(fitting.slice(0, 3).map(describe))
    return { problem: { ...problem, code: 'ambiguous-contest', message } }
  }
}

function keysOf({ id, contest_key, election_key }: KnownContest): string[] {
  return [String(id), plain(contest_key), plain(contest_key.slice(election_key.length))]
}
function titlesOf({ title }: KnownContest): string[] {
  return [plain(title)]
}
function shortTitlesOf({ short_title }: KnownContest): string[] {
  return [plain(short_title)]
}
/** `A`, `Measure A` and `Proposition A` all name the measure with the code `A`. */
function codesOf({ measure_code }: KnownContest): string[] {
  if (measure_code === null) return []
  const [, code = ''] =
    /^(?:(?:measure|proposition|prop|question|referendum|initiative|amendment) )?(.*)$/.exec(plain(measure_code)) ?? []
  const words = ['measure', 'proposition', 'prop', 'question', 'referendum', 'initiative', 'amendment']
  return [plain(measure_code), code, ...words.map((word) => `${word} ${code}`)]
}

/** `Dem` and `Democratic Party` are Democratic. A contest without a party fits any. */
export function fitsParty(party: string | null, hint: string | null): boolean {
  if (party === null || hint === null) return true
  const [known, said] = [party, hint].map((text) => plain(text).replace(/ party$/, ''))
  if (known === undefined || said === undefined) return false
  return known === said || (said.length >= 3 && known.startsWith(said))
}

function fitsDistrict({ ocd_id }: KnownContest, hint: string | null): boolean {
  if (hint === null || hint === ocd_id) return true
  const said = plain(hint)
  return ocd_id
    .split('/')
    .slice(2)
    .map((segment) => segment.split(':').map((part) => plain(part.replaceAll('_', ' '))))
    .some(([type, value = '']) => [value, `${type} ${value}`, `${value} ${type}`, `district ${value}`].includes(said))
}

function describe({ title, party, ocd_id, id }: KnownContest): string {
  const where = ocd_id.slice(ocd_id.lastIndexOf('/') + 1)
  return `"${truncate(title, 60)}" (${[party, truncate(where, 40), `id ${id}`].filter((part) => part !== null).join(', ')})`
}
