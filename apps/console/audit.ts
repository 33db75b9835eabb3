import { showName } from '../../data/access/account.ts'
import type { AuditEntry } from '../../data/store/state/audit.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { html } from '../web/html.ts'
import { instant, long, table } from '../web/table.ts'
import { type ConsoleMemberSession, type ConsolePage, showPage } from './page.ts'

const SHOWN = 100

export async function answerAudit(session: ConsoleMemberSession): Promise<Reply> {
  return showPage(session, auditPage(await session.host.state.audit(null, SHOWN)))
}

export function auditPage(entries: readonly AuditEntry[]): ConsolePage {
  return {
    title: 'Audit',
    here: '/console/audit',
    main: html`<section class="card">
${table({
  caption: `The latest ${entries.length} changes of accounts, keys and plans`,
  columns: ['Time (UTC)', 'By', 'Action', 'Account', 'Set to'],
  rows: entries.map(({ at, by, action, account, detail }) => [
    instant(at),
    long(showName(by)),
    html`<code>${action}</code>`,
    long(account === null ? null : showName(account)),
    Object.keys(detail).length > 0 &&
      html`<span class="detail">${Object.entries(detail).map(([name, value]) => html`<span>${name} <b>${long(toText(value))}</b></span> `)}</span>`,
  ]),
})}
</section>`,
  }
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'any' : value.map(toText).join(', ')
  if (value === null) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
