// The operator's queue of reported errors: release, reject with a reason, mark as fixed.

import { z } from 'zod'
import { ApiError } from '../../data/schema/api-error.ts'
import { recordReference, rejectionReason, type StoredCorrection } from '../../data/schema/correction.ts'
import { wholeNumber } from '../../data/schema/scalar.ts'
import type { Refusal } from '../../data/store/state/change.ts'
import { CORRECTIONS_SHOWN } from '../../server/constants.ts'
import type { Host } from '../../server/host.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { type Problems, parseField } from '../web/form.ts'
import { changeBy } from '../web/members.ts'
import { correctionsPage, queuePath } from './pages/corrections.ts'
import { redirect, showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

const ACTS = ['release', 'reject', 'fix'] as const
const RECORD = { field: 'record', label: 'Record' }
const NOTICES = { release: 'correction-released', reject: 'correction-rejected', fix: 'correction-fixed' } as const

export async function answerCorrections(visit: ConsoleMemberVisit, problems: Problems = {}): Promise<Reply> {
  const { host, visitor, query } = visit
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
      ...{ open, released, waiting: await state.countOpenCorrections(), names, token: visitor.token },
      publication: latest?.publication ?? null,
      only: { asked, record },
    },
    problems,
  )
  return showPage(visit, page, { status: Object.keys(problems).length > 0 ? 400 : 200 })
}

export async function decideCorrection(visit: ConsoleMemberVisit): Promise<Reply> {
  const { host, form } = visit
  const { data: id } = wholeNumber.pipe(z.int().positive()).safeParse(form.text('id'))
  const act = ACTS.find((name) => name === form.text('act'))
  if (id === undefined || act === undefined) throw new ApiError('invalid_parameter', 'The form is incomplete.')
  const problems: Problems = {}
  const answer = await decide()
  if (answer === undefined) return answerCorrections(visit, problems)
  if ('refused' in answer) return answerCorrections(visit, { form: answer.refused })
  return redirect(queuePath(recordReference.safeParse(visit.query.get('record')).data), { done: NOTICES[act] })

  /** Undefined if a field is wrong. */
  async function decide(): Promise<StoredCorrection | Refusal | undefined> {
    const by = changeBy(visit)
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
