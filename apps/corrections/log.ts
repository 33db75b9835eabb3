// The public log: the reports that an operator released, newest first.

import { toFixTimes, toPublicCorrection } from '../../data/schema/correction.ts'
import { CORRECTIONS_SHOWN } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import { fill } from '../web/sentence.ts'
import { logPage } from './pages.ts'
import { CorrectionRefusal } from './report.ts'
import { type CorrectionVisit, showCorrections } from './visit.ts'

export async function answerLog(visit: CorrectionVisit): Promise<Reply> {
  const { host, query, words, nameOf } = visit
  const before = readId(visit, 'before')
  const sent = readId(visit, 'sent')
  const rows = await host.state.corrections(['released', 'fixed'], CORRECTIONS_SHOWN + 1, { before })
  const corrections = rows.slice(0, CORRECTIONS_SHOWN).flatMap((row) => toPublicCorrection(row) ?? [])
  const main = logPage(visit, {
    ...{ corrections, nameOf, times: toFixTimes(await host.state.fixTimes()) },
    before: rows.length > CORRECTIONS_SHOWN ? (corrections.at(-1)?.id ?? null) : null,
  })
  const notice = sent === undefined ? null : fill(words.sent, { id: sent })
  const path = query.has('before') ? `/corrections?before=${before}` : '/corrections'
  return showCorrections(visit, { title: words.log, main, path, notice })
}

/** Throws ApiError 404. */
function readId({ query, words }: CorrectionVisit, name: string): number | undefined {
  const text = query.get(name)
  if (text === null) return undefined
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new CorrectionRefusal('not_found', words.refused404)
  return Number(text)
}
