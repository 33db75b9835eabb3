// The narrowing question of an area: its parts on a map and as a list, each with a way to the ballot of the part; and the part that was chosen.

import type { Ballot, Narrowing, NarrowingOption } from '../../data/schema/ballot.ts'
import type { DistrictType, Match, Side } from '../../data/schema/vocabulary.ts'
import { districtIn } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { shareInWords, type Words } from '../web/ballot/words/words.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'

/** The language of a page. */
type Worded = Pick<View, 'words' | 'lang'>

/** What the forms of a question keep. */
interface Kept {
  token: string
  /** Slugs of the ticked endorsers. */
  ticked: ReadonlySet<string>
  /** Of the parts. */
  map: Html | null
}

interface NarrowingView extends Kept, Chosen {
  narrow_by: Narrowing
  /** Of the place. */
  districts: Ballot['districts']
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  /** Whether a narrow screen, too, shows it at once. */
  isOpen: boolean
}

const SIDE_WORDS: Readonly<Record<Side, keyof Words>> = {
  middle: 'sideMiddle',
  north: 'sideNorth',
  north_east: 'sideNorthEast',
  east: 'sideEast',
  south_east: 'sideSouthEast',
  south: 'sideSouth',
  south_west: 'sideSouthWest',
  west: 'sideWest',
  north_west: 'sideNorthWest',
}

/** A point enters no URL: the answers are buttons of a form that is posted. An answer that another question follows is a link. */
export function narrowingQuestion(view: View, seen: NarrowingView): Html {
  const { words } = view
  const { narrow_by, label, part, answersAddresses, map } = seen
  const { options, other_share, unplaced_contests } = narrow_by
  const rest = other_share > 0 || unplaced_contests.length > 0
  const isOpen = seen.isOpen || part.length > 0
  const marks = marksOf(narrow_by)
  const names = partNames(view, narrow_by, label)
  // Bands have no mark, and stand last.
  const listed = [...marks]
    .map((mark, at) => ({ mark, at }))
    .sort((a, b) => compareMarks(a.mark, b.mark) || a.at - b.at)
  const question =
    part.length > 0 ? words.narrowAgain : narrow_by.kind === 'district' ? words.narrowDistrict : words.narrowBallot
  return html`<section class="card narrowing no-print" id="part" aria-labelledby="narrowing-title"><details class="fold roomy"${isOpen && html` open`}><summary><h2 id="narrowing-title">${words.narrowTitle}</h2> <span class="soft small">${fill(map ? words.narrowFold : words.narrowList, { count: options.length })}</span></summary>
${part.length > 0 && html`<p class="chosen-part"><b>${fill(words.narrowChosen, { part: namesOf(view, seen) })}</b> <a class="button quiet" href="${ballotHref(view, seen, [])}">${words.narrowOther}</a></p>`}
<p>${fill(question, { place: label })}</p>
${map}
${pointForm(
  view,
  seen,
  html`<details class="parts${map ? ' fold' : ''}"${!map && html` open`}><summary>${fill(words.narrowList, { count: options.length })}</summary>${options.some(({ settled }) => !settled) && html`<p class="soft">${words.narrowNext}</p>`}
<ol class="options">
${listed.map(({ mark, at }) => optionLine(view, at, { mark, name: names[at] ?? '' }, seen))}
</ol></details>`,
)}
<p class="small soft">${rest && `${words.narrowRest} `}${answersAddresses ? words.narrowUnsureAddress : words.narrowUnsurePoint}</p>
</details></section>`
}

function compareMarks(a: string, b: string): number {
  if (a === '' || b === '') return Number(a === '') - Number(b === '')
  return a.localeCompare(b, 'en', { numeric: true })
}

/** The map of a place without a question: a click on it asks for the ballot of the point. */
export function placeMap(view: View, seen: Kept & Chosen): Html {
  const { words } = view
  return html`<section class="card narrowing no-print" aria-labelledby="place-map-title"><details class="fold roomy"><summary><h2 id="place-map-title">${fill(words.placeMapOf, { place: seen.label })}</h2></summary>
${seen.map}
${pointForm(view, seen, null)}</details></section>`
}

