// Endorsers: the list, one with all its picks, and one in a frame of another site.

import { PAGE_SIZE_MAX } from '../../data/schema/constants.ts'
import type { EndorserCoverage } from '../../data/schema/endorser-coverage.ts'
import { AGREEMENT_ENDORSERS_SHOWN, EXPLORER_ROWS_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { showEmbedded } from './embed.ts'
import type { Look } from './look.ts'
import { endorserAgreementSection, likeLinks } from './pages/agreement.ts'
import { embedPart } from './pages/embed.ts'
import { endorserFacts, endorserTable, pickList, silencesSection, usualSection } from './pages/endorsers.ts'
import { overlayNote } from './pages/overlay.ts'
import { showPage, versionOf } from './show.ts'

export async function answerEndorsers(look: Look): Promise<Reply> {
  const { words, lang, named, query, href } = look
  const q = query.get('q')?.trim() || undefined
  const { data, next_cursor } = await look.load('listEndorsers', {
    ...{ lang, snapshot: named, q, limit: String(EXPLORER_ROWS_SHOWN) },
    cursor: query.get('cursor') ?? undefined,
  })
  const main = html`<p class="lead">${words.endorsersLead}</p>
<form class="search no-print" action="/explore/endorsers"><label for="q">${words.endorserName}</label>
<p class="row"><input id="q" name="q" value="${q}" maxlength="100" type="search"><button>${words.search}</button></p>
${lang !== 'en' && html`<input type="hidden" name="lang" value="${lang}">`}</form>
${data.length === 0 ? html`<p>${words.noPicks}</p>` : endorserTable(look, data)}
${next_cursor !== null && html`<p><a class="button" href="${href('/explore/endorsers', { q, cursor: next_cursor })}">${words.more}</a></p>`}
${versionOf(look)}`
  return showPage(look, { title: words.endorsers, here: '/explore/endorsers', main })
}

export async function answerEndorser(look: Look): Promise<Reply> {
  const { words, lang, named, query, params, href, host } = look
  const { slug = '' } = params
  const { data: endorser } = await look.load('getEndorser', { lang, snapshot: named }, params)
  const { data: picks, next_cursor } = await look.load('listEndorsements', {
    ...{ endorsers: slug, lang, snapshot: named, limit: String(EXPLORER_ROWS_SHOWN) },
    cursor: query.get('cursor') ?? undefined,
  })
  const usual = await loadUsual(look, slug)
  // A named version is read by the routes alone; the stances and the table are of the current one.
  const silences = named === undefined ? host.data.stancesOf(slug, lang, EXPLORER_ROWS_SHOWN + 1) : []
  const matrix = named === undefined ? host.data.agreementMatrix(slug, AGREEMENT_ENDORSERS_SHOWN) : undefined
  const path = `/explore/endorsers/${slug}`
  const main = html`${endorserFacts(look, endorser)}
<section aria-labelledby="picks-title"><h2 id="picks-title">${words.picks}</h2>${picks.length === 0 ? html`<p>${words.noPicks}</p>` : pickList(look, picks, { reports: true })}
${next_cursor !== null && html`<p><a class="button" href="${href(path, { cursor: next_cursor })}">${words.more}</a></p>`}</section>
${usual.length > 0 && usualSection(look, endorser.name, usual)}
${silences.length > 0 && silencesSection(look, endorser.name, silences, EXPLORER_ROWS_SHOWN)}
${matrix && endorserAgreementSection(look, matrix, endorser)}
${matrix && endorser.elections.length > 0 && likeLinks(look, endorser)}
${host.settings.publicExplorer && embedPart(look, `/explore/embed/endorsers/${slug}`, endorser.name)}
<p class="no-print"><a href="${withLanguage(endorser.report_url, lang)}">${words.reportError}</a></p>
${versionOf(look)}`
  const description = endorser.description ?? endorser.name
  return showPage(look, { title: endorser.name, here: '/explore/endorsers', description, main })
}

/** Elections with contests that the endorser usually covers, newest first; none from a bundle of an earlier version. */
async function loadUsual(look: Look, slug: string): Promise<EndorserCoverage[]> {
  if (look.named !== undefined || !look.host.data.hasEndorserCoverage()) return []
  const asked = { endorsers: slug, upcoming: 'false', lang: look.lang, limit: String(PAGE_SIZE_MAX) }
  const { data } = await look.load('listEndorserCoverage', asked)
  return data.filter(({ share }) => share !== null).reverse()
}

export async function answerEmbeddedEndorser(look: Look): Promise<Reply> {
  const { lang, named, params, words } = look
  const { slug = '' } = params
  const { data: endorser } = await look.load('getEndorser', { lang, snapshot: named }, params)
  const asked = { endorsers: slug, upcoming: 'true', lang, snapshot: named, limit: String(EXPLORER_ROWS_SHOWN) }
  const { data: picks } = await look.load('listEndorsements', asked)
  const main = html`<h1>${endorser.name}</h1>${overlayNote(look, endorser)}${picks.length === 0 ? html`<p>${words.noPicks}</p>` : pickList(look, picks, { reports: false })}`
  return showEmbedded(look, { title: endorser.name, main, full: `/explore/endorsers/${slug}` })
}
