// HTML of the form of one contest.

import {
  type DeskContest,
  type DraftProblems,
  isRanked,
  picksAllowed,
  readFields,
  textField,
} from '../../../data/desk/check.ts'
import { DESK_TEXT_FIELDS, type DraftFields } from '../../../data/desk/position.ts'
import type { HeldPosition } from '../../../data/store/state/desk.ts'
import { field, hiddenToken, summary, textArea } from '../../web/field.ts'
import { type Html, html } from '../../web/html.ts'
import type { DeskPage } from '../reply.ts'
import { moment, positionText } from './text.ts'

export interface EditorSeen {
  contest: DeskContest
  fields: DraftFields
  /** The version of the position that the draft began with. */
  base: number
  /** The draft's version; 0: none is saved. */
  draft: number
  saved_at: string | null
  /** What another window of this editor has saved meanwhile. */
  other: { fields: DraftFields; saved_at: string } | null
  held: HeldPosition | null
  /** Of the endorser's desk. */
  path: string
  token: string
}

export function editorPage(seen: EditorSeen, problems: DraftProblems): DeskPage {
  const { contest, fields, base, draft, saved_at, held, path, token } = seen
  const at = `${path}/contests/${contest.id}`
  return {
    title: contest.title,
    main: html`<p class="lead">${contest.election.name}, ${contest.district.name}. ${rule(contest)}</p>
${summary(problems)}
${otherWindow(seen)}
${standing(held, base)}
<form class="card" method="post" action="${at}" data-autosaves>
${hiddenToken(token)}
<input type="hidden" name="base" value="${base}">
<input type="hidden" name="draft" value="${draft}">
${isRanked(contest) ? ranks(contest, fields, problems) : picks(contest, fields, problems)}
<h2>Why, where and since when</h2>
${texts(fields, problems)}
${ownTexts(contest, fields, problems)}
<p class="saved small soft" role="status" data-saved>${saved_at === null ? 'This draft is not saved yet.' : html`Draft saved ${moment(saved_at)}.`}</p>
<p class="row"><button name="act" value="preview">Preview</button>
<button name="act" value="save" class="quiet">Save the draft</button></p>
</form>
${
  draft > 0 &&
  html`<form class="discard" method="post" action="${at}/discard">${hiddenToken(token)}
<button class="quiet danger">Discard this draft</button></form>`
}
${held && (held.published ?? held.scheduled) && takeBack(held, at, token)}`,
  }
}

function rule(contest: DeskContest): string {
  if (isRanked(contest))
    return `Voters rank up to ${contest.ranks_allowed ?? contest.choices.length} choices. Rank as many as you like.`
  const allowed = picksAllowed(contest)
  if (allowed === null) return 'Voters may choose any number.'
  return allowed === 1 ? 'Voters choose one.' : `Voters choose up to ${allowed}.`
}

function otherWindow({ other, contest }: EditorSeen): Html | null {
  if (!other) return null
  const position = readFields(other.fields, contest)
  return html`<div class="problems" role="alert"><p>Another window has saved this draft at ${other.saved_at.slice(11, 16)} UTC. Nothing is lost: below is what you typed here, and this is what the other window saved.</p>
${
  'problems' in position
    ? html`<dl class="typed">${Object.entries(other.fields).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`
    : positionText(position)
}
<p>Copy from it what you need, and save again: your text then takes its place.</p></div>`
}

function standing(held: HeldPosition | null, base: number): Html | null {
  if (!held) return null
  const { published, scheduled, publish_at, version, changed_by, changed_at } = held
  if (!published && !scheduled && version === base) return null
  return html`<details class="card"${version !== base && html` open`}>
<summary><h2>${version === base ? 'What is published now' : `${changed_by} has changed this position since you began`}</h2></summary>
<p class="small soft">${changed_by}, ${moment(changed_at)}</p>
${published ? positionText(published) : html`<p>Nothing: the position was withdrawn.</p>`}
${scheduled && publish_at !== null && html`<h3>From ${moment(publish_at)}</h3>${positionText(scheduled)}`}
</details>`
}

function picks(contest: DeskContest, fields: DraftFields, problems: DraftProblems): Html {
  const type = picksAllowed(contest) === 1 ? 'radio' : 'checkbox'
  const chosen = (fields.pick ?? '').split(',')
  return choiceSet(
    'Endorsed',
    problems.pick,
    contest.choices.map(
      ({ id, label, party_label, withdrawn }, index) => html`<label class="check">
<input type="${type}" name="pick" value="${id}"${index === 0 && html` id="pick"`}${chosen.includes(String(id)) && html` checked`}>
<span>${label} ${facts(party_label, withdrawn)}</span></label>`,
    ),
  )
}

function ranks(contest: DeskContest, fields: DraftFields, problems: DraftProblems): Html {
  const numbers = contest.choices.map((_, index) => String(index + 1))
  return choiceSet(
    'Ranking',
    problems.pick,
    contest.choices.map(({ id, label, party_label, withdrawn }, index) => {
      const name = `rank-${id}`
      const problem = problems[name]
      return html`<div class="ranked${problem !== undefined && ' wrong'}">
<select id="${name}" name="${name}" aria-labelledby="label-${id}"${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`}>
<option value="">not ranked</option>${numbers.map((number) => html`<option${fields[name] === number && html` selected`}>${number}</option>`)}</select>
<span id="label-${id}"${index === 0 && html` data-first`}>${label} ${facts(party_label, withdrawn)}</span>
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
    }),
  )
}

