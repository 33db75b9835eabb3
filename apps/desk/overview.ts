// The desk's first page, and the page of one endorser: its positions, the editor's drafts, the history and the file.

import { toEndorsementFile } from '../../data/desk/file.ts'
import { type DeskEndorser, type DeskPosition, saysTheSame } from '../../data/desk/position.ts'
import { compareText } from '../../data/schema/folded-name.ts'
import { DESK_SOURCE } from '../../data/store/source-read.ts'
import type { Desk, HeldPosition } from '../../data/store/state/desk.ts'
import type { Draft } from '../../data/store/state/drafts.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { summary } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import type { MemberSession } from '../web/members.ts'
import { safeHeaders } from '../web/reply.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { table } from '../web/table.ts'
import { moment, positionText } from './position-text.ts'
import {
  type DeskAssets,
  type DeskPage,
  type DeskSession,
  type DeskView,
  findDeskContests,
  inLanguage,
  nameElections,
  redirectTo,
  showDesk,
  viewOf,
} from './session.ts'
import type { Words } from './words/words.ts'

export async function answerFront(assets: DeskAssets, session: MemberSession): Promise<Reply> {
  const view = viewOf(session.query)
  const { host } = session
  const slugs = await host.state.endorsersOf(session.account.id)
  const [only] = slugs
  if (only !== undefined && slugs.length === 1) return redirectTo({ view }, `/desk/${only}`)
  const desks = (await host.state.desks()).filter(({ endorser }) => slugs.includes(endorser.slug))
  const page = chooseDeskPage(
    view,
    desks.map(({ endorser }) => endorser),
  )
  return showDesk({ ...session, assets, view }, page, { path: '/desk' })
}

export async function answerOverview(session: DeskSession, problems: Problems = {}): Promise<Reply> {
  const { host, slug, endorsement, account, now, view } = session
  const { state, lastRun } = host
  const positions = await state.positions(slug)
  const drafts = await state.drafts(slug, account.id)
  const ids = [...positions, ...drafts].map(({ contest_id }) => contest_id)
  const contests = findDeskContests(host, ids, view.lang)
  const standings = findStandings(host, endorsement, positions, now).map((one) => ({
    ...one,
    shown: one.shown && inLanguage(one.shown, contests.get(one.held.contest_id), view),
  }))
  const named = [
    ...standings.map(({ held, named }) => ({ contest_id: held.contest_id, election: named?.election })),
    ...drafts,
  ]
  const elections = nameElections(host, contests, named)
  const run = lastRun()
  const path = `/desk/${slug}`
  const seen = {
    desk: endorsement,
    standings,
    elections,
    path,
    you: account.name,
    isServed: host.data.servedEndorser(slug) !== undefined,
    drafts: drafts.map((draft) => ({ ...draft, title: contests.get(draft.contest_id)?.title ?? draft.title })),
    silenced: run?.silenced?.[slug] ?? 0,
    nightly_on: run?.run?.ended_at?.slice(0, 10) ?? null,
  }
  const status = Object.keys(problems).length > 0 ? 409 : 200
  return showDesk(session, overviewPage(view, seen, problems), { path, slug, status })
}

export async function answerFile(session: DeskSession): Promise<Reply> {
  const { slug, endorsement, view } = session
  const page = filePage(view, endorsement.endorser, await writeFile(session), `/desk/${slug}`)
  return showDesk(session, page, { path: `/desk/${slug}/file`, slug })
}

/** The same file that the publisher writes, with what is published now. */
export async function downloadFile(session: DeskSession): Promise<Reply> {
  return {
    status: 200,
    headers: [
      ...['Cache-Control', 'no-store', 'Content-Disposition', 'attachment; filename="endorsements.json"'],
      ...safeHeaders(),
    ],
    body: Buffer.from(await writeFile(session)),
  }
}

async function writeFile({ slug, endorsement, host }: DeskSession): Promise<string> {
  const positions = (await host.state.positions(slug)).flatMap(({ published }) => published ?? [])
  return toEndorsementFile(endorsement.endorser, positions)
}

// The HTML.

function chooseDeskPage({ words, href }: DeskView, endorsers: readonly DeskEndorser[]): DeskPage {
  return {
    title: words.title,
    main:
      endorsers.length === 0
        ? html`<div class="narrow"><p>${words.frontNobody}</p>
<p>${fillHtml(words.frontAsk, { command: html`<code>hustings accounts endorser ACCOUNT ENDORSER</code>` })}</p></div>`
        : html`<p>${words.frontChoose}</p>
<ul class="cards">${endorsers.map(({ slug, name }) => html`<li><a class="card" href="${href(`/desk/${slug}`)}">${name}</a></li>`)}</ul>`,
  }
}