/** It posts a point, of a button or of the map, with the question that it answers. */
function pointForm({ lang, named }: View, { token, ticked, linked, part }: Kept & Chosen, inner: Html | null): Html {
  const fields = { lang, snapshot: named ?? '', endorsers: [...ticked].join(','), from: linked, part: part.join(',') }
  return html`<form method="post" action="/explore/ballot" data-choices>
${hiddenToken(token)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${inner}</form>`
}

interface Chosen {
  /** Name of the area, and as a URL has it. */
  label: string
  linked: string
  /** The part that the question is about, as `part` of /v1/ballot; empty for the whole place. */
  part: readonly string[]
}

function ballotHref({ href }: View, { linked, ticked }: Kept & Chosen, part: readonly string[]): string {
  const path = href('/explore/ballot', {
    place: linked,
    part: part.join(',') || undefined,
    endorsers: [...ticked].join(',') || undefined,
  })
  return part.length > 0 ? `${path}#part` : path
}

/** Of the chosen part. */
function namesOf(view: View, { districts, part, label }: Pick<NarrowingView, 'districts' | 'part' | 'label'>): string {
  const { lang } = view
  const nameOf = (id: string): string => districtIn(districts.find((one) => String(one.id) === id)?.name ?? '', lang)
  const inside = part.map(nameOf).filter((name) => name !== '')
  const outside = part.map((id) => (id.startsWith('-') ? nameOf(id.slice(1)) : '')).filter((name) => name !== '')
  return [...inside, ...(outside.length > 0 ? [sayOutside(view, outside, label)] : [])].join(', ')
}

/** Each once. Along a generalized border, a point is possibly in one district or the other. */
function namesIn(
  { words, lang }: Worded,
  districts: readonly Pick<NarrowingOption['districts'][number], 'name' | 'match'>[],
) {
  const of = (match: Match): string[] => [
    ...new Set(districts.filter((one) => one.match === match).map(({ name }) => districtIn(name, lang))),
  ]
  const near = of('possible').join(` ${words.or} `)
  return toLine([...of('certain'), ...(near === '' ? [] : [fill(words.narrowNear, { districts: near })])])
}

function startUpper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Empty without a district. */
function outsideOf(view: Worded, districts: Told, label: string): string {
  const all = namesOnce(view, districts)
  return all.length === 0 ? '' : sayOutside(view, all, label)
}

/** More names than these help nobody to know the part. */
const OUTSIDE_NAMED_MAX = 4

function sayOutside(
  { words }: Worded,
  districts: readonly string[],
  place: string,
  sentence: 'narrowOutside' | 'narrowBeside' = 'narrowOutside',
): string {
  if (districts.length > OUTSIDE_NAMED_MAX) return fill(words.narrowElse, { place })
  return fill(words[sentence], { districts: districts.join(', ') })
}

/** Types of districts that people know, the best known first. */
const FAMILIAR: readonly DistrictType[] = [
  'congressional',
  'state_upper',
  'state_lower',
  'place',
  'council',
  'ward',
  'county',
  'school',
]

/**
 * A unique name for each answer, for the list and the map. A name has the fewest districts that no other answer shares. It uses few types of
 * district, and familiar ones. Answers whose districts have the same names also say where they lie.
 * @param place its name in the language of the page
 */
