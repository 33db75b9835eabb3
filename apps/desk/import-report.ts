// HTML of the import: the form for a file, and the report of what each of its lines means.

import { type DeskContest, picksAllowed } from '../../data/desk/check.ts'
import {
  type FileProblem,
  type ImportPlan,
  isKept,
  type PlannedPosition,
  type PlannedRecord,
} from '../../data/desk/file.ts'
import type { DeskPick } from '../../data/desk/position.ts'
import { field, hiddenToken, summary, textArea } from '../web/field.ts'
import type { Problems } from '../web/form.ts'
import { type Html, type HtmlPart, html } from '../web/html.ts'
import { countOf, fill, fillHtml } from '../web/sentence.ts'
import { table } from '../web/table.ts'
import { DESK_IMPORT_STOPS_MAX, type FileStop } from './import-file.ts'
import { moment } from './position-text.ts'
import type { DeskPage, DeskView } from './session.ts'
import type { Words } from './words/words.ts'

const REQUIRED = ['election', 'contest', 'choice']
const OPTIONAL = [
  'endorser',
  'party',
  'district',
  'stance',
  'rank',
  'statement',
  'statement_es',
  'source_url',
  'published_on',
]

/** Everything that is wrong with a file that cannot be read as it is. */
export type ImportFaults = Pick<ImportPlan, 'records' | 'problems'> & { stops: readonly FileStop[] }

interface ImportView {
  path: string
  /** Of the endorser. */
  slug: string
  token: string
  /** As it was pasted. */
  text: string
  /** Of the file that was sent. */
  faults: ImportFaults | null
  /** The limits in words. */
  size: string
  records: string
}

export function importPage(
  { words, href }: DeskView,
  { path, slug, token, text, faults, size, records }: ImportView,
  problems: Problems,
): DeskPage {
  const columns = (names: readonly string[]): Html =>
    html`${names.map((name, at) => html`${at > 0 && ', '}<code>${name}</code>`)}`
  return {
    title: words.importTitle,
    main: html`<p class="lead">${words.importLead}</p>
${summary(problems, words)}
${faults && faultsOf(words, faults)}
<form class="card" method="post" action="${href(`${path}/import`)}" enctype="multipart/form-data">
${hiddenToken(token)}
${field({ name: 'file', label: words.importFile, type: 'file', accept: '.csv,.json,text/csv,application/json', hint: fill(words.importFileHint, { size, records }) }, problems)}
${textArea({ name: 'text', label: words.importText, value: text, rows: 6 }, problems)}
<button>${words.importCheck}</button>
</form>
<section class="card" aria-labelledby="format-title"><h2 id="format-title">${words.importFormat}</h2>
<p>${fillHtml(words.importColumns, { required: columns(REQUIRED), optional: columns(OPTIONAL) })}</p>
<p>${fillHtml(words.importEndorser, { column: html`<code>endorser</code>`, slug: html`<code>${slug}</code>` })}</p>
<p>${words.importMatching}</p>
<p>${words.importWhole}</p>
<p>${words.importRefusedAlone}</p></section>
<p><a href="${href(path)}">${words.backToPositions}</a></p>`,
  }
}

/** The places at which the file cannot be read, and what is wrong with its other lines. */
function faultsOf(words: Words, { stops, problems, records }: ImportFaults): Html {
  const wrong = records.filter((record) => !isKept(record) && record.problems.length > 0)
  const reasonOf = ({ reason, separator }: FileStop): Html =>
    separator === undefined
      ? fillHtml(words.importReader, { reason: html`<span lang="en">${reason}</span>` })
      : html`${fill(words.importSeparator, { got: separator === 'tab' ? words.separatorTab : `“${separator}”` })}`
  return html`<div class="notice warnings"><ul>${stops.map(
    (stop) =>
      html`<li>${stop.line !== null && `${fill(words.lineNumber, { line: stop.line })} `}${reasonOf(stop)}</li>`,
  )}</ul>${stops.length > DESK_IMPORT_STOPS_MAX && html`<p>${words.importStopsMore}</p>`}
<p>${words.importNothingPublished}</p></div>
${generalTable(words, problems)}
${wrong.length > 0 && refusedSection(words, wrong, new Map())}`
}