interface OverviewView {
  desk: Desk
  standings: readonly Standing[]
  /** By contest: the name and day of its election. */
  elections: ReadonlyMap<number, string>
  drafts: readonly Draft[]
  path: string
  /** Whether the bundle in service has the endorser, and so a public page. */
  isServed: boolean
  /** The account's name. */
  you: string
  /** Endorsements of feeds that this desk overrides, as of the last nightly. */
  silenced: number
  /** YYYY-MM-DD; null if no nightly is recorded. */
  nightly_on: string | null
}

function overviewPage(view: DeskView, seen: OverviewView, problems: Problems): DeskPage {
  const { words, href } = view
  const { desk, standings, elections, drafts, path, you, isServed } = seen
  const shown = standings.filter(({ shown, state }) => shown !== null || state !== 'withdrawn')
  const others = desk.editors.filter((name) => name !== you)
  const isOpen = desk.closed_at === null
  return {
    title: desk.endorser.name,
    main: html`${summary(problems, words)}
${desk.closed_at !== null && closedNote(words, desk.endorser.name, desk.closed_at)}
<p class="lead">${shown.length === 0 ? words.nothingPublished : countOf(shown.length, words.positionsOne, words.positionsMany)}
${others.length > 0 && html`<span class="soft">${fill(words.otherEditors, { names: others.join(', ') })}</span>`}</p>
${(isOpen || isServed) && html`<p>${isOpen && html`<a class="button" href="${href(`${path}/contests`)}">${words.findContest}</a> `}${isServed && html`<a class="inline" href="${href(`/explore/endorsers/${desk.endorser.slug}`)}">${fill(words.publicPageOf, { name: desk.endorser.name })}</a>`}</p>`}
${isOpen && feedsNote(words, seen)}
${
  drafts.length > 0 &&
  html`<section class="card" aria-labelledby="drafts-title">
<h2 id="drafts-title">${words.yourDrafts}</h2>
<p class="soft small">${words.draftsNote}</p>
${table({
  caption: words.draftsCaption,
  captionUnseen: true,
  columns: [words.contest, words.election, words.savedAt, words.goOn],
  rows: drafts.map(({ contest_id, title, saved_at }) => [
    html`<b>${title}</b>`,
    elections.get(contest_id),
    moment(saved_at),
    isOpen
      ? html`<a href="${href(`${path}/contests/${contest_id}`)}">${words.edit}<span class="unseen">${fill(words.editDraftOf, { title })}</span></a>`
      : words.stateClosed,
  ]),
})}
</section>`
}
${
  shown.length > 0 &&
  html`<section class="card" aria-labelledby="positions-title">
<h2 id="positions-title">${words.positions}</h2>
<ul class="positions">${shown.map((one) => toItem(view, one, elections, path))}</ul>
</section>`
}`,
  }
}

function closedNote(words: Words, name: string, at: string): Html {
  return html`<div class="notice warnings"><p><b>${words.closedTitle}</b></p>
<p>${fillHtml(words.closedLead, { name, date: moment(at) })}</p>
<p>${words.closedKept} ${words.closedAgain}</p></div>`
}

function feedsNote(words: Words, { desk, silenced, nightly_on }: OverviewView): Html {
  const endorsements = countOf(silenced, words.endorsementsOne, words.endorsementsMany)
  return html`<p class="soft small">${fill(words.deskDecides, { name: desk.endorser.name })}
${silenced > 0 && html`<b>${fill(words.feedsCover, { endorsements, date: nightly_on ?? '' })}</b>`}</p>`
}

const STATES = {
  shown: { word: 'stateShown', tone: 'active' },
  waiting: { word: 'stateWaiting', tone: 'pending' },
  slow: { word: 'stateWaiting', tone: 'pending' },
  refused: { word: 'stateRefused', tone: 'suspended' },
  gone: { word: 'stateGone', tone: 'suspended' },
  closed: { word: 'stateClosed', tone: '' },
  withdrawn: { word: 'stateScheduled', tone: '' },
} as const satisfies Record<Standing['state'], { word: keyof Words; tone: string }>

function toItem(view: DeskView, standing: Standing, elections: OverviewView['elections'], path: string): Html {
  const { words, href } = view
  const { held, shown, named, state } = standing
  const { contest_id, changed_at, changed_by, publish_at, published } = held
  const { word, tone } = STATES[state]
  const at = `${path}/contests/${contest_id}`
  const title = named?.title ?? fill(words.contestNumber, { id: contest_id })
  return html`<li>
<div class="head"><h3>${state === 'closed' ? title : html`<a href="${href(at)}">${title}</a>`}</h3>
<p class="small"><span class="state ${tone}">${words[word]}</span>
${publish_at !== null && html`<span class="state pending">${fillHtml(published ? words.changeScheduledFor : words.publicationScheduledFor, { moment: moment(publish_at) })}</span>`}
<span class="soft">${elections.get(contest_id) && html`${elections.get(contest_id)} · `}${changed_by}, ${moment(changed_at)}</span></p></div>
${explain(words, standing)}
${shown && positionText(words, shown)}
<p class="small">${state !== 'closed' && html`<a href="${href(at)}">${words.correct}<span class="unseen">${fill(words.spaceTitle, { title })}</span></a> · `}${state !== 'closed' && shown && html`<a href="${href(`${at}/withdraw`)}">${words.withdrawLink}<span class="unseen">${fill(words.spaceTitle, { title })}</span></a> · `}<a href="${href(`${at}/history`)}">${words.history}<span class="unseen">${fill(words.ofTitle, { title })}</span></a>${state === 'shown' && html` · <a href="${href(`/explore/contests/${contest_id}`)}">${words.publicPage}<span class="unseen">${fill(words.ofTitle, { title })}</span></a>`}</p>
</li>`
}

