// The operator's queue of reported errors: release, reject with a reason, mark as fixed.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import {
  CORRECTIONS_SHOWN,
  recordReference,
  rejectionReason,
  type StoredCorrection,
} from '../../data/schema/correction.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Refusal } from '../../data/store/state/engine.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { field, hiddenToken, summary } from '../web/field.ts'
import { type Problems, parseField } from '../web/form.ts'
import { type Html, html } from '../web/html.ts'
import { changeBy } from '../web/members.ts'
import { instant, lines, table } from '../web/table.ts'
import { group } from './home.ts'
import { type ConsoleMemberSession, type ConsolePage, redirect, showPage } from './page.ts'

const ACTS = ['release', 'reject', 'fix'] as const
const RECORD = { field: 'record', label: 'Record' }
const NOTICES = { release: 'correction-released', reject: 'correction-rejected', fix: 'correction-fixed' } as const

export async function answerCorrections(session: ConsoleMemberSession, problems: Problems = {}): Promise<Reply> {
  const { host, visitor, query } = session
  const { state } = host
  const asked = query.get('record')?.trim() ?? ''
  const record = asked === '' ? undefined : parseField(recordReference, asked, { problems, ...RECORD })
  const list = (status: StoredCorrection['status']) => state.corrections([status], CORRECTIONS_SHOWN, { record })
  const [open, released] = [await list('open'), await list('released')]
  const names = namesOf(
    host,
    [...open, ...released].map(({ record }) => record),
  )
  const [latest] = await state.publications(1)
  const page = correctionsPage(
    {
      open,
      released,
      waiting: await state.countOpenCorrections(),
      names,
      token: visitor.token,
      publication: latest?.publication ?? null,
      only: { asked, record },
    },
    problems,
  )
  return showPage(session, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

export async function decideCorrection(session: ConsoleMemberSession): Promise<Reply> {
  const { host, form } = session
  const { data: id } = wholeNumber.pipe(z.int().positive()).safeParse(form.text('id'))
  const act = ACTS.find((name) => name === form.text('act'))
  if (id === undefined || act === undefined) throw new ApiError('invalid_parameter', 'The form is incomplete.')
  const problems: Problems = {}
  const answer = await decide()
  if (answer === undefined) return answerCorrections(session, problems)
  if ('refused' in answer) return answerCorrections(session, { form: answer.refused })
  return redirect(queuePath(recordReference.safeParse(session.query.get('record')).data), { done: NOTICES[act] })

  /** Undefined if a field is wrong. */
  async function decide(): Promise<StoredCorrection | Refusal | undefined> {
    const by = changeBy(session)
    if (act === 'release') return host.state.releaseCorrection(id ?? 0, by)
    if (act === 'reject') {
      const field = { problems, field: `reason-${id}`, label: `Reason to reject report ${id}` }
      const reason = parseField(rejectionReason, form.text('reason'), field)
      return reason === undefined ? undefined : host.state.rejectCorrection(id ?? 0, reason, by)
    }
    const schema = wholeNumber.pipe(z.int('expected a whole number from 1').min(1, 'expected a whole number from 1'))
    const field = { problems, field: `publication-${id}`, label: `Publication that fixed report ${id}` }
    const publication = parseField(schema, form.text('publication'), field)
    return publication === undefined ? undefined : host.state.fixCorrection(id ?? 0, publication, by)
  }
}

/** Names of those records that the bundle in service holds. */
function namesOf({ data }: Pick<Host, 'data'>, records: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    records.flatMap((record) => {
      const name = data.recordName(record, 'en')
      return name === undefined ? [] : [[record, name] as const]
    }),
  )
}

interface Queue {
  open: readonly StoredCorrection[]
  released: readonly StoredCorrection[]
  /** Number of all open reports. */
  waiting: number
  /** By record; without the records that the bundle lacks. */
  names: ReadonlyMap<string, string>
  token: string
  /** The latest one; null before the first. */
  publication: number | null
  /** The text that the operator typed, and the record that it names. */
  only: { asked: string; record: string | undefined }
}

/** Path of the queue. @param record only its reports */
function queuePath(record?: string): string {
  return record === undefined ? '/console/corrections' : `/console/corrections?record=${record}`
}

function correctionsPage(queue: Queue, problems: Problems = {}): ConsolePage {
  const { open, released, waiting, publication, only } = queue
  const reject = (one: StoredCorrection) =>
    actForm(queue, one, { act: 'reject', button: 'Reject', danger: true }, problems, {
      name: 'reason',
      id: `reason-${one.id}`,
      label: 'Reason',
      required: true,
      autocomplete: 'off',
    })
  return {
    title: 'Corrections',
    here: '/console/corrections',
    main: html`${summary(problems)}
<p>Reports of errors, as people wrote them. A released text is public in <a href="/corrections">the log</a>; reject a text that names private persons, is insulting or advertises. A rejected text is deleted.</p>
<form class="row" method="get" action="/console/corrections">
${field({ name: 'record', label: 'Only reports of this record, such as contest/123', value: only.asked, autocomplete: 'off' }, problems)}
<button>Show</button>${only.record !== undefined && html` <a href="${queuePath()}">Show all</a>`}
</form>
<section class="card" aria-labelledby="open-title">
<h2 id="open-title">${waiting === 1 ? '1 report waits' : `${group(waiting)} reports wait`}${only.record !== undefined && `, ${group(open.length)} of this record`}</h2>
${
  open.length > 0 &&
  table({
    caption: 'Reports that wait',
    captionUnseen: true,
    columns: ['Report', 'Record', 'Text', 'Decide'],
    rows: open.map((one) => [
      html`${one.id}, ${instant(one.opened_at)}`,
      recordOf(queue, one),
      lines(one.text),
      html`${actForm(queue, one, { act: 'release', button: 'Release' }, problems)}${reject(one)}`,
    ]),
  })
}
</section>
<section class="card" aria-labelledby="released-title">
<h2 id="released-title">Public, and not fixed yet</h2>
${
  released.length === 0
    ? html`<p>None.</p>`
    : table({
        caption: 'Public reports',
        captionUnseen: true,
        columns: ['Report', 'Record', 'Text', 'Decide'],
        rows: released.map((one) => [
          html`${one.id}, ${instant(one.opened_at)}`,
          recordOf(queue, one),
          lines(one.text),
          html`${actForm(queue, one, { act: 'fix', button: 'Mark as fixed' }, problems, {
            name: 'publication',
            id: `publication-${one.id}`,
            label: 'Fixed by publication',
            type: 'number',
            min: 1,
            value: publication === null ? '' : String(publication),
            required: true,
          })}${reject(one)}`,
        ]),
      })
}
</section>`,
  }
}

function recordOf({ names }: Queue, { record }: StoredCorrection): Html {
  const name = names.get(record)
  return html`${name ?? 'We don’t have this record'} <a href="${queuePath(record)}"><code>${record}</code></a>`
}

function actForm(
  { token, only }: Queue,
  { id }: StoredCorrection,
  { act, button, danger = false }: { act: string; button: string; danger?: boolean },
  problems: Problems,
  asked?: Parameters<typeof field>[0],
): Html {
  return html`<form method="post" action="${queuePath(only.record)}">
${hiddenToken(token)}
<input type="hidden" name="id" value="${id}"><input type="hidden" name="act" value="${act}">
${asked && field(asked, problems)}
<button${danger && html` class="danger"`}>${button}<span class="unseen"> report ${id}</span></button>
</form>`
}
