// Answers every request under /desk: the console's sessions and forms, with the desk's routes.

import { createMemberRoom, type MemberServer } from '../console/console.ts'
import type { Assets } from '../web/assets.ts'
import { loadShell } from '../web/page.ts'
import type { AnswerRoom } from '../web/rooms.ts'
import type { DeskServer } from './context.ts'
import { showRefusal } from './refusal.ts'
import { deskRoutes } from './routes.ts'

export function createDesk(service: MemberServer & DeskServer, assets: Pick<Assets, 'load'>): AnswerRoom {
  const shell = {
    ...loadShell(assets),
    deskStyle: assets.load('desk/desk.css'),
    deskScript: assets.load('desk/desk.js'),
  }
  return createMemberRoom(service, assets, deskRoutes({ server: service, assets: shell }), (refusal, visit) =>
    showRefusal(shell, refusal, visit),
  )
}
