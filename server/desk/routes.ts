// Lists every page and form of the desk. To add one, add a file here and a line below.

import type { ConsoleRoute, MemberVisit } from '../console/visit.ts'
import { DESK_FORM_BYTES_MAX } from '../constants.ts'
import type { Reply } from '../http/exchange.ts'
import { answerContests, searchContests } from './contests.ts'
import { type DeskContext, type DeskVisit, openVisit } from './context.ts'
import { answerFile, answerFront, answerHistory, answerOverview, downloadFile } from './overview.ts'
import {
  answerEditor,
  answerPositionHistory,
  answerPreview,
  discardDraft,
  publish,
  saveDraft,
  unschedule,
  withdraw,
} from './position.ts'

export function deskRoutes(context: DeskContext): readonly ConsoleRoute[] {
  const of =
    (answer: (visit: DeskVisit) => Promise<Reply>) =>
    async (visit: MemberVisit): Promise<Reply> =>
      answer(await openVisit(context, visit))
  const contest = '/desk/{slug}/contests/{contest}'
  return [
    { method: 'GET', path: '/desk', who: 'approved', answer: (visit) => answerFront(context, visit) },
    { method: 'GET', path: '/desk/{slug}', who: 'approved', answer: of(answerOverview) },
    { method: 'GET', path: '/desk/{slug}/history', who: 'approved', answer: of(answerHistory) },
    { method: 'GET', path: '/desk/{slug}/file', who: 'approved', answer: of(answerFile) },
    { method: 'GET', path: '/desk/{slug}/file/endorsements.json', who: 'approved', answer: of(downloadFile) },
    { method: 'GET', path: '/desk/{slug}/contests', who: 'approved', answer: of(answerContests) },
    { method: 'POST', path: '/desk/{slug}/contests', who: 'approved', answer: of(searchContests) },
    { method: 'GET', path: contest, who: 'approved', answer: of(answerEditor) },
    { method: 'POST', path: contest, who: 'approved', answer: of(saveDraft), bodyBytes: DESK_FORM_BYTES_MAX },
    { method: 'POST', path: `${contest}/discard`, who: 'approved', answer: of(discardDraft) },
    { method: 'GET', path: `${contest}/preview`, who: 'approved', answer: of(answerPreview) },
    { method: 'POST', path: `${contest}/publish`, who: 'approved', answer: of(publish) },
    { method: 'POST', path: `${contest}/withdraw`, who: 'approved', answer: of(withdraw) },
    { method: 'POST', path: `${contest}/unschedule`, who: 'approved', answer: of(unschedule) },
    { method: 'GET', path: `${contest}/history`, who: 'approved', answer: of(answerPositionHistory) },
  ]
}
