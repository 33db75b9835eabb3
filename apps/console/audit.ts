import type { Reply } from '../../server/http/exchange.ts'
import { auditPage } from './pages/audit.ts'
import { showPage } from './reply.ts'
import type { ConsoleMemberVisit } from './visit.ts'

const SHOWN = 100

export async function answerAudit(visit: ConsoleMemberVisit): Promise<Reply> {
  return showPage(visit, auditPage(await visit.host.state.audit(null, SHOWN)))
}
