// One contest, whole or in a frame of another site.

import type { ContestRecord } from '../../data/schema/contest.ts'
import { toReportUrl } from '../../data/schema/correction.ts'
import type { Evidence } from '../../data/schema/evidence.ts'
import { PAGE_SIZE_MAX } from '../../data/schema/parameter.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { contestCard } from '../web/ballot/contest-card.ts'
import { titleIn } from '../web/ballot/titles.ts'
import type { View } from '../web/ballot/view.ts'
import { dayInWords, districtNamed, labelOf, nameOf, titleOf } from '../web/ballot/words/words.ts'
import { type Html, html } from '../web/html.ts'
import { withLanguage } from '../web/page.ts'
import { safeHeaders } from '../web/reply.ts'
import { countOf, fill } from '../web/sentence.ts'
import { choicesPanel } from './choices.ts'
import { loadHolders, sideBySide } from './compare.ts'
import { dayOf } from './elections.ts'
import { type Look, publishersOf } from './look.ts'
import { drawPicture, PICTURE_FONT } from './picture.ts'
import { embedPart, showEmbedded, showPage, versionOf } from './show.ts'
import { readTicked, tickPanel } from './ticks.ts'

export async function answerContest(look: Look): Promise<Reply> {
  const { words, lang, href, visitor, params, query } = look
  const isPublic = look.host.settings.publicExplorer
  const contest = await loadContest(look)
  const { election } = contest
  const title = titleIn(contest, lang).text
  const path = `/explore/contests/${params.id}`
  const ticked = readTicked([contest], listOf(query, 'endorsers'), listOf(query, 'categories'))
  const own = {
    ...{ endorsers: ticked, token: visitor.token, action: path, fields: {}, method: 'get' as const, folds: true },
    ...{ isInAddress: ticked.size > 0, link: href(path) },
  }
  const ticks = tickPanel(look, [contest], own)
  const { text: day, isOver } = await dayOf(look, election)
  const main = html`<p class="soft"><a href="${href(`/explore/elections/${election.slug}`)}">${titleOf(election, lang)}</a> · ${day}</p>
<div class="guide"><div class="contests">${contestCard(look, contest, { ticked, heading: 'h1', opened: true, publishers: publishersOf(look), evidence: await loadCaptures(look) })}
${!isOver && choicesPanel(look, { prints: false })}
${sideBySide(look, contest, await loadHolders(look, contest))}
<p>${words.district}: <a href="${href(`/explore/districts/${contest.district.id}`)}">${districtNamed(contest.district, lang)}</a></p>
<p class="no-print"><a href="${href(`/explore/share/contests/${contest.id}`)}">${words.share}</a> · <a href="${withLanguage(contest.report_url, lang)}">${words.reportError}</a></p>
${endorsementReports(look, contest)}
${isPublic && embedPart(look, `/explore/embed/contests/${contest.id}`, title)}</div>
${ticks && html`<div class="aside">${ticks}</div>`}</div>
${versionOf(look)}`
  return showPage(look, {
    title,
    ownHeading: true,
    description: `${title}. ${titleOf(election, lang)}. ${day}`,
    ...(isPublic && { head: previewOf(look, contest) }),
    main,
  })
}

/** The form for each of its endorsements. */
function endorsementReports({ words, lang }: View, { endorsements, choices }: ContestRecord): Html | null {
  if (endorsements.length === 0) return null
  const labels = new Map(choices.map((choice) => [choice.id, labelOf(choice, words)]))
  const lines = endorsements.flatMap(({ endorser, picks }) =>
    picks.map(
      ({ id, choice_id }) =>
        html`<li><a href="${withLanguage(toReportUrl('endorsement', id), lang)}">${endorser.name}: ${labels.get(choice_id)}</a></li>`,
    ),
  )
  return html`<details class="small no-print"><summary>${words.reportEndorsement}</summary><ul class="links">${lines}</ul></details>`
}

