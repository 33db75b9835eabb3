import type { AuditEntry } from '../../../data/store/state/state.ts'
import { html } from '../html.ts'
import type { Page } from './layout.ts'
import { instant, table } from './table.ts'

export function auditPage(entries: readonly AuditEntry[]): Page {
  return {
    title: 'Audit',
    here: '/console/audit',
    main: html`<section class="card">
${table(
  `The latest ${entries.length} changes of accounts, keys and plans`,
  ['When (UTC)', 'By', 'What', 'Account', 'Set to'],
  entries.map(({ at, by, action, account, detail }) => [
    instant(at),
    by,
    html`<code>${action}</code>`,
    account,
    html`<span class="detail">${Object.entries(detail).map(([name, value]) => html`<span>${name} <b>${toText(value)}</b></span> `)}</span>`,
  ]),
)}
</section>`,
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'any' : value.map(toText).join(', ')
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
