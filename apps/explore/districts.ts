// A district: its lines, its officeholders and its coming elections.

import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import type { Look } from './look.ts'
import { electionLinks } from './pages/elections.ts'
import { districtMap } from './pages/map.ts'
import { holderLine } from './pages/officeholders.ts'
import { overlayNote } from './pages/overlay.ts'
import { showPage, versionOf } from './show.ts'

export async function answerDistrict(look: Look): Promise<Reply> {
  const { words, lang, named, params } = look
  const { data: district } = await look.load('getDistrict', { snapshot: named }, params)
  const { id, name, state, type, retired, officeholders, elections, website_url, report_url } = district
  const outlines = look.host.data.districtOutlines(id, state)
  const map = outlines && districtMap(look, { name, state, ...outlines })
  const main = html`${overlayNote(look, district)}${retired && html`<p class="unsure">${words.retired}</p>`}
${website_url && html`<p><a href="${website_url}" rel="noreferrer">${words.website}</a></p>`}
${map ?? html`<p class="soft">${words.mapNone}</p>`}
${officeholders.length > 0 && html`<section><h2>${words.officeholders}</h2><ul class="elections">${officeholders.map((one) => holderLine(look, one))}</ul></section>`}
${elections.length > 0 && html`<section><h2>${words.elections}</h2>${electionLinks(look, elections)}</section>`}
<p class="no-print"><a href="${withLanguage(report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  return showPage(look, { title: type === 'state' ? name : `${name}, ${state}`, main, zooms: map !== undefined })
}
