// The operator's page of the audit: who changed what, and when. Its filters are in the address, so that a link shows the same entries.

import { z } from 'zod'
import { AUDIT_ACTIONS, showName } from '../../data/access/account.ts'
import { date } from '../../data/schema/scalar.ts'
import type { AuditEntry, AuditFilter } from '../../data/store/state/audit.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { instant, long, table } from '../web/table.ts'
import { type ConsoleMemberSession, type ConsolePage, showPage } from './page.ts'

/** @setting Entries on a page of the console's audit. */
export const CONSOLE_AUDIT_SHOWN = 100

export async function answerAudit(session: ConsoleMemberSession): Promise<Reply> {
  const { host, query } = session
  const typed = typedOf(query)
  const problems: Problems = {}
  const filter = readFilter(typed, problems)
  if (Object.keys(problems).length > 0) return showPage(session, auditPage({ typed }, problems), { status: 400 })
  // One more tells whether there are older ones.
  const entries = await host.state.audit(null, CONSOLE_AUDIT_SHOWN + 1, filter)
  const shown = entries.slice(0, CONSOLE_AUDIT_SHOWN)
  const last = entries.length > CONSOLE_AUDIT_SHOWN ? shown.at(-1) : undefined
  return showPage(session, auditPage({ typed, shown, older: last?.id ?? null }))
}

// The filters.

/** As typed. */
type AuditTyped = Record<keyof AuditFilter, string>

function typedOf(query: URLSearchParams): AuditTyped {
  const one = (name: string): string => (query.get(name) ?? '').trim()
  return { person: one('person'), action: one('action'), day: one('day'), before: one('before') }
}

/** As names of accounts are stored. */
const person = z.string().normalize('NFKC').max(100)
const entryId = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

function readFilter(typed: AuditTyped, problems: Problems): AuditFilter {
  const read = <Value>(name: keyof AuditTyped, schema: z.ZodType<Value>, otherwise: string): Value | undefined =>
    typed[name] === ''
      ? undefined
      : parseField(schema, typed[name], { problems, field: name === 'before' ? 'form' : name, otherwise })
  const filter = {
    person: read('person', person, 'Person: expected at most 100 characters, as a name has.'),
    action: read('action', z.enum(AUDIT_ACTIONS), 'Action: choose one from the list.'),
    day: read('day', date, 'Day: expected a day such as 2028-11-07, or an empty field.'),
    before: read('before', entryId, 'The link to older entries is not complete: filter again.'),
  }
  const { person: name, action, day, before } = filter
  return {
    ...(name !== undefined && { person: name }),
    ...(action !== undefined && { action }),
    ...(day !== undefined && { day }),
    ...(before !== undefined && { before }),
  }
}

// The HTML.

interface AuditView {
  typed: AuditTyped
  /** Absent beside a problem. */
  shown?: readonly AuditEntry[]
  /** The id before which there are older entries; null: there are none. */
  older?: number | null
}

export function auditPage({ typed, shown, older = null }: AuditView, problems: Problems = {}): ConsolePage {
  return {
    title: 'Audit',
    here: '/console/audit',
    main: html`${summary(problems)}
${filterForm(typed, problems)}
${shown && (shown.length === 0 ? html`<p>No entry matches. ${typed.person !== '' && 'The filter needs the whole name of the person, as an entry has it. '}<a href="/console/audit">Show all entries</a></p>` : entriesTable(shown))}
${older !== null && html`<p><a class="button quiet" href="${linkTo({ ...typed, before: String(older) })}">Older entries</a></p>`}`,
  }
}

function filterForm(typed: AuditTyped, problems: Problems): Html {
  const isFiltered = Object.values(typed).some((text) => text !== '')
  return html`<form class="card filters" method="get" action="/console/audit" role="search">
${field({ name: 'person', label: 'Person', value: typed.person, autocomplete: 'off', hint: 'Who made the change, or whose account it is.' }, problems)}
<div class="field${problems.action !== undefined && ' wrong'}"><label for="action">Action</label>
${problems.action !== undefined && html`<p class="problem" id="action-problem">${problems.action}</p>`}
<select id="action" name="action"${problems.action !== undefined && html` aria-invalid="true" aria-describedby="action-problem"`}>
<option value="">any</option>${AUDIT_ACTIONS.map((action) => html`<option${action === typed.action && html` selected`}>${action}</option>`)}</select></div>
${field({ name: 'day', label: 'Day (UTC)', value: typed.day, type: 'date' }, problems)}
<p class="row"><button>Filter</button>${isFiltered && html` <a href="/console/audit">Show all entries</a>`}</p>
</form>`
}

function linkTo(typed: AuditTyped): string {
  return `/console/audit?${new URLSearchParams(Object.entries(typed).filter(([, text]) => text !== ''))}`
}

function entriesTable(entries: readonly AuditEntry[]): Html {
  return html`<section class="card">
${table({
  caption: `${entries.length === 1 ? 'One change' : `${entries.length} changes`} of accounts, keys, plans and desks, the newest first`,
  columns: ['Time (UTC)', 'By', 'Action', 'Account', 'Set to'],
  rows: entries.map(({ at, by, action, account, detail }) => [
    instant(at),
    personLink(by),
    html`<code>${action}</code>`,
    account === null ? null : personLink(account),
    Object.keys(detail).length > 0 &&
      html`<span class="detail">${Object.entries(detail).map(([name, value]) => html`<span>${name} <b>${long(toText(value))}</b></span> `)}</span>`,
  ]),
})}
</section>`
}

/** To everything of that person. */
function personLink(name: string): Html {
  return html`<a href="${`/console/audit?${new URLSearchParams({ person: name })}`}">${long(showName(name))}</a>`
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'any' : value.map(toText).join(', ')
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
