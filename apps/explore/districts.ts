// A district: its boundaries, its officeholders and its coming elections.

import { type Box, MICRODEGREES } from '../../data/geometry/polygon.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { overlayNote } from '../web/ballot/record-marks.ts'
import { districtNamed, type Words } from '../web/ballot/words/words.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { fill } from '../web/sentence.ts'
import { electionLinks } from './elections.ts'
import type { Look } from './look.ts'
import { districtFigure } from './map.ts'
import { holderLine } from './officeholders.ts'
import { showPage, versionOf } from './show.ts'

export async function answerDistrict(look: Look): Promise<Reply> {
  const { words, lang, named, params } = look
  const { data: district } = await look.load('getDistrict', { snapshot: named }, params)
  const { id, state, type, retired, officeholders, elections, website_url, report_url } = district
  const name = districtNamed(district, lang)
  const outline = look.host.data.districtOutline(id)
  const reach = outline && fill(words.mapText, { district: name, state, ...cornersInWords(outline.box, words) })
  const map =
    reach === undefined
      ? null
      : await districtFigure(look, district, html`<span class="unseen">${reach}</span> ${words.mapNote}`)
  const main = html`${overlayNote(look, district)}${retired && html`<p class="unsure">${words.retired}</p>`}
${website_url && html`<p><a href="${website_url}" rel="noreferrer">${words.website}</a></p>`}
${map ?? html`<p class="soft">${words.mapNone}</p>`}
${officeholders.length > 0 && html`<section><h2>${words.officeholders}</h2><ul class="elections">${officeholders.map((one) => holderLine(look, one))}</ul></section>`}
${elections.length > 0 && html`<section><h2>${words.elections}</h2>${electionLinks(look, elections)}</section>`}
<p class="no-print"><a href="${withLanguage(report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  return showPage(look, { title: type === 'state' ? name : `${name}, ${state}`, main })
}

/** Degrees with two digits and the direction: 35.99° N. */
export function cornersInWords(
  { west, south, east, north }: Box,
  words: Words,
): Record<'west' | 'south' | 'east' | 'north', string> {
  const inWords = (micro: number, plus: string, minus: string): string =>
    `${(Math.abs(micro) / MICRODEGREES).toFixed(2)}° ${micro < 0 ? minus : plus}`
  const latitude = (micro: number): string => inWords(micro, words.compassNorth, words.compassSouth)
  const longitude = (micro: number): string =>
    inWords(micro < -180 * MICRODEGREES ? micro + 360 * MICRODEGREES : micro, words.compassEast, words.compassWest)
  return { west: longitude(west), south: latitude(south), east: longitude(east), north: latitude(north) }
}
