import type { Reply } from '../../server/http/exchange.ts'
import { auditPage } from './pages/audit.ts'
import { showPage } from './reply.ts'
import type { MemberVisit } from './visit.ts'

const SHOWN = 100

export async function answerAudit(visit: MemberVisit): Promise<Reply> {
  return showPage(visit, auditPage(await visit.desk.state.audit(null, SHOWN)))
}
