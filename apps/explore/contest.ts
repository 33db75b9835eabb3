// One contest, whole or in a frame of another site.

import { PAGE_SIZE_MAX } from '../../data/schema/constants.ts'
import type { ContestRecord } from '../../data/schema/contest.ts'
import type { Evidence } from '../../data/schema/evidence.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/language.ts'
import { fill } from '../web/sentence.ts'
import { showEmbedded } from './embed.ts'
import type { Look } from './look.ts'
import { contestCard } from './pages/contest-card.ts'
import { embedPart } from './pages/embed.ts'
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './pages/share-picture.ts'
import { readTicked, tickPanel } from './pages/ticks.ts'
import { showPage, versionOf } from './show.ts'
import { dayInWords, nameOf } from './words/words.ts'

export async function answerContest(look: Look): Promise<Reply> {
  const { words, lang, href, visitor, params, query } = look
  const isPublic = look.host.settings.publicExplorer
  const contest = await loadContest(look)
  const { election } = contest
  const path = `/explore/contests/${params.id}`
  const ticked = readTicked([contest], listOf(query, 'endorsers'), listOf(query, 'categories'))
  const main = html`<p class="soft"><a href="${href(`/explore/elections/${election.slug}`)}">${nameOf(election)}</a> · ${fill(words.electionDay, { date: dayInWords(election.date, lang) })}</p>
<div class="guide"><div class="contests">${contestCard(look, contest, { ticked, heading: 'h1', opened: true, reports: true, evidence: await loadCaptures(look) })}
<p>${words.district}: <a href="${href(`/explore/districts/${contest.district.id}`)}">${contest.district.name}</a></p>
<p class="no-print"><a href="${href(`/explore/share/contests/${contest.id}`)}">${words.share}</a> · <a href="${withLanguage(contest.report_url, lang)}">${words.reportError}</a></p>
${isPublic && embedPart(look, `/explore/embed/contests/${contest.id}`, contest.title)}</div>
<div class="aside">${tickPanel(look, [contest], { endorsers: ticked, token: visitor.token, action: path, fields: {}, method: 'get' })}</div></div>
${versionOf(look)}`
  return showPage(look, {
    title: contest.title,
    ownHeading: true,
    description: `${contest.title}, ${election.name}`,
    ...(isPublic && { head: previewOf(look, contest) }),
    main,
  })
}

/** Social sites read these lines; they see a picture only if the explorer is public. */
function previewOf({ words, lang, href, origin }: Look, { id, title, election }: ContestRecord): Html {
  const path = `/explore/contests/${id}`
  const date = dayInWords(election.date, lang)
  const lines = {
    'og:type': 'website',
    'og:site_name': 'Hustings',
    'og:title': title,
    'og:description': election.name.includes(date)
      ? election.name
      : `${election.name}. ${fill(words.electionDay, { date })}`,
    'og:url': origin + href(path),
    'og:image': origin + href(`/explore/share/contests/${id}`),
    'og:image:type': 'image/png',
    'og:image:width': PICTURE_WIDTH,
    'og:image:height': PICTURE_HEIGHT,
    'og:image:alt': fill(words.shareAlt, { contest: title }),
    'twitter:card': 'summary_large_image',
  }
  return html`${Object.entries(lines).map(
    ([property, content]) => html`<meta property="${property}" content="${content}">
`,
  )}`
}

export async function answerEmbeddedContest(look: Look): Promise<Reply> {
  const contest = await loadContest(look)
  const { election } = contest
  const main = html`${contestCard(look, contest, { ticked: new Set(), heading: 'h1' })}
<p class="soft small">${nameOf(election)}, ${dayInWords(election.date, look.lang)}</p>`
  return showEmbedded(look, { title: contest.title, main, full: `/explore/contests/${contest.id}` })
}

export async function loadContest({ load, params, lang, named }: Look): Promise<ContestRecord & { match: null }> {
  const { data } = await load('getContest', { lang, snapshot: named }, params)
  return { ...data, match: null }
}

/** By endorsement id: what the announced pages said when they were captured. */
async function loadCaptures({ load, params, lang, named }: Look): Promise<ReadonlyMap<number, Evidence>> {
  const asked = { contest: params.id, min_evidence: 'capture', lang, snapshot: named, limit: String(PAGE_SIZE_MAX) }
  const { data } = await load('listEndorsements', asked)
  return new Map(data.flatMap(({ id, evidence }) => (evidence ? [[id, evidence] as const] : [])))
}

/** A list in one parameter, as links write it, or a parameter for each, as forms write it. */
export function listOf(query: URLSearchParams, name: string): string[] {
  return query.getAll(name).flatMap((text) => text.split(',').filter((part) => part !== ''))
}