export function partNames(view: Worded, narrow_by: Narrowing, place: string): string[] {
  const { options, other_share } = narrow_by
  const rankOf = (type: DistrictType): number => (FAMILIAR.includes(type) ? FAMILIAR.indexOf(type) : FAMILIAR.length)
  const types = [...new Set(options.flatMap(({ districts }) => districts.map(({ type }) => type)))].sort(
    (a, b) => rankOf(a) - rankOf(b),
  )
  const namesBy = (named: readonly DistrictType[]): string[] =>
    options.map(({ districts }) =>
      namesIn(
        view,
        districts.filter(({ type }) => named.includes(type)),
      ),
    )
  const toldBy = (named: readonly DistrictType[]): number => new Set(namesBy(named)).size
  let telling: DistrictType[] = []
  for (const type of types) if (toldBy([...telling, type]) > toldBy(telling)) telling.push(type)
  // A type may tell nothing beside those after it.
  for (const type of [...telling].reverse()) {
    const others = telling.filter((one) => one !== type)
    if (toldBy(others) === toldBy(telling)) telling = others
  }
  const sets = options.map(({ districts }) => districts.filter(({ type }) => telling.includes(type)))
  const names = sets.map((own, at) => {
    const others = sets.filter((_, other) => other !== at)
    // A part that the list lacks may share some of these districts: then each answer has all of them.
    const isTrueOf = (all: Told, told: Told): boolean =>
      told.every(({ id, match }) => all.some((one) => one.id === id && one.match === match))
    const alone = (other_share > 0 ? [telling] : subsetsOf(telling))
      .map((some) => own.filter(({ type }) => some.includes(type)))
      .filter((told) => told.length > 0 && others.every((all) => !isTrueOf(all, told)))
      .sort((a, b) => doubtsIn(a) - doubtsIn(b) || a.length - b.length)[0]
    if (alone) return startUpper(namesIn(view, alone))
    // A district of another type may be its own.
    if (own.length === 0) return startUpper(outsideOf(view, sets.flat(), place))
    // All that is true of this part is true of others, too: it is told by what those have besides.
    const beside = others
      .filter((all) => isTrueOf(all, own))
      .flatMap((all) => all.filter(({ type }) => own.every((one) => one.type !== type)))
    const outside = beside.length === 0 ? '' : sayOutside(view, namesOnce(view, beside), place, 'narrowBeside')
    return startUpper(toLine([namesIn(view, own), outside]))
  })
  const placed = names.map((name, at) => {
    const side = options[at]?.side
    const isAlone = names.indexOf(name) === names.lastIndexOf(name)
    return isAlone || side === undefined ? name : toLine([name, view.words[SIDE_WORDS[side]]])
  })
  const marks = marksOf(narrow_by)
  return placed.map((name, at) => (placed.indexOf(name) === at ? name : toLine([name, marks[at] || String(at + 1)])))
}

type Told = NarrowingOption['districts']

function doubtsIn(districts: Told): number {
  return districts.filter(({ match }) => match === 'possible').length
}

/** The first ones first. */
function subsetsOf(types: readonly DistrictType[]): DistrictType[][] {
  return types.reduceRight<DistrictType[][]>((all, type) => [...all.map((some) => [type, ...some]), ...all], [[]])
}

function namesOnce({ lang }: Worded, districts: readonly { name: string }[]): string[] {
  return [...new Set(districts.map(({ name }) => districtIn(name, lang)))]
}

function toLine(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ')
}

/** `part` of /v1/ballot for an answer: its districts, or outside all of them. */
function partOf({ districts }: NarrowingOption, { narrow_by, part }: NarrowingView): string[] {
  const own = districts.map(({ id }) => String(id))
  const others = narrow_by.options.flatMap((one) => one.districts.map(({ id }) => `-${id}`))
  return [...new Set([...part, ...(own.length > 0 ? own : others)])]
}

function optionLine(view: View, at: number, { mark, name }: { mark: string; name: string }, seen: NarrowingView): Html {
  const { words, lang } = view
  const option = seen.narrow_by.options[at]
  if (!option) return html``
  const { share, side, lat, lng } = option
  const where = words[SIDE_WORDS[side]]
  const unseen = html`<span class="unseen">: ${mark || name}, ${where}</span>`
  return html`<li><p>${mark && html`<span class="part-number ${partClass(at)}" aria-hidden="true">${mark}</span> `}${name !== '' && html`<b>${name}</b><br>`}<span class="soft">${where} (${fill(words.narrowShare, { share: shareInWords(share, lang) })})</span></p>
${
  lat === null || lng === null
    ? html`<p><a class="button quiet" href="${ballotHref(view, seen, partOf(option, seen))}">${words.narrowHere}${unseen}</a></p>`
    : html`<p><button class="quiet" name="place" value="${lat},${lng}">${words.narrowHere}${unseen}</button></p>`
}</li>
`
}

/** The number or letter of a district, as its OCD id has it. */
export function districtNumber(ocd_id: string): string | undefined {
  return /:(\d+[a-z]?|[a-z])$/.exec(ocd_id)?.[1]?.toUpperCase()
}