interface ReportView {
  plan: ImportPlan
  /** In the language of the page. */
  contests: ReadonlyMap<number, DeskContest>
  warnings: readonly { title: string; warning: string }[]
  /** Problems of the confirmation. */
  problems: Problems
  /** Contests of which the editor has a draft already. */
  drafts: readonly string[]
  text: string
  /** Of the plan. */
  seen: string
  /** True if something changed since the editor saw a report. */
  late: boolean
  path: string
  token: string
}

export function reportPage(view: DeskView, seen: ReportView): DeskPage {
  const { words, href } = view
  const { plan, contests, late, path } = seen
  const refused = plan.records.filter(({ effect }) => effect === 'refused')
  const others = plan.records.filter(({ effect }) => effect !== 'refused')
  return {
    title: words.reportTitle,
    main: html`${late && html`<div class="problems" role="alert"><p>${words.reportChangedMeanwhile}</p></div>`}
${summary(seen.problems, words)}
<p class="lead">${counts(words, plan.records)}</p>
${generalTable(words, plan.problems)}
${refused.length > 0 && refusedSection(words, refused, contests)}
${secondLook(words, plan.positions, seen)}
${plan.positions.length === 0 ? html`<p><b>${words[plan.records.length === 0 ? 'reportEmpty' : refused.length === 0 ? 'reportAllSame' : 'reportNothing']}</b></p>` : confirmForm(view, seen)}
${
  others.length > 0 &&
  html`<section class="card" aria-labelledby="others-title"><h2 id="others-title">${words.reportOthersTitle}</h2>
${table({
  caption: words.reportOthersTitle,
  captionUnseen: true,
  columns: [words.line, words.contest, words.choice, words.effect, words.notes],
  rows: others.map((record) => [
    placeOf(words, record),
    titleOf(record, contests),
    record.stance ? words[`stance_${record.stance.stance}`] : labelOf(record, contests),
    effectOf(words, record),
    record.problems.length === 0 ? words.none : notes(words, record.problems),
  ]),
})}</section>`
}
<p><a href="${href(`${path}/import`)}">${words.anotherFile}</a> · <a href="${href(path)}">${words.backToPositions}</a></p>`,
  }
}

function counts(words: Words, records: readonly PlannedRecord[]): string {
  const count = (effect: PlannedRecord['effect']): number => records.filter((one) => one.effect === effect).length
  const [added, changed, unchanged] = [count('added'), count('changed'), count('unchanged')]
  return fill(words.reportCounts, { added, changed, unchanged, refused: count('refused') })
}

function generalTable(words: Words, problems: readonly FileProblem[]): Html | null {
  if (problems.length === 0) return null
  return html`<section class="card" aria-labelledby="general-title"><h2 id="general-title">${words.reportGeneralTitle}</h2>
${table({
  caption: words.reportGeneralTitle,
  captionUnseen: true,
  columns: [words.field, words.got, words.expected],
  rows: problems.map((problem) => problemCells(words, problem)),
})}</section>`
}

type Contests = ReadonlyMap<number, DeskContest>

function refusedSection(words: Words, refused: readonly PlannedRecord[], contests: Contests): Html {
  return html`<section class="card" aria-labelledby="refused-title"><h2 id="refused-title">${words.reportRefusedTitle}</h2>
<p>${words.reportRefusedLead}</p>
${refusedTable(words, refused, contests)}</section>`
}

function refusedTable(words: Words, records: readonly PlannedRecord[], contests: Contests): Html {
  const rows = records.flatMap((record): HtmlPart[][] => {
    const { contest, choice } = record.stated
    const known = [placeOf(words, record), contest || words.none, choice || words.none]
    if (record.held_back !== null) return [[...known, words.none, words.none, sayHeldBack(words, record, records)]]
    return record.problems.map((problem) => {
      if (problem.code !== TOO_MANY) return [...known, ...problemCells(words, problem)]
      const together = records.filter((one) => one.contest_id === record.contest_id && hasTooMany(one))
      const contest = contests.get(record.contest_id ?? 0)
      const lines = together.map((one) => placeOf(words, one))
      return [...known, ...problemCells(words, problem, sayTooMany(words, contest, lines))]
    })
  })
  return table({
    caption: words.reportRefusedTitle,
    captionUnseen: true,
    rows,
    columns: [words.line, words.contest, words.choice, words.field, words.got, words.expected],
  })
}

