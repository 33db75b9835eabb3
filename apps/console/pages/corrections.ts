import type { StoredCorrection } from '../../../data/schema/correction.ts'
import { field, hiddenToken, summary } from '../../web/field.ts'
import type { Problems } from '../../web/form.ts'
import { type Html, html } from '../../web/html.ts'
import { instant, lines, table } from '../../web/table.ts'
import { group } from './chart.ts'
import type { ConsolePage } from './layout.ts'

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
  /** What the operator typed, and the record that it names. */
  only: { asked: string; record: string | undefined }
}

/** Path of the queue. @param record only its reports */
export function queuePath(record?: string): string {
  return record === undefined ? '/console/corrections' : `/console/corrections?record=${record}`
}

export function correctionsPage(queue: Queue, problems: Problems = {}): ConsolePage {
  const { open, released, waiting, publication, only } = queue
  const reject = (one: StoredCorrection) =>
    actForm(queue, one, { act: 'reject', button: 'Reject', danger: true }, problems, {
      ...{ name: 'reason', id: `reason-${one.id}`, label: 'Reason', required: true, autocomplete: 'off' },
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
    ...{ caption: 'Reports that wait', captionUnseen: true, columns: ['Report', 'Record', 'Text', 'Decide'] },
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
        ...{ caption: 'Public reports', captionUnseen: true, columns: ['Report', 'Record', 'Text', 'Decide'] },
        rows: released.map((one) => [
          html`${one.id}, ${instant(one.opened_at)}`,
          recordOf(queue, one),
          lines(one.text),
          html`${actForm(queue, one, { act: 'fix', button: 'Mark as fixed' }, problems, {
            ...{
              name: 'publication',
              id: `publication-${one.id}`,
              label: 'Fixed by publication',
              type: 'number',
              min: 1,
            },
            ...{ value: publication === null ? '' : String(publication), required: true },
          })}${reject(one)}`,
        ]),
      })
}
</section>`,
  }
}

function recordOf({ names }: Queue, { record }: StoredCorrection): Html {
  const name = names.get(record)
  return html`${name ?? 'Not in the data'} <a href="${queuePath(record)}"><code>${record}</code></a>`
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