/** The points along a generalized border, where a district is only possible: they are no field of the map. */
function isBand({ districts }: NarrowingOption): boolean {
  return districts.length > 0 && districts.every(({ match }) => match === 'possible')
}

/** Of each answer, if each is one numbered district; empty for a band along a border. */
export function numbersOf({ options }: Narrowing): string[] | undefined {
  const numbers = options.map((option) => {
    const [own, ...others] = option.districts
    if (isBand(option)) return ''
    return own?.match === 'certain' && others.length === 0 ? districtNumber(own.ocd_id) : undefined
  })
  const known = numbers.filter((number) => number !== '')
  return new Set(known).size === known.length && known.length > 0 && !known.includes(undefined)
    ? numbers.map((number) => number ?? '')
    : undefined
}

/** The label of each answer on the map and in the list: the number of its district, or its place in the list. A band has none. */
export function marksOf(narrow_by: Narrowing): string[] {
  const { options } = narrow_by
  const places = options.map((option, at) =>
    isBand(option) ? '' : String(at + 1 - options.slice(0, at).filter(isBand).length),
  )
  return numbersOf(narrow_by) ?? places
}

/** Colors of parts, which repeat. */
const PART_COLORS = 8

/** In place of an answer's number: a part of a place with a question, for which the list has no answer. */
export const UNLISTED = -2

/** The class of an answer's color: see map.js. */
export function partClass(option: number): string {
  return `part-${option === UNLISTED ? 'unlisted' : option < 0 ? 'none' : option % PART_COLORS}`
}

// After the answer: the part that the ballot is of.

export interface ChosenPart extends Chosen {
  narrow_by: Narrowing
  /** The answer that the point lies in, by its districts; -1 if that is not certain. */
  option: number
}

/** @param districts of the point */
export function findChosen(narrow_by: Narrowing, districts: Ballot['districts']): number {
  const here = new Set(districts.filter(({ match }) => match === 'certain').map(({ id }) => id))
  const isHere = ({ districts: own }: NarrowingOption): boolean =>
    own.every(({ id, match }) => match === 'certain' && here.has(id))
  const all = narrow_by.options.map((option, at) => ({ at, isHere: isHere(option), count: option.districts.length }))
  const [first, second] = all.filter((one) => one.isHere).sort((a, b) => b.count - a.count)
  return first && first.count > 0 && first.count !== second?.count ? first.at : -1
}

/** The mark of the part, if it has one, and what tells it from the others. @param districts of the point */
export function chosenNames(
  view: Worded,
  { label, narrow_by, option, districts, part }: ChosenPart & { districts: Ballot['districts'] },
): { mark: string; names: string } {
  const allDistricts = narrow_by.options.flatMap((one) => one.districts)
  const told = option < 0 ? allDistricts.map(({ id }) => id) : []
  const asked = new Set([...part.map(Number), ...told])
  const own = districts.filter(({ id }) => asked.has(id))
  const names = toLine([namesIn(view, own), partNames(view, narrow_by, label)[option] ?? ''])
  return {
    mark: marksOf(narrow_by)[option] ?? '',
    names: startUpper(names || outsideOf(view, allDistricts, label)),
  }
}

/** @param districts of the point */
export function chosenPart(view: View, seen: Kept & ChosenPart & { districts: Ballot['districts'] }): Html {
  const { words } = view
  const { label, option, part, map } = seen
  const { mark, names } = chosenNames(view, seen)
  return html`<section class="card narrowing chosen no-print" aria-labelledby="chosen-title"><div><h2 id="chosen-title">${fill(words.narrowYours, { place: label })}</h2>
<p>${mark && html`<span class="part-number ${partClass(option)}" aria-hidden="true">${mark}</span> `}<b>${names}</b></p>
<p class="chosen-other"><a href="${ballotHref(view, seen, part)}">${words.narrowOther}</a></p></div>
<div class="chosen-map"><details class="fold"><summary>${fill(words.placeMapOf, { place: label })}</summary>${map}
${pointForm(view, seen, null)}</details></div></section>`
}