function choiceSet(legend: string, problem: string | undefined, choices: readonly Html[]): Html {
  return html`<fieldset class="field${problem !== undefined && ' wrong'}"${problem !== undefined && html` aria-describedby="pick-problem"`}>
<legend>${legend}</legend>
${problem !== undefined && html`<p class="problem" id="pick-problem">${problem}</p>`}
${choices}
</fieldset>`
}

function facts(party: string | null, withdrawn: boolean): Html {
  return html`<span class="soft">${party}</span>${withdrawn && html` <span class="state pending">withdrawn</span>`}`
}

function texts(fields: DraftFields, problems: DraftProblems, of?: { id: number; label: string }): Html {
  const name = (what: (typeof DESK_TEXT_FIELDS)[number]): string => textField(what, of?.id)
  const value = (what: (typeof DESK_TEXT_FIELDS)[number]): string => fields[name(what)] ?? ''
  const whose = of ? ` for ${of.label}` : ''
  const statement = { rows: of ? 3 : 5 }
  return html`${textArea({ name: name('statement'), label: `Statement in English${whose}`, value: value('statement'), ...statement, hint: 'Plain text, at most 5,000 characters.' }, problems)}
${textArea({ name: name('statement_es'), label: `Statement in Spanish${whose}`, value: value('statement_es'), ...statement }, problems)}
${field({ name: name('source_url'), label: `Source link${whose}`, value: value('source_url'), hint: 'The page on which you announce it, beginning with https:// or http://' }, problems)}
${field({ name: name('published_on'), label: `Date of the endorsement${whose}`, type: 'date', value: value('published_on') }, problems)}`
}

/** One more text for each choice, where several may be endorsed. */
function ownTexts(contest: DeskContest, fields: DraftFields, problems: DraftProblems): Html | null {
  if (picksAllowed(contest) === 1) return null
  const names = (id: number): string[] => DESK_TEXT_FIELDS.map((what) => textField(what, id))
  return html`<div class="own">${contest.choices.map(({ id, label }) => {
    const open = names(id).some((name) => (fields[name] ?? '') !== '' || problems[name] !== undefined)
    return html`<details${open && html` open`}><summary>Say something of its own about ${label}</summary>
<p class="hint">It takes the place of the text above, for this choice alone.</p>
${texts(fields, problems, { id, label })}</details>`
  })}</div>`
}

function takeBack({ version, scheduled, published }: HeldPosition, at: string, token: string): Html {
  const form = (act: string, button: string, tone: string): Html =>
    html`<form method="post" action="${at}/${act}">${hiddenToken(token)}<input type="hidden" name="version" value="${version}">
<button class="${tone}">${button}</button></form>`
  return html`<section class="card" aria-labelledby="take-back"><h2 id="take-back">Take it back</h2>
<p>Withdrawing removes the endorsement from the service within seconds. Readers of the feed are told. The history keeps it.</p>
<div class="row">${published && form('withdraw', 'Withdraw this endorsement', 'danger')}
${scheduled && form('unschedule', 'Cancel the schedule', 'quiet')}</div></section>`
}
