// The page of the officeholders of a place: posted by the form, or linked for a city, a county or a state.

import type { PlaceOfficeholder, Representatives } from '../../data/schema/officeholder.ts'
import { OFFICEHOLDER_LEVELS } from '../../data/schema/vocabulary.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { overlayNote, reportLink } from '../web/ballot/record-marks.ts'
import { titleIn } from '../web/ballot/titles.ts'
import { partyIn } from '../web/ballot/words/parties.ts'
import { dayInWords, LEVEL_WORDS, placeIn, type Words } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { fill } from '../web/sentence.ts'
import { type Look, todayOf } from './look.ts'
import { linkedPlace, placeQuery, requireLink, typedPlace } from './place.ts'
import { refusePlace } from './refused-place.ts'
import { languageOfPlace, showPage } from './show.ts'
import { showStart } from './start.ts'

export async function answerPostedOfficeholders(look: Look): Promise<Reply> {
  return await showOfficeholders(look, typedPlace(look))
}

export async function answerLinkedOfficeholders(look: Look): Promise<Reply> {
  const place = look.query.get('place')
  return place === null ? await showStart(look) : await showOfficeholders(look, place)
}

async function showOfficeholders(look: Look, place: string): Promise<Reply> {
  const { words, lang, named, href, seal } = look
  try {
    const { data } = await look.load('getRepresentatives', { ...placeQuery(place), lang, snapshot: named })
    const { label } = data.location
    requireLink(look, data.location)
    const title =
      label === null ? words.officeholdersHere : fill(words.officeholdersFor, { place: placeIn(label, lang) })
    const linked = linkedPlace(data.location)
    const link = linked === null ? null : href('/explore/officeholders', { place: linked })
    const sealed = seal.close(place)
    return showPage(look, {
      title,
      main: officeholdersMain(look, data, link),
      otherLanguage: languageOfPlace(look, '/explore/officeholders', { label: linked, sealed }),
      asked: { place: linked ?? place, sealed, url: link },
    })
  } catch (fault) {
    return await refusePlace(look, fault, '/explore/officeholders')
  }
}

// The HTML.

/** @param link path and query of a link to this page; null if it would reveal the place */
function officeholdersMain(view: Look, { location, officeholders }: Representatives, link: string | null): Html {
  const { words, href } = view
  return html`${officeholders.length === 0 && html`<p>${words.officeholdersNone} <a href="${href('/explore/coverage')}">${words.menuCoverage}</a></p>`}
${!location.complete && html`<div class="notes" role="note"><p>${words.officeholdersIncomplete}</p></div>`}
<div class="holders">${OFFICEHOLDER_LEVELS.map((level) => {
    const own = officeholders.filter((one) => one.level === level)
    return (
      own.length > 0 &&
      html`<section><h2 class="level">${words[LEVEL_WORDS[level]]}</h2><ul class="elections columns">${own.map((one) => holderLine(view, one))}</ul></section>`
    )
  })}</div>
${link === null ? html`<p class="small soft no-print">${words.noLink}</p>` : html`<p class="no-print"><a href="${link}">${words.linkPage}</a></p>`}`
}

export function holderLine(
  view: Look,
  one: Omit<PlaceOfficeholder, 'match'> & { match?: PlaceOfficeholder['match'] },
): Html {
  const { words, lang, href } = view
  const { person_id, name, office_title, district, district_id, party, term, match, website, updated_at } = one
  const day = (on: string): string => dayInWords(on, lang)
  const where = district !== null && /^\d+\w?$/.test(district) ? `${words.district} ${district}` : district
  const office = titleIn({ title: office_title }, lang).text
  const seat = where === null ? office : `${office}, ${where}`
  const isOver = term.end !== null && term.end < todayOf(view)
  const facts = [
    party !== null && fill(words.party, { party: partyIn(party, lang) }),
    !isOver && termOf(words, term, day),
    fill(words.asOf, { date: day(updated_at.slice(0, 10)) }),
  ].filter((fact) => typeof fact === 'string')
  return html`<li><b>${name}</b>
<span>${district_id === null ? seat : html`<a class="inline" href="${href(`/explore/districts/${district_id}`)}">${seat}</a>`}</span>
<span class="soft small facts">${facts.join(' · ')}${website !== null && html` · <a class="inline" href="${website}" rel="noreferrer">${words.website}<span class="unseen">: ${name}</span></a>`} ${reportLink(view, { kind: 'officeholder', id: person_id, name })}</span>
${isOver && html`<span class="unsure">${fill(words.termEnded, { end: day(term.end ?? '') })}</span>`}${match === 'possible' && html`<span class="unsure">${words.representsSome}</span>`}${overlayNote(view, one)}</li>
`
}

/** Undefined if its beginning is not known. */
function termOf(
  words: Words,
  { start, end }: PlaceOfficeholder['term'],
  day: (on: string) => string,
): string | undefined {
  if (start === null) return undefined
  return end === null
    ? fill(words.since, { start: day(start) })
    : fill(words.term, { start: day(start), end: day(end) })
}
