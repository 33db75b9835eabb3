// HTML of the form of one contest.

import { type DeskContest, isRanked, picksAllowed, readFields, textField } from '../../data/desk/check.ts'
import { DESK_TEXT_FIELDS, type DraftFields } from '../../data/desk/position.ts'
import { STANCES } from '../../data/schema/vocabulary.ts'
import type { HeldPosition } from '../../data/store/state/desk.ts'
import { field, hiddenToken, summary, textArea } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { fill, fillHtml } from '../web/sentence.ts'
import { moment, positionText } from './position-text.ts'
import { type DeskPage, type DeskView, inLanguage, nameElection } from './session.ts'
import { fieldName, type Words } from './words/words.ts'

export interface EditorView {
  /** In the language of the page. */
  contest: DeskContest
  fields: DraftFields
  /** The version of the position that the draft began with. */
  base: number
  /** The draft's version; 0: none is saved. */
  draft: number
  saved_at: string | null
  /** The draft that another window of this editor has saved meanwhile. */
  other: { fields: DraftFields; saved_at: string } | null
  held: HeldPosition | null
  /** Of the endorser's desk. */
  path: string
  token: string
}

export function editorPage(view: DeskView, seen: EditorView, problems: Problems): DeskPage {
  const { words, href } = view
  const { contest, fields, base, draft, saved_at, other, held, path, token } = seen
  const at = `${path}/contests/${contest.id}`
  return {
    title: contest.title,
    main: html`<p class="lead">${nameElection(contest.election)}, ${contest.district.name}. ${rule(words, contest)}</p>
${summary(problems, words)}
${otherWindow(view, seen)}
${standing(view, contest, held, base)}
<form class="card" method="post" action="${href(at)}" data-autosaves${other && html` data-unsaved`} data-words="${JSON.stringify(scriptWords(words))}">
${hiddenToken(token)}
<input type="hidden" name="base" value="${base}">
<input type="hidden" name="draft" value="${draft}">
${isRanked(contest) ? ranks(words, contest, fields, problems) : picks(words, contest, fields, problems)}
${stances(words, fields, problems)}
<h2>${words.whyWhere}</h2>
${texts(words, fields, { problems, hint: picksAllowed(contest) === 1 ? words.statementHint : words.statementForAll })}
${ownTexts(words, contest, fields, problems)}
<p class="saved small soft" role="status" data-saved>${saved_at === null || other ? words.draftUnsaved : fillHtml(words.draftSavedAt, { moment: moment(saved_at) })}</p>
<p class="row"><button name="act" value="preview">${words.preview}</button>
<button name="act" value="save" class="quiet">${words.saveDraft}</button></p>
</form>
${
  draft > 0 &&
  html`<form class="discard" method="post" action="${href(`${at}/discard`)}">${hiddenToken(token)}
<button class="quiet danger">${words.discardDraft}</button></form>`
}
${held && (held.published ?? held.scheduled) && takeBack(view, held, at, token)}`,
  }
}

/** The sentences of desk.js. */
function scriptWords({ scriptSaved, scriptUnsaved, scriptEnded, scriptLost }: Words) {
  return { saved: scriptSaved, unsaved: scriptUnsaved, ended: scriptEnded, lost: scriptLost }
}

function rule(words: Words, contest: DeskContest): string {
  if (isRanked(contest)) return fill(words.votersRank, { count: contest.ranks_allowed ?? contest.choices.length })
  const allowed = picksAllowed(contest)
  if (allowed === null) return words.votersAny
  return allowed === 1 ? words.votersOne : fill(words.votersUpTo, { count: allowed })
}

function otherWindow({ words }: DeskView, { other, contest }: EditorView): Html | null {
  if (!other) return null
  const position = readFields(other.fields, contest)
  return html`<div class="problems" role="alert"><p>${fill(words.otherWindowSaved, { time: other.saved_at.slice(11, 16) })}</p>
${
  'problems' in position
    ? html`<dl class="typed">${Object.entries(other.fields).map(([name, value]) => html`<dt><code>${name}</code></dt><dd>${value}</dd>`)}</dl>`
    : positionText(words, position)
}
<p>${words.otherWindowCopy}</p></div>`
}

function standing(view: DeskView, contest: DeskContest, held: HeldPosition | null, base: number): Html | null {
  if (!held) return null
  const { words } = view
  const { published, scheduled, publish_at, version, changed_by, changed_at } = held
  if (!published && !scheduled && version === base) return null
  return html`<details class="card"${version !== base && html` open`}>
<summary><h2>${version === base ? words.publishedNow : fill(words.changedSince, { name: changed_by })}</h2></summary>
<p class="small soft">${changed_by}, ${moment(changed_at)}</p>
${published ? positionText(words, inLanguage(published, contest, view)) : html`<p>${scheduled ? words.nothingNow : words.nothingWithdrawn}</p>`}
${scheduled && publish_at !== null && html`<h3>${fillHtml(words.fromMoment, { moment: moment(publish_at) })}</h3>${positionText(words, inLanguage(scheduled, contest, view))}`}
</details>`
}

