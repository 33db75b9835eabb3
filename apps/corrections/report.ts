// The form that reports an error: no account, and nothing of the person or the address is kept.

import { ApiError } from '../../data/schema/api-error.ts'
import { CORRECTION_LENGTH_MAX } from '../../data/schema/constants.ts'
import { correctionText, recordReference } from '../../data/schema/correction.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Problems, parseField } from '../web/form.ts'
import { html } from '../web/html.ts'
import { toPageReply } from '../web/reply.ts'
import { fill } from '../web/sentence.ts'
import { formPage } from './pages.ts'
import { type CorrectionVisit, showCorrections } from './visit.ts'

/** A refusal in the language of the visitor; other errors have an English sentence. */
export class CorrectionRefusal extends ApiError {}

export async function answerForm(visit: CorrectionVisit): Promise<Reply> {
  const record = readRecord(visit, visit.query.get('record') ?? '')
  return showForm(visit, { record, text: '' })
}

export async function sendReport(visit: CorrectionVisit): Promise<Reply> {
  const { host, form, network, words, now } = visit
  const record = readRecord(visit, form.text('record'))
  const typed = form.secret('text')
  const problems: Problems = {}
  const text = parseField(correctionText, typed, {
    ...{ problems, field: 'text', otherwise: fill(words.textExpected, { count: CORRECTION_LENGTH_MAX }) },
  })
  if (text === undefined) return showForm(visit, { record, text: typed }, problems, { status: 400 })
  // Counted in memory, apart from passwords: ten a minute from one network.
  const seconds = await host.admission.attempt({ network: `reports of ${network}`, account: null })
  if (seconds !== undefined) {
    problems.form = fill(words.throttled, { seconds })
    const headers = ['Retry-After', String(seconds)]
    return showForm(visit, { record, text: typed }, problems, { status: 429, headers })
  }
  const opened = await host.state.openCorrection({ record, text }, new Date(now).toISOString())
  if ('refused' in opened) {
    problems.form = words.full
    return showForm(visit, { record, text: typed }, problems, { status: 503 })
  }
  return toPageReply(html``, { status: 303, headers: ['Location', `/corrections?sent=${opened.id}`] })
}

function showForm(
  visit: CorrectionVisit,
  { record, text }: { record: string; text: string },
  problems: Problems = {},
  reply: { status?: number; headers?: readonly string[] } = {},
): Reply {
  const { words, visitor, nameOf } = visit
  const main = formPage(visit, { record, text, name: nameOf(record), token: visitor.token }, problems)
  return showCorrections(visit, { title: words.report, main, path: `/corrections/new?record=${record}` }, reply)
}

/** Throws ApiError 400, or 404 for a record that the data lacks, to a visitor who may see records. */
function readRecord({ words, nameOf }: CorrectionVisit, text: string): string {
  const { data: record } = recordReference.safeParse(text)
  if (record === undefined) throw new CorrectionRefusal('invalid_parameter', words.wrongRecord)
  if (nameOf(record) === null) throw new CorrectionRefusal('not_found', words.unknownRecord)
  return record
}
