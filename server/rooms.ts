// The pages for people: the front page, the files that pages load, and who answers each room of server/web/rooms.ts.

import { readAnswer } from './answer.ts'
import { createConsole } from './console/console.ts'
import { createDesk } from './desk/desk.ts'
import { createDocs } from './docs/docs.ts'
import type { DocumentedEndpoint } from './docs/site.ts'
import { createExplorer } from './explore/explore.ts'
import { frontPage } from './front.ts'
import { createFixedReply, type FixedReply } from './http/fixed-reply.ts'
import type { Service } from './route/service.ts'
import { fileRoutes, liveRoutes, routes } from './routes.ts'
import { ASSETS_PATH, createAssets } from './web/assets.ts'
import { loadShell, renderPage } from './web/page.ts'
import { HTML_TYPE, withSafeHeaders } from './web/reply.ts'
import { type AnswerRoom, findRoom, type RoomName } from './web/rooms.ts'

interface Rooms {
  front: FixedReply
  /** Who answers the path; undefined if it is in no room. */
  findRoom(path: string): AnswerRoom | undefined
}

export function openRooms(service: Service): Rooms {
  const assets = createAssets(service)
  const answers: Readonly<Record<RoomName, AnswerRoom>> = {
    docs: createDocs(service, assets, documented()),
    console: createConsole(service, assets),
    desk: createDesk(service, assets),
    explore: createExplorer(service, assets, (route, exchange, asked) => readAnswer(service, route, exchange, asked)),
  }
  const front = renderPage(loadShell(assets), frontPage(routes, [...liveRoutes, ...fileRoutes]))
  return {
    front: withSafeHeaders(createFixedReply(Buffer.from(front.toString()), HTML_TYPE)),
    findRoom(path) {
      if (path.startsWith(ASSETS_PATH)) return assets.answer
      const name = findRoom(path)
      return name && answers[name]
    },
  }
}

function documented(): DocumentedEndpoint[] {
  const reads = routes.map((route) => ({ ...route, method: 'GET' }))
  return [...reads, ...liveRoutes, ...fileRoutes].map(({ method, path, id, summary, query }) => ({
    ...{ method, path, id, summary },
    parameters: Object.keys(query.shape),
  }))
}