function explain(words: Words, { state, why, held }: Standing): Html | null {
  const command = html`<code>hustings watch</code>`
  const choose = (change: string, withdrawal: string): string => (held.published ? change : withdrawal)
  switch (state) {
    case 'waiting':
      return html`<p class="small wait">${choose(words.changeWaits, words.withdrawalWaits)}</p>`
    case 'slow':
      return html`<p class="small wait">${fillHtml(choose(words.changeSlow, words.withdrawalSlow), { command })}</p>`
    case 'refused':
      return html`<p class="small bad">${fillHtml(choose(words.changeRefused, words.withdrawalRefused), { why: html`<span lang="en">${why}</span>` })}</p>`
    case 'gone':
      return html`<p class="small bad">${words.positionGone}</p>`
    case 'shown':
    case 'withdrawn':
    case 'closed':
      return null
    default:
      return state satisfies never
  }
}

function filePage({ words, href }: DeskView, { name, slug }: DeskEndorser, text: string, path: string): DeskPage {
  return {
    title: words.menuFile,
    main: html`<p>${fill(words.fileLead, { name })}</p>
<p>${fillHtml(words.fileWellKnown, { path: html`<code>/.well-known/endorsements.json</code>` })}</p>
<p><a class="button" href="${href(`${path}/file/endorsements.json`)}" download="endorsements.json">${words.fileDownload}</a></p>
<section class="card"><h2>${words.fileContents}</h2>
<pre tabindex="0" role="region" aria-label="${fill(words.fileOf, { slug })}"><code>${text}</code></pre></section>`,
  }
}

// The status of each position: shown by the service, on its way, scheduled, or refused by the publisher.

/** @setting Seconds after which the publishing desk says that the publisher takes long. */
const DESK_SLOW_SECONDS = 60

export interface Standing {
  held: HeldPosition
  /** The published position or, if there is none, the scheduled one. */
  shown: DeskPosition | null
  /** Names the contest and its election; of a position on its way out, what is still served. Null if the contest has no name here. */
  named: Pick<DeskPosition, 'title' | 'election'> | null
  /** `gone`: the data no longer has the contest. `closed`: the desk no longer decides. */
  state: 'shown' | 'waiting' | 'slow' | 'refused' | 'gone' | 'withdrawn' | 'closed'
  /** The fault that stopped the publisher, if it was stopped. */
  why: string | null
}

/** By election and title. @param now milliseconds since 1970 */
function findStandings(
  { data, lastRun }: Pick<Host, 'data' | 'lastRun'>,
  { endorser: { slug }, closed_at }: Pick<Desk, 'endorser' | 'closed_at'>,
  positions: readonly HeldPosition[],
  now: number,
): Standing[] {
  const ids = positions.map(({ contest_id }) => contest_id)
  const served = new Map(data.servedPositions(slug).map((one) => [one.contest_id, one]))
  const known = data.contests(ids, 'en')
  const why = lastRun()?.sources[DESK_SOURCE]?.error ?? null
  const standings = positions.map((held): Standing => {
    const { contest_id, published, scheduled, changed_at } = held
    const shown = published ?? scheduled
    const named = shown ?? served.get(contest_id) ?? null
    const isServed = saysTheSame(published, served.get(contest_id) ?? null)
    const common = { held, shown, named, why: null }
    if (closed_at !== null) return { ...common, state: published ? 'closed' : 'withdrawn' }
    if (isServed) return { ...common, state: published ? 'shown' : 'withdrawn' }
    if (!known.has(contest_id)) return { ...common, state: 'gone' }
    if (why !== null) return { ...common, state: 'refused', why }
    const isSlow = now - Date.parse(changed_at) > DESK_SLOW_SECONDS * 1000
    return { ...common, state: isSlow ? 'slow' : 'waiting' }
  })
  return standings.toSorted((a, b) => compareText(keyOf(a), keyOf(b)))
}

function keyOf({ named, held }: Standing): string {
  return `${named?.election ?? ''}\n${named?.title ?? ''}\n${held.contest_id}`
}
