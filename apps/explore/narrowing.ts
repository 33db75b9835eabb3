// The narrowing question of an area: its parts on a map and as a list, each with a button that shows the ballot of the part.

import type { Narrowing, NarrowingOption } from '../../data/schema/ballot.ts'
import type { Side } from '../../data/schema/vocabulary.ts'
import type { View } from '../web/ballot/view.ts'
import { shareInWords, type Words } from '../web/ballot/words/words.ts'
import { hiddenToken } from '../web/field.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'

interface NarrowingView {
  narrow_by: Narrowing
  /** Name of the place. */
  label: string
  token: string
  /** Slugs of the ticked endorsers. */
  ticked: ReadonlySet<string>
  /** Whether a street address here has an answer. */
  answersAddresses: boolean
  /** Of the parts. */
  map: Html | null
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

/** A point enters no URL: the answers are buttons of a form that is posted. */
export function narrowingQuestion(view: View, seen: NarrowingView): Html {
  const { words, lang, named } = view
  const { narrow_by, label, token, ticked, answersAddresses, map } = seen
  const { options, other_share, unplaced_contests } = narrow_by
  const rest = other_share > 0 || unplaced_contests.length > 0
  return html`<section class="card narrowing no-print" aria-labelledby="narrowing-title"><h2 id="narrowing-title">${words.narrowTitle}</h2>
<p>${fill(narrow_by.kind === 'district' ? words.narrowDistrict : words.narrowBallot, { place: label })}</p>
${map}
<form method="post" action="/explore/ballot" data-choices>
${hiddenToken(token)}<input type="hidden" name="lang" value="${lang}"><input type="hidden" name="snapshot" value="${named ?? ''}"><input type="hidden" name="endorsers" value="${[...ticked].join(',')}">
<details class="parts" open><summary>${fill(words.narrowList, { count: options.length })}</summary><ol class="options">
${options.map((option, at) => optionLine(view, option, at, narrow_by))}
</ol></details></form>
<p class="small soft">${rest && `${words.narrowRest} `}${answersAddresses ? words.narrowUnsureAddress : words.narrowUnsurePoint}</p>
</section>`
}

function optionLine({ words, lang }: View, option: NarrowingOption, at: number, { options }: Narrowing): Html {
  const { share, side, districts, certain_contests, possible_contests, lat, lng } = option
  const names = districts.map(({ name, match }) =>
    match === 'certain' ? name : fill(words.narrowPossibly, { district: name }),
  )
  const others = [...new Set(options.flatMap((one) => one.districts.map(({ name }) => name)))]
  const told = names.length > 0 ? names.join(', ') : fill(words.narrowOutside, { districts: others.join(', ') })
  const [count, open] = [certain_contests.length, possible_contests.length]
  const voted =
    count > 0 ? (open > 0 ? words.narrowBoth : words.narrowCertain) : open > 0 ? words.narrowOpen : words.narrowNone
  return html`<li><p><span class="part-number part-${at}" aria-hidden="true">${at + 1}</span> <b>${words[SIDE_WORDS[side]]}</b> <span class="soft">(${fill(words.narrowShare, { share: shareInWords(share, lang) })})</span>${(names.length > 0 || others.length > 0) && html`: ${told}`}</p>
<p class="small soft">${fill(voted, { count, open })}</p>
${
  lat === null || lng === null
    ? html`<p class="small unsure">${words.narrowUnsettled}</p>`
    : html`<p><button class="quiet" name="place" value="${lat},${lng}">${words.narrowHere}<span class="unseen">: ${at + 1}, ${words[SIDE_WORDS[side]]}</span></button></p>`
}</li>
`
}
