// Lists every page and form of the desk. To add one, add a file here and a line below.

import { DESK_FORM_BYTES_MAX, DESK_IMPORT_FORM_BYTES_MAX } from '../../server/constants.ts'
import type { Reply } from '../../server/http/exchange.ts'
import type { MemberRoute, MemberVisit } from '../web/members.ts'
import { answerContests, searchContests } from './contests.ts'
import { type DeskAssets, type DeskVisit, openVisit, refuseClosed } from './context.ts'
import { answerImport, confirmImport, reportImport } from './import.ts'
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

export function deskRoutes(assets: DeskAssets): readonly MemberRoute[] {
  const of =
    (answer: (visit: DeskVisit) => Promise<Reply>) =>
    async (visit: MemberVisit): Promise<Reply> =>
      answer(await openVisit(assets, visit))
  /** Pages with forms: a closed desk has none. */
  const open = (answer: (visit: DeskVisit) => Promise<Reply>) =>
    of(async (visit) => {
      refuseClosed(visit)
      return answer(visit)
    })
  const contest = '/desk/{slug}/contests/{contest}'
  return [
    { method: 'GET', path: '/desk', who: 'approved', answer: (visit) => answerFront(assets, visit) },
    { method: 'GET', path: '/desk/{slug}', who: 'approved', answer: of(answerOverview) },
    { method: 'GET', path: '/desk/{slug}/history', who: 'approved', answer: of(answerHistory) },
    { method: 'GET', path: '/desk/{slug}/file', who: 'approved', answer: of(answerFile) },
    { method: 'GET', path: '/desk/{slug}/file/endorsements.json', who: 'approved', answer: of(downloadFile) },
    { method: 'GET', path: '/desk/{slug}/import', who: 'approved', answer: open(answerImport) },
    {
      ...{ method: 'POST', path: '/desk/{slug}/import', who: 'approved', uploadBytes: DESK_IMPORT_FORM_BYTES_MAX },
      answer: open(reportImport),
    },
    {
      ...{ method: 'POST', path: '/desk/{slug}/import/confirm', who: 'approved' },
      uploadBytes: DESK_IMPORT_FORM_BYTES_MAX,
      answer: open(confirmImport),
    },
    { method: 'GET', path: '/desk/{slug}/contests', who: 'approved', answer: open(answerContests) },
    { method: 'POST', path: '/desk/{slug}/contests', who: 'approved', answer: open(searchContests) },
    { method: 'GET', path: contest, who: 'approved', answer: open(answerEditor) },
    { method: 'POST', path: contest, who: 'approved', answer: open(saveDraft), bodyBytes: DESK_FORM_BYTES_MAX },
    { method: 'POST', path: `${contest}/discard`, who: 'approved', answer: of(discardDraft) },
    { method: 'GET', path: `${contest}/preview`, who: 'approved', answer: open(answerPreview) },
    { method: 'POST', path: `${contest}/publish`, who: 'approved', answer: open(publish) },
    { method: 'POST', path: `${contest}/withdraw`, who: 'approved', answer: open(withdraw) },
    { method: 'POST', path: `${contest}/unschedule`, who: 'approved', answer: open(unschedule) },
    { method: 'GET', path: `${contest}/history`, who: 'approved', answer: of(answerPositionHistory) },
  ]
}