function picks(words: Words, contest: DeskContest, fields: DraftFields, problems: Problems): Html {
  const type = picksAllowed(contest) === 1 ? 'radio' : 'checkbox'
  const chosen = (fields.pick ?? '').split(',')
  // A radio button cannot be unticked: a stance needs a way to choose nobody.
  const nobody =
    type === 'radio' &&
    html`<label class="check">
<input type="radio" name="pick" value=""${(fields.pick ?? '') === '' && html` checked`}>
<span>${words.noChoice}</span></label>`
  return choiceSet(
    words.endorsed,
    problems.pick,
    contest.choices.map(
      ({ id, label, party_label, withdrawn }, index) => html`<label class="check">
<input type="${type}" name="pick" value="${id}"${index === 0 && html` id="pick"`}${chosen.includes(String(id)) && html` checked`}>
<span>${label} ${facts(words, party_label, withdrawn)}</span></label>`,
    ),
    nobody,
  )
}

function ranks(words: Words, contest: DeskContest, fields: DraftFields, problems: Problems): Html {
  const numbers = contest.choices.map((_, index) => String(index + 1))
  return choiceSet(
    words.ranking,
    problems.pick,
    contest.choices.map(({ id, label, party_label, withdrawn }, index) => {
      const name = `rank-${id}`
      const problem = problems[name]
      return html`<div class="ranked${problem !== undefined && ' wrong'}">
<select id="${name}" name="${name}" aria-labelledby="label-${id}"${problem !== undefined && html` aria-invalid="true" aria-describedby="${name}-problem"`}>
<option value="">${words.notRanked}</option>${numbers.map((number) => html`<option${fields[name] === number && html` selected`}>${number}</option>`)}</select>
<span id="label-${id}"${index === 0 && html` data-first`}>${label} ${facts(words, party_label, withdrawn)}</span>
${problem !== undefined && html`<p class="problem" id="${name}-problem">${problem}</p>`}</div>`
    }),
  )
}

/** Why there is no endorsement, in place of choices. */
function stances(words: Words, fields: DraftFields, problems: Problems): Html {
  const problem = problems.stance
  const options = ['', ...STANCES] as const
  return html`<fieldset class="field${problem !== undefined && ' wrong'}"${problem !== undefined && html` aria-describedby="stance-problem"`}>
<legend>${words.stanceLegend}</legend>
<p class="hint">${words.stanceHint}</p>
${problem !== undefined && html`<p class="problem" id="stance-problem">${problem}</p>`}
${options.map(
  (value, index) => html`<label class="check">
<input type="radio" name="stance" value="${value}"${index === 0 && html` id="stance"`}${(fields.stance ?? '') === value && html` checked`}>
<span>${value === '' ? words.stanceNone : words[`stance_${value}`]}</span></label>`,
)}
</fieldset>`
}

function choiceSet(
  legend: string,
  problem: string | undefined,
  choices: readonly Html[],
  last: Html | false = false,
): Html {
  return html`<fieldset class="field${problem !== undefined && ' wrong'}"${problem !== undefined && html` aria-describedby="pick-problem"`}>
<legend>${legend}</legend>
${problem !== undefined && html`<p class="problem" id="pick-problem">${problem}</p>`}
${choices}
${last}
</fieldset>`
}

function facts(words: Words, party: string | null, withdrawn: boolean): Html {
  return html`<span class="soft">${party}</span>${withdrawn && html` <span class="state pending">${words.choiceWithdrawn}</span>`}`
}

/** @param hint below the statement */
function texts(
  words: Words,
  fields: DraftFields,
  { problems, hint, of }: { problems: Problems; hint: string; of?: { id: number; label: string } },
): Html {
  const name = (what: (typeof DESK_TEXT_FIELDS)[number]): string => textField(what, of?.id)
  const common = (what: (typeof DESK_TEXT_FIELDS)[number]) => ({
    name: name(what),
    label: fieldName(words, what, of?.label),
    value: fields[name(what)] ?? '',
  })
  const rows = of ? 3 : 5
  return html`${textArea({ ...common('statement'), rows, lang: 'en', hint }, problems)}
${textArea({ ...common('statement_es'), rows, lang: 'es' }, problems)}
${field({ ...common('source_url'), hint: words.sourceHint }, problems)}
${field({ ...common('published_on'), type: 'date' }, problems)}`
}

/** One more text for each choice, where several may be endorsed. */
function ownTexts(words: Words, contest: DeskContest, fields: DraftFields, problems: Problems): Html | null {
  if (picksAllowed(contest) === 1) return null
  const names = (id: number): string[] => DESK_TEXT_FIELDS.map((what) => textField(what, id))
  return html`<div class="own">${contest.choices.map(({ id, label }) => {
    const open = names(id).some((name) => (fields[name] ?? '') !== '' || problems[name] !== undefined)
    return html`<details${open && html` open`}><summary>${fill(words.ownText, { label })}</summary>
<p class="hint">${words.ownTextHint}</p>
${texts(words, fields, { problems, hint: words.statementHint, of: { id, label } })}</details>`
  })}</div>`
}

function takeBack(
  { words, href }: DeskView,
  { version, scheduled, published }: HeldPosition,
  at: string,
  token: string,
): Html {
  return html`<section class="card" aria-labelledby="take-back"><h2 id="take-back">${words.takeBack}</h2>
${published && html`<p>${published.stance === undefined ? words.takeBackLead : words.takeBackStance}</p>`}
${scheduled && html`<p>${words.cancelLead}</p>`}
<div class="row">${published && html`<a class="button danger" href="${href(`${at}/withdraw`)}">${published.stance === undefined ? words.withdrawThis : words.withdrawStance}</a>`}
${
  scheduled &&
  html`<form method="post" action="${href(`${at}/unschedule`)}">${hiddenToken(token)}<input type="hidden" name="version" value="${version}">
<button class="quiet">${words.cancelSchedule}</button></form>`
}</div></section>`
}
