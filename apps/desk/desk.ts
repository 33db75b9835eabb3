// The app at /desk: editors record what their endorser says.

import type { Host } from '../../server/host.ts'
import type { App, Frame } from '../web/frame.ts'
import { createGuestApp } from '../web/guest.ts'
import { createMemberPages } from '../web/members.ts'
import { showRefusal } from './refusal.ts'
import { deskRoutes } from './routes.ts'

export function createDesk(host: Host, { assets, shell }: Frame): App {
  const own = { ...shell, deskStyle: assets.load('desk/desk.css'), deskScript: assets.load('desk/desk.js') }
  const answer = createMemberPages(host, deskRoutes(own), (refusal, visit) => showRefusal(own, refusal, visit))
  const name = { en: 'Publishing desk', es: 'Mesa editorial' }
  return { path: '/desk', app: createGuestApp(host, answer), link: { name } }
}