/** Social sites read these lines; they see a picture only if the explorer is public. */
function previewOf({ words, lang, href, origin }: Look, contest: ContestRecord): Html {
  const { id, election } = contest
  const title = titleIn(contest, lang).text
  const path = `/explore/contests/${id}`
  const date = dayInWords(election.date, lang)
  const lines = {
    'og:type': 'website',
    'og:site_name': 'Hustings',
    'og:title': title,
    'og:description': `${titleOf(election, lang)}. ${fill(words.electionDay, { date })}`,
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
  const { lang } = look
  const { text: day } = await dayOf(look, election)
  const main = html`${contestCard(look, contest, { ticked: new Set(), heading: 'h1', publishers: publishersOf(look) })}
<p class="soft small">${nameOf(election, lang)}. ${day}</p>`
  return showEmbedded(look, { title: titleIn(contest, lang).text, main, full: `/explore/contests/${contest.id}` })
}

async function loadContest({ load, params, lang, named }: Look): Promise<ContestRecord & { match: null }> {
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

// A picture of a contest to share, as PNG: social sites show no SVG.

export async function answerShare(look: Look): Promise<Reply> {
  const contest = await loadContest(look)
  const snapshot = (look.exchange.snapshot ?? '').slice(0, 12)
  const svg = sharePicture(look, { contest, snapshot, font: PICTURE_FONT })
  return {
    status: 200,
    headers: ['Cache-Control', 'no-store', ...safeHeaders({ framable: true })],
    body: await drawPicture(svg.toString()),
    type: 'image/png',
  }
}

// The picture as SVG: the contest's title, its choices, and how many endorse each.

const PICTURE_WIDTH = 1200
const PICTURE_HEIGHT = 630

const MARGIN = 72
const TITLE = { size: 54, line: 64, top: 176, linesMax: 3 }
const CHOICE = { size: 30, line: 48, left: 114 }
/** Where the list of choices ends, above the last line. */
const BOTTOM = 560
const ROOM = PICTURE_WIDTH - 2 * MARGIN

interface SharePicture {
  contest: Pick<ContestRecord, 'title' | 'district' | 'election' | 'choices' | 'endorsements'>
  /** First digits of the version. */
  snapshot: string
  font: string
}

export function sharePicture({ words, lang }: View, { contest, snapshot, font }: SharePicture): Html {
  const { election, choices, endorsements } = contest
  const lines = wrap(plain(titleIn(contest, lang).text))
  const heading = `${nameOf(election, lang)}, ${dayInWords(election.date, lang)}`
  const top = TITLE.top + lines.length * TITLE.line + 14
  const backed = new Map<number, number>()
  for (const { picks } of endorsements)
    for (const { choice_id } of picks) backed.set(choice_id, (backed.get(choice_id) ?? 0) + 1)
  const standing = choices.filter(({ withdrawn }) => !withdrawn)
  const rows = Math.floor((BOTTOM - top) / CHOICE.line) + 1
  // The last row tells how many more there are.
  const shown = standing.length > rows ? standing.slice(0, rows - 1) : standing
  const more = standing.length - shown.length
  const baseline = (row: number): number => top + row * CHOICE.line
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${PICTURE_WIDTH} ${PICTURE_HEIGHT}" width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" font-family="${font}">
<rect width="${PICTURE_WIDTH}" height="${PICTURE_HEIGHT}" fill="#f6f4f1"/><rect width="${PICTURE_WIDTH}" height="14" fill="#5b2f8e"/>
<text x="${MARGIN}" y="104" font-size="28" fill="#5d5768">${cut(plain(heading), 28, ROOM)}</text>
<g font-size="${TITLE.size}" font-weight="700" fill="#1f1b26">${lines.map((line, at) => html`<text x="${MARGIN}" y="${TITLE.top + at * TITLE.line}">${line}</text>`)}</g>
<g font-size="${CHOICE.size}" fill="#1f1b26">${shown.map((choice, row) => {
    // Where nobody took a position, the counts would say more than is known.
    const count = backed.size > 0 ? countOf(backed.get(choice.id) ?? 0, words.endorsedByOne, words.endorsedByMany) : ''
    const room = PICTURE_WIDTH - MARGIN - CHOICE.left - widthOf(count, 24) - 20
    return html`<circle cx="84" cy="${baseline(row) - 10}" r="10" fill="none" stroke="#857d92" stroke-width="3"/><text x="${CHOICE.left}" y="${baseline(row)}">${cut(plain(labelOf(choice, words)), CHOICE.size, room)} <tspan dx="8" fill="#5d5768" font-size="24">${count}</tspan></text>`
  })}${more > 0 && html`<text x="${CHOICE.left}" y="${baseline(shown.length)}" fill="#5d5768" font-size="24">${countOf(more, words.moreOne, words.moreMany)}</text>`}</g>
<text x="${MARGIN}" y="598" font-size="22" fill="#5d5768">${fill(words.licence, { snapshot })}</text>
</svg>`
}

/** Control characters are not allowed in XML. */
function plain(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

const NARROW = /[\sijlftrI.,:;'’‘!|()[\]-]/
const WIDE = /[\p{Lu}\p{Lo}mwMW@%—]/u

/** About as wide as drawn, rather wider. */
function widthOf(text: string, size: number): number {
  let ems = 0
  for (const character of text) ems += NARROW.test(character) ? 0.34 : WIDE.test(character) ? 0.68 : 0.55
  return ems * size
}

function cut(text: string, size: number, room: number): string {
  if (widthOf(text, size) <= room) return text
  const characters = [...text]
  while (characters.length > 1 && widthOf(`${characters.join('')}…`, size) > room) characters.pop()
  return `${characters.join('').trimEnd()}…`
}

function wrap(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word
    if (lines.length > 0 && widthOf(longer, TITLE.size) <= ROOM) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  const kept = lines.slice(0, TITLE.linesMax).map((line) => cut(line, TITLE.size, ROOM))
  const last = kept.at(-1)
  if (lines.length > kept.length && last !== undefined) kept[kept.length - 1] = cut(`${last} …`, TITLE.size, ROOM)
  return kept
}