function sayHeldBack(words: Words, { held_back }: PlannedRecord, records: readonly PlannedRecord[]): string {
  if (held_back === 'refused') return words.heldBack
  const unmatched = records.filter(({ contest_id }) => contest_id === null)
  return fill(words.heldBackUnmatched, { lines: unmatched.map((one) => placeOf(words, one)).join('; ') })
}

const TOO_MANY = 'too-many-picks'
const hasTooMany = ({ problems }: PlannedRecord): boolean => problems.some(({ code }) => code === TOO_MANY)

function problemCells(
  words: Words,
  problem: FileProblem,
  expected = sayExpected(words, problem, { kept: false }),
): (Html | string)[] {
  const { field, got, likely } = problem
  return [
    field === null ? words.none : html`<code>${field}</code>`,
    got === null ? words.none : html`<span class="got">${got}</span>`,
    html`${expected}${likely !== null && html`<br><span class="soft">${fill(words.didYouMean, { names: likely })}</span>`}`,
  ]
}

function notes(words: Words, problems: readonly FileProblem[]): Html {
  return html`${problems.map(
    (problem, at) =>
      html`${at > 0 && html`<br>`}${problem.field !== null && html`<code>${problem.field}</code> `}<span class="got">${problem.got}</span> ${words.expected}: ${sayExpected(words, problem, { kept: true })}`,
  )}`
}

function secondLook(
  words: Words,
  positions: readonly PlannedPosition[],
  { contests, warnings }: ReportView,
): Html | null {
  const empties = positions.flatMap((one) => one.emptied.map((emptied) => ({ ...emptied, one })))
  const cancels = positions.flatMap((one) => (one.cancels === null ? [] : [{ at: one.cancels, one }]))
  if (empties.length + cancels.length + warnings.length === 0) return null
  return html`<div class="notice warnings"><p><b>${words.lookAgain}</b></p><ul>
${empties.map(({ pick, fields, one }) => {
  const named = fields.map((field) => `“${words[field]}”`).join(', ')
  const [label, title] = [labelIn(contests, one, pick), titleIn(contests, one)]
  return html`<li>${fill(words.empties, { label, title, fields: named })}</li>`
})}${cancels.map(({ at, one }) => html`<li>${fillHtml(words.cancelsSchedule, { title: titleIn(contests, one), moment: moment(at) })}</li>`)}${warnings.map(
  ({ title, warning }) => html`<li>${fill(words.warnsIn, { title, warning })}</li>`,
)}</ul></div>`
}

function titleIn(contests: Contests, { position: { contest_id, title } }: PlannedPosition): string {
  return contests.get(contest_id)?.title ?? title
}

function labelIn(contests: Contests, { position: { contest_id } }: PlannedPosition, pick: DeskPick): string {
  return contests.get(contest_id)?.choices.find(({ id }) => id === pick.choice_id)?.label ?? pick.label
}

/** The names of what is withdrawn, and the box that must be ticked before they are. */
function withdrawals(words: Words, { plan, contests, problems }: ReportView): Html | null {
  const drops = plan.positions.flatMap((one) => one.dropped.map((pick) => ({ pick, one })))
  if (drops.length === 0) return null
  const problem = problems.withdraws
  return html`<fieldset class="field withdraws${problem !== undefined && ' wrong'}">
<legend>${countOf(drops.length, words.dropsOne, words.dropsMany)}</legend>
<p class="hint" id="withdraws-hint">${words.dropsLead}</p>
<ul>${drops.map(({ pick, one }) => html`<li>${fillHtml(words.drops, { label: html`<b>${labelIn(contests, one, pick)}</b>`, title: titleIn(contests, one) })}</li>`)}</ul>
${problem !== undefined && html`<p class="problem" id="withdraws-problem">${problem}</p>`}
<label class="check"><input type="checkbox" name="withdraws" value="1" id="withdraws" required aria-describedby="withdraws-hint"${problem !== undefined && html` aria-invalid="true"`}>
<span>${countOf(drops.length, words.dropsConfirmOne, words.dropsConfirmMany)}</span></label>
</fieldset>`
}

