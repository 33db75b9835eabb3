// HTML of the desk's first page, of one endorser's positions, and of its file.

import type { DeskEndorser } from '../../../data/desk/position.ts'
import type { Desk, Draft } from '../../../data/store/state/desk.ts'
import { type Html, html } from '../../web/html.ts'
import { table } from '../../web/table.ts'
import type { DeskPage } from '../reply.ts'
import type { Standing } from '../standing.ts'
import { moment, positionText } from './text.ts'

export function chooseDeskPage(endorsers: readonly DeskEndorser[]): DeskPage {
  return {
    title: 'Publishing desk',
    main:
      endorsers.length === 0
        ? html`<div class="narrow"><p>Here an organisation records its endorsements. This account may not speak for any endorser yet.</p>
<p>Ask the operator of this service: <code>hustings accounts endorser ACCOUNT ENDORSER</code> gives the permission.</p></div>`
        : html`<p>For whom do you speak?</p>
<ul class="cards">${endorsers.map(({ slug, name }) => html`<li><a class="card" href="/desk/${slug}">${name}</a></li>`)}</ul>`,
  }
}

interface OverviewSeen {
  desk: Desk
  standings: readonly Standing[]
  drafts: readonly Draft[]
  path: string
  /** The account's name. */
  you: string
}

export function overviewPage({ desk, standings, drafts, path, you }: OverviewSeen): DeskPage {
  const shown = standings.filter(({ shown, state }) => shown !== null || state !== 'withdrawn')
  const others = desk.editors.filter((name) => name !== you)
  return {
    title: desk.endorser.name,
    main: html`<p class="lead">${shown.length === 0 ? 'Nothing is published yet.' : `${counted(shown.length, 'position')} recorded here.`}
${others.length > 0 && html`<span class="soft">Other editors: ${others.join(', ')}.</span>`}</p>
<p><a class="button" href="${path}/contests">Add an endorsement</a></p>
${
  drafts.length > 0 &&
  html`<section class="card" aria-labelledby="drafts-title">
<h2 id="drafts-title">Your drafts</h2>
<p class="soft small">Only you see them. They stay here until you publish or discard them.</p>
${table({
  caption: 'Drafts that you have not published',
  captionUnseen: true,
  columns: ['Contest', 'Election', 'Saved', 'Go on'],
  rows: drafts.map(({ contest_id, title, election, saved_at }) => [
    html`<b>${title}</b>`,
    election,
    moment(saved_at),
    html`<a href="${path}/contests/${contest_id}">Edit<span class="unseen"> the draft of ${title}</span></a>`,
  ]),
})}
</section>`
}
${
  shown.length > 0 &&
  html`<section class="card" aria-labelledby="positions-title">
<h2 id="positions-title">Positions</h2>
<ul class="positions">${shown.map((one) => toItem(one, path))}</ul>
</section>`
}`,
  }
}

const STATES: Record<Standing['state'], { word: string; tone: string }> = {
  shown: { word: 'published', tone: 'active' },
  waiting: { word: 'on its way', tone: 'pending' },
  slow: { word: 'on its way', tone: 'pending' },
  refused: { word: 'not published', tone: 'suspended' },
  gone: { word: 'not shown', tone: 'suspended' },
  withdrawn: { word: 'not published', tone: '' },
}

function toItem(standing: Standing, path: string): Html {
  const { held, shown, state } = standing
  const { contest_id, changed_at, changed_by, publish_at, published } = held
  const { word, tone } = STATES[state]
  const at = `${path}/contests/${contest_id}`
  return html`<li>
<div class="head"><h3><a href="${at}">${shown?.title ?? `Contest ${contest_id}`}</a></h3>
<p class="small"><span class="state ${published || state !== 'withdrawn' ? tone : ''}">${published || state !== 'withdrawn' ? word : 'scheduled'}</span>
${publish_at !== null && html`<span class="state pending">${published ? 'a change' : 'publication'} scheduled for ${moment(publish_at)}</span>`}
<span class="soft">${shown?.election} · ${changed_by}, ${moment(changed_at)}</span></p></div>
${explain(standing)}
${shown && positionText(shown)}
<p class="small"><a href="${at}">Correct<span class="unseen"> ${shown?.title}</span></a> · <a href="${at}/history">History<span class="unseen"> of ${shown?.title}</span></a></p>
</li>`
}

function explain({ state, why, held }: Standing): Html | null {
  const what = held.published ? 'This change' : 'The withdrawal'
  switch (state) {
    case 'waiting':
      return html`<p class="small wait">${what} is recorded, and the publisher has not picked it up yet. Reload the page in a few seconds.</p>`
    case 'slow':
      return html`<p class="small wait">${what} is recorded and safe, but it has waited for more than a minute. Tell the operator: <code>hustings watch</code> may not be running.</p>`
    case 'refused':
      return html`<p class="small bad">${what} is recorded and safe, but the publisher refused it; what was published before stays. Tell the operator: ${why}</p>`
    case 'gone':
      return html`<p class="small bad">The data has no such contest any more, so the service does not show this position. Withdraw it, or record it for the new contest.</p>`
    case 'shown':
    case 'withdrawn':
      return null
    default:
      return state satisfies never
  }
}

export function filePage({ name, slug }: DeskEndorser, text: string, path: string): DeskPage {
  return {
    title: 'Your file',
    main: html`<p>This is everything that ${name} has published here, in the open interchange format. The service publishes this file.</p>
<p>Put it on your own site at <code>/.well-known/endorsements.json</code>, so that other services can read it too. Download it again after each change.</p>
<p><a class="button" href="${path}/file/endorsements.json" download="endorsements.json">Download the file</a></p>
<section class="card"><h2>Contents</h2>
<pre tabindex="0" role="region" aria-label="The file of ${slug}"><code>${text}</code></pre></section>`,
  }
}

function counted(count: number, noun: string): string {
  return count === 1 ? `One ${noun} is` : `${count} ${noun}s are`
}