function confirmForm(view: DeskView, seenReport: ReportView): Html {
  const { words, href } = view
  const { plan, text, seen, drafts, path, token } = seenReport
  const positions = countOf(plan.positions.length, words.positionsCountOne, words.positionsCountMany)
  return html`<form class="card" method="post" action="${href(`${path}/import/confirm`)}" enctype="multipart/form-data">
${hiddenToken(token)}
<input type="hidden" name="seen" value="${seen}">
<input type="hidden" name="text" value="${text}">
<p>${words.confirmLead}</p>
${drafts.length > 0 && html`<p>${fill(words.confirmDraftsKept, { titles: drafts.join(', ') })}</p>`}
${withdrawals(words, seenReport)}
<p class="row"><button name="act" value="publish">${fill(words.confirmPublish, { positions })}</button>
<button name="act" value="drafts" class="quiet" formnovalidate>${words.confirmDrafts}</button></p>
</form>`
}

function placeOf(words: Words, { line, item }: PlannedRecord): string {
  const shown = line === null ? '' : String(line)
  return item === null ? shown : fill(words.lineItem, { line: shown, item })
}

function titleOf({ contest_id, stated }: PlannedRecord, contests: ReadonlyMap<number, DeskContest>): string {
  return contests.get(contest_id ?? 0)?.title ?? stated.contest
}

function labelOf({ contest_id, pick, stated }: PlannedRecord, contests: ReadonlyMap<number, DeskContest>): string {
  const label = contests.get(contest_id ?? 0)?.choices.find(({ id }) => id === pick?.choice_id)?.label
  return `${pick && pick.rank !== null ? `${pick.rank}. ` : ''}${label ?? stated.choice}`
}

const TONES = { added: 'active', changed: 'pending', unchanged: '', refused: 'suspended' } as const

function effectOf(words: Words, { effect }: PlannedRecord): Html {
  return html`<span class="state ${TONES[effect]}">${words[`effect_${effect}`]}</span>`
}

// Sentences of what a refused or changed field was expected to be.

/** The sentences of the reader's issues, by code (data/reference/endorsements.md). */
const BY_CODE = {
  'missing-value': 'code_missing',
  'unmatched-election': 'code_unmatched_election',
  'ambiguous-election': 'code_ambiguous_election',
  'unmatched-contest': 'code_unmatched_contest',
  'ambiguous-contest': 'code_ambiguous_contest',
  'unmatched-choice': 'code_unmatched_choice',
  'ambiguous-choice': 'code_ambiguous_choice',
  'unmatched-endorser': 'code_other_endorser',
  'ambiguous-endorser': 'code_other_endorser',
  'foreign-endorser': 'code_other_endorser',
  'duplicate-endorsement': 'code_repeated',
  'ragged-line': 'code_ragged',
  'unknown-field': 'code_unknown_field',
  'unknown-column': 'code_unknown_field',
  'mended-name': 'code_mended',
  'rank-outside-ranking': 'code_no_ranks',
  'stance-beside-choice': 'code_stance_beside',
  'duplicate-stance': 'code_stance_repeated',
  'conflicting-endorser': 'code_conflict',
} as const satisfies Record<string, keyof Words>

const BY_FIELD = {
  endorser: 'format_endorser',
  election: 'format_election',
  contest: 'format_contest',
  choice: 'format_choice',
  stance: 'format_stance',
  rank: 'format_rank',
  party: 'format_party',
  district: 'format_district',
  statement: 'expected_statement',
  statement_es: 'expected_statement_es',
  source_url: 'expected_source_url',
  published_on: 'expected_published_on',
} as const satisfies Record<string, keyof Words>

/**
 * A position that its contest does not permit.
 * @param contest undefined if it is not known @param lines of the position, as the page calls them
 */
function sayTooMany(
  words: Words,
  contest: Pick<DeskContest, 'vote_method' | 'votes_allowed'> | undefined,
  lines: readonly string[],
): string {
  const allowed = contest && picksAllowed(contest)
  const permitted = allowed ? countOf(allowed, words.permittedOne, words.permittedMany) : words.permittedByContest
  return fill(words.code_too_many, { permitted, lines: lines.join(', ') })
}

/** @param kept whether the record goes in, without this field */
export function sayExpected(
  words: Words,
  { code, field }: Pick<FileProblem, 'code' | 'field'>,
  { kept }: { kept: boolean },
): string {
  if (isKey(BY_CODE, code)) return words[BY_CODE[code]]
  const expected = field !== null && isKey(BY_FIELD, field) ? words[BY_FIELD[field]] : words.anyOther
  return kept ? fill(words.code_left_out, { expected }) : expected
}

function isKey<Table extends object>(table: Table, key: string): key is Extract<keyof Table, string> {
  return Object.hasOwn(table, key)
}
